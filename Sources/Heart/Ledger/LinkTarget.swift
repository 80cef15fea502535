import CarillonTime

/// A place in a thread's window.
package struct LinkTarget: Hashable, Codable, Sendable {
  /// Nil: the latest thread of the kind that is not over, or the latest at all.
  package var tag: String?
  package var kind: String
  /// A form or an act of the window, `share`, `adjust_grind`; nil: the window as it is.
  package var place: String?

  package init(tag: String?, kind: String, place: String? = nil) {
    self.tag = tag
    self.kind = kind
    self.place = place
  }
}
