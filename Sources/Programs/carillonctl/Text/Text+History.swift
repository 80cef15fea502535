import CarillonEngine

extension Text {
  /// `carillonctl history`: newest first, with a heading for each day.
  func history(_ page: HistoryPage) -> String {
    guard !page.entries.isEmpty else { return words.say("Nothing has happened yet.") + "\n" }
    let today = today(zone: "", like: page.entries.first?.at)
    var text = ""
    var table = Table()
    var day: LocalDate?
    for entry in page.entries {
      let moment = Moment(iso: entry.at)
      if let date = moment?.date, date != day {
        text += table.text(indent: "  ")
        table = Table()
        if !text.isEmpty { text += "\n" }
        text += words.heading(date, today: today) + "\n"
        day = date
      }
      let time = moment.map { String(describing: $0.time) } ?? entry.at
      table.add(
        time, entry.requestId, Text.oneLine(entry.title),
        entry.responseText.map { "\(entry.text) · \($0)" } ?? entry.text)
    }
    return text + table.text(indent: "  ")
  }

  /// `carillonctl explain`: each delivery's life, step by step.
  func explanation(_ report: ExplanationReport) -> String {
    report.items.map(item).joined(separator: "\n")
  }

  private func item(_ item: ExplanationReport.Item) -> String {
    let today = today(zone: "", like: item.entry.at)
    var text = "\(item.entry.requestId)  \(Text.oneLine(item.entry.title))\n"
    text += "  \(item.entry.text)"
    if let response = item.entry.responseText { text += " · \(response)" }
    text += "\n"
    if let due = item.due {
      text += "  "
      text += words.say("Due {moment}", ["moment": at(due, today: today)])
      text += "\n"
    }
    // A step that has no words is for programs.
    for step in item.steps where step.text != step.code { text += self.step(step, today: today) }
    if let advice = item.advice { text += "  → \(advice.text)\n" }
    return text
  }

  private func step(_ step: ExplanationReport.Step, today: LocalDate) -> String {
    let when =
      Moment(iso: step.at).map {
        // Explanations include milliseconds.
        "\($0.date == today ? "" : "\($0.date) ")\(step.at.dropFirst(11).prefix(12).clock)"
      } ?? step.at
    var text = "  \(when)  \(step.text)\n"
    if let detail = step.detail { text += "    \(detail)\n" }
    for check in step.checks ?? [] where check.text != check.code {
      text += "    \(check.passed ? "✓" : "✗") \(check.text)\n"
    }
    return text
  }

  /// `text` on one line and without control characters.
  ///
  /// Titles come from elsewhere, and must not send escape sequences to the terminal.
  static func oneLine(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return String(
      String.UnicodeScalarView(
        line.unicodeScalars.filter {
          $0.properties.generalCategory != .control
        }))
  }
}

extension Substring {
  /// The time of day at the start, without what follows.
  fileprivate var clock: Substring { prefix { $0.isNumber || $0 == ":" || $0 == "." } }
}
