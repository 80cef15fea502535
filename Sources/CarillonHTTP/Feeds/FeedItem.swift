import CarillonCore

/// One item of a feed, as far as content needs it.
struct FeedItem {
  /// Where the date of an item may stand, the better ones first.
  enum DateField: Int, Comparable {
    case published, date, issued, updated

    static func < (left: DateField, right: DateField) -> Bool { left.rawValue < right.rawValue }
  }

  var title: FeedText?
  var summary: FeedText?
  var content: FeedText?
  var dates: [DateField: String] = [:]

  /// Whether there is anything to show.
  var isBlank: Bool { [title, summary, content].allSatisfy { $0?.isBlank ?? true } }

  /// The best of its dates that can be read.
  var published: Instant? {
    for (_, text) in dates.sorted(by: { $0.key < $1.key }) {
      if let date = Instant(feedDate: text) { return date }
    }
    return nil
  }
}

/// Of all the items of a feed the one to show: the newest, whatever its place. (T25)
///
/// Of items of one instant the first is taken; without any date, the first of all.
struct NewestItem {
  private(set) var count = 0
  private(set) var item: FeedItem?
  private(set) var published: Instant?

  mutating func offer(_ offered: FeedItem) {
    count += 1
    guard !offered.isBlank else { return }
    let date = offered.published
    guard item == nil || (date ?? .distantPast) > (published ?? .distantPast) else { return }
    item = offered
    published = date
  }
}

extension Fetched {
  /// What a feed says: the title and the text of its newest item.
  ///
  /// An item without a title, as short messages are, stands under the feed's; one without a text
  /// tells only where it is from.
  init(
    _ format: Format, _ newest: NewestItem, of feed: FeedText?, size: Int
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
    self.init(
      payload: Payload(tokens: ["headline": headline, "summary": summary]), format: format,
      size: size, items: newest.count, published: newest.published)
  }
}
