import CMark
import CarillonEngine

/// The text of a piece of Markdown, for a popup that shows no markup. (C5)
///
/// Emphasis and headings leave their words, code stays as it is, a link is followed by its address, an
/// item of a list has a bullet or its number. HTML is not Markdown, and stays as it was written.
///
/// Only the beginning is read, four times what a body may have: lists in lists with empty lines behind them take cmark
/// 0.30 the square of their number. (T25)
func plainText(ofMarkdown markdown: String) -> String {
  var source = String(
    String.UnicodeScalarView(markdown.unicodeScalars.prefix(4 * Message.longestBody)))
  let parsed: OpaquePointer? = source.withUTF8 { bytes in
    bytes.withMemoryRebound(to: CChar.self) {
      cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_DEFAULT)
    }
  }
  guard let parsed else { return "" }
  defer { cmark_node_free(parsed) }
  let walk: OpaquePointer? = cmark_iter_new(parsed)
  guard let walk else { return "" }
  defer { cmark_iter_free(walk) }
  var text = MarkdownFlow()
  while true {
    switch cmark_iter_next(walk) {
    case CMARK_EVENT_ENTER: text.enter(MarkdownNode(cmark_iter_get_node(walk)))
    case CMARK_EVENT_EXIT: text.leave(MarkdownNode(cmark_iter_get_node(walk)))
    default: return text.text
    }
  }
}

/// A node of the tree that cmark made; valid as long as the tree.
private struct MarkdownNode {
  private let node: OpaquePointer?

  init(_ node: OpaquePointer?) {
    self.node = node
  }

  var type: cmark_node_type { cmark_node_get_type(node) }
  var literal: String { cmark_node_get_literal(node).map { String(cString: $0) } ?? "" }
  var url: String { cmark_node_get_url(node).map { String(cString: $0) } ?? "" }
  /// The number of a list's first item; nil if it has bullets.
  var number: Int? {
    cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      ? Int(cmark_node_get_list_start(node)) : nil
  }
}

/// Lays out text: each block on a line of its own.
private struct MarkdownFlow {
  private(set) var text = ""
  /// For each open list the number of its next item, or nil for bullets.
  private var lists: [Int?] = []
  /// For each open link, how many bytes come before its text.
  private var links: [Int] = []
  /// A bullet that waits for the text behind it.
  private var bullet = ""

  mutating func enter(_ node: MarkdownNode) {
    switch node.type {
    case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE: add(node.literal)
    case CMARK_NODE_SOFTBREAK: add(" ")
    case CMARK_NODE_LINEBREAK: text += "\n"
    case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK:
      begin()
      var literal = Substring(node.literal)
      while literal.last?.isNewline == true { literal.removeLast() }
      add(String(literal))
    case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING: begin()
    case CMARK_NODE_THEMATIC_BREAK:
      begin()
      add("———")
    case CMARK_NODE_LIST: lists.append(node.number)
    case CMARK_NODE_ITEM: item()
    case CMARK_NODE_LINK:
      // The bullet is no part of the link.
      add("")
      links.append(text.utf8.count)
    default: break
    }
  }

  mutating func leave(_ node: MarkdownNode) {
    switch node.type {
    case CMARK_NODE_LIST: lists.removeLast()
    case CMARK_NODE_ITEM where !bullet.isEmpty:
      begin()
      add("")
    case CMARK_NODE_LINK:
      guard let start = links.popLast() else { return }
      let shown = String(decoding: text.utf8.dropFirst(start), as: UTF8.self).streamSafe
      let url = node.url.streamSafe
      if !url.isEmpty, url != shown, url != "mailto:\(shown)" {
        add(shown.isEmpty ? url : " (\(url))")
      }
    default: break
    }
  }

  private mutating func item() {
    guard let last = lists.indices.last else { return }
    let mark = lists[last].map { "\($0)." } ?? "•"
    lists[last] = lists[last].map { $0 &+ 1 }
    bullet += String(repeating: "  ", count: min(last, 8)) + mark + " "
  }

  /// Begins a line.
  private mutating func begin() {
    if !text.isEmpty, text.last?.isNewline == false { text += "\n" }
  }

  private mutating func add(_ more: String) {
    text += bullet + more
    bullet = ""
  }
}
