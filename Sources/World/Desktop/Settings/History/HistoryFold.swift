import CarillonEngine

/// What the history shows as one row until it is opened: the messages of one thread between which
/// nothing else happened; or anything else, by itself. (J22)
///
/// Messages of other threads between them do not part them: of two brews at once each is one row. An
/// hour does, so that all that rang stays in the order of its times.
struct HistoryFold: Hashable {
  /// The newest first; never none.
  let rows: [HistoryModel.Row]
  /// The one that stands for all of them: what was shown, answered or an alert last.
  let head: HistoryModel.Row
  /// The head's second line.
  let detail: String
  /// What its row reads out.
  let spoken: String
  /// How many there are, in words: what stands in place of an outcome while each shows its own.
  let total: String

  var isSingle: Bool { rows.count == 1 }

  /// What its row reads out while it is open.
  var spokenOpen: String { [head.time, head.title, total].joined(separator: ", ") }

  /// What is to be seen besides the head although it is folded.
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
  /// Folds the rows of one day, which come newest first.
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

  /// One for each thread, at the place of its head.
  private static func threads(_ rows: [HistoryModel.Row], _ words: Words) -> [HistoryFold] {
    let places = Dictionary(rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
    return Dictionary(grouping: rows, by: \.thread).values
      .flatMap { thread($0, words) }
      .sorted { places[$0.head.id, default: 0] < places[$1.head.id, default: 0] }
  }

  private static func thread(_ rows: [HistoryModel.Row], _ words: Words) -> [HistoryFold] {
    let telling = rows.first { $0.standsOut || $0.look == .shown || $0.look == .unsure }
    guard let head = telling ?? rows.first else { return [] }
    // Where all of them are to be seen there is nothing to fold.
    guard rows.contains(where: { !$0.standsOut && $0.id != head.id }) else {
      return rows.map { single($0, words) }
    }
    return [HistoryFold(rows, head: head, words)]
  }
}
