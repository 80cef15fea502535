import CarillonAnswers
import CarillonEngine

/// Confirmations for commands whose answers are documents for programs.
extension Text {
  /// `deliver` and `test`: what happened to the notification.
  func delivered(_ answer: String) -> String {
    guard let entry = deserialize(HistoryEntry.self, from: answer) else {
      return words.say("Shown.") + "\n"
    }
    return "\(entry.text): \(Text.oneLine(entry.title)) (\(entry.requestId))\n"
  }

  /// `run-now`: a line for each source.
  func fetched(_ report: PipelineReport) -> String {
    guard !report.sources.isEmpty else {
      return words.say("There is nothing to fetch: no hour is switched on.") + "\n"
    }
    return report.sentences(words).map { $0 + "\n" }.joined()
  }

  /// `run-now`: how many sources failed; nil if none did.
  func unfetched(_ report: PipelineReport) -> String? {
    let failed = report.sources.count { !$0.ok }
    guard failed > 0 else { return nil }
    return failed == report.sources.count
      ? words.say("Nothing was fetched.")
      : words.say(
        "{failed} of {all} sources failed.",
        ["failed": String(failed), "all": String(report.sources.count)])
  }

  /// `pause`: until when.
  func paused(_ answer: String, until: String) -> String {
    struct Pause: Decodable {
      var until: String?
    }
    guard until != "off" else { return words.say("Notifications resumed.") + "\n" }
    guard let end = deserialize(Pause.self, from: answer)?.until,
      let moment = Moment(iso: end)
    else { return words.say("Paused.") + "\n" }
    let today = today(zone: "", like: end)
    return words.say("Paused until {moment}.", ["moment": words.until(moment, today: today)])
      + "\n"
  }

  /// `permissions`: whether notifications are shown, and if not, why.
  func permitted(_ answer: String) -> String {
    struct Permission: Decodable {
      var granted: Bool
      var reason: String?
    }
    guard let permission = deserialize(Permission.self, from: answer) else {
      return JSONText.pretty(answer)
    }
    let sentence =
      permission.granted
      ? words.say("Your desktop shows Carillon's notifications.")
      : permission.reason == EventCode.permissionDenied.rawValue
        ? words.say("Your desktop is set not to show Carillon’s notifications.")
        : words.say("No notification service is running on this desktop.")
    return sentence + "\n"
  }

  /// `skip`: which hour is skipped.
  func skipped(_ answer: String, _ slot: String) -> String {
    words.say("The hour {hour} will be skipped.", ["hour": hour(answer) ?? slot]) + "\n"
  }

  /// `skip --undo`: which hour will ring after all.
  func unskipped(_ answer: String, _ slot: String) -> String {
    words.say("The hour {hour} will ring.", ["hour": hour(answer) ?? slot]) + "\n"
  }

  private func hour(_ answer: String) -> String? {
    struct Skip: Decodable {
      var when: String
    }
    return deserialize(Skip.self, from: answer).map {
      at($0.when, today: today(zone: "", like: $0.when))
    }
  }

  /// `config set` with `autostart`: why no start entry was written; nil if systemd does not start
  /// Carillon. (T39)
  func startedBySystemd(_ report: StateReport) -> String? {
    guard report.autostart.by == .systemd else { return nil }
    return words.say(
      "systemd already starts Carillon (carillon.service), so no start entry was written.") + "\n"
  }

  /// `push`: what became of the message, and its id.
  func pushed(_ answer: String) -> String {
    struct Verdict: Decodable {
      var requestId: String?
      var verdict: String
      var reason: String?
    }
    guard let verdict = deserialize(Verdict.self, from: answer) else {
      return JSONText.pretty(answer)
    }
    let parts = [
      outcome(verdict.verdict, verdict.reason), verdict.requestId.map { "(\($0))" },
    ]
    return parts.compactMap(\.self).joined(separator: " ") + "\n"
  }

  private func outcome(_ verdict: String, _ reason: String?) -> String {
    switch Delivery.Status(rawValue: verdict) {
    case .scheduled: words.say("Waiting to be shown")
    case .snoozed: words.say("Snoozed")
    case .showing: words.say("Being shown")
    case .some(let status): words.outcome(status, reason.map { Reason(rawValue: $0) })
    case nil: words.say("Not shown")
    }
  }
}
