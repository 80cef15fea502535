/// A source whose last fetch failed, so that its next occasion will stay silent. (T36)
package struct FailingSource: Hashable, Codable, Sendable {
  /// The computer that was asked, or the name of a file; empty for the content that comes with Carillon.
  package var source: String
  package var code: String
  /// When it was tried, and when its next occasion is due, in ISO format.
  package var triedAt: String
  package var next: String
  /// The items whose occasions will stay silent, by their ids.
  package var slotIds: [String]

  package init(source: String, code: String, triedAt: String, next: String, slotIds: [String]) {
    self.source = source
    self.code = code
    self.triedAt = triedAt
    self.next = next
    self.slotIds = slotIds
  }
}
