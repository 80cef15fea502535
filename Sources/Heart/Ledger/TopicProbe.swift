import CarillonDetail
import CarillonText
package import CarillonTime

/// What came of asking a server for a topic, once. (C4)
package enum TopicProbe: Hashable, Codable, Sendable {
  /// It can be read, and the server streams; what it has kept is told.
  case readable(Kept)
  /// The server has answered with this status instead.
  case status(Int)
  /// Something answers, but not as an ntfy server.
  case foreign
  /// It can be read, but its stream does not begin: something on the way holds it back.
  case heldBack
  case failed(FetchFailure)

  /// What a server has kept of a topic.
  package struct Kept: Hashable, Codable, Sendable {
    /// How many messages; at most ``most`` are counted.
    package var count: Int
    package var lastAt: Instant?

    package init(count: Int = 0, lastAt: Instant? = nil) {
      self.count = count
      self.lastAt = lastAt
    }

    package static let most = 1000
  }

  /// How long a trial may take.
  package static let patience = Span.seconds(15)
}
