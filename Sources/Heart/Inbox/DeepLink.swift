import CarillonLedger

/// Checks links from outside. (D5, B16)
///
/// A link navigates and does nothing else.
package enum DeepLink {
  static let scheme = "carillon"
  /// `/notifications`: all that came, which is the history.
  static let notifications = "notifications"

  /// Splits a link into scheme, host, and path; nil unless each part consists of letters, digits,
  /// `_`, `-`, and `@`.
  ///
  /// Escapes and `..` are not allowed.
  package static func path(_ link: String) -> LinkPath? {
    guard link.utf8.count <= 256, let (scheme, path) = split(link) else { return nil }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.last == "", parts.count > 1 { parts.removeLast() }
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy {
          (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
            || "_-@".utf8.contains($0)
        }
    }
    guard isPlain, (1...8).contains(parts.count) else { return nil }
    return LinkPath(scheme: scheme, parts: parts)
  }

  private static func split(_ link: String) -> (scheme: String, path: Substring)? {
    if link.hasPrefix("/") { return ("", link.dropFirst()) }
    guard let colon = link.firstIndex(of: ":"), link[colon...].hasPrefix("://"),
      colon != link.startIndex
    else { return nil }
    return (link[..<colon].lowercased(), link[colon...].dropFirst(3))
  }

  static func page(of parts: [String]) -> Page? {
    switch (parts[0], parts.count) {
    case ("settings", 2) where Page.settingsPages.contains(parts[1]): return .settings(parts[1])
    case ("history", 2):
      let digits = parts[1].utf8
      guard (1...18).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
        let id = Int64(parts[1])
      else { return nil }
      return .history(id)
    default: return nil
    }
  }
}

/// A link in its parts, already checked: none is escaped, empty, or `..`.
package struct LinkPath: Hashable, Sendable {
  /// Empty for a link without one.
  package var scheme: String
  /// The host and the path in one list: `["brew", "123", "live"]`.
  package var parts: [String]

  package init(scheme: String, parts: [String]) {
    self.scheme = scheme
    self.parts = parts
  }
}
