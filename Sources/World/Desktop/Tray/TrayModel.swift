package import CarillonEngine

/// The content of the tray's menu and icon, derived from the state. (T20)
///
/// Its times are absolute, but "Today" and "Tomorrow" become wrong at midnight, so the menu is
/// rebuilt whenever it is about to be shown.
package struct TrayModel: Hashable {
  let icon: TrayIcon
  let entries: [TrayEntry]

  /// Further hours are shown only in the window.
  static let mostHours = 6
  /// The number of current threads shown, the most recent ones.
  static let mostThreads = 4
  /// People count days from the morning: "until tomorrow" means the next 06:00.
  private static let morning = WallTime(hour: 6, minute: 0)

  package init(_ report: StateReport, now: Instant, zone: some ZoneRules, words: Words) {
    let today = zone.wallClock(at: now).date
    icon = TrayIcon(report, today: today, words: words)
    let groups = [
      TrayModel.paused(report, today: today, words: words),
      TrayModel.urgent(report, words: words),
      TrayModel.threads(report, words: words),
      TrayModel.hours(report, today: today, words: words),
      TrayModel.snoozed(report, words: words),
      TrayModel.commands(report, now: now, zone: zone, words: words),
      TrayModel.windows(report, words: words),
      TrayModel.program(report, words: words),
    ]
    var entries: [TrayEntry] = []
    for (number, group) in groups.enumerated() where !group.isEmpty {
      if !entries.isEmpty { entries.append(.separator(String(number))) }
      entries += group
    }
    self.entries = entries
  }

  /// The entries of the window's own menu, for which the window has no buttons.
  func windowEntries(_ words: Words) -> [TrayEntry] {
    let named = ["paused", "resume", "pause", "skip"]
    let commands = entries.filter { named.contains($0.id) || $0.id.hasPrefix("unskip:") }
    let windowed = commands.map { entry in
      guard case .submenu(let choices) = entry.kind else { return entry }
      return TrayEntry(
        entry.id, entry.label, .submenu(choices + [TrayModel.untilDate(words)]))
    }
    return windowed + [.separator("window")] + TrayModel.ownEntries(words)
  }

  /// Entries that this menu always has.
  static func ownEntries(_ words: Words) -> [TrayEntry] {
    [
      TrayEntry("help", words.say("Help"), .action(.showHelp)),
      TrayEntry("shortcuts", words.say("Keyboard Shortcuts"), .action(.showShortcuts)),
      TrayEntry("about", words.say("About Carillon"), .action(.showAbout)), .separator("quit"),
      TrayEntry("quit", words.say("Quit"), .action(.quit)),
    ]
  }

  /// The entries of the window's pause button: to pause, or to end the pause or move its end.
  func pauseEntries(_ words: Words) -> [TrayEntry] {
    let choices: [TrayEntry] = entries.flatMap { entry in
      if case .submenu(let choices) = entry.kind, entry.id == "pause" { return choices }
      return []
    }
    return entries.filter { ["paused", "resume"].contains($0.id) } + choices
      + [TrayModel.untilDate(words)]
  }

  private static func untilDate(_ words: Words) -> TrayEntry {
    TrayEntry("pause:date", words.say("Until a Date…"), .action(.choosePauseEnd))
  }

  private static func paused(_ report: StateReport, today: LocalDate, words: Words) -> [TrayEntry] {
    if let pause = report.pause {
      let until = Moment(iso: pause.effectiveUntil).map { words.until($0, today: today) }
      let label =
        until.map { words.say("Paused until {moment}", ["moment": $0]) } ?? words.say("Paused")
      return [
        TrayEntry("paused", label, .note),
        TrayEntry("resume", words.say("Resume"), .action(.pause(until: "off"))),
      ]
    }
    guard let until = report.quietUntil.flatMap({ Moment(iso: $0) }) else { return [] }
    let label = words.say(
      "Quiet hours until {moment}", ["moment": words.until(until, today: today)])
    return [TrayEntry("quiet", label, .note)]
  }

  /// What helps against the newest thread that is urgent. (D16, C4)
  ///
  /// Its id names the thread, so that a menu that is open never acts on another one.
  private static func urgent(_ report: StateReport, words: Words) -> [TrayEntry] {
    let threads = report.threads.filter { $0.urgent != nil }
    // The user's own services go before topics and paired senders.
    guard
      let thread = threads.first(where: { Subject.guest(in: $0.tag) == nil }) ?? threads.first,
      let button = thread.urgent
    else { return [] }
    return [
      TrayEntry(
        "urgent:\(thread.tag)",
        words.say("{button} “{title}”", ["button": button.label, "title": thread.title.shortened]),
        .action(.act(tag: thread.tag, button: button.id)))
    ]
  }

  /// Current threads, even dismissed ones, so that their windows can be opened. (B18, B22)
  ///
  /// The user's own before those of topics and paired senders; in a fixed order, so that lines do not move with
  /// every message. (C4)
  private static func threads(_ report: StateReport, words: Words) -> [TrayEntry] {
    let own = report.threads.filter { Subject.guest(in: $0.tag) == nil }
    let others = report.threads.filter { Subject.guest(in: $0.tag) != nil }
    let shown = (own + others).prefix(mostThreads)
    return shown.sorted { ($0.title, $0.tag) < ($1.title, $1.tag) }.map {
      TrayEntry(
        "thread:\($0.tag)",
        words.say("{title}: {heading}", ["title": $0.title, "heading": $0.heading]),
        .action(.showThread(tag: $0.tag, kind: $0.kind)))
    }
  }

  private static func hours(_ report: StateReport, today: LocalDate, words: Words) -> [TrayEntry] {
    var entries = report.nextOccurrences.prefix(mostHours).map { occurrence in
      TrayEntry(
        "hour:\(occurrence.slotId)@\(occurrence.date)", words.hour(occurrence, today: today),
        .action(.showHours))
    }
    if case .silent = Outlook(report), !entries.isEmpty {
      let sentence = words.outlook(Outlook(report), today: today)
      entries.insert(TrayEntry("outlook", sentence, .note), at: 0)
    }
    if entries.isEmpty {
      entries = [TrayEntry("no-hours", words.say("No hours planned"), .note)]
    }
    if report.server.doNotDisturb == true {
      entries.append(TrayEntry("dnd", words.say("Do Not Disturb is on"), .note))
    }
    return entries
  }

  private static func snoozed(_ report: StateReport, words: Words) -> [TrayEntry] {
    report.snoozed.map { pending in
      let back =
        Moment(iso: pending.when).map { words.clock($0.time) }
        ?? words.clock(reported: pending.time)
      let label = words.say(
        "Cancel Snooze ({name}, {time})", ["name": pending.name(words), "time": back])
      return TrayEntry(
        "snoozed:\(pending.requestId)", label, .action(.endSnooze(requestID: pending.requestId)))
    }
  }

  private static func commands(
    _ report: StateReport, now: Instant, zone: some ZoneRules, words: Words
  ) -> [TrayEntry] {
    let today = zone.wallClock(at: now).date
    var entries = [
      TrayEntry("ring", words.say("Ring Now"), .action(.ringNow)),
      TrayEntry("fetch", words.say("Fetch Now"), .action(.fetchNow)),
    ]
    for pending in report.skipped {
      guard let slot = pending.slotId else { continue }
      let label = words.say(
        "Undo Skip ({moment})",
        ["moment": words.skipped(Moment(iso: pending.when), pending.time, today: today)])
      entries.append(
        TrayEntry("unskip:\(pending.requestId)", label, .action(.unskip(slotID: slot))))
    }
    // Skipping the same hour twice would have no effect. (T33)
    let skipped = Set(report.skipped.compactMap(\.slotId))
    if let next = report.nextOccurrences.first(where: { !skipped.contains($0.slotId) }) {
      let values = [
        "moment": words.skipped(next.moment, next.time, today: today), "name": next.name,
      ]
      let label =
        next.label.isEmpty
        ? words.say("Skip {moment}", values) : words.say("Skip {moment} {name}", values)
      entries.append(TrayEntry("skip", label, .action(.skip(slotID: next.slotId))))
    }
    if report.pause == nil {
      let choices = [
        TrayEntry("pause:20m", words.say("For 20 Minutes"), .action(.pause(until: "20m"))),
        TrayEntry("pause:1h", words.say("For 1 Hour"), .action(.pause(until: "1h"))),
        TrayEntry("pause:8h", words.say("For 8 Hours"), .action(.pause(until: "8h"))),
        TrayEntry(
          "pause:tomorrow", untilMorning(now: now, zone: zone, words: words),
          .action(.pause(until: "tomorrow"))),
      ]
      entries.append(TrayEntry("pause", words.say("Pause"), .submenu(choices)))
    }
    return entries
  }

  /// `Until Tomorrow, 06:00`; after midnight, the next morning is today's.
  private static func untilMorning(now: Instant, zone: some ZoneRules, words: Words) -> String {
    guard let morning else { return words.say("Until Tomorrow") }
    let values = ["time": words.clock(morning)]
    return zone.wallClock(at: now).time < morning
      ? words.say("Until {time}", values) : words.say("Until Tomorrow, {time}", values)
  }

  private static func windows(_ report: StateReport, words: Words) -> [TrayEntry] {
    var entries: [TrayEntry] = []
    if report.thingsToLookAt > 0 {
      let label = words.count(
        "{n} Problem", "{n} Problems", report.thingsToLookAt)
      entries.append(TrayEntry("status", label, .action(.showStatus)))
    }
    if let last = report.last, !last.title.isEmpty {
      let label = words.say("Open “{title}”", ["title": last.title.shortened])
      entries.append(TrayEntry("last", label, .action(.openLast(requestID: last.requestId))))
    }
    entries.append(TrayEntry("hours", words.say("Hours and Settings"), .action(.showHours)))
    entries.append(TrayEntry("history", words.say("History"), .action(.showHistory)))
    return entries
  }

  private static func program(_ report: StateReport, words: Words) -> [TrayEntry] {
    [
      // Only the user can take a unit back, with systemctl. (T39)
      report.autostart.by == .systemd
        ? TrayEntry("autostart", words.say("Started by systemd"), .note)
        : TrayEntry(
          "autostart", words.say("Start with Your Session"), .check(on: report.autostart.actual)),
      TrayEntry("quit", words.say("Quit"), .action(.quit)),
    ]
  }
}

