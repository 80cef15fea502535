import CarillonAnswers
import CarillonEngine

/// Several rows of the history shown as one until opened: consecutive messages of one thread. (J22)
///
/// Any other row is a fold of its own.
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

}

extension HistoryFold {
  /// Folds the rows of one day, which are ordered newest first.
  static func folded(_ rows: [HistoryModel.Row], _ words: Words) -> [HistoryFold] {
    HistoryThread.threads(in: rows).map { HistoryFold($0.rows, head: $0.head, words) }
  }
}

extension HistoryModel.Row: HistoryThreadable {}
