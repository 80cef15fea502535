import CarillonEngine

/// A text of a feed as it stands there, before it is made plain.
struct FeedText {
  enum Kind {
    case plain
    case html
    /// Of a feed that does not say which: HTML if it looks like it.
    case guess
  }

  var text: String
  var kind: Kind

  static func plain(_ text: String) -> FeedText { FeedText(text: text, kind: .plain) }
  static func html(_ text: String) -> FeedText { FeedText(text: text, kind: .html) }

  var isBlank: Bool { text.utf8.allSatisfy { $0 <= 0x20 } }

  /// What a reader sees, in one line or in several, cleaned; nil if that is nothing. (T25)
  ///
  /// What is longer than anybody reads is cut before it is looked at: much of that takes more time
  /// than its length is worth.
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

  /// Whether it holds an entity or a tag that people put into titles.
  ///
  /// `How <div> works` is a title about HTML, and `a < b` none at all.
  private static func looksLikeHTML(_ text: String) -> Bool {
    text.contains(/&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,9});/)
      || text.contains(
        /<\/?(a|abbr|b|big|br|cite|code|del|em|font|i|img|ins|mark|p|q|s|small|span|strong|sub|sup|tt|u|wbr)(\s[^<>]*)?\/?>/
          .ignoresCase())
  }
}
