import CGio
import CarillonEngine
import CarillonGLib

extension FetchFailure {
  /// Translates an error of GIO or libsoup.
  ///
  /// The detail names domain and code, never the message, which may contain a host. (T28)
  init(_ error: GLibError) {
    let code: Code =
      switch error.domain {
      case "g-tls-error-quark": Self.ofTLS(error.code)
      case "g-io-error-quark": Self.ofIO(error.code)
      default: .unreachable
      }
    self.init(code, "\(error.domain) \(error.code)")
  }

  private static func ofTLS(_ code: Int) -> Code {
    let certificates = [G_TLS_ERROR_BAD_CERTIFICATE, G_TLS_ERROR_CERTIFICATE_REQUIRED]
    return certificates.contains { Int($0.rawValue) == code } ? .certificate : .unreachable
  }

  private static func ofIO(_ code: Int) -> Code {
    let unreadable = [
      G_IO_ERROR_NOT_FOUND, G_IO_ERROR_PERMISSION_DENIED, G_IO_ERROR_IS_DIRECTORY,
      G_IO_ERROR_NOT_DIRECTORY, G_IO_ERROR_FILENAME_TOO_LONG, G_IO_ERROR_TOO_MANY_LINKS,
      G_IO_ERROR_NOT_REGULAR_FILE,
    ]
    if code == Int(G_IO_ERROR_TIMED_OUT.rawValue) { return .timeout }
    if code == Int(G_IO_ERROR_NETWORK_UNREACHABLE.rawValue) { return .offline }
    return unreadable.contains { Int($0.rawValue) == code } ? .unreadable : .unreachable
  }
}
