import CarillonEngine
import CarillonSlots

/// The content of the Hours page: the next notification, the list of hours, and notifications that
/// are waiting. (T11)
struct HoursModel: Hashable {
  /// A banner across the top of the page.
  struct Banner: Hashable {
    enum Tone { case calm, warning }
    enum Remedy { case resume, whatHelps }

    let tone: Tone
    let icon: String
    let title: String
    let detail: String
    let remedy: Remedy?
  }

  /// A due notification that nothing on the desktop can show; the page shows it instead. (T21)
  struct Due: Hashable {
    let requestID: String
    let title: String
    let body: String
    /// `18:00 Evening`.
    let origin: String
    /// What can be done about it: names for `Respond`, and what the buttons say. (T33, B17)
    let buttons: [DigestReport.Button]
  }

  struct Next: Hashable {
    /// `Next: today at 18:00, in 2 h`.
    let heading: String
    let title: String
    let body: String
    /// When content was fetched, and when it is checked again.
    let note: String
  }

  /// Explains notifications after the first hour was saved. (T22)
  struct Explanation: Hashable {
    let heading: String
    let title: String
    let body: String
    let time: String
    /// The hour whose text it is; nil if no text is known.
    let slotID: String?
    /// What notifications are good for; empty where the page says so already. (J1)
    var use = ""
    /// Whether it starts with the session, and who sees to that, as in the settings. (T19, T39)
    let session: OptionsModel.Flag
  }

  let banners: [Banner]
  let due: [Due]
  /// Nil if nothing is planned.
  let next: Next?
  let explanation: Explanation?
  let hours: [HourModel]
  /// Snoozed notifications whose hour is not in the list.
  let others: [HourModel.Note]
  /// Whether hours ring while the window is closed.
  let foot: String
  /// Seconds until Ring Now is available; nil if it is available now.
  let ringNowIn: Int64?
  /// How long all this stays valid by itself; nil means forever.
  let holds: Span?

  /// `saved` is the hour that was last saved here; `explains`: the explanation is still on the page.
  init(
    _ truth: SettingsModel.Truth, saved: SlotID? = nil, explains: Bool? = nil,
    firstWeekday: Int = 1,
    words: Words
  ) {
    let report = truth.state
    let (now, today) = (truth.now, truth.today)
    let lines = StatusLine.lines(report, today: today, words: words)
    banners =
      lines.compactMap { Banner($0, isPaused: report.pause != nil) }
      + [Banner(locked: report.waiting, words)].compactMap(\.self)
    let snooze = truth.configuration.settings.snooze
    due = report.waiting.compactMap { Due($0, snooze, words) }
    let ids = Set(truth.configuration.slots.map(\.id.description))
    // What else is planned, such as journeys, is no hour, and has no content that is fetched.
    var ofHours = report
    ofHours.nextOccurrences.removeAll { !ids.contains($0.slotId) }
    let clock = HourModel.Clock(
      SettingsModel.Truth(
        state: ofHours, configuration: truth.configuration, now: now, zone: truth.zone),
      firstWeekday: firstWeekday)
    hours = truth.configuration.slots.sorted { $0.id < $1.id }
      .map { HourModel($0, ofHours, clock, words) }
    others = report.snoozed.filter { $0.slotId.map { !ids.contains($0) } ?? true }
      .map { HourModel.Note(snoozed: $0, named: true, words) }
    explanation = explains ?? report.explanation ? Explanation(report, saved, words) : nil
    let outlook = Outlook(ofHours)
    next = (clock.next ?? ofHours.nextOccurrences.first).map {
      Next($0, outlook, truth, clock, words)
    }
    foot = HoursModel.foot(report, words)
    ringNowIn = report.ringNowAgainAt.flatMap { Instant(iso: $0) }.flatMap { again in
      again > now ? (again - now).secondsRoundedUp : nil
    }
    if ringNowIn != nil {
      holds = .milliseconds(1000 - (now.milliseconds % 1000 + 1000) % 1000)
    } else {
      holds =
        ofHours.nextOccurrences.isEmpty && due.isEmpty ? nil : HoursModel.untilNextMinute(now)
    }
  }

  static func untilNextMinute(_ now: Instant) -> Span {
    .milliseconds(60_000 - (now.milliseconds % 60_000 + 60_000) % 60_000)
  }

  private static func foot(_ report: StateReport, _ words: Words) -> String {
    guard report.trayHost else {
      return words.say(
        "This desktop has no tray. Carillon keeps running when you close this window; quit "
          + "with Ctrl+Q."
      )
    }
    guard report.autostart.actual else {
      if report.ringsWhileClosed { return words.say("Carillon also rings while it is closed.") }
      return words.say("Nothing rings unless Carillon is running. Closing this window is fine.")
    }
    return report.exactAlarmCapable
      ? words.say("Carillon starts with your session and rings to the second.")
      : words.say("Carillon starts with your session.")
  }
}

