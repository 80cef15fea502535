import CarillonEngine

/// Several rows of the history shown as one until opened: consecutive messages of one thread. (J22)
///
/// Any other row is a fold of its own. Messages of other threads do not interrupt a thread, so two
/// brews at once make one row each. An hour does, so that everything that rang stays in
/// chronological order.
struct HistoryFold: Hashable {
  /// The newest first; never empty.
  let rows: [HistoryModel.Row]
  /// The row that represents all of them: the last that was shown, answered or an alert.
  let head: HistoryModel.Row
  /// The head's second line.
  let detail: String
  /// The accessible name of the head.
  let spoken: String
  /// The number of messages as text, shown instead of the outcome while the fold is open.
  let total: String

  var isSingle: Bool { rows.count == 1 }

  /// The accessible name while the fold is open.
  var spokenOpen: String { [head.time, head.title, total].joined(separator: ", ") }

  /// Rows other than the head that are visible even when folded.
  var standingOut: [HistoryModel.Row] { rows.filter { $0.standsOut && $0.id != head.id } }

  private init(_ rows: [HistoryModel.Row], head: HistoryModel.Row, _ words: Words) {
    self.rows = rows
    self.head = head
    total = words.count("{n} message", "{n} messages", rows.count)
    guard rows.count > 1 else {
      (detail, spoken) = (head.detail, head.spoken)
      return
    }
    let hidden = rows.count { !$0.standsOut && $0.id != head.id }
    let more = words.count("{n} more message", "{n} more messages", hidden)
    detail = words.say("{outcome} · {more}", ["outcome": head.detail, "more": more])
    spoken = head.spoken + ", " + more
  }

  private static func single(_ row: HistoryModel.Row, _ words: Words) -> HistoryFold {
    HistoryFold([row], head: row, words)
  }
}

extension HistoryFold {
  /// Folds the rows of one day, which are ordered newest first.
  static func folded(_ rows: [HistoryModel.Row], _ words: Words) -> [HistoryFold] {
    var folds: [HistoryFold] = []
    var stretch: [HistoryModel.Row] = []
    for row in rows {
      if row.thread != nil {
        stretch.append(row)
      } else {
        folds += threads(stretch, words)
        stretch = []
        folds.append(.single(row, words))
      }
    }
    return folds + threads(stretch, words)
  }

  /// Makes one fold for each thread, at the position of its head.
  private static func threads(_ rows: [HistoryModel.Row], _ words: Words) -> [HistoryFold] {
    let places = Dictionary(rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
    return Dictionary(grouping: rows, by: \.thread).values
      .flatMap { thread($0, words) }
      .sorted { places[$0.head.id, default: 0] < places[$1.head.id, default: 0] }
  }

  private static func thread(_ rows: [HistoryModel.Row], _ words: Words) -> [HistoryFold] {
    let telling = rows.first { $0.standsOut || $0.look == .shown || $0.look == .unsure }
    guard let head = telling ?? rows.first else { return [] }
    // If all rows stand out, there is nothing to fold.
    guard rows.contains(where: { !$0.standsOut && $0.id != head.id }) else {
      return rows.map { single($0, words) }
    }
    return [HistoryFold(rows, head: head, words)]
  }
}
