/// A link from outside, checked: it navigates, and nothing else. (D5)
package enum DeepLink {
  /// The page that `link` names; nil for an unknown scheme, host, path or id shape.
  package static func page(_ link: String) -> Page? {
    let prefix = "carillon://"
    guard link.utf8.count <= 256, link.lowercased().hasPrefix(prefix) else { return nil }
    var parts = link.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    if parts.last == "", parts.count > 1 { parts.removeLast() }
    guard let host = parts.first else { return nil }
    switch (host, parts.count) {
    case ("settings", 2) where Page.settingsPages.contains(String(parts[1])):
      return .settings(String(parts[1]))
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
