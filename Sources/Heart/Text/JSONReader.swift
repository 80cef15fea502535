import CarillonTime

/// Reads JSON (RFC 8259) with time and depth bounded by the length of the input.
///
/// Foundation's decoder finds out the type of a value by trying each one, and every wrong guess
/// throws. It took ten seconds for a list of half a million numbers, which fits into a source's
/// response.
struct JSONReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var depth = 0
  /// The only member of the outermost object that is kept; nil to keep all.
  private var kept: String?

  /// The limit for nested lists and objects.
  ///
  /// Who reads the document follows it down, and a thread's stack may be small.
  private static let deepest = 64

  private struct Unreadable: Error {}

  /// Parses `text`; nil if it is not a JSON document.
  static func read(_ text: String) -> JSONValue? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = JSONReader(bytes: bytes)
      do throws(Unreadable) {
        let value = try reader.value()
        reader.skipSpace()
        return reader.index == bytes.count ? value : nil
      } catch {
        return nil
      }
    }
  }

  /// Parses `text` and keeps only this member of its object; nil if it is not a JSON document.
  ///
  /// What is not kept takes no memory, so the document may be large.
  static func read(_ text: String, keeping name: String) -> JSONValue? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = JSONReader(bytes: bytes)
      reader.kept = name
      do throws(Unreadable) {
        let value = try reader.value()
        reader.skipSpace()
        return reader.index == bytes.count ? value : nil
      } catch {
        return nil
      }
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  private mutating func value() throws(Unreadable) -> JSONValue {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object() throws(Unreadable) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    try enter()
    skipSpace()
    if peek == UInt8(ascii: "}") {
      try leave(UInt8(ascii: "}"))
      return members
    }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw Unreadable() }
      let key = try text()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw Unreadable() }
      // If a name occurs twice, the last value counts.
      if depth == 1, let kept, key != kept { try skip() } else { members[key] = try value() }
      skipSpace()
    } while take(UInt8(ascii: ","))
    try leave(UInt8(ascii: "}"))
    return members
  }

  private mutating func array() throws(Unreadable) -> [JSONValue] {
    var elements: [JSONValue] = []
    try enter()
    skipSpace()
    if peek == UInt8(ascii: "]") {
      try leave(UInt8(ascii: "]"))
      return elements
    }
    repeat {
      elements.append(try value())
      skipSpace()
    } while take(UInt8(ascii: ","))
    try leave(UInt8(ascii: "]"))
    return elements
  }

  /// Checks a value like ``value()``, and keeps nothing of it.
  private mutating func skip() throws(Unreadable) {
    skipSpace()
    let isObject = peek == UInt8(ascii: "{")
    guard isObject || peek == UInt8(ascii: "[") else {
      _ = try value()
      return
    }
    let end = UInt8(ascii: isObject ? "}" : "]")
    try enter()
    skipSpace()
    if !take(end) {
      repeat {
        if isObject {
          skipSpace()
          guard peek == UInt8(ascii: "\"") else { throw Unreadable() }
          _ = try text()
          skipSpace()
          guard take(UInt8(ascii: ":")) else { throw Unreadable() }
        }
        try skip()
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(end) else { throw Unreadable() }
    }
    depth -= 1
  }

  private mutating func enter() throws(Unreadable) {
    index += 1
    depth += 1
    guard depth <= Self.deepest else { throw Unreadable() }
  }

  private mutating func leave(_ end: UInt8) throws(Unreadable) {
    guard take(end) else { throw Unreadable() }
    depth -= 1
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Unreadable)
    -> JSONValue
  {
    for offset in 0..<word.utf8CodeUnitCount {
      guard peek == word.utf8Start[offset] else { throw Unreadable() }
      index += 1
    }
    return value
  }

  private mutating func number() throws(Unreadable) -> JSONValue {
    let start = index
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    let isWhole = peek != UInt8(ascii: ".") && peek | 0x20 != UInt8(ascii: "e")
    if take(UInt8(ascii: ".")) { try digits() }
    if peek | 0x20 == UInt8(ascii: "e") {
      index += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let digits = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let integer = Int64(digits) { return .integer(integer) }
    guard let number = Double(digits), number.isFinite else { throw Unreadable() }
    return Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
  }

  private mutating func digits() throws(Unreadable) {
    let start = index
    while (0x30...0x39).contains(peek) { index += 1 }
    guard index > start else { throw Unreadable() }
  }

  /// A member's name, or a text.
  private mutating func text() throws(Unreadable) -> String {
    index += 1
    let start = index
    while peek != UInt8(ascii: "\""), peek != UInt8(ascii: "\\"), peek >= 0x20 { index += 1 }
    if take(UInt8(ascii: "\"")) {
      return String(decoding: bytes[start..<(index - 1)], as: UTF8.self).streamSafe
    }
    var units = Array(bytes[start..<index])
    while !take(UInt8(ascii: "\"")) {
      // Rejects control characters, and the end of the input, which reads as NUL.
      guard peek >= 0x20 else { throw Unreadable() }
      if take(UInt8(ascii: "\\")) {
        units += UTF8.encode(try escaped()) ?? UTF8.encodedReplacementCharacter
      } else {
        units.append(peek)
        index += 1
      }
    }
    return String(decoding: units, as: UTF8.self).streamSafe
  }

  private mutating func escaped() throws(Unreadable) -> Unicode.Scalar {
    let escape = peek
    index += 1
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(escape)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw Unreadable()
    }
    let unit = try hexadecimal()
    if UTF16.isLeadSurrogate(unit), peek == UInt8(ascii: "\\"), index + 1 < bytes.count,
      bytes[index + 1] == UInt8(ascii: "u")
    {
      let before = index
      index += 2
      let trail = try hexadecimal()
      if UTF16.isTrailSurrogate(trail) {
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
      }
      index = before
    }
    // A lone surrogate, left over from a truncated text, becomes U+FFFD.
    return Unicode.Scalar(unit) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(Unreadable) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      let byte = peek
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt16(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt16((byte | 0x20) - 0x61 + 10)
      default: throw Unreadable()
      }
      index += 1
    }
    return value
  }

  /// The next byte, or NUL at the end of the input; NUL is not valid anywhere in JSON.
  private var peek: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while peek == 0x20 || peek == 0x0A || peek == 0x0D || peek == 0x09 { index += 1 }
  }
}
