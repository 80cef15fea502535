/// Which button of which subject was pressed, as the signal `Pressed` tells it. (J18)
package struct PressReport: Hashable, Codable, Sendable {
  package var tag: String
  /// The button's id.
  package var action: String

  package init(tag: String, action: String) {
    self.tag = tag
    self.action = action
  }
}
