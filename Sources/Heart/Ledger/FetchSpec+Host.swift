import CarillonDetail
import CarillonText
import CarillonTime
import FoundationEssentials

extension FetchSpec {
  /// The host that is asked, in lower case; nil for a file.
  package var host: String? {
    guard let parts = URLComponents(string: url), parts.scheme?.lowercased() != "file",
      let host = parts.host?.filter({ $0 != "[" && $0 != "]" }), !host.isEmpty
    else { return nil }
    return host.lowercased()
  }
}
