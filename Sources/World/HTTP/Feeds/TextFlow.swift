/// Lays out plain text as HTML would: white space collapsed, each block on its own line.
///
/// Elements are identified by their lower-case names. The contents of scripts, styles and the like
/// are dropped.
struct TextFlow {
  private enum Gap: Comparable { case none, space, line }

  private var bytes: [UInt8] = []
  private var gap = Gap.none
  /// How many open elements have no readable content.
  private var silence = 0
  /// Whether something without text stood in the gap, such as a picture.
  private var hasDropped = false

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func start(_ element: String) {
    if Self.silent.contains(element) { silence += 1 }
    if element == "img" || silence > 0 { hasDropped = true }
    separate(at: element)
  }

  mutating func end(_ element: String) {
    separate(at: element)
    if Self.silent.contains(element) { silence = max(0, silence - 1) }
  }

  /// Appends UTF-8; must not split a character.
  mutating func add(_ text: some Collection<UInt8>) {
    guard silence == 0 else { return }
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      text.formIndex(after: &index)
      switch byte {
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20: gap = max(gap, .space)
      // A no-break space becomes a space: a notification breaks lines anywhere.
      case 0xC2 where index < text.endIndex && text[index] == 0xA0:
        text.formIndex(after: &index)
        gap = max(gap, .space)
      default:
        // What ends a sentence behind a dropped picture follows the word before it.
        if gap == .space, hasDropped, Self.closing.contains(byte) { gap = .none }
        if gap != .none, !bytes.isEmpty { bytes.append(gap == .line ? 0x0A : 0x20) }
        gap = .none
        hasDropped = false
        bytes.append(byte)
      }
    }
  }

  private mutating func separate(at element: String) {
    guard silence == 0 else { return }
    if Self.blocks.contains(element) {
      gap = .line
    } else if element == "td" || element == "th" {
      gap = max(gap, .space)
    }
  }

  private static let closing = Set(".,;:!?)]".utf8)

  private static let silent: Set = [
    "audio", "canvas", "head", "iframe", "math", "noscript", "object", "script", "select", "style",
    "svg", "template", "textarea", "title", "video",
  ]

  private static let blocks: Set = [
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details",
    "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2",
    "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section",
    "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
  ]
}
