import CarillonEngine

/// Hides the secrets that were sent from what a trial shows of the answer. (T27)
///
/// A service may repeat the header fields it received. This is no protection against one that means
/// harm: it has the secret anyway, and can pass it on in any disguise.
struct SecretMask {
  private let secrets: [[UInt8]]

  init(_ sent: [String]) {
    // Of `Bearer abc`, `abc` alone may be repeated.
    let last = sent.compactMap { $0.split(separator: " ").last.map(String.init) }
    secrets = (sent + last).filter { !$0.isEmpty }.map { Array($0.utf8) }
  }

  /// The text with dots for each secret; nothing but dots if one is hidden in escapes.
  func masking(_ text: String) -> String {
    guard !secrets.isEmpty else { return text }
    var masked = Array(text.utf8)
    for secret in secrets { masked = masked.replacing(secret, with: Self.dots) }
    let plain = Self.unescaped(masked)
    if secrets.contains(where: { plain.firstIndex(of: $0) != nil }) { masked = Self.dots }
    return String(decoding: masked, as: UTF8.self)
  }

  func masking(_ result: FetchResult) -> FetchResult {
    guard !secrets.isEmpty, case .payload(var fetched, let etag) = result else { return result }
    fetched.payload = fetched.payload.mapping(masking)
    return .payload(fetched, etag: etag.flatMap { masking($0) == $0 ? $0 : nil })
  }

  private static let dots = Array("•••".utf8)

  // MARK: Escapes

  /// The text without the escapes of JSON, XML and addresses, whichever it has; for searching only.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let escape = Escape(in: bytes, at: index) {
        plain.append(contentsOf: String(escape.scalar).utf8)
        index += escape.length
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return plain
  }

  private struct Escape {
    let scalar: Unicode.Scalar
    let length: Int

    init?(in bytes: [UInt8], at start: Int) {
      func at(_ offset: Int) -> UInt8 {
        start + offset < bytes.count ? bytes[start + offset] : 0
      }
      func number(from offset: Int, _ base: UInt32, most: Int) -> (value: UInt32, end: Int)? {
        var (value, end): (UInt32, Int) = (0, offset)
        while end < offset + most, let digit = Self.digit(at(end), base) {
          value = value * base + digit
          end += 1
        }
        return end > offset ? (value, end) : nil
      }
      func found(_ number: (value: UInt32, end: Int)?, and more: Int = 0) -> (Unicode.Scalar, Int)?
      {
        number.flatMap { found in Unicode.Scalar(found.value).map { ($0, found.end + more) } }
      }
      let escape: (Unicode.Scalar, Int)?
      switch (at(0), at(1), at(2)) {
      case (UInt8(ascii: "%"), _, _): escape = found(number(from: 1, 16, most: 2))
      case (UInt8(ascii: "\\"), UInt8(ascii: "u"), _): escape = found(number(from: 2, 16, most: 4))
      case (UInt8(ascii: "\\"), let other, _): escape = (Unicode.Scalar(other), 2)
      case (UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "x")),
        (UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "X")):
        escape = found(number(from: 3, 16, most: 8), and: 1)
      case (UInt8(ascii: "&"), UInt8(ascii: "#"), _):
        escape = found(number(from: 2, 10, most: 9), and: 1)
      case (UInt8(ascii: "&"), _, _):
        escape = Self.entities.first { bytes[start...].starts(with: $0.name) }
          .map { ($0.scalar, $0.name.count) }
      default: escape = nil
      }
      guard let (scalar, length) = escape else { return nil }
      (self.scalar, self.length) = (scalar, length)
    }

    private static func digit(_ byte: UInt8, _ base: UInt32) -> UInt32? {
      let value: UInt32
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(byte) - 48
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = UInt32(byte) - 87
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = UInt32(byte) - 55
      default: return nil
      }
      return value < base ? value : nil
    }

    private static let entities: [(name: [UInt8], scalar: Unicode.Scalar)] = [
      (Array("&amp;".utf8), "&"), (Array("&lt;".utf8), "<"), (Array("&gt;".utf8), ">"),
      (Array("&quot;".utf8), "\""), (Array("&apos;".utf8), "'"),
    ]
  }
}
