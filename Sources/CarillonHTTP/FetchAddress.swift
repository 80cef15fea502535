import CGio
import CarillonCore

/// Where content comes from: a URL that may be fetched. (T25)
enum FetchAddress: Equatable {
  /// HTTPS, or HTTP within this machine; `loopback` tells that no proxy has a part in it.
  case web(url: String, loopback: Bool)
  case file(path: String)

  /// Throws `.forbidden` for every other URL, and for one that carries a name or password.
  init(_ url: String) throws(FetchFailure) {
    // A NUL would end the text that C sees, and with it what was checked here.
    guard url.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F }) else {
      throw FetchFailure(.forbidden, "url")
    }
    let uri = try Self.parsed(url)
    defer { g_uri_unref(uri) }
    let scheme = String(cString: g_uri_get_scheme(uri))
    if scheme == "file" {
      self = .file(path: try Self.path(of: url))
      return
    }
    guard scheme == "https" || scheme == "http" else { throw FetchFailure(.forbidden, "scheme") }
    guard g_uri_get_userinfo(uri) == nil else { throw FetchFailure(.forbidden, "credentials") }
    guard let text = g_uri_get_host(uri), text.pointee != 0 else {
      throw FetchFailure(.forbidden, "host")
    }
    let loopback = Self.isLoopback(String(cString: text))
    guard scheme == "https" || loopback else { throw FetchFailure(.forbidden, "http") }
    self = .web(url: url, loopback: loopback)
  }

  private static func parsed(_ url: String) throws(FetchFailure) -> OpaquePointer {
    // The same flags as libsoup's own, which parses the text again.
    let flags = GUriFlags(
      G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
        | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_ENCODED_FRAGMENT.rawValue
        | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)
    guard let uri = g_uri_parse(url, flags, nil) else { throw FetchFailure(.forbidden, "url") }
    return uri
  }

  /// Whether this names the machine itself without asking anybody: GLib never asks DNS for
  /// `localhost`.
  private static func isLoopback(_ host: String) -> Bool {
    if host.lowercased() == "localhost" { return true }
    guard !host.contains("%"), let address = g_inet_address_new_from_string(host) else {
      return false
    }
    defer { g_object_unref(address) }
    return g_inet_address_get_is_loopback(address) != 0
  }

  private static func path(of url: String) throws(FetchFailure) -> String {
    var host: UnsafeMutablePointer<CChar>?
    defer { g_free(host) }
    guard let path = g_filename_from_uri(url, &host, nil) else {
      throw FetchFailure(.forbidden, "url")
    }
    defer { g_free(path) }
    if let host, !["", "localhost"].contains(String(cString: host).lowercased()) {
      throw FetchFailure(.forbidden, "host")
    }
    return String(cString: path)
  }
}
