import CarillonEngine

/// The parts of a feed's item that content needs.
struct FeedItem {
  /// The fields that may hold an item's date, best first.
  enum DateField: Int, Comparable {
    case published, date, issued, updated

    static func < (left: DateField, right: DateField) -> Bool { left.rawValue < right.rawValue }
  }

  var title: FeedText?
  var summary: FeedText?
  var content: FeedText?
  /// Where it leads, as it stands in the feed; the best comes first. (T34)
  private(set) var links: [String] = []
  var dates: [DateField: String] = [:]

  private static let mostLinks = 8

  /// Takes a link, unless there are more than an item has a use for. (T25)
  mutating func offer(link: String) {
    guard links.count < FeedItem.mostLinks else { return }
    links.append(link)
  }

  /// Whether there is nothing to show.
  var isBlank: Bool { [title, summary, content].allSatisfy { $0?.isBlank ?? true } }

  /// The best of its readable dates.
  var published: Instant? {
    for (_, text) in dates.sorted(by: { $0.key < $1.key }) {
      if let date = Instant(feedDate: text) { return date }
    }
    return nil
  }
}
