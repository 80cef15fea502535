import CarillonDetail
import CarillonText
package import CarillonTime

/// The name of somebody to post to, such as `callbacks/ackDelivery`.
///
/// Stored in place of the address itself and of its secrets: both are looked up in the settings when
/// something is sent, so that what waits goes to where the settings say by then.
package struct Address: Hashable, Sendable {
  package let name: String

  package init(_ name: String) { self.name = name }

  /// What the addresses of services begin with that the user is signed in to. (D1)
  package static let accounts = "accounts/"
}

/// Whoever knows where some addresses lead.
package protocol Addressees {
  /// Where postings to `address` go; nil if it is somebody else's, or not configured.
  func destination(of address: Address) throws(StoreFailure) -> FetchSpec?
  /// Where this one goes, if its address has several places. (D6)
  func destination(of posting: Posting) throws(StoreFailure) -> FetchSpec?
  /// Whether this one leads nowhere, although its address leads somewhere: it is not sent. (D6)
  func leadsNowhere(_ posting: Posting) throws(StoreFailure) -> Bool
  /// Whether what was answered with this status waits, although most servers mean it for good. (D1)
  func keeps(_ status: Int, at address: Address) -> Bool
  /// What is sent in place of the stored document, because it must not be stored; nil for that. (D1)
  func body(of posting: Posting) -> String?
  /// Whether all that it needs is at hand; until then it waits. (D1)
  func isReady(_ posting: Posting) -> Bool
  /// Whether its end can be heard now; if not, it is sent again later, which says the same. (T28)
  func canHear(of posting: Posting) throws(StoreFailure) -> Bool
  /// What is sent there in place of the posting's document; nil for that. (C5)
  func button(of address: Address) throws(StoreFailure) -> ButtonRequest?
  /// Whether what is sent there at most once is tried again while it has not been let out, as long as it
  /// is of use. (C5)
  func isPatient(with address: Address) -> Bool
}

extension Addressees {
  package func destination(of posting: Posting) throws(StoreFailure) -> FetchSpec? { nil }
  package func leadsNowhere(_ posting: Posting) throws(StoreFailure) -> Bool { false }
  package func keeps(_ status: Int, at address: Address) -> Bool { false }
  package func body(of posting: Posting) -> String? { nil }
  package func isReady(_ posting: Posting) -> Bool { true }
  package func canHear(of posting: Posting) throws(StoreFailure) -> Bool { true }
  package func button(of address: Address) throws(StoreFailure) -> ButtonRequest? { nil }
  package func isPatient(with address: Address) -> Bool { false }
}

/// Something to post: a row of `outbox`, stored before it is sent. (T24, B17)
package struct Posting: Hashable, Sendable {
  /// How often it may arrive, and how long it is of use.
  package enum Policy: Hashable, Sendable {
    /// Sent again, under the same key, until its server takes or refuses it.
    case atLeastOnce(for: Span)
    /// Sent once and at once. Without an answer nobody knows whether it arrived.
    case atMostOnce(within: Span)
  }

  package enum Method: String, Codable, Sendable, CaseIterable {
    /// Asks for a document.
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// How it ended, as whoever wanted it is told.
  package enum End: Hashable, Sendable {
    case taken
    /// The document that a GET has asked for; `at` is the server's clock, nil if it does not say.
    case read(String, at: Instant?)
    /// The server answered with a status that ends it.
    case refused(status: Int)
    /// No answer. Only of what is sent at most once.
    case failed(FetchFailure)
    /// It was not sent: its server cannot be reached now. Only of what is sent at most once.
    case unreachable
    /// The process ended before the answer. Only of what is sent at most once.
    case interrupted
    /// Its time is over.
    case overdue
  }

  package var id: Int64
  package var address: Address
  package var method: Method
  /// Identifies the posting; sent as `Idempotency-Key` and never changes. (T32)
  package var key: String
  /// A JSON document.
  package var body: String
  package var policy: Policy
  /// What it is about, in the words of whoever wanted it: Carillon only gives it back.
  package var about: String
  package var createdAt: Instant
  /// The number of attempts; also the current attempt's ticket.
  package var attempts: Int
  package var inFlight: Bool

  package init(
    id: Int64 = 0, to address: Address, method: Method = .post, key: String, body: String,
    policy: Policy, about: String = "", createdAt: Instant, attempts: Int = 0,
    inFlight: Bool = false
  ) {
    self.id = id
    self.address = address
    self.method = method
    self.key = key
    self.body = body
    self.policy = policy
    self.about = about
    self.createdAt = createdAt
    self.attempts = attempts
    self.inFlight = inFlight
  }

  /// Distinguishes two postings with the same timestamp, which a clock set back can cause.
  package static func digest(_ body: JSONValue) -> String {
    String(fnv(body.serialized) & 0xffff_ffff, radix: 16)
  }

  /// How long a callback is tried. (T24)
  package static let life = Span.days(14)
}

extension Posting.Policy {
  /// Whether it is sent again until it has arrived.
  package var repeats: Bool { if case .atLeastOnce = self { true } else { false } }

  /// How long after its making it is given up.
  package var span: Span {
    switch self {
    case .atLeastOnce(let span), .atMostOnce(let span): span
    }
  }
}
