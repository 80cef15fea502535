import CarillonEngine
import FoundationEssentials

/// Base64 as web push writes it: with `-` and `_`, and without padding. (C2)
package enum Base64URL {
  package static func text(of bytes: [UInt8]) -> String {
    String(
      decoding: Data(bytes).base64EncodedData().compactMap { byte -> UInt8? in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        case UInt8(ascii: "="): nil
        default: byte
        }
      }, as: UTF8.self)
  }

  /// The bytes that `text` stands for; nil if it is anything else.
  ///
  /// Padding may follow, because some senders write it. The other alphabet is refused: a text with `+`
  /// or `/` was not made for an address.
  package static func bytes(of text: String) -> [UInt8]? {
    var digits = Array(text.utf8)
    if digits.count % 4 == 0 {
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    for (index, digit) in digits.enumerated() {
      switch digit {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: break
      case UInt8(ascii: "-"): digits[index] = UInt8(ascii: "+")
      case UInt8(ascii: "_"): digits[index] = UInt8(ascii: "/")
      default: return nil
      }
    }
    guard digits.count % 4 != 1 else { return nil }
    digits += [UInt8](repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
    return Data(base64Encoded: Data(digits)).map(Array.init)
  }
}
