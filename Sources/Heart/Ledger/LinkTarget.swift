import CarillonTime

/// A place in a subject's window.
package struct LinkTarget: Hashable, Codable, Sendable {
  /// Nil for the kind's latest subject that is not over, or its latest at all.
  package var tag: String?
  package var kind: String
  /// A form or an action in the window, `share` or `adjust_grind`; nil for the plain window.
  package var place: String?

  package init(tag: String?, kind: String, place: String? = nil) {
    self.tag = tag
    self.kind = kind
    self.place = place
  }
}
