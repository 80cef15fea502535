import CarillonEngine

extension Fetched {
  /// The content of a feed: title and text of its newest item.
  ///
  /// An item without a title, such as a short post, gets the feed's title. An item without a text
  /// shows only its host. A relative link is resolved against `base`, the address of the feed. (T34)
  init(
    _ format: Format, _ newest: NewestItem, of feed: FeedText?, size: Int, base: WebAddress?
  ) throws(FetchFailure) {
    guard newest.count > 0 else { throw FetchFailure(.payload, "items: none") }
    guard let item = newest.item else {
      throw FetchFailure(.payload, "items: no title and no text in any of \(newest.count)")
    }
    let feed = feed?.read(lines: false)
    let title = item.title?.read(lines: false)
    let text = item.summary?.read(lines: true) ?? item.content?.read(lines: true)
    let firstLine = text?.split(separator: "\n").first.map(String.init)
    guard let headline = title ?? feed ?? firstLine else {
      throw FetchFailure(.payload, "items: no title and no text in the newest")
    }
    let summary = text ?? (title == nil ? nil : feed) ?? ""
    let link = item.links.lazy.compactMap { WebLink($0) ?? base?.link($0) }.first
    self.init(
      payload: Payload(tokens: ["headline": headline, "summary": summary], link: link),
      format: format,
      size: size, items: newest.count, published: newest.published)
  }
}
