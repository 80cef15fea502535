import CarillonCore

/// What the page of hours says: what comes next, with its text, and what waits. (T11)
struct HoursModel: Hashable {
  /// Across the page, above all else.
  struct Banner: Hashable {
    enum Tone { case calm, warning }

    let tone: Tone
    let icon: String
    let title: String
    let detail: String
    /// Whether it can be ended here: the pause.
    let canResume: Bool
  }

  /// A notification that is due while nothing can show it: it stands in the page instead. (T21)
  struct Due: Hashable {
    let requestID: String
    let title: String
    let body: String
    /// `18:00 Evening`.
    let origin: String
  }

  struct Next: Hashable {
    /// `Next: today at 18:00`.
    let heading: String
    let title: String
    let body: String
  }

  struct Hour: Hashable {
    enum Undo: Hashable {
      case unskip(slotID: String)
      case endSnooze(requestID: String)
    }

    let id: String
    let time: String
    let name: String
    let detail: String
    let undo: Undo?
  }

  let banners: [Banner]
  let due: [Due]
  let next: Next?
  let hours: [Hour]
  /// When the content was fetched.
  let contentNote: String
  /// What holds: whether it rings with the window closed.
  let foot: String
  /// Seconds until Ring Now may be pressed again; nil if it may now.
  let ringNowIn: Int64?

  init(_ report: StateReport, now: Instant, zone: some ZoneRules, words: Words) {
    let today = zone.wallClock(at: now).date
    let lines = StatusLine.lines(report, today: today, words: words)
    banners = lines.compactMap { Banner($0, isPaused: report.pause != nil) }
    due = report.waiting.compactMap { Due($0) }
    next = report.nextOccurrences.first.map { Next($0, today: today, words: words) }
    hours =
      report.nextOccurrences.map { Hour($0, today: today, words: words) }
      + report.skipped.map { Hour(skipped: $0, today: today, words: words) }
      + report.snoozed.map { Hour(snoozed: $0, today: today, words: words) }
    contentNote = lines.first { $0.subject == .content }?.title ?? ""
    foot = HoursModel.foot(report, words)
    ringNowIn = report.ringNowAgainAt.flatMap { Instant(iso: $0) }.flatMap { again in
      again > now ? (again - now).secondsRoundedUp : nil
    }
  }

  private static func foot(_ report: StateReport, _ words: Words) -> String {
    guard report.trayHost else {
      return words.say(
        "No panel shows an icon here: Carillon goes on when you close this window. Quit with Ctrl+Q."
      )
    }
    guard report.autostart.actual else {
      return words.say("Nothing rings while Carillon is closed.")
    }
    return report.exactAlarmCapable
      ? words.say("Carillon starts with your session and rings to the second.")
      : words.say("Carillon starts with your session.")
  }
}

extension HoursModel.Banner {
  /// The lines that matter at once: pauses, and a desktop that shows nothing.
  fileprivate init?(_ line: StatusLine, isPaused: Bool) {
    switch (line.subject, line.standing) {
    case (.pause, _):
      self.init(
        tone: .calm, icon: "media-playback-pause-symbolic", title: line.title,
        detail: line.detail, canResume: isPaused)
    case (.notifications, .wrong):
      self.init(
        tone: .warning, icon: "notifications-disabled-symbolic", title: line.title,
        detail: line.detail, canResume: false)
    default: return nil
    }
  }
}

extension HoursModel.Due {
  fileprivate init?(_ pending: StateReport.Pending) {
    // What has no text yet, or is held by a pause, is not due here.
    guard pending.reason == "no-server", let title = pending.title else { return nil }
    requestID = pending.requestId
    self.title = title
    body = pending.body ?? ""
    origin = [pending.time, pending.label ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension HoursModel.Next {
  fileprivate init(_ occurrence: StateReport.Occurrence, today: LocalDate, words: Words) {
    let moment = occurrence.moment.map { words.at($0, today: today) } ?? occurrence.time
    heading = words.say("Next: {moment}", ["moment": moment])
    title = occurrence.title ?? words.say("No content yet")
    body =
      occurrence.title == nil
      ? words.say("Fetch it now, or wait until shortly before the hour.") : occurrence.body ?? ""
  }
}

extension HoursModel.Hour {
  fileprivate init(_ occurrence: StateReport.Occurrence, today: LocalDate, words: Words) {
    let moment = occurrence.moment.map { words.heading($0.date, today: today) }
    self.init(
      id: "\(occurrence.slotId)@\(occurrence.date)", time: occurrence.time,
      name: occurrence.label,
      detail: [moment, occurrence.title].compactMap(\.self).joined(separator: " · "), undo: nil)
  }

  fileprivate init(skipped pending: StateReport.Pending, today: LocalDate, words: Words) {
    let when = Moment(iso: pending.when).map { words.heading($0.date, today: today) }
    self.init(
      id: "skipped:\(pending.requestId)", time: pending.time, name: pending.label ?? "",
      detail: [when, words.say("skipped once")].compactMap(\.self).joined(separator: " · "),
      undo: pending.slotId.map { .unskip(slotID: $0) })
  }

  fileprivate init(snoozed pending: StateReport.Pending, today: LocalDate, words: Words) {
    let back = Moment(iso: pending.when).map { String(describing: $0.time) } ?? pending.time
    self.init(
      id: "snoozed:\(pending.requestId)", time: back, name: pending.label ?? "",
      detail: words.say("comes back at {time}", ["time": back]),
      undo: .endSnooze(requestID: pending.requestId))
  }
}
