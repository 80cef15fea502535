import CGio

/// A checked address of the web: HTTPS, or HTTP within this machine. (T25)
struct WebAddress: Equatable {
  /// Whom a request goes to.
  struct Origin: Equatable {
    var isSecure: Bool
    var host: String
    var port: Int
  }

  /// As it was configured, or as a redirect gave it.
  let url: String
  let origin: Origin
  /// It means this machine, whatever a name server says; so no proxy has a part in it.
  let isLoopback: Bool

  var isSecure: Bool { origin.isSecure }

  /// The flags of libsoup's own, which parses the text again.
  static let flags = GUriFlags(
    G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
      | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_ENCODED_FRAGMENT.rawValue
      | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)

  /// The address that `reference`, as it stands in an answer, means here.
  ///
  /// What should have been percent-encoded is; nil if it is no address even so.
  func resolve(_ reference: String) -> String? {
    guard let resolved = g_uri_resolve_relative(url, encoded(reference), Self.flags, nil) else {
      return nil
    }
    defer { g_free(resolved) }
    return String(cString: resolved)
  }

  private func encoded(_ reference: String) -> String {
    guard let text = g_uri_escape_string(reference, Self.allowed, 0) else { return reference }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// All that may stand in an address, the percent sign of what is encoded already among it.
  private static let allowed = ":/?#[]@!$&'()*+,;=%"
}
