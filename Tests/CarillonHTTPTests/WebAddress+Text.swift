import CarillonFeatures

@testable import CarillonHTTP

/// The checked address of `url`; nil for a file or an address that must not be fetched.
func web(_ url: String) -> WebAddress? {
  guard case .web(let address) = try? FetchAddress(url) else { return nil }
  return address
}
