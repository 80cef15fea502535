import CarillonAnswers
import CarillonEngine

extension Text {
  /// The output of `carillonctl state`: upcoming notifications first, then problems.
  func state(_ report: StateReport) -> String {
    let today = today(zone: report.timezone, like: report.nextOccurrences.first?.when)
    return [
      next(report, today: today), waiting(report, today: today), standing(report, today: today),
      hints(report), errors(report, today: today),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func next(_ report: StateReport, today: LocalDate) -> String {
    let outlook = words.outlook(Outlook(report), today: today) + "\n"
    guard !report.nextOccurrences.isEmpty else { return outlook }
    var table = Table()
    for occurrence in report.nextOccurrences {
      table.add(
        at(occurrence.when, today: today), occurrence.label.isEmpty ? "–" : occurrence.label,
        occurrence.title ?? words.say("(no content yet)"),
        occurrence.title == nil && occurrence.obstacle == Reason.noContent.rawValue
          ? "" : words.obstacle(to: occurrence, today: today) ?? "")
    }
    var text = outlook + table.text(indent: "  ")
    if report.pendingCount < report.wantedCount {
      text += words.count(
        "{pending} of {n} hour is planned.", "{pending} of {n} hours are planned.",
        report.wantedCount, ["pending": String(report.pendingCount)])
      text += "\n"
    }
    return text
  }

  private func waiting(_ report: StateReport, today: LocalDate) -> String {
    var table = Table()
    for pending in report.waiting {
      table.add(
        words.say("Waiting:"), pending.name, at(pending.when, today: today), pending.requestId)
    }
    if let unlisted = report.unlisted(in: words) { table.add("", unlisted) }
    for pending in report.snoozed {
      table.add(
        words.say("Snoozed:"), pending.name,
        words.say("returns {moment}", ["moment": at(pending.when, today: today)]),
        pending.requestId)
    }
    for pending in report.skipped {
      table.add(
        words.say("Skipped:"), pending.name, at(pending.when, today: today), pending.requestId)
    }
    return table.text()
  }

  private func standing(_ report: StateReport, today: LocalDate) -> String {
    var text = ""
    for line in StatusLine.lines(report, today: today, now: now, words: words) {
      text += line.standing == .wrong ? "! " : "  "
      text += line.detail.isEmpty ? line.title : "\(line.title): \(line.detail)"
      text += "\n"
    }
    if let last = report.lastDeliveryAt {
      text += "  "
      text += words.say("Last shown {moment}", ["moment": at(last, today: today)])
      text += "\n"
    }
    if let again = report.ringNowAgainAt {
      text += "  "
      text += words.say("Ring Now is available again {moment}", ["moment": seconds(again)])
      text += "\n"
    }
    return text
  }

  /// `at 16:03:20`: a cooldown is too short for minutes.
  private func seconds(_ iso: String) -> String {
    Moment(iso: iso) == nil
      ? iso : words.say("at {time}", ["time": String(iso.dropFirst(11).prefix(8))])
  }

  private func hints(_ report: StateReport) -> String {
    let hints = report.hints.filter { !StatusLine.saidHints.contains($0.code) }
    guard !hints.isEmpty else { return "" }
    return words.say("Hints:") + "\n"
      + hints.map { "  \($0.text)\n" }.joined()
  }

  /// `08:00` for `0800`.
  private func hour(_ slotID: String?) -> String {
    guard let slotID else { return "" }
    let digits = Array(slotID)
    guard digits.count == 4, digits.allSatisfy(\.isNumber) else { return slotID }
    return "\(String(digits[0...1])):\(String(digits[2...3]))"
  }

  private func errors(_ report: StateReport, today: LocalDate) -> String {
    // Unchanged content is not an error. (T4)
    let errors = report.lastErrors.filter { $0.code.isError }
    guard !errors.isEmpty else { return "" }
    var table = Table()
    for event in errors {
      let instant = Instant(milliseconds: event.timestamp)
      let when =
        zone(report.timezone).map { words.at(Moment(instant, in: $0), today: today) }
        ?? instant.isoUTC
      table.add(when, words.error(event.code), hour(event.slotId))
    }
    return words.say("Last errors:") + "\n" + table.text(indent: "  ")
  }
}

extension StateReport.Pending {
  /// The hour, or the title of a message.
  fileprivate var name: String {
    if slotId == nil, let title { return title }
    guard let label, !label.isEmpty else { return time }
    return "\(time) \(label)"
  }
}
