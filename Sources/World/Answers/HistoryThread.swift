package import CarillonEngine

/// What the history can fold: one line, of a thread or of none.
package protocol HistoryThreadable {
  var id: String { get }
  /// The thread of a message; nil for all others.
  var thread: String? { get }
  /// Whether it stays visible when its thread is folded: an alert, an answer, a failure.
  var standsOut: Bool { get }
  /// Whether it was shown, so that it can represent its thread.
  var tells: Bool { get }
}

/// Consecutive messages of one thread, which the history lists as one line. (J22)
///
/// Anything else is alone. Messages of other threads do not interrupt a thread, so two brews at once make
/// one line each. An hour does, so that everything that rang stays in chronological order.
package struct HistoryThread<Row: HistoryThreadable> {
  /// The newest first; never empty.
  package let rows: [Row]
  /// The row that represents all of them: the last that was shown, answered or an alert.
  package let head: Row

  /// Rows other than the head that are visible even when folded.
  package var standingOut: [Row] { rows.filter { $0.standsOut && $0.id != head.id } }

  /// The number of rows that are hidden while it is folded.
  package var hidden: Int { rows.count - 1 - standingOut.count }

  /// Folds the rows of one day, which are ordered newest first.
  package static func threads(in rows: [Row]) -> [HistoryThread] {
    var threads: [HistoryThread] = []
    var stretch: [Row] = []
    for row in rows {
      if row.thread != nil {
        stretch.append(row)
      } else {
        threads += folded(stretch)
        stretch = []
        threads.append(HistoryThread(rows: [row], head: row))
      }
    }
    return threads + folded(stretch)
  }

  /// One for each thread, at the position of its head.
  private static func folded(_ rows: [Row]) -> [HistoryThread] {
    let places = Dictionary(rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var threads: [HistoryThread] = []
    for rows in Dictionary(grouping: rows, by: \.thread).values { threads += thread(rows) }
    return threads.sorted { places[$0.head.id, default: 0] < places[$1.head.id, default: 0] }
  }

  private static func thread(_ rows: [Row]) -> [HistoryThread] {
    guard let head = rows.first(where: { $0.standsOut || $0.tells }) ?? rows.first else {
      return []
    }
    // If all rows stand out, there is nothing to fold.
    guard rows.contains(where: { !$0.standsOut && $0.id != head.id }) else {
      return rows.map { HistoryThread(rows: [$0], head: $0) }
    }
    return [HistoryThread(rows: rows, head: head)]
  }
}

extension HistoryEntry: HistoryThreadable {
  package var id: String { requestId }

  package var standsOut: Bool {
    let isAnswered = response.map { $0 != ResponseCode.expired } ?? false
    return insists == true || isAnswered || status == Delivery.Status.failed.rawValue
  }

  package var tells: Bool {
    switch Delivery.Status(rawValue: status) {
    case .shown, .merged, .unconfirmed: true
    default: false
    }
  }
}
