import CarillonDetail
import CarillonText
package import CarillonTime

/// A request from the outbox to send. (T24, B17)
package struct PostJob: Hashable, Codable, Sendable {
  /// The address and headers; its own method and body are not used.
  package var spec: FetchSpec
  package var method: Posting.Method
  /// The body, a JSON document.
  package var body: String
  /// Sent as `Idempotency-Key`; the same for every attempt. (T32)
  package var key: String
  /// What is sent in place of method and body: the request of a message's button. (C5)
  package var button: ButtonRequest?
  /// Whether it may go to this computer or its network.
  package var mayBeLocal = true

  package init(
    spec: FetchSpec, method: Posting.Method = .post, body: String, key: String
  ) {
    self.spec = spec
    self.method = method
    self.body = body
    self.key = key
  }
}

/// The result of one attempt.
package enum PostResult: Hashable, Codable, Sendable {
  /// The server answered; `retryAfter` is the wait it asks for.
  case answered(status: Int, retryAfter: Span?)
  /// The whole document that a GET has asked for, at most ``FetchSpec/largestBody`` bytes.
  ///
  /// `at` is the server's clock; nil if it does not say.
  case document(String, at: Instant?)
  /// No answer; the callback may have arrived.
  case failed(FetchFailure)
  /// Nothing of it has left this computer.
  case unsent(FetchFailure)
}

/// An export of all stored data to a file. (T29)
package struct ExportJob: Hashable, Codable, Sendable {
  /// A file descriptor that is open for writing; who asked for the export closes it after the answer.
  package var file: Int32
  /// The head of the document: version, zone, settings without secrets, situation.
  package var head: String

  package init(file: Int32, head: String) {
    self.file = file
    self.head = head
  }
}
