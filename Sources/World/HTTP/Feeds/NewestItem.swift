import CarillonEngine

/// Picks the newest item of a feed, wherever it is. (T25)
///
/// The first of several with the same date wins; without any dates, the first of all.
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
