import CarillonEngine

/// A text of a feed as found, before it is turned into plain text.
struct FeedText {
  enum Kind {
    case plain
    case html
    /// The feed does not say: HTML if it looks like it.
    case guess
  }

  var text: String
  var kind: Kind

  static func plain(_ text: String) -> FeedText { FeedText(text: text, kind: .plain) }
  static func html(_ text: String) -> FeedText { FeedText(text: text, kind: .html) }

  var isBlank: Bool { text.utf8.allSatisfy { $0 <= 0x20 } }

  /// The visible text, cleaned, on one line or several; nil if it is empty. (T25)
  ///
  /// Very long texts are cut first, because processing them takes more than linear time.
  func read(lines: Bool) -> String? {
    let text = String(decoding: text.utf8.prefix(lines ? 1 << 16 : 1 << 12), as: UTF8.self)
    let isHTML = kind == .html || kind == .guess && Self.looksLikeHTML(text)
    let plain = clean(isHTML ? plainText(ofHTML: text) : text, lines: lines)
    let read = plain.split(separator: "\n").map(Self.collapsed).filter { !$0.isEmpty }
      .joined(separator: "\n")
    return read.isEmpty ? nil : read
  }

  private static func collapsed(_ line: Substring) -> String {
    line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether it contains an entity or a tag that is common in titles.
  ///
  /// `How <div> works` is a title about HTML, and `a < b` is not HTML at all.
  private static func looksLikeHTML(_ text: String) -> Bool {
    text.contains(/&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,9});/)
      || text.contains(
        /<\/?(a|abbr|b|big|br|cite|code|del|em|font|i|img|ins|mark|p|q|s|small|span|strong|sub|sup|tt|u|wbr)(\s[^<>]*)?\/?>/
          .ignoresCase())
  }
}
