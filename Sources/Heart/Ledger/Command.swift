import CarillonDetail
import CarillonText
package import CarillonTime

/// A command to a machine, stored as a row and sent once. (B17)
package struct Command: Hashable, Sendable {
  package enum Status: String, Sendable {
    /// Committed for sending; whether it has arrived is unknown.
    case sent
    case done, failed
  }

  package var id: Int64 = 0
  /// The tag of the command's subject.
  package var tag: String
  /// The id of the button that sent it.
  package var action: String
  package var name: String
  /// A JSON object as text.
  package var data: String
  package var createdAt: Instant
  package var status = Status.sent
  package var failure: Failure?
  package var endedAt: Instant?

  package init(tag: String, action: String, name: String, data: String, createdAt: Instant) {
    self.tag = tag
    self.action = action
    self.name = name
    self.data = data
    self.createdAt = createdAt
  }

  /// The command's id in documents and in the `Idempotency-Key` header.
  package var key: String { "\(Command.keyPrefix)\(id)" }

  /// What the keys of commands begin with, and no other's.
  package static let keyPrefix = "command-"

  /// The row that `key` names.
  package static func row(of key: String) -> Int64? {
    guard key.hasPrefix(keyPrefix), key.utf8.count <= 40 else { return nil }
    return Int64(key.dropFirst(keyPrefix.count))
  }

  /// The timeout: an open command has failed after this, whatever the machine does. (B17)
  package static let life = Span.seconds(30)
  /// How long a window shows the outcome.
  package static let shownFor = Span.seconds(10)
}
