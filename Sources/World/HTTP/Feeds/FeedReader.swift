import CarillonEngine

/// Finds the newest item in a stream of XML events, and keeps no other. (T25)
final class FeedReader {
  private(set) var format: Fetched.Format?
  private(set) var newest = NewestItem()
  /// The title of the feed itself.
  private(set) var title: FeedText?
  private var path: [XMLName] = []
  private var item: FeedItem?
  private var capture: Capture?

  fileprivate enum Field {
    case feedTitle, title, summary, content
    case date(FeedItem.DateField)
    case link
  }

  /// The text being read, until the element at this depth ends.
  private struct Capture {
    var field: Field
    var kind: FeedText.Kind
    var depth: Int
    var bytes: [UInt8] = []
    /// Set by the first child element: the text contains unescaped markup.
    var flow: TextFlow?

    var text: FeedText {
      if let flow { return .plain(flow.text) }
      return FeedText(text: String(decoding: bytes, as: UTF8.self), kind: kind)
    }
  }

  /// Handles the start of an element; returns false if this is not a feed.
  func start(_ name: XMLName, attribute: (String) -> String?) -> Bool {
    defer { path.append(name) }
    guard let parent = path.last else {
      format = Self.format(of: name)
      // A document may consist of a single entry.
      if Self.isItem(name) { item = FeedItem() }
      return format != nil
    }
    if capture != nil {
      startInside(name)
    } else if Self.isItem(name) {
      item = FeedItem()
    } else if item != nil, Self.isItem(parent) {
      if let link = Self.link(name, attribute) { item?.offer(link: link) }
      capture = Self.field(name, attribute).map {
        Capture(field: $0.field, kind: $0.kind, depth: path.count)
      }
    } else if item == nil, Self.isFeed(parent), name.local == "title", name.space == parent.space {
      capture = Capture(
        field: .feedTitle, kind: Self.kind(name, attribute) ?? .plain, depth: path.count)
    }
    return true
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if capture?.flow == nil {
      capture?.bytes.append(contentsOf: bytes)
    } else {
      capture?.flow?.add(bytes)
    }
  }

  func end() {
    guard let name = path.popLast() else { return }
    if let capture {
      if capture.depth == path.count {
        self.capture = nil
        keep(capture)
      } else {
        self.capture?.flow?.end(name.local)
      }
    } else if Self.isItem(name), let item {
      newest.offer(item)
      self.item = nil
    }
  }

  private func startInside(_ name: XMLName) {
    if capture?.flow == nil {
      var flow = TextFlow()
      flow.add(capture?.bytes ?? [])
      capture?.flow = flow
    }
    capture?.flow?.start(name.local.lowercased())
  }

  /// Keeps the first of each field: a second one is a translation or a mistake.
  private func keep(_ capture: Capture) {
    let text = capture.text
    guard item != nil else {
      title = title ?? text
      return
    }
    item?.keep(text, capture.field)
  }
}

extension FeedItem {
  fileprivate mutating func keep(_ text: FeedText, _ field: FeedReader.Field) {
    switch field {
    case .feedTitle: break
    case .title: title = title ?? text
    case .summary: summary = summary ?? text
    case .content: content = content ?? text
    case .link: offer(link: text.text)
    case .date(let field): dates[field] = dates[field] ?? text.text
    }
  }
}

// The element names of the formats.
extension FeedReader {
  private static func format(of root: XMLName) -> Fetched.Format? {
    switch (root.space, root.local) {
    case (.rss, "rss"): .rss
    case (.rdf, "RDF"): .rdf
    case (.atom, "feed"), (.atom, "entry"): .atom
    default: nil
    }
  }

  private static func isFeed(_ name: XMLName) -> Bool {
    name == XMLName(.rss, "channel") || name == XMLName(.atom, "feed")
  }

  private static func isItem(_ name: XMLName) -> Bool {
    name == XMLName(.rss, "item") || name == XMLName(.atom, "entry")
  }

  private static func field(
    _ name: XMLName, _ attribute: (String) -> String?
  ) -> (field: Field, kind: FeedText.Kind)? {
    // An identifier may be an address, unless it says that it is none.
    if name == XMLName(.rss, "link")
      || name == XMLName(.rss, "guid") && attribute("isPermaLink") != "false"
    {
      return (.link, .plain)
    }
    guard let kind = kind(name, attribute) else { return nil }
    switch (name.space, name.local) {
    case (.rss, "title"), (.atom, "title"): return (.title, kind)
    case (.rss, "description"), (.atom, "summary"): return (.summary, kind)
    case (.content, "encoded"), (.atom, "content"), (.xhtml, "body"), (.xhtml, "div"):
      return (.content, kind)
    case (.rss, "pubDate"), (.atom, "published"): return (.date(.published), .plain)
    case (.dublinCore, "date"): return (.date(.date), .plain)
    case (.dublinCore, "issued"), (.dublinCore, "created"), (.atom, "issued"):
      return (.date(.issued), .plain)
    case (.dublinCore, "modified"), (.atom, "updated"), (.atom, "modified"):
      return (.date(.updated), .plain)
    default: return nil
    }
  }

  /// The address in an element of Atom; others have it as their text. (T34)
  private static func link(_ name: XMLName, _ attribute: (String) -> String?) -> String? {
    guard name == XMLName(.atom, "link"), attribute("rel") ?? "alternate" == "alternate" else {
      return nil
    }
    return attribute("href")
  }

  /// The kind of text in an element; nil if it holds no text.
  private static func kind(_ name: XMLName, _ attribute: (String) -> String?) -> FeedText.Kind? {
    guard name.space == .atom else { return name.local == "title" ? .guess : .html }
    // Content at another address is not fetched.
    guard attribute("src") == nil else { return nil }
    switch attribute("type")?.lowercased() {
    case nil, "text", "text/plain": return attribute("mode") == "escaped" ? .html : .plain
    case "html", "text/html", "xhtml", "application/xhtml+xml": return .html
    default: return nil
    }
  }
}
