import CarillonCore

/// What the page of history says: what happened, newest first, a heading for each day. (J22)
struct HistoryModel: Hashable {
  /// One shape for each kind of outcome.
  enum Look: Hashable {
    case shown, unsure, unwanted, notShown, waiting, failed
  }

  struct Row: Hashable {
    let id: String
    let time: String
    let look: Look
    let title: String
    let detail: String
    let response: String
  }

  struct Day: Hashable {
    let heading: String
    let rows: [Row]
  }

  let days: [Day]

  init(_ page: HistoryPage, today: LocalDate, words: Words) {
    var days: [(date: LocalDate?, rows: [Row])] = []
    for entry in page.entries {
      let moment = Moment(iso: entry.at)
      if days.isEmpty || days[days.count - 1].date != moment?.date {
        days.append((moment?.date, []))
      }
      days[days.count - 1].rows.append(Row(entry, moment))
    }
    self.days = days.map { date, rows in
      Day(heading: date.map { words.heading($0, today: today) } ?? "", rows: rows)
    }
  }
}

extension HistoryModel.Row {
  fileprivate init(_ entry: HistoryPage.Entry, _ moment: Moment?) {
    id = entry.requestId
    time = moment.map { String(describing: $0.time) } ?? ""
    look = HistoryModel.Look(status: entry.status, reason: entry.reason)
    title = entry.title
    detail = entry.text
    response = entry.responseText ?? ""
  }
}

extension HistoryModel.Look {
  init(status: String, reason: String?) {
    self =
      switch status {
      case "shown", "merged": .shown
      case "unconfirmed": .unsure
      case "cancelled", "superseded": .unwanted
      case "skipped": reason == "user" ? .unwanted : .notShown
      case "missed": .notShown
      case "failed": .failed
      default: .waiting
      }
  }

  var icon: String {
    switch self {
    case .shown: "object-select-symbolic"
    case .unsure: "dialog-question-symbolic"
    case .unwanted, .notShown: "action-unavailable-symbolic"
    case .waiting: "content-loading-symbolic"
    case .failed: "dialog-error-symbolic"
    }
  }

  /// The style's class for its colour.
  var style: String {
    switch self {
    case .shown: "ok"
    case .unsure, .notShown: "warn"
    case .failed: "err"
    case .unwanted, .waiting: "dim"
    }
  }
}

/// What the explanation of one delivery says, when its row is opened. (J23)
struct ExplanationModel: Hashable {
  struct Step: Hashable {
    let time: String
    let text: String
    let checks: [Check]
  }

  struct Check: Hashable {
    let passed: Bool
    let text: String
  }

  let body: String
  let steps: [Step]
  let advice: String

  init?(_ report: ExplanationReport, words: Words) {
    guard let item = report.items.first else { return nil }
    body = item.body ?? ""
    let day = Moment(iso: item.entry.at)?.date
    steps = item.steps.map { step in
      let moment = Moment(iso: step.at)
      // Steps of other days say which.
      let time =
        moment.map { moment in
          moment.date == day
            ? String(describing: moment.time) : words.weekday(moment.date.weekday)
        } ?? ""
      return Step(
        time: time, text: step.text,
        checks: (step.checks ?? []).map { Check(passed: $0.passed, text: $0.text) })
    }
    advice = item.advice?.text ?? ""
  }
}
