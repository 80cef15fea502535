import CarillonEngine

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
