import CarillonCore

@testable import CarillonHTTP

/// The address that `url` is; nil for a file and for what may not be fetched.
func web(_ url: String) -> WebAddress? {
  guard case .web(let address) = try? FetchAddress(url) else { return nil }
  return address
}
