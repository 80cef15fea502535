import CarillonDetail
import CarillonText
package import CarillonTime
import FoundationEssentials

/// A picture to fetch. (B8)
package struct MediaJob: Hashable, Codable, Sendable {
  package var url: String
  /// Whether the network may be used; if not, only the cache is searched. (B28)
  package var mayFetch: Bool
  /// Whether it may come from this computer or its network. (B8)
  package var mayBeLocal: Bool
  /// The picture's subject; a new request ends an older fetch for the same subject. (B8)
  package var subject: String?

  package init(url: String, mayFetch: Bool, mayBeLocal: Bool, subject: String? = nil) {
    self.url = url
    self.mayFetch = mayFetch
    self.mayBeLocal = mayBeLocal
    self.subject = subject
  }

  /// Whether pictures and videos may come from this address: HTTPS, or HTTP on loopback. (B8, B10)
  package static func allows(_ url: String) -> Bool {
    guard url.utf8.count <= FetchSpec.longestURL,
      url.unicodeScalars.allSatisfy({ (33...126).contains($0.value) }),
      let parts = URLComponents(string: url), parts.user == nil, parts.password == nil,
      let host = parts.host, !host.isEmpty
    else { return false }
    switch parts.scheme?.lowercased() {
    case "https": return true
    case "http": return FetchSpec.isLoopback(host)
    default: return false
    }
  }

  package static let timeout = Span.seconds(10)
  /// The first attempt and one retry.
  package static let mostTries = 2
}

/// The result of a media job.
package enum MediaResult: Hashable, Codable, Sendable {
  /// A PNG file in the cache that is known to decode.
  case ready(file: String)
  case failed(FetchFailure)
  /// Dropped in favor of a newer request for the same subject.
  case dropped
}

extension Request {
  /// The progress of a notification's picture. (B8)
  package enum Photo: Hashable, Codable, Sendable {
    /// Requested; this attempt's ticket is open.
    case wanted(attempt: Int)
    /// Arrived; shown once no other call is in flight.
    case here(file: String)
    /// Shown, or not worth a second popup.
    case settled(file: String)
    case failed
  }
}

extension FetchFailure {
  /// The picture is on this computer or its network, and that is not allowed. (B8)
  package static let tooNear = FetchFailure(.forbidden, "localMedia")

  /// Whether a retry may succeed.
  package var mayPass: Bool {
    switch code {
    case .timeout, .unreachable: true
    case .status: detail.hasPrefix("5") || detail == "429"
    default: false
    }
  }
}
