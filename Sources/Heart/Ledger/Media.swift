import CarillonDetail
import CarillonText
package import CarillonTime
import Foundation

/// A picture to be had. (B8)
package struct MediaJob: Hashable, Codable, Sendable {
  package var url: String
  /// Whether anybody may be asked; else only what is in the cache counts. (B28)
  package var mayFetch: Bool
  /// What it is a picture of: one that is asked for ends a fetch of another one of the same. (B8)
  package var subject: String?

  package init(url: String, mayFetch: Bool, subject: String? = nil) {
    self.url = url
    self.mayFetch = mayFetch
    self.subject = subject
  }

  /// Whether pictures and videos may be there: HTTPS, or HTTP within this machine. (B8, B10)
  package static func allows(_ url: String) -> Bool {
    guard url.utf8.count <= 4096, url.unicodeScalars.allSatisfy({ (33...126).contains($0.value) }),
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
  /// The first, and one more.
  package static let mostTries = 2
}

/// What came of it.
package enum MediaResult: Hashable, Codable, Sendable {
  /// A PNG file in the cache, whose image was decoded and found to be one.
  case ready(file: String)
  case failed(FetchFailure)
  /// Given up, because a newer one of its subject was asked for.
  case dropped
}

extension Request {
  /// How far the picture of a notification on the screen has come. (B8)
  package enum Photo: Hashable, Codable, Sendable {
    /// Asked for; the ticket of this try is open.
    case wanted(attempt: Int)
    /// To be put beside the texts, as soon as no other call is in flight.
    case here(file: String)
    /// It stands there, or was found not to be worth a second popup.
    case settled(file: String)
    case failed
  }
}

extension FetchFailure {
  /// Whether the same request may have another end.
  package var mayPass: Bool {
    switch code {
    case .timeout, .unreachable: true
    case .status: detail.hasPrefix("5") || detail == "429"
    default: false
    }
  }
}