extension HoursModel.Banner {
  /// Banners for pauses, and for a desktop that shows no notifications.
  fileprivate init?(_ line: StatusLine, isPaused: Bool) {
    switch (line.subject, line.standing) {
    case (.pause, _):
      self.init(
        tone: .calm, icon: "media-playback-pause-symbolic", title: line.title,
        detail: line.detail, remedy: isPaused ? .resume : nil)
    case (.notifications, .wrong):
      self.init(
        tone: .warning, icon: "notifications-disabled-symbolic", title: line.title,
        detail: line.detail, remedy: .whatHelps)
    default: return nil
    }
  }
}

extension HoursModel.Banner {
  /// A banner for what is due and waits for the keyring, which keeps its text. (T28)
  fileprivate init?(locked waiting: [StateReport.Pending], _ words: Words) {
    let count = waiting.count { $0.reason == Waiting.locked.rawValue }
    guard count > 0 else { return nil }
    self.init(
      tone: .warning, icon: "changes-prevent-symbolic",
      title: words.count(
        "{n} notification waits for your keyring", "{n} notifications wait for your keyring",
        count),
      detail: words.say("Unlock the keyring to see what is due."), remedy: .whatHelps)
  }
}

extension HoursModel.Due {
  init?(_ pending: StateReport.Pending, _ length: Span, _ words: Words) {
    // Notifications without text, or held by a pause, are not due here.
    guard pending.reason == Waiting.noServer.rawValue, let title = pending.title else { return nil }
    requestID = pending.requestId
    self.title = title
    body = pending.body ?? ""
    let snooze = words.count("Snooze {n} min", "Snooze {n} min", Int(length.milliseconds / 60_000))
    // A message has the buttons that came with it.
    let own = pending.buttons ?? [DigestReport.Button(id: "snooze", label: snooze)]
    buttons =
      [DigestReport.Button(id: "open", label: words.say("Open"))] + own
      + [DigestReport.Button(id: "dismiss", label: words.say("Dismiss"))]
    origin = [words.clock(reported: pending.time), pending.label ?? ""].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

extension HoursModel.Next {
  fileprivate init(
    _ occurrence: StateReport.Occurrence, _ outlook: Outlook, _ truth: SettingsModel.Truth,
    _ clock: HourModel.Clock, _ words: Words
  ) {
    let moment =
      occurrence.moment.map { words.at($0, today: truth.today) }
      ?? words.clock(reported: occurrence.time)
    if case .due = outlook, let span = clock.ahead(occurrence) {
      heading = words.say(
        "Next: {moment}, {ahead}", ["moment": moment, "ahead": words.ahead(span)])
    } else {
      heading = words.outlook(outlook, today: truth.today)
    }
    title = occurrence.title ?? words.say("No content yet")
    body =
      occurrence.title == nil
      ? words.say(
        "Fetch it now, or let Carillon do so shortly before the hour.") : occurrence.body ?? ""
    note = Self.note(occurrence, truth, words)
  }

  private static func note(
    _ occurrence: StateReport.Occurrence, _ truth: SettingsModel.Truth, _ words: Words
  ) -> String {
    let configuration = truth.configuration
    let slot = configuration.slots.first { $0.id.description == occurrence.slotId }
    let source = slot.map { configuration.settings.source(of: $0) }
    if source == .some(nil) { return words.say("From Carillon’s built-in thoughts.") }
    guard let fetched = truth.state.lastFetchAt.flatMap({ Moment(iso: $0) }) else {
      return words.say("Nothing has been fetched yet.")
    }
    let lead = configuration.settings.lead
    let values = ["moment": words.at(fetched, today: truth.today)]
    guard let due = Instant(iso: occurrence.when), due - lead > truth.now else {
      return words.say("Fetched {moment}.", values)
    }
    let look = words.at(Moment(due - lead, in: truth.zone), today: truth.today)
    return words.say(
      "Fetched {moment}. Next check: {next}.",
      ["moment": words.at(fetched, today: truth.today), "next": look])
  }
}

extension HoursModel.Explanation {
  fileprivate init(_ report: StateReport, _ saved: SlotID?, _ words: Words) {
    let planned = report.nextOccurrences
    let sample =
      planned.first { $0.slotId == saved?.description && $0.title != nil }
      ?? planned.first { $0.title != nil }
    heading =
      saved.map { words.say("{time} is set", ["time": words.clock($0.time)]) }
      ?? words.say("This is what a notification looks like")
    title = sample?.title ?? words.say("A thought for this hour")
    body = sample?.body ?? words.say("It is fetched in advance, so it arrives on time.")
    time = sample.map { words.clock(reported: $0.time) } ?? saved.map { words.clock($0.time) } ?? ""
    slotID = sample?.slotId
    session = OptionsModel.session(report, words)
  }

  /// The same after the first journey. (J1)
  ///
  /// `ids`: those of the journeys.
  init(ofJourneys ids: Set<String>, _ report: StateReport, _ words: Words) {
    let journey = report.nextOccurrences.first { ids.contains($0.slotId) && $0.title != nil }
    heading = words.say("This is what a notification looks like")
    title = journey?.title ?? words.say("Time to leave")
    body = journey?.body ?? ""
    time = ""
    slotID = nil
    use = words.say(
      "Carillon tells you when it is time to leave, and at once when your ride is late or canceled."
    )
    session = OptionsModel.session(report, words)
  }
}
