import CarillonText
import FoundationEssentials

/// An address that content leads to, and that the user's browser may open. (T34)
package struct WebLink: Hashable, Sendable {
  /// As the browser gets it: ASCII, beginning with `http:` or `https:`.
  package let url: String
  /// The computer's name, without a port.
  package let host: String
  /// The computer's name in lower case, and its port unless it is the usual one of HTTPS. (C5)
  package let authority: String

  /// More is no address that a person was meant to open.
  package static let longest = 2048

  /// Nil for everything but http and https with a host.
  ///
  /// Other schemes, relative addresses, user names and passwords, control characters, and what is too long
  /// are no links. A link never makes content invalid.
  package init?(_ text: String) {
    // Cut before anything looks at it: a feed may send any number of characters.
    guard text.utf8.count <= WebLink.longest * 2 else { return nil }
    let trimmed = text.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
    guard let url = WebLink.encoded(Array(trimmed)), url.utf8.count <= WebLink.longest,
      let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
      scheme == "https" || scheme == "http",
      url.dropFirst(scheme.count).hasPrefix("://"),
      let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil,
      parts.port.map({ (1...65_535).contains($0) }) ?? true
    else { return nil }
    // A browser may read what follows a backslash as another host.
    let authority = url.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
    guard !authority.contains("@"), !authority.contains("\\"), !authority.contains("%") else {
      return nil
    }
    self.url = url
    self.host = host
    let whole = authority.lowercased()
    self.authority = whole.hasSuffix(":443") ? String(whole.dropLast(4)) : whole
  }

  /// Whether nobody on the way can read what is sent there.
  package var isSecure: Bool { url.lowercased().hasPrefix("https:") }

  /// With percent signs for spaces and for what is not ASCII; nil if there are control characters.
  private static func encoded(_ bytes: [UInt8]) -> String? {
    var url = ""
    for byte in bytes {
      switch byte {
      case 0x21...0x7E: url.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x20, 0x80...:
        url +=
          "%" + String(byte >> 4, radix: 16, uppercase: true)
          + String(byte & 15, radix: 16, uppercase: true)
      default: return nil
      }
    }
    return url
  }
}
