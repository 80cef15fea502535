import CarillonEngine

/// What one notification for several stands for, as the window lists it. (§5, T38)
struct DigestModel: Hashable {
  struct Row: Hashable {
    let id: String
    let sender: String
    /// `18:00`, or with the day if it is not the day of the list.
    let time: String
    let title: String
    let body: String
    /// The file of its picture; nil if it has none.
    let picture: String?
    let buttons: [DigestReport.Button]
    var isUnread: Bool
    /// What the user did with it; empty if nothing.
    let response: String
    /// The accessible name.
    var spoken: String

    /// The same without what says whether it is unread.
    var unmarked: Row {
      var row = self
      (row.isUnread, row.spoken) = (false, "")
      return row
    }
  }

  let title: String
  /// When it was shown.
  let detail: String
  let rows: [Row]
  /// Says why there are none; nil if there are some.
  let nothing: String?

  var isUnread: Bool { rows.contains(where: \.isUnread) }

  init(_ report: DigestReport, today: LocalDate, keepsDays days: Int, words: Words) {
    title = report.title
    let shown = Moment(iso: report.at)
    let moment =
      shown.map { words.say("Shown {moment}", ["moment": words.at($0, today: today)]) } ?? ""
    let rest = report.more.map {
      words.count(
        "{n} more is in the history.", "{n} more are in the history.", $0)
    }
    detail = [moment, rest].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    rows = report.entries.map { Row($0, shownOn: shown?.date, today: today, words) }
    nothing = rows.isEmpty ? words.prunedList(days) : nil
  }

  /// A list that is gone altogether.
  init(goneAfter days: Int, words: Words) {
    title = words.say("Nothing Left to Show")
    detail = ""
    rows = []
    nothing = words.prunedList(days)
  }
}

extension DigestModel.Row {
  fileprivate init(
    _ row: DigestReport.Row, shownOn day: LocalDate?, today: LocalDate, _ words: Words
  ) {
    id = row.entry.requestId
    sender = row.sender
    let moment = Moment(iso: row.arrivedAt)
    let time =
      moment.map { $0.date == day ? words.clock($0.time) : words.entry($0, today: today) } ?? ""
    self.time = time
    title = truncateForRow(row.title)
    body = truncateForRow(row.body, cost: 1500)
    picture = row.picture
    buttons = row.buttons
    isUnread = row.entry.unread == true
    response = row.entry.responseText ?? ""
    spoken = [
      isUnread ? words.term("notification", "Unread") : "", time, sender, title, body, response,
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Words {
  /// Why a list has no rows any more. (T29)
  fileprivate func prunedList(_ days: Int) -> String {
    count(
      "What it stood for is no longer kept: the history keeps one day.",
      "What it stood for is no longer kept: the history keeps {n} days.", days)
  }
}
