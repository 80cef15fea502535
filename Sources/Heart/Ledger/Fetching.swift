import CarillonDetail
import CarillonText
package import CarillonTime

/// Where and how to fetch content (`FetchSpec` of spec 003), checked. (T25)
package struct FetchSpec: Hashable, Codable, Sendable {
  package enum Method: String, Codable, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  /// HTTPS, HTTP on loopback, or `file:`.
  package var url: String
  package var headers: [String: HeaderValue]
  /// The body as JSON text; nil for none.
  package var bodyJSON: String?
  package var timeout: Span
  /// The RFC 6901 pointer of each token in a JSON response, by name.
  ///
  /// Empty if the response has a known format.
  package var pointers: [String: String]

  package init(
    method: Method = .get, url: String, headers: [String: HeaderValue] = [:],
    bodyJSON: String? = nil, timeout: Span = FetchSpec.defaultTimeout,
    pointers: [String: String] = [:]
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.bodyJSON = bodyJSON
    self.timeout = timeout
    self.pointers = pointers
  }

  /// The name of the pointer to the link, which is no token. (T34)
  package static let linkPointer = "link"

  /// The secrets that the request needs, sorted. (T27)
  package var secrets: [SecretReference] {
    headers.values.compactMap(\.secret).sorted()
  }

  /// The same for every specification that asks one source for one thing: with any timeout, and with one
  /// reference in the place of all. (T4)
  package var source: FetchSpec {
    var source = self
    source.timeout = FetchSpec.defaultTimeout
    source.headers = headers.mapValues { value in
      value.secret == nil ? value : .secret(SecretReference(""))
    }
    return source
  }

  package static let defaultTimeout = Span.seconds(10)
  package static let longestTimeout = Span.seconds(60)
  /// A larger body is a failure, whatever length the server announced.
  package static let largestBody = 1 << 20
  /// In bytes, of an address that is fetched, and of a link as a message brings it.
  package static let longestURL = 4096
}

/// The value of a header, or a reference to the secret that holds it. (T27)
package enum HeaderValue: Hashable, Sendable {
  case text(String)
  case secret(SecretReference)
  /// An access token, or a name and a password with a colon between them, as `Authorization` is to have
  /// it.
  case token(SecretReference)

  /// The secret that it refers to; nil for plain text.
  package var secret: SecretReference? {
    switch self {
    case .text: nil
    case .secret(let reference), .token(let reference): reference
    }
  }
}

/// A fetch to make.
package struct FetchJob: Hashable, Codable, Sendable {
  package var spec: FetchSpec
  /// The ETag of our current payload, for `If-None-Match`. (T4)
  package var etag: String?

  package init(spec: FetchSpec, etag: String? = nil) {
    self.spec = spec
    self.etag = etag
  }
}

/// The result of a fetch.
package enum FetchResult: Hashable, Codable, Sendable {
  case payload(Fetched, etag: String?)
  case notModified
  case failed(FetchFailure)
}

/// A source's response, parsed and cleaned. (T25)
package struct Fetched: Hashable, Codable, Sendable {
  /// The recognized format.
  package enum Format: String, Codable, Sendable {
    /// `{headline, summary, …}`.
    case content
    /// A content pack: an item for each day of the month.
    case pack
    /// Any JSON, with a pointer for each token.
    case pointers
    case jsonFeed = "json-feed"
    case rss, atom, rdf
  }

  package var payload: Payload
  package var format: Format
  /// The size of the response in bytes.
  package var size: Int
  /// The number of items in a feed.
  package var items: Int?
  /// When the chosen feed item was published, in UTC; nil if the feed gives no dates.
  package var published: Instant?

  package init(
    payload: Payload, format: Format, size: Int, items: Int? = nil, published: Instant? = nil
  ) {
    self.payload = payload
    self.format = format
    self.size = size
    self.items = items
    self.published = published
  }
}

/// Why a fetch failed.
package struct FetchFailure: Error, Hashable, Codable, Sendable {
  package enum Code: String, Codable, Sendable, CaseIterable {
    /// No complete response within the timeout.
    case timeout = "FETCH_TIMEOUT"
    case offline = "FETCH_OFFLINE"
    case unreachable = "FETCH_UNREACHABLE"
    case certificate = "FETCH_CERTIFICATE"
    /// Neither HTTPS, HTTP on loopback, nor `file:`.
    case forbidden = "FETCH_FORBIDDEN"
    case redirected = "FETCH_REDIRECTED"
    /// A status other than 200 and 304.
    case status = "FETCH_STATUS"
    case tooLarge = "FETCH_TOO_LARGE"
    /// The file cannot be read.
    case unreadable = "FETCH_UNREADABLE"
    /// The secret of a header is unavailable: the keyring is locked or does not have it. (T27)
    case secret = "FETCH_SECRET"
    /// The response is not valid content.
    case payload = "FETCH_PAYLOAD"

    /// Whether the network alone may be to blame: it need not be there yet right after waking up. (T17)
    package var isOfNetwork: Bool {
      switch self {
      case .timeout, .offline, .unreachable: true
      case .certificate, .forbidden, .redirected, .status, .tooLarge, .unreadable, .secret,
        .payload:
        false
      }
    }
  }

  package var code: Code
  /// For logs and explanations: only numbers and field names, never message texts or URLs. (T28)
  package var detail: String

  package init(_ code: Code, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }
}
