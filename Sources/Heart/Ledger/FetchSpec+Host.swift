import CarillonDetail
import CarillonText
import CarillonTime
import FoundationEssentials

extension FetchSpec {
  /// How long the name of a host may be. (T29)
  ///
  /// DNS allows no longer ones, no question could show them, and each contacted host is recorded.
  package static let longestHost = 253

  /// The host that is asked, in lower case; nil for a file.
  package var host: String? {
    guard let parts = URLComponents(string: url), parts.scheme?.lowercased() != "file",
      let host = parts.host?.filter({ $0 != "[" && $0 != "]" }), !host.isEmpty
    else { return nil }
    return host.lowercased()
  }
}
