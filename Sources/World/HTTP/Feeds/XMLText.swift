import CGio

/// The bytes of a feed as UTF-8, whatever encoding they are in. (T25)
///
/// Done before anything looks through them, or limits for tags would not hold: in UTF-16, a tag has other bytes
/// than in ASCII, and in ISO-2022-JP, the byte of `<` may be half of another character.
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

  /// What iconv calls the encodings that browsers know, by the names that feeds declare, in lower case. (T25)
  ///
  /// iconv knows two hundred more, and some of its converters never end.
  static let encodings: [String: String] = {
    var encodings: [String: String] = [:]
    for (encoding, labels) in labels {
      for label in labels.split(separator: " ") { encodings[String(label)] = encoding }
    }
    for part in [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16] {
      for spelling in ["iso-8859-", "iso8859-", "iso8859", "iso_8859-"] {
        encodings["\(spelling)\(part)"] = "ISO-8859-\(part)"
      }
    }
    for page in 1250...1258 {
      for spelling in ["windows-", "cp", "x-cp"] {
        encodings["\(spelling)\(page)"] = "WINDOWS-\(page)"
      }
    }
    return encodings
  }()

  private static let labels = [
    // Read as windows-1252, as in browsers, for its quotes and dashes.
    "WINDOWS-1252": """
    ascii us-ascii ansi_x3.4-1968 cp819 ibm819 csisolatin1 iso-ir-100 iso-8859-1 \
    iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 latin-1
    """,
    "WINDOWS-1254": """
    iso-8859-9 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 csisolatin5 l5 latin5
    """,
    "ISO-8859-2": "iso_8859-2:1987 csisolatin2 l2 latin2",
    "ISO-8859-3": "iso_8859-3:1988 csisolatin3 l3 latin3",
    "ISO-8859-4": "iso_8859-4:1988 csisolatin4 l4 latin4",
    "ISO-8859-5": "iso_8859-5:1988 csisolatincyrillic cyrillic",
    "ISO-8859-6": "iso_8859-6:1987 csisolatinarabic arabic asmo-708 ecma-114",
    "ISO-8859-7": "iso_8859-7:1987 csisolatingreek greek greek8 ecma-118 elot_928",
    "ISO-8859-8": "iso_8859-8:1988 csisolatinhebrew hebrew logical visual iso-8859-8-i",
    "ISO-8859-10": "csisolatin6 l6 latin6",
    "ISO-8859-15": "csisolatin9 l9 latin9",
    "CP874": "windows-874 cp874 dos-874 tis-620 iso-8859-11 iso8859-11 iso885911",
    "KOI8-R": "koi8-r koi8_r koi8 koi cskoi8r",
    "KOI8-U": "koi8-u koi8-ru",
    "IBM866": "ibm866 cp866 866 csibm866",
    "MACINTOSH": "macintosh mac csmacintosh x-mac-roman",
    "MAC-CYRILLIC": "mac-cyrillic x-mac-cyrillic x-mac-ukrainian",
    "GB18030": """
    gb18030 gbk x-gbk gb2312 gb_2312 gb_2312-80 csgb2312 chinese euc-cn cp936 windows-936
    """,
    "BIG5": "big5 csbig5 cn-big5 x-x-big5 cp950",
    "BIG5-HKSCS": "big5-hkscs",
    "EUC-JP": "euc-jp eucjp x-euc-jp cseucpkdfmtjapanese",
    "ISO-2022-JP": "iso-2022-jp csiso2022jp",
    "WINDOWS-31J": "shift_jis shift-jis sjis x-sjis ms_kanji ms932 cp932 windows-31j csshiftjis",
    "CP949": """
    euc-kr euckr cp949 windows-949 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 cseuckr
    """,
  ]

  /// Nil if iconv does not know the encoding, or if its converter stops making progress.
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
      // How often in a row it wrote without reading. Once is normal: it writes a character that was kept back.
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
