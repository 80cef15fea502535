import CarillonEngine

/// The row of an alarm in the list. (D16)
struct AlarmRow {
  let alarm: Alarm
  let subject: Subject
  let context: KindContext

  private var words: Words { context.words }

  /// How long one that was acknowledged stays in the list.
  static let acknowledgedFor = Span.days(1)

  /// Nil if nobody needs it any more.
  var row: SubjectRow? {
    if alarm.status != .resolved, alarm.report?.stage == .waiting { return unsent }
    switch alarm.status {
    case .active where alarm.isOpen: return open
    case .active, .acknowledged: return acknowledged
    case .resolved: return nil
    }
  }

  /// One of which only the subject's rank is known. (T28)
  static func unreadable(_ subject: Subject, _ context: KindContext) -> SubjectRow? {
    guard subject.rank % Alarm.Status.allCases.count == Alarm.Status.active.rank else { return nil }
    let words = context.words
    return SubjectRow(
      tag: subject.tag, section: .open(words), rank: .init(weight: -1, at: subject.createdAt),
      tone: .amber, symbol: .alert, title: words.say("Unreadable Alarm"),
      since: subject.createdAt.iso(in: context.zone),
      note: words.say("It is encrypted, and cannot be read now."), isReadable: false)
  }

  private var open: SubjectRow {
    var row = made(
      in: .open(words), .init(weight: alarm.severity.rank, at: alarm.raisedAt), alarm.severity.tone,
      alarm.severity == .info ? .bell : .alert)
    row.mark = alarm.severity.word(words)
    row.isUrgent = alarm.severity == .critical
    row.since = alarm.raisedAt.iso(in: context.zone)
    row.note = context.snoozed ?? sentence ?? ""
    // Without an account, a press would only fail. (D1)
    if Backend(context.settings) != nil {
      let button = Alarms.acknowledgeButton(alarm, words)
      row.buttons = [.init(id: button.id, label: button.label)]
    }
    row.buttons.append(Maintenance.laterButton(context))
    return row
  }

  private var unsent: SubjectRow {
    var row = made(
      in: .init(place: 1, title: words.say("Waiting to Be Sent")),
      .init(at: alarm.report?.at ?? alarm.raisedAt), .amber, .clock)
    row.mark = alarm.severity.word(words)
    row.note = sentence ?? ""
    row.isUnsent = true
    return row
  }

  /// The newest first.
  private var acknowledged: SubjectRow? {
    let at = takenAt ?? alarm.acknowledgedAt ?? alarm.saidAt
    guard context.now - at < AlarmRow.acknowledgedFor else { return nil }
    var row = made(
      in: .init(place: 3, title: words.term("alarms", "Acknowledged")),
      .init(weight: Int(at.milliseconds / 1000), at: nil), .green, .check)
    row.note =
      takenAt == nil ? words.say("Acknowledged at {time}.", ["time": clock(at)]) : sentence ?? ""
    return row
  }

  private var takenAt: Instant? {
    if case .taken(let at)? = alarm.report?.stage { at } else { nil }
  }

  private var sentence: String? { Alarms.sentence(about: alarm.report, clock, words) }

  private func made(
    in section: SubjectRow.Section, _ rank: SubjectRow.Rank, _ tone: Tone, _ symbol: Symbol
  ) -> SubjectRow {
    var row = SubjectRow(
      tag: subject.tag, section: section, rank: rank, tone: tone, symbol: symbol,
      title: Alarms.title(alarm, words), text: Maintenance.line(alarm.body),
      caption: alarm.asset?.text ?? "")
    row.about = alarm.asset?.id
    return row
  }

  private func clock(_ instant: Instant) -> String {
    words.clock(context.zone.wallClock(at: instant).time)
  }
}

extension SubjectRow.Section {
  fileprivate static func open(_ words: Words) -> Self {
    .init(place: 0, title: words.term("alarms", "Open"))
  }
}
