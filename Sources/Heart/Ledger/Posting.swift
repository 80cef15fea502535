import CarillonDetail
import CarillonText
package import CarillonTime

/// One callback to be posted, from the outbox. (T24)
package struct PostJob: Hashable, Codable, Sendable {
  /// Where and with which headers; always a POST without a body of its own.
  package var spec: FetchSpec
  /// The body, a JSON document.
  package var body: String
  /// Sent as `Idempotency-Key`; the same however often it is posted. (T32)
  package var key: String

  package init(spec: FetchSpec, body: String, key: String) {
    self.spec = spec
    self.body = body
    self.key = key
  }
}

/// What came of posting a callback once.
package enum PostResult: Hashable, Codable, Sendable {
  /// The server answered with this status; `retryAfter` is what its `Retry-After` asks for.
  case answered(status: Int, retryAfter: Span?)
  /// No answer, so it may have arrived or not.
  case failed(FetchFailure)
}

/// Everything stored, to be written to a file. (T29)
package struct ExportJob: Hashable, Codable, Sendable {
  /// A whole path; it is an error if it exists.
  package var path: String
  /// The document's head: version, zone, settings without secrets, situation.
  package var head: String

  package init(path: String, head: String) {
    self.path = path
    self.head = head
  }
}
