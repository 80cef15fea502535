import CarillonCore

/// What the page of status says: whether it works, and what does not. (T11)
struct StatusModel: Hashable {
  struct Row: Hashable {
    let standing: StatusLine.Standing
    let title: String
    let detail: String
  }

  let isFine: Bool
  let title: String
  let detail: String
  /// What asks to be looked at.
  let open: [Row]
  let inOrder: [Row]
  let startsWithSession: Bool

  init(_ report: StateReport, now: Instant, zone: some ZoneRules, words: Words) {
    let today = zone.wallClock(at: now).date
    let lines = StatusLine.lines(report, today: today, words: words)
    let wrong = lines.filter { $0.standing == .wrong }
    open =
      wrong.map { Row($0) }
      + report.hints.filter { !StatusLine.saidHints.contains($0.code) }
      .map { Row(standing: .notable, title: $0.text, detail: "") }
    inOrder = lines.filter { $0.standing != .wrong }.map { Row($0) }
    startsWithSession = report.autostart.actual
    isFine = wrong.isEmpty
    title =
      wrong.isEmpty
      ? words.say("Everything Works")
      : words.count("{n} Thing to Look At", "{n} Things to Look At", wrong.count)
    let next = report.nextOccurrences.first?.moment.map {
      words.say("Next: {moment}.", ["moment": words.at($0, today: today)])
    }
    let last = report.lastDeliveryAt.flatMap { Moment(iso: $0) }.map {
      words.say("Last: {moment}.", ["moment": words.at($0, today: today)])
    }
    let parts = [next ?? words.say("No hours planned."), last].compactMap(\.self)
    detail = parts.joined(separator: " ")
  }
}

extension StatusModel.Row {
  fileprivate init(_ line: StatusLine) {
    self.init(standing: line.standing, title: line.title, detail: line.detail)
  }
}
