import CarillonEngine

/// The window of an alarm. (D16)
struct AlarmDetail {
  let alarm: Alarm
  let subject: Subject
  let context: KindContext
  let words: Words

  init(_ alarm: Alarm, of subject: Subject, _ context: KindContext) {
    self.alarm = alarm
    self.subject = subject
    self.context = context
    words = context.words
  }

  var detail: Detail {
    var detail = Detail(
      tag: subject.tag, title: words.say("{alarm}, {time}", ["alarm": heading, "time": raised]),
      heading: heading, caption: asset ?? "", tone: tone, parts: parts)
    detail.buttons = buttons
    detail.emblem = Ring.emblem(alarm.isOpen ? .alert : .check, tone, heading)
    detail.isOver = subject.isOver
    return detail
  }

  private var heading: String { Alarms.title(alarm, words) }

  private var asset: String? { alarm.asset?.text }

  private var raised: String { clock(alarm.raisedAt) }

  private func clock(_ instant: Instant) -> String {
    words.clock(context.zone.wallClock(at: instant).time)
  }

  private var tone: Tone {
    alarm.isOpen ? alarm.severity.tone : .green
  }

  private var parts: [DetailPart] {
    // Without a picture, the dial has its place.
    let parts =
      picture == nil
      ? [gauge, steps, facts, news, later, note]
      : [picture, steps, facts, news, later, note, gauge]
    return parts.compactMap(\.self)
  }

  // MARK: Parts

  private var picture: DetailPart? {
    Maintenance.picture(alarm.image, of: asset ?? heading, words)
  }

  /// What was measured, on a dial with the range that is allowed.
  private var gauge: DetailPart? {
    guard let measured = alarm.measured else { return nil }
    let figures = Figures(
      decimals: measured.value == measured.value.rounded() ? 0 : 1,
      separator: words.region.decimalSeparator)
    let reading = Reading(.still(measured.value), figures, unit: measured.unit)
    let title = measured.quantity.isEmpty ? words.say("Measured") : measured.quantity
    var gauge = Gauge(
      reading: reading, low: measured.low, high: measured.high, phases: [],
      words: Legend(title: title, reading: reading),
      spoken: words.say("{title} {value} {unit}", ["title": title, "unit": measured.unit]))
    if let limit = measured.limit {
      let values = ["unit": measured.unit, "limit": words.number(limit)]
      gauge.wanted = TargetRange(to: limit)
      gauge.words.caption = LiveText(words.say("limit {limit} {unit}", values))
      gauge.phases = [
        Phase(
          until: limit, includesEnd: true, tone: .green, word: words.say("Within the limit"),
          symbol: .check),
        Phase(
          until: nil, tone: .red, word: words.say("{past} {unit} above the limit", values),
          symbol: .above),
      ]
      gauge.spoken = words.say(
        "{title} {value} {unit}, {phase}", ["title": title, "unit": measured.unit])
    }
    return .gauge(gauge)
  }

  private var steps: DetailPart {
    let acknowledged = alarm.acknowledgedAt ?? (alarm.isOpen ? nil : alarm.report?.at)
    let steps = [
      Steps.Step(name: words.term("alarm", "Raised"), symbol: .alert, at: raised),
      Steps.Step(
        name: words.term("alarm", "Acknowledged"), symbol: .check, at: acknowledged.map(clock)),
      Steps.Step(
        name: words.term("alarm", "Resolved"), symbol: .flag, at: alarm.resolvedAt.map(clock)),
    ]
    let current = alarm.status == .active && !alarm.isOpen ? 1 : alarm.status.rank
    let values = [
      "n": String(current + 1), "all": String(steps.count), "stage": steps[current].name,
    ]
    return .steps(
      Steps(
        steps: steps, current: current, tone: tone,
        count: words.say("Step {n} of {all}", values),
        spoken: words.say("Step {n} of {all}, {stage}", values)))
  }

  private var facts: DetailPart {
    var facts = [Fact(words.say("Severity"), text: alarm.severity.word(words), words)]
    facts.append(Fact(words.term("alarm", "Raised"), text: raised, words))
    if let assignee = alarm.assignee {
      facts.append(Fact(words.say("Assigned to"), text: assignee, words))
    }
    return .facts(FactCard(facts: facts))
  }

  /// What has become of the acknowledgement. (D6)
  private var news: DetailPart? {
    guard let text = Alarms.sentence(about: alarm.report, clock, words) else { return nil }
    return .note(Paragraph(title: words.say("Acknowledgement"), text: text))
  }

  private var later: DetailPart? {
    context.snoozed.map { .note(Paragraph(title: nil, text: $0)) }
  }

  private var note: DetailPart? {
    alarm.body.isEmpty ? nil : .note(Paragraph(title: nil, text: alarm.body))
  }

  // MARK: Buttons

  private var buttons: [Button] {
    guard !subject.isOver else { return wayOut }
    var shown = alarm.actions.filter {
      !Maintenance.viewing.contains($0.id) && !Alarms.isAcknowledging($0.id)
    }.map { Button(id: $0.id, label: $0.title) }
    if alarm.isOpen {
      shown.insert(Alarms.acknowledgeButton(alarm, words), at: 0)
      if !shown.contains(where: { $0.id == Maintenance.snooze }) {
        let snooze = Maintenance.snoozeButton(context)
        shown.append(Button(id: snooze.id, label: snooze.title))
      }
    }
    return shown + wayOut
  }

  /// To all about its machine, and to its history.
  private var wayOut: [Button] {
    [Maintenance.relatedButton(alarm.asset, words), Maintenance.historyButton(words)]
      .compactMap(\.self)
  }
}

extension Alarm.Severity {
  var tone: Tone {
    switch self {
    case .critical: .red
    case .warning: .amber
    case .info: .blue
    }
  }

  func word(_ words: Words) -> String {
    switch self {
    case .critical: words.term("severity", "Critical")
    case .warning: words.term("severity", "Warning")
    case .info: words.term("severity", "Information")
    }
  }
}

extension Alarms {
  /// The button that acknowledges an alarm: the one that came with it, or Carillon's.
  static func acknowledgeButton(_ alarm: Alarm, _ words: Words) -> Button {
    let own = alarm.actions.first { isAcknowledging($0.id) }
    return Button(
      id: own?.id ?? acknowledge, label: own?.title ?? words.say("Acknowledge"), role: .suggested)
  }

  /// What has become of an acknowledgement, in a sentence; nil if there is none. (D6)
  static func sentence(
    about report: Report?, _ clock: (Instant) -> String, _ words: Words
  ) -> String? {
    switch report?.stage {
    case nil: nil
    case .waiting: words.say("Acknowledged, not yet sent.")
    case .taken(let at): words.say("Acknowledged at the server at {time}.", ["time": clock(at)])
    case .refused(let status?):
      words.say(
        "The server did not accept it ({status}). The alarm is still open.",
        ["status": String(status)])
    case .refused(nil): words.say("It was not sent. The alarm is still open.")
    }
  }
}
