/// Plain text as HTML would let it flow: white space collapsed, blocks on lines of their own.
///
/// Elements are told by their lower-case names. What is in scripts, styles and the like is dropped.
struct TextFlow {
  private enum Gap: Comparable { case none, space, line }

  private var bytes: [UInt8] = []
  private var gap = Gap.none
  /// How many of the open elements hold nothing to read.
  private var silence = 0

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func start(_ element: String) {
    if Self.silent.contains(element) { silence += 1 }
    separate(at: element)
  }

  mutating func end(_ element: String) {
    separate(at: element)
    if Self.silent.contains(element) { silence = max(0, silence - 1) }
  }

  /// Takes UTF-8, whole characters.
  mutating func add(_ text: some Collection<UInt8>) {
    guard silence == 0 else { return }
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      text.formIndex(after: &index)
      switch byte {
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20: gap = max(gap, .space)
      // A no-break space is a space: a notification breaks lines where it likes.
      case 0xC2 where index < text.endIndex && text[index] == 0xA0:
        text.formIndex(after: &index)
        gap = max(gap, .space)
      default:
        if gap != .none, !bytes.isEmpty { bytes.append(gap == .line ? 0x0A : 0x20) }
        gap = .none
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
