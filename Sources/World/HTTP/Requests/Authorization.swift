import CGio

/// The header field `Authorization`.
package enum Authorization {
  /// Its value for an access token, or for a name and a password with a colon between them.
  package static func value(of token: String) -> String {
    token.contains(":") ? "Basic \(base64(token))" : "Bearer \(token)"
  }

  private static func base64(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let encoded: UnsafeMutablePointer<CChar> = g_base64_encode(bytes, gsize(bytes.count))
    else { return "" }
    defer { g_free(encoded) }
    return String(cString: encoded)
  }
}
