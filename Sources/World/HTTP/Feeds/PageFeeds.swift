import CXML
import CarillonEngine

/// Finds the feeds that a web page names in its head. (T25)
///
/// The page is untrusted: libxml2 reads it as a stream of events, in pieces, and loads nothing. It
/// stops at the end of the head, after ``patience``, and at a tag with more attributes than any page
/// needs, because libxml2 compares each attribute of a tag with all the others.
struct PageFeeds {
  private(set) var found: [Sample.Feed] = []
  private let page: WebAddress?
  private var base: WebAddress?
  private var isOver = false
  /// The open script or style, whose text is not searched for tags.
  private var raw: String?
  private var isInTitle = false
  /// What may separate attributes, since the last tag ended.
  private var separators = 0

  private static let most = 8
  private static let piece = 4096
  private static let mostSeparators = 2000
  private static let patience = Duration.milliseconds(40)

  /// `page` is the address that answered, at the end of all redirects; nil for a file.
  init(in bytes: [UInt8], of page: WebAddress?) {
    self.page = page
    base = page
    guard bytes.first(where: { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }) == 0x3C else {
      return
    }
    let walk = Walk(self)
    walk.read(bytes)
    found = walk.feeds.found
  }

  /// Whether the feed at `url` may be offered on a page at `page`: what a redirect might lead to.
  private func isAllowed(_ web: WebAddress) -> Bool {
    guard let page else { return true }
    return (web.isSecure || !page.isSecure) && (page.isLoopback || !web.isLoopback)
  }

  /// The address in `reference`, if it may be fetched; one without encryption is offered with it.
  private func address(_ reference: String) -> WebAddress? {
    let reference = reference.trimmed
    guard !reference.isEmpty, reference.utf8.count <= WebLink.longest else { return nil }
    guard var url = base?.resolve(reference) ?? (base == nil ? reference : nil) else { return nil }
    if WebAddress(url) == nil, url.lowercased().hasPrefix("http://") {
      url = "https://" + url.dropFirst("http://".count)
    }
    guard let web = WebAddress(url), WebLink(url) != nil, isAllowed(web) else { return nil }
    return web
  }

  private mutating func start(_ name: String, _ attributes: [String: String]) {
    guard !isOver, !isInTitle else { return }
    switch name {
    case "script", "style": raw = name
    // Browsers read no tags there.
    case "title": isInTitle = true
    case "base":
      // Only the first one counts.
      guard let reference = attributes["href"], base == page else { return }
      base = address(reference) ?? page
    case "link": link(attributes)
    default: break
    }
  }

  private mutating func end(_ name: String) {
    if name == raw { raw = nil }
    if name == "title" { isInTitle = false }
    if name == "head" { isOver = true }
  }

  private mutating func link(_ attributes: [String: String]) {
    let rel = (attributes["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    let type = (attributes["type"] ?? "").lowercased().prefix { $0 != ";" }
    guard rel.contains("alternate"), PageFeeds.types.contains(String(type).trimmed),
      let web = attributes["href"].flatMap(address),
      !found.contains(where: { $0.url == web.url })
    else { return }
    let title = clean(String((attributes["title"] ?? "").prefix(200)), lines: false).trimmed
    found.append(
      Sample.Feed(url: web.url, title: title.isEmpty ? nil : truncate(title, to: 60)))
    isOver = isOver || found.count == PageFeeds.most
  }

  private static let types: Set = [
    "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
  ]

  /// Counts what `piece` adds to a tag that is still open; false if that is too much.
  private mutating func counts(_ piece: ArraySlice<UInt8>) -> Bool {
    guard raw == nil else {
      separators = 0
      return true
    }
    for byte in piece {
      switch byte {
      case UInt8(ascii: ">"): separators = 0
      case 0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: "\""), UInt8(ascii: "'"): separators += 1
      default: continue
      }
      if separators > PageFeeds.mostSeparators { return false }
    }
    return true
  }
}

extension PageFeeds {
  /// The parser, and the state that its callbacks change.
  private final class Walk {
    var feeds: PageFeeds

    init(_ feeds: PageFeeds) { self.feeds = feeds }

    static func of(_ data: UnsafeMutableRawPointer?) -> Walk {
      guard let data else { preconditionFailure("libxml2 hands back what it was given") }
      return Unmanaged<Walk>.fromOpaque(data).takeUnretainedValue()
    }

    func read(_ bytes: [UInt8]) {
      var handler = xmlSAXHandler()
      handler.startElement = { data, name, attributes in
        guard let name else { return }
        Walk.of(data).feeds.start(String(cString: name).streamSafe, Walk.read(attributes))
      }
      handler.endElement = { data, name in
        guard let name else { return }
        Walk.of(data).feeds.end(String(cString: name).streamSafe)
      }
      silenceXML()
      let created: htmlParserCtxtPtr? = htmlCreatePushParserCtxt(
        &handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil,
        XML_CHAR_ENCODING_UTF8)
      guard let context = created else { preconditionFailure("there is memory") }
      defer {
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        htmlFreeParserCtxt(context)
      }
      let options =
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue
        | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue
        | HTML_PARSE_NOIMPLIED.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
      htmlCtxtUseOptions(context, Int32(options))
      // Without an open element, libxml2 ignores a head, and everything behind the first element.
      _ = htmlParseChunk(context, "<html>", 6, 0)
      let end = ContinuousClock.now + PageFeeds.patience
      var start = 0
      withExtendedLifetime(self) {
        while start < bytes.count, !feeds.isOver, ContinuousClock.now < end {
          let piece = bytes[start..<min(bytes.count, start + PageFeeds.piece)]
          guard feeds.counts(piece) else { return }
          start = piece.endIndex
          let isLast = start == bytes.count
          piece.withUnsafeBytes { raw in
            let text = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = htmlParseChunk(context, text, Int32(raw.count), isLast ? 1 : 0)
          }
        }
      }
    }

    /// Attributes as libxml2 lists them: names and values in turn; the first of a name counts.
    private static func read(
      _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) -> [String: String] {
      var attributes: [String: String] = [:]
      guard let list else { return attributes }
      var index = 0
      while let name = list[index] {
        let key = String(cString: name).streamSafe
        if PageFeeds.attributes.contains(key), attributes[key] == nil {
          attributes[key] = list[index + 1].map { String(cString: $0).streamSafe } ?? ""
        }
        index += 2
      }
      return attributes
    }
  }

  private static let attributes: Set = ["href", "rel", "type", "title"]
}

extension WebAddress {
  /// Nil for a file, and for an address that must not be fetched.
  init?(_ url: String) {
    guard case .web(let address)? = try? FetchAddress(url) else { return nil }
    self = address
  }
}

extension String {
  /// Without spaces at both ends.
  fileprivate var trimmed: String {
    let rest = drop(while: \.isWhitespace)
    return String(rest.dropLast(rest.reversed().prefix(while: \.isWhitespace).count))
  }
}
