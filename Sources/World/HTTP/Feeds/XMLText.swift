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

  /// The encodings in which feeds are written, by the names that they declare: those of browsers.
  ///
  /// iconv knows two hundred more, and some of its converters never end.
  static let known: Set<String> = {
    var names: Set = [
      "big5", "cp866", "cp874", "euc-jp", "eucjp", "euc-kr", "euckr", "gb18030", "gb2312", "gbk",
      "ibm866", "iso-2022-jp", "koi8-r", "koi8-u", "mac-cyrillic", "macintosh", "shift-jis",
      "shift_jis", "sjis", "windows-31j", "windows-874", "windows-936", "cp932", "cp936", "cp949",
      "cp950", "ks_c_5601-1987", "x-sjis", "x-mac-cyrillic", "euc-cn", "euc-tw",
    ]
    for part in 2...16 {
      names.formUnion(["iso-8859-\(part)", "iso8859-\(part)", "iso_8859-\(part)"])
    }
    for part in 2...6 { names.insert("latin\(part)") }
    for page in 1250...1258 { names.formUnion(["windows-\(page)", "cp\(page)"]) }
    return names
  }()

  /// Nil for an encoding that iconv does not know, or that it cannot convert.
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
    let isDone = input.withUnsafeMutableBytes { all in
      var next = all.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = gsize(all.count)
      var isOver = false
      // How often it has written something and read nothing: once, a character that was kept back.
      var stuck = 0
      while !isOver {
        let before = left
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
        stuck = written > 0 && left == before ? stuck + 1 : 0
        if stuck > 1 { return false }
        // Nothing was written, so there was room: the next character is invalid.
        guard written == 0, left > 0 else { continue }
        let skipped = min(gsize(unit), left)
        next = next?.advanced(by: Int(skipped))
        left -= skipped
        output += "\u{FFFD}".utf8
      }
      return true
    }
    return isDone ? output : nil
  }
}
