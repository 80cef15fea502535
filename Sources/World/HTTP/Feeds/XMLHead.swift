/// What precedes the document itself, with the encoding it declares.
struct XMLHead {
  /// In lower case; nil for UTF-8, declared or not.
  var encoding: String?
  /// The offset at which the document continues.
  var end: Int
  /// The number of line breaks before that offset.
  var lines: Int

  init(_ bytes: [UInt8]) {
    // Blank lines before the declaration are frequent, and an error.
    let start = bytes.firstIndex { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } ?? bytes.count
    end = start
    lines = 0
    defer { lines = bytes[..<end].count { $0 == 0x0A } }
    guard bytes[start...].starts(with: "<?xml ".utf8),
      let close = bytes[start...].prefix(256).firstRange(of: "?>".utf8)
    else { return }
    end = close.upperBound
    let declaration = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let match = declaration.firstMatch(of: /encoding\s*=\s*["']([A-Za-z0-9._:\-]+)["']/)
    else { return }
    switch match.1.lowercased() {
    // Bytes that read as ASCII are not UTF-16, whatever they declare.
    case "utf-8", "utf8", "unicode-1-1-utf-8", "utf-16", "utf-16le", "utf-16be", "ucs-2", "unicode":
      encoding = nil
    case let declared: encoding = declared
    }
  }
}
