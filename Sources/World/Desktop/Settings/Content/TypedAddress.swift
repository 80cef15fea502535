import CarillonEngine
import Foundation

/// An address as people type it, made whole. (T25)
enum TypedAddress {
  /// `text` with the scheme that was meant: https, http for this computer, or a file's.
  ///
  /// What has a scheme already, and what is no address at all, stays as it is, so that it is refused
  /// with its own reason.
  static func completed(_ text: String) -> String {
    let text = text.trimmingSpaces
    if text.hasPrefix("/"), !text.hasPrefix("//") {
      let path = text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
      return path.map { "file://" + $0 } ?? text
    }
    guard !text.isEmpty, !text.contains(where: \.isWhitespace) else { return text }
    if text.hasPrefix("//") { return "https:" + encoded(text) }
    // As buttons of websites for feed readers have it.
    if text.lowercased().hasPrefix("feed:") {
      let rest = text.dropFirst("feed:".count)
      return rest.hasPrefix("//") ? "https:" + encoded(String(rest)) : encoded(String(rest))
    }
    guard let host = host(of: text) else { return encoded(text) }
    return (FetchSpec.isLoopback(host) ? "http://" : "https://") + encoded(text)
  }

  /// The host that `text` begins with; nil if it begins with a scheme, or looks like no address.
  private static func host(of text: String) -> String? {
    let authority = text.prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else { return nil }
    if authority.hasPrefix("[") {
      return authority.firstIndex(of: "]").map { String(authority[...$0]) }
    }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    let host = String(parts[0])
    let hasPort = parts.count == 2 && !parts[1].isEmpty && parts[1].allSatisfy(\.isASCIIDigit)
    guard !host.isEmpty, parts.count == 1 || hasPort else { return nil }
    // `tel:123` is a scheme, `nas:8080/feed` is a host.
    let isHost =
      host.contains(".") || FetchSpec.isLoopback(host) || hasPort && authority.count < text.count
    return isHost ? host : nil
  }

  /// With percent signs for what is not ASCII, as in browsers.
  private static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      if byte < 0x80 {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
