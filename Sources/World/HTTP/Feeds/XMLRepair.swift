import CXML
import CarillonEngine

/// Repairs malformed XML of feeds where the intention is clear. (T25)
///
/// An ampersand that begins no reference is escaped. HTML entity names become their characters.
/// Characters that XML forbids are dropped, and what is invalid in its encoding becomes U+FFFD.
/// Mismatched tags stay an error, because the structure could only be guessed.
struct XMLRepair {
  private let input: [UInt8]
  private var output: [UInt8] = []
  private var index = 0
  /// Whether the feed declares entities; a reference to one must not be taken for text.
  private let declaresEntities: Bool

  /// The longest tag allowed: a parser compares each attribute with all others.
  private static let longestTag = 1 << 16

  /// The bytes to parse, in UTF-8.
  static func repaired(_ bytes: [UInt8]) throws(FetchFailure) -> [UInt8] {
    var repair = try XMLRepair(bytes)
    guard repair.run() else { throw FetchFailure(.payload, "a long tag") }
    return repair.output
  }

  private init(_ bytes: [UInt8]) throws(FetchFailure) {
    let wide = XMLText.wide(bytes)
    let bytes = wide ?? bytes
    let head = XMLHead(bytes)
    if let encoding = head.encoding, wide == nil {
      guard let name = XMLText.encodings[encoding],
        let text = XMLText.utf8(bytes[head.end...], name)
      else {
        throw FetchFailure(.payload, "an unknown encoding")
      }
      input = text
    } else {
      // A stray byte here and there is no reason to show nothing.
      input = Array(String(decoding: bytes[head.end...], as: UTF8.self).utf8)
    }
    declaresEntities = input.contains("<!ENTITY")
    output.reserveCapacity(input.count + 100)
    // A second declaration, with another encoding, would count if this one were missing.
    output += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>".utf8
    // Keeps line numbers as in the feed.
    output += [UInt8](repeating: 0x0A, count: head.lines)
  }

  private mutating func run() -> Bool {
    while index < input.count {
      switch input[index] {
      case UInt8(ascii: "&"): reference()
      case UInt8(ascii: "<"):
        if isAt("<![CDATA[") {
          copy(through: "]]>")
        } else if isAt("<!--") {
          copy(through: "-->")
        } else if isAt("<?") {
          copy(through: "?>")
        } else if !tag() {
          return false
        }
      default: copyOne()
      }
    }
    return true
  }

  /// Handles a tag or a declaration, whose end may be inside quotes.
  private mutating func tag() -> Bool {
    let limit = index + Self.longestTag
    var quote: UInt8?
    while index < input.count {
      let byte = input[index]
      if byte == UInt8(ascii: "&") {
        reference()
      } else {
        copyOne()
      }
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if quote == nil, byte == UInt8(ascii: ">") {
        return true
      }
      if index > limit { return false }
    }
    return true
  }

  private mutating func reference() {
    let name = input[(index + 1)...].prefix(12).prefix { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || byte == UInt8(ascii: "#")
    }
    let end = index + 1 + name.count
    guard !name.isEmpty, end < input.count, input[end] == UInt8(ascii: ";") else {
      output += "&amp;".utf8
      index += 1
      return
    }
    let text = String(decoding: name, as: UTF8.self)
    if let kept = Self.kept(text) ?? (declaresEntities ? text : nil) {
      if !kept.isEmpty { output += "&\(kept);".utf8 }
      index = end + 1
    } else {
      output += "&amp;".utf8
      index += 1
    }
  }

  /// The XML for a reference, without `&` and `;`.
  ///
  /// Nil if it means nothing; empty if it stands for a character that XML forbids.
  private static func kept(_ name: String) -> String? {
    if ["amp", "lt", "gt", "quot", "apos"].contains(name) { return name }
    guard name.first == "#" else {
      return htmlEntityLookup(name).map { "#\($0.pointee.value)" }
    }
    let digits = name.dropFirst()
    let value =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value else { return nil }
    guard value == 9 || value == 10 || value == 13 || value >= 32,
      value & 0xFFFE != 0xFFFE, Unicode.Scalar(value) != nil
    else { return "" }
    return "#\(value)"
  }

  private mutating func copy(through end: String) {
    while index < input.count, !isAt(end) { copyOne() }
    for _ in 0..<min(end.utf8.count, input.count - index) { copyOne() }
  }

  private mutating func copyOne() {
    let byte = input[index]
    if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
      index += 1
      return
    }
    // U+FFFE and U+FFFF.
    if byte == 0xEF,
      input[index...].starts(with: [0xEF, 0xBF, 0xBE])
        || input[index...].starts(with: [0xEF, 0xBF, 0xBF])
    {
      index += 3
      return
    }
    output.append(byte)
    index += 1
  }

  private func isAt(_ text: String) -> Bool { input[index...].starts(with: text.utf8) }
}
