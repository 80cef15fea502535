import CarillonTime

/// Writes the same JSON as Foundation's encoder (sorted keys, unescaped slashes), but faster.
///
/// The encoder allocates for every value. For the short values of a delivery's trace, that takes
/// longer than storing them.
struct JSONWriter {
  private var bytes: [UInt8] = []

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  static func text(of value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func text(of members: [String: String]) -> String {
    var writer = JSONWriter()
    writer.write(members) { $0.write($1) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func write(_ value: JSONValue) {
    switch value {
    case .null: put("null")
    case .bool(let value): put(value ? "true" : "false")
    case .integer(let value): put(value.description)
    case .number(let value):
      // Only NaN and infinity have no JSON form, and our documents contain neither.
      precondition(value.isFinite, "a document of ours has a JSON form")
      let digits = value.description
      put(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
    case .text(let value): write(value)
    case .array(let elements):
      put(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { put(UInt8(ascii: ",")) }
        write(element)
      }
      put(UInt8(ascii: "]"))
    case .object(let members): write(members) { $0.write($1) }
    }
  }

  private mutating func write<Value>(
    _ members: [String: Value], each: (inout JSONWriter, Value) -> Void
  ) {
    put(UInt8(ascii: "{"))
    for (index, (key, value)) in members.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { put(UInt8(ascii: ",")) }
      write(key)
      put(UInt8(ascii: ":"))
      each(&self, value)
    }
    put(UInt8(ascii: "}"))
  }

  private mutating func write(_ text: String) {
    put(JSONWriter.quote)
    let isDone: Bool? = text.utf8.withContiguousStorageIfAvailable { plain in
      guard plain.allSatisfy({ $0 >= 0x20 && $0 != JSONWriter.quote && $0 != JSONWriter.backslash })
      else { return false }
      bytes.append(contentsOf: plain)
      return true
    }
    if isDone != true { escape(text) }
    put(JSONWriter.quote)
  }

  private mutating func escape(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case JSONWriter.quote: put("\\\"")
      case JSONWriter.backslash: put("\\\\")
      case 0x08: put("\\b")
      case 0x09: put("\\t")
      case 0x0A: put("\\n")
      case 0x0C: put("\\f")
      case 0x0D: put("\\r")
      case 0x00..<0x20:
        put(byte < 0x10 ? "\\u000" : "\\u001")
        put(String(byte & 15, radix: 16))
      default: put(byte)
      }
    }
  }

  private mutating func put(_ byte: UInt8) { bytes.append(byte) }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