extension StateReport.Occurrence {
  /// When it rings on the wall clock; nil if the report's format differs.
  var moment: Moment? { Moment(iso: when) }

  fileprivate var name: String { label.shortened }
}

extension StateReport.Pending {
  /// The name of its hour, or the time.
  func name(_ words: Words) -> String {
    guard let label, !label.isEmpty else { return words.clock(reported: time) }
    return label.shortened
  }
}

extension String {
  /// Shortened to fit into a line of a menu.
  fileprivate var shortened: String { count <= 40 ? self : prefix(39) + "…" }
}

extension Words {
  /// `Today 18:00 Evening`.
  fileprivate func hour(_ occurrence: StateReport.Occurrence, today: LocalDate) -> String {
    let when =
      occurrence.moment.map { entry($0, today: today) } ?? clock(reported: occurrence.time)
    let name = occurrence.name
    let hour = name.isEmpty ? when : say("{moment} {name}", ["moment": when, "name": name])
    return obstacle(to: occurrence, today: today).map {
      say("{hour} ({obstacle})", ["hour": hour, "obstacle": $0])
    } ?? hour
  }

  /// `18:00`, or `Tomorrow 12:00`: an occurrence to skip, or whose skip is undone.
  fileprivate func skipped(_ moment: Moment?, _ time: String, today: LocalDate) -> String {
    guard let moment, moment.date != today else { return clock(reported: time) }
    return entry(moment, today: today)
  }
}
