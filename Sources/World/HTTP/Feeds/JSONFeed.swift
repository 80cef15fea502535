import CarillonEngine

/// JSON Feed 1.0 and 1.1. (T25)
enum JSONFeed {
  /// Whether `bytes` may be a JSON Feed: it must mention the address that identifies the format.
  static func mayBe(_ bytes: [UInt8]) -> Bool { bytes.contains("jsonfeed.org") }

  /// Nil if `text` turns out to be something else.
  static func read(
    _ text: String, size: Int, base: WebAddress?
  ) throws(FetchFailure) -> Fetched? {
    guard case .object(let feed) = JSONValue(parsing: text),
      case .text(let version) = feed["version"],
      version.contains(/^https?:\/\/(www\.)?jsonfeed\.org\/version\//)
    else { return nil }
    guard case .array(let items) = feed["items"] else {
      throw FetchFailure(.payload, "items: must be a list")
    }
    var newest = NewestItem()
    for (index, item) in items.enumerated() {
      guard case .object(let members) = item else {
        throw FetchFailure(.payload, "items[\(index)]: not an object")
      }
      newest.offer(FeedItem(members))
    }
    return try Fetched(
      .jsonFeed, newest, of: feed.text("title").map(FeedText.plain), size: size, base: base)
  }
}

extension FeedItem {
  fileprivate init(_ members: [String: JSONValue]) {
    title = members.text("title").map(FeedText.plain)
    summary = members.text("summary").map(FeedText.plain)
    content =
      members.text("content_text").map(FeedText.plain)
      ?? members.text("content_html").map(FeedText.html)
    for link in ["url", "external_url"].compactMap({ members.text($0) }) { offer(link: link) }
    dates[.published] = members.text("date_published")
    dates[.updated] = members.text("date_modified")
  }
}

extension [String: JSONValue] {
  /// A text that is not blank.
  fileprivate func text(_ key: String) -> String? {
    guard case .text(let text) = self[key], !FeedText.plain(text).isBlank else { return nil }
    return text
  }
}
