import CarillonDetail
import CarillonText
package import CarillonTime

/// A command to a machine: a row of its own, and sent once. (B17)
package struct Command: Hashable, Sendable {
  package enum Status: String, Sendable {
    /// Committed to be sent; whether it arrived is not known.
    case sent
    case done, failed
  }

  package var id: Int64 = 0
  /// The thread it is about.
  package var tag: String
  /// The button that it came from.
  package var action: String
  package var name: String
  /// A JSON object as text.
  package var data: String
  package var createdAt: Instant
  package var status = Status.sent
  /// Why it failed, as a code.
  package var failure: String?
  package var endedAt: Instant?

  package init(tag: String, action: String, name: String, data: String, createdAt: Instant) {
    self.tag = tag
    self.action = action
    self.name = name
    self.data = data
    self.createdAt = createdAt
  }

  /// The same in every document and as `Idempotency-Key`.
  package var key: String { "command-\(id)" }

  /// The row that `key` names.
  package static func row(of key: String) -> Int64? {
    let prefix = "command-"
    guard key.hasPrefix(prefix), key.utf8.count <= 40 else { return nil }
    return Int64(key.dropFirst(prefix.count))
  }

  /// After so long it has failed, whatever the machine does. (B17)
  package static let life = Span.seconds(30)
  /// The failure of one whose thread was over before it could be carried out.
  package static let over = "over"
  /// So long a window shows how it ended.
  package static let shownFor = Span.seconds(10)
}
