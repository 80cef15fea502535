/// Where and how content is fetched (003's `FetchSpec`), checked. (T25)
package struct FetchSpec: Hashable, Codable, Sendable {
  package enum Method: String, Codable, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  /// HTTPS, HTTP on loopback, or `file:`.
  package var url: String
  package var headers: [String: String]
  /// The body as JSON text; nil without one.
  package var bodyJSON: String?
  package var timeout: Span

  package init(
    method: Method = .get, url: String, headers: [String: String] = [:], bodyJSON: String? = nil,
    timeout: Span = FetchSpec.defaultTimeout
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.bodyJSON = bodyJSON
    self.timeout = timeout
  }

  package static let defaultTimeout = Span.seconds(10)
  package static let longestTimeout = Span.seconds(60)
  /// Bodies beyond this are a failure, whatever their length was said to be.
  package static let largestBody = 1 << 20
}

/// One fetch to be made.
package struct FetchJob: Hashable, Codable, Sendable {
  package var spec: FetchSpec
  /// The ETag of the payload we still have; to be sent as `If-None-Match`. (T4)
  package var etag: String?

  package init(spec: FetchSpec, etag: String? = nil) {
    self.spec = spec
    self.etag = etag
  }
}

/// What came of a fetch.
package enum FetchResult: Hashable, Codable, Sendable {
  /// The payload's bytes as text (invalid UTF-8 replaced), not yet looked at.
  case payload(String, etag: String?)
  case notModified
  case failed(FetchFailure)
}

/// Why a fetch brought nothing.
package struct FetchFailure: Error, Hashable, Codable, Sendable {
  package enum Code: String, Codable, Sendable, CaseIterable {
    /// No complete answer within the timeout.
    case timeout = "FETCH_TIMEOUT"
    case offline = "FETCH_OFFLINE"
    case unreachable = "FETCH_UNREACHABLE"
    case certificate = "FETCH_CERTIFICATE"
    /// Neither HTTPS nor HTTP on loopback nor `file:`.
    case forbidden = "FETCH_FORBIDDEN"
    case redirected = "FETCH_REDIRECTED"
    /// A status other than 200 and 304.
    case status = "FETCH_STATUS"
    case tooLarge = "FETCH_TOO_LARGE"
    /// The file cannot be read.
    case unreadable = "FETCH_UNREADABLE"
    /// The payload is not what content must be.
    case payload = "FETCH_PAYLOAD"
  }

  package var code: Code
  /// For logs and explanations: numbers and field names only, no text of a message or a URL. (T28)
  package var detail: String

  package init(_ code: Code, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }
}
