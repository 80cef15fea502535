import CGio
import CarillonEngine

/// The address of a source: a URL that may be fetched. (T25)
enum FetchAddress: Equatable {
  case web(WebAddress)
  case file(path: String)

  /// Throws `.forbidden` for any other URL, and for one with a user name or password.
  init(_ url: String) throws(FetchFailure) {
    // A NUL would end the text for C, and with it what was checked here.
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
    let host = String(cString: text).lowercased()
    guard host.utf8.count <= FetchSpec.longestHost, host.unicodeScalars.allSatisfy(Self.isShown)
    else { throw FetchFailure(.forbidden, "host") }
    let isSecure = scheme == "https"
    let isLoopback = Self.isLoopback(host)
    guard isSecure || isLoopback else { throw FetchFailure(.forbidden, "http") }
    let given = Int(g_uri_get_port(uri))
    let port = given > 0 ? given : isSecure ? 443 : 80
    self = .web(
      WebAddress(
        url: url, origin: .init(isSecure: isSecure, host: host, port: port),
        isLoopback: isLoopback))
  }

  private static func parsed(_ url: String) throws(FetchFailure) -> OpaquePointer {
    guard let uri = g_uri_parse(url, WebAddress.flags, nil) else {
      throw FetchFailure(.forbidden, "url")
    }
    return uri
  }

  /// Whether it can stand in a line of text: percent-encoded, a name may hold anything.
  private static func isShown(_ character: Unicode.Scalar) -> Bool {
    switch character.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
      .unassigned, .privateUse:
      false
    default: true
    }
  }

  /// Whether this names the machine itself: GLib never asks DNS for `localhost`.
  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" { return true }
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
