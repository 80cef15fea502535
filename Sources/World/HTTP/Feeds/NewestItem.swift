import CarillonEngine

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
