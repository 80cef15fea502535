import CarillonAnswers
import CarillonEngine

/// Makes the rows of the status page: each line with a button that fixes it.
struct StatusRows {
  let report: StateReport
  let today: LocalDate
  let zone: any ZoneRules
  let words: Words

  /// Whether the user can, and may want to, do something about it.
  func isOpen(_ line: StatusLine) -> Bool {
    switch line.subject {
    case .notifications: line.standing != .fine
    case .keyring: report.keyring == "locked"
    case .content: line.standing == .wrong || fetchFailure != nil
    default: line.standing == .wrong
    }
  }

  func row(_ line: StatusLine) -> StatusModel.Row {
    var row = StatusModel.Row(standing: line.standing, title: line.title, detail: line.detail)
    switch line.subject {
    case .notifications:
      if line.standing == .fine {
        row.detail = [line.detail, abilities].filter { !$0.isEmpty }.joined(separator: "\n")
      } else if !report.server.permitted || report.server.doNotDisturb == true {
        row.button = words.say("Open Settings")
        row.remedy = .openNotificationSettings
      } else if !report.waiting.isEmpty {
        row.button = words.say("Show Waiting")
        row.remedy = .go(.hours)
      }
    case .pause where report.pause != nil:
      row.button = words.say("Resume")
      row.remedy = .resume
    case .pause:
      row.button = words.say("Change…")
      row.remedy = .go(.settings)
    case .session where line.standing == .wrong:
      row.button = words.say("Repair")
      row.remedy = .startWithSession
    case .session where report.autostart.by == .both:
      row.button = words.say("Remove Entry")
      row.remedy = .removeStartEntry
    case .session where line.standing == .notable:
      row.button = words.say("Turn On")
      row.remedy = .startWithSession
    case .exactness where report.exactAlarmCapable && line.standing == .notable:
      row.button = words.say("Change…")
      row.remedy = .go(.settings)
    case .channel:
      row.button = words.say("Change…")
      row.remedy = .go(.settings)
    case .content where line.standing == .wrong:
      row.button = words.say("Try Now")
      row.remedy = .fetchNow
    case .content:
      if let failure = fetchFailure { return self.row(failure) }
      if line.standing == .notable {
        row.button = words.say("Fetch Now")
        row.remedy = .fetchNow
      }
    case .connection where line.standing != .fine:
      row.button = words.say("Show Connections")
      row.remedy = .go(.connections)
    case .keyring where report.keyring == "locked":
      row.button = words.say("Unlock…")
      row.remedy = .unlockKeyring
    default: break
    }
    return row
  }

  /// The row of a hint that no line covers.
  func row(_ hint: StateReport.Hint) -> StatusModel.Row? {
    guard !StatusLine.saidHints.contains(hint.code) else { return nil }
    switch hint.code {
    case "TTL_ONE_DAY":
      let seconds = hint.ttlSeconds ?? OptionsModel.usualForgivingAge
      return StatusModel.Row(
        standing: .notable, title: words.say("After one day offline, nothing is shown"),
        detail: words.say(
          "The stored content would be too old. With {duration}, a missed fetch does no harm.",
          ["duration": words.duration(.seconds(seconds))]),
        button: words.allow(seconds), remedy: .allowOlderContent(seconds: seconds))
    case "DATABASE_SET_ASIDE":
      return StatusModel.Row(
        standing: .wrong, title: words.say("A new database was created"), detail: hint.text)
    default:
      return StatusModel.Row(standing: .notable, title: hint.text)
    }
  }

  func row(_ storage: StorageReport, size: (Int64) -> String) -> StatusModel.Row {
    let values = ["size": size(storage.bytes)]
    let oldest = storage.oldest.flatMap { Moment(iso: $0) }
    return StatusModel.Row(
      standing: .fine, title: words.say("The database is intact"),
      detail: oldest.map {
        words.count(
          "{size}; {n} notification shown, from {day}",
          "{size}; {n} notifications shown, the first from {day}",
          storage.shown,
          values.merging(["day": words.day($0.date, today: today)]) { $1 })
      }
        ?? words.count(
          "{size}; {n} notification shown", "{size}; {n} notifications shown", storage.shown,
          values))
  }

  /// The server's capabilities, as far as people notice. (T30)
  private var abilities: String {
    let names = Set(report.server.capabilities ?? [])
    let sentences = [
      names.contains("actions")
        ? words.say("It supports buttons.") : words.say("It does not support buttons."),
      names.contains("sound") ? words.say("It plays sounds.") : nil,
      names.contains("persistence") ? words.say("It keeps a list of past notifications.") : nil,
    ]
    return report.server.capabilities == nil
      ? "" : sentences.compactMap(\.self).joined(separator: " ")
  }

  /// The last fetch, if it failed.
  private var fetchFailure: ErrorEvent? {
    let last = report.lastErrors.filter { if case .fetch = $0.code { true } else { false } }
      .max { $0.timestamp < $1.timestamp }
    guard let last else { return nil }
    let good = report.lastFetchAt.flatMap { Instant(iso: $0) }
    return good.map { $0 >= Instant(milliseconds: last.timestamp) } == true ? nil : last
  }

  private func row(_ failure: ErrorEvent) -> StatusModel.Row {
    let at = Moment(Instant(milliseconds: failure.timestamp), in: zone)
    let instead = report.lastFetchAt.flatMap { Moment(iso: $0) }.map {
      words.say(
        "Content fetched {moment} is shown instead.", ["moment": words.at($0, today: today)])
    }
    let when = words.say("Last tried {moment}.", ["moment": words.at(at, today: today)])
    return StatusModel.Row(
      standing: .wrong, title: words.say("Content could not be fetched"),
      detail: [words.error(failure.code), when, instead].compactMap(\.self)
        .joined(separator: " "),
      button: words.say("Try Now"), remedy: .fetchNow)
  }
}

extension Words {
  /// `today`, `yesterday`, `Thursday, 19 November`: inside a sentence.
  func day(_ date: LocalDate, today: LocalDate) -> String {
    switch date.dayNumber - today.dayNumber {
    case 0: term("inside a sentence", "today")
    case -1: term("inside a sentence", "yesterday")
    default: heading(date, today: today)
    }
  }
}
