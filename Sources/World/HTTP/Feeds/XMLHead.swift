/// What stands before the document itself, and which encoding it declares.
struct XMLHead {
  /// Nil for UTF-8, be it said or not.
  var encoding: String?
  /// Where the document goes on.
  var end: Int
  /// How many lines begin before there.
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
    // Bytes that read as ASCII are no UTF-16, whatever they say.
    case "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "ucs-2", "unicode": encoding = nil
    // What says so means Windows' set, as browsers have it: quotes and dashes lie there.
    case "iso-8859-1", "latin1", "latin-1", "iso_8859-1", "us-ascii", "ascii":
      encoding = "windows-1252"
    default: encoding = String(match.1)
    }
  }
}
