import CarillonEngine

extension Text {
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
    text += steps(item, today: today)
    if let advice = item.advice { text += "  → \(advice.text)\n" }
    return text
  }

  /// The steps; of a long run of planning only the first and the last.
  private func steps(_ item: ExplanationReport.Item, today: LocalDate) -> String {
    // A step that has no words is for programs.
    let steps = item.steps.filter { $0.text != $0.code }
    var text = ""
    var index = 0
    while index < steps.count {
      let run = steps[index...].prefix { Text.isPlanning($0) }
      guard run.count > Text.longestRun, let first = run.first, let last = run.last else {
        text += step(steps[index], today: today)
        index += 1
        continue
      }
      text += step(first, today: today)
      text += "  "
      text += words.count(
        "… {n} more step of planning …", "… {n} more steps of planning …", run.count - 2)
      text += "\n" + step(last, today: today)
      index += run.count
    }
    return text
  }

  private static let longestRun = 4

  /// Whether it is one of the steps that every change of the settings, the clock or the content adds.
  private static func isPlanning(_ step: ExplanationReport.Step) -> Bool {
    let planning = ["armed", "moved", "rendered", "fetching", "fetched", "fetch-failed"]
    return planning.contains(step.code) || step.code == "status" && isReplanned(step.values)
  }

  private static func isReplanned(_ values: [String: String]) -> Bool {
    let armed: Set = ["scheduled", "cancelled"]
    guard let from = values["from"], let to = values["to"] else { return false }
    return armed.contains(from) && armed.contains(to)
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
}

extension Substring {
  /// The time of day at the start, without what follows.
  fileprivate var clock: Substring { prefix { $0.isNumber || $0 == ":" || $0 == "." } }
}
