import CGio

/// The bytes of a feed as UTF-8, whatever encoding they are in. (T25)
///
/// Done before anything looks through them: what is `<` in UTF-7 or EBCDIC is none of ASCII, so that no
/// limit for tags would hold, and libxml2 would still see the tag.
enum XMLText {
  /// UTF-16 and UTF-32, which are told by their first bytes; nil for everything else.
  static func wide(_ bytes: [UInt8]) -> [UInt8]? {
    switch Array(bytes.prefix(4)) {
    case let head where head.starts(with: [0xFF, 0xFE, 0, 0]): utf8(bytes[4...], "UTF-32LE")
    case let head where head.starts(with: [0, 0, 0xFE, 0xFF]): utf8(bytes[4...], "UTF-32BE")
    case let head where head.starts(with: [0xFF, 0xFE]): utf8(bytes[2...], "UTF-16LE")
    case let head where head.starts(with: [0xFE, 0xFF]): utf8(bytes[2...], "UTF-16BE")
    case let head where head.starts(with: [0, 0, 0]): utf8(bytes[...], "UTF-32BE")
    case let head where head.dropFirst().starts(with: [0, 0, 0]): utf8(bytes[...], "UTF-32LE")
    case let head where head.first == 0: utf8(bytes[...], "UTF-16BE")
    case let head where head.dropFirst().first == 0: utf8(bytes[...], "UTF-16LE")
    default: nil
    }
  }

  /// Nil for an encoding that iconv does not know.
  ///
  /// What is invalid becomes U+FFFD.
  static func utf8(_ bytes: ArraySlice<UInt8>, _ encoding: String) -> [UInt8]? {
    guard let converter = g_iconv_open("UTF-8", encoding),
      Int(bitPattern: UnsafeRawPointer(converter)) != -1
    else { return nil }
    defer { g_iconv_close(converter) }
    let unit = encoding.hasPrefix("UTF-32") ? 4 : encoding.hasPrefix("UTF-16") ? 2 : 1
    var input = Array(bytes)
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    input.withUnsafeMutableBytes { all in
      var next = all.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = gsize(all.count)
      var isOver = false
      while !isOver {
        let written = piece.withUnsafeMutableBytes { raw in
          var end = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
          var room = gsize(raw.count)
          // Without input, it writes what a stateful encoding has kept back.
          isOver = left == 0
          _ =
            isOver
            ? g_iconv(converter, nil, nil, &end, &room)
            : g_iconv(converter, &next, &left, &end, &room)
          return raw.count - Int(room)
        }
        output.append(contentsOf: piece.prefix(written))
        // Nothing was written, so there was room: the next character is invalid.
        guard written == 0, left > 0 else { continue }
        let skipped = min(gsize(unit), left)
        next = next?.advanced(by: Int(skipped))
        left -= skipped
        output += "\u{FFFD}".utf8
      }
    }
    return output
  }
}
