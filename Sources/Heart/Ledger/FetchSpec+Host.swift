import CarillonDetail
import CarillonText
import CarillonTime
import FoundationEssentials

extension FetchSpec {
  /// Longer names are none of DNS, and no question could show them. Each host that was contacted is noted. (T29)
  package static let longestHost = 253

  /// The host that is asked, in lower case; nil for a file.
  package var host: String? {
    guard let parts = URLComponents(string: url), parts.scheme?.lowercased() != "file",
      let host = parts.host?.filter({ $0 != "[" && $0 != "]" }), !host.isEmpty
    else { return nil }
    return host.lowercased()
  }
}
