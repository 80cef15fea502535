import CarillonDetail
import CarillonText
package import CarillonTime

/// A message to ourselves that tests the whole way. (C7)
package struct SelfTest: Hashable, Codable, Sendable {
  /// Where to post it.
  package var endpoint: String
  /// The token of the topic's server, if it needs one.
  package var token: SecretReference?
  /// The message as it is before it is sealed.
  package var text: String

  package init(endpoint: String, token: SecretReference?, text: String) {
    self.endpoint = endpoint
    self.token = token
    self.text = text
  }

  /// How far it came.
  package enum Sending: Hashable, Codable, Sendable {
    /// The server has accepted it; sealed and sent at these instants.
    case accepted(sealedAt: Instant, sentAt: Instant)
    /// The server has refused it; sealed and sent at these instants, as far as that is known.
    case refused(status: Int, sealedAt: Instant? = nil, sentAt: Instant? = nil)
    /// It could not be sent; nil if it was not even sealed.
    case failed(FetchFailure.Code, sealedAt: Instant? = nil)
  }

  /// The steps in their order.
  package enum Step: String, Hashable, Codable, CaseIterable, Sendable {
    case registered, encrypted, sent, accepted, received, opened, judged
    case onScreen = "on-screen"
  }

  /// How long the whole way may take.
  package static let patience = Span.seconds(30)
  /// How long the server may take to accept it.
  package static let answerPatience = Span.seconds(25)
}
