import CGio
import CarillonEngine

/// A checked web address: HTTPS, or HTTP within this machine. (T25)
struct WebAddress: Equatable {
  /// The receiver of a request.
  struct Origin: Equatable {
    var isSecure: Bool
    var host: String
    var port: Int
  }

  /// As it was configured, or as a redirect gave it.
  let url: String
  let origin: Origin
  /// Whether it means this machine, whatever DNS says; such requests bypass proxies.
  let isLoopback: Bool

  var isSecure: Bool { origin.isSecure }

  /// The flags libsoup itself uses when it parses the text again.
  static let flags = GUriFlags(
    G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
      | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_ENCODED_FRAGMENT.rawValue
      | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)

  /// Resolves `reference`, as found in an answer, against this address.
  ///
  /// Percent-encodes what should have been encoded; nil if it is still not an address.
  func resolve(_ reference: String) -> String? {
    guard let resolved = g_uri_resolve_relative(url, encoded(reference), Self.flags, nil) else {
      return nil
    }
    defer { g_free(resolved) }
    return String(cString: resolved)
  }

  /// The link that `reference` is, as found in the answer from here; nil if it is none to open. (T34)
  ///
  /// Only what is relative: another scheme is no link, whatever it resolves to.
  func link(_ reference: String) -> WebLink? {
    guard reference.utf8.count <= WebLink.longest, !reference.utf8.contains(where: { $0 <= 0x20 }),
      !reference.prefix(while: { !"/?#".contains($0) }).contains(":")
    else { return nil }
    return resolve(reference).flatMap { WebLink($0) }
  }

  private func encoded(_ reference: String) -> String {
    guard let text = g_uri_escape_string(reference, Self.allowed, 0) else { return reference }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// All characters allowed in an address, including the percent sign of encoded ones.
  private static let allowed = ":/?#[]@!$&'()*+,;=%"
}
