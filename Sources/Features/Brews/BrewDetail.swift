import CarillonEngine

/// The window of a brew, stage by stage. (B18–B21)
struct BrewDetail {
  let brew: Brew
  let tag: String
  let isOpen: Bool
  let context: KindContext
  let presenter: BrewPresenter
  let words: Words

  init(_ brew: Brew, of thread: Subject, _ context: KindContext) {
    self.brew = brew
    tag = thread.tag
    isOpen = thread.silentAt != nil
    self.context = context
    presenter = BrewPresenter(brew, context)
    words = context.words
  }

  var detail: Detail {
    var detail = Detail(
      tag: tag, title: words.say("{brew}, {time}", ["brew": presenter.type, "time": begun]),
      heading: heading, caption: presenter.caption ?? "", tone: tone, parts: parts)
    detail.buttons = buttons
    detail.forms = forms
    detail.emblem = emblem
    detail.isOver = !isOpen
    if isOpen {
      let due = brew.heardAt + .milliseconds(Int64((brew.remaining ?? 10) * 1000))
      detail.heard = LastHeard(
        at: brew.heardAt, overdue: due + .seconds(5), seconds: words.say("last heard {n} s ago"),
        minutes: words.say("last heard {n} min ago"), hours: words.say("last heard {n} h ago"))
    }
    return detail
  }

  private var heading: String { presenter.ownTitle }

  /// A check mark only for a shot that ran to its end.
  private var outcome: Ring.Inside {
    brew.stopped == true ? .symbol(.cup, .amber) : .symbol(.check, .green)
  }

  private var begun: String {
    let first = brew.begun.values.min() ?? brew.heardAt
    return words.clock(context.zone.wallClock(at: first).time)
  }

  private var tone: Tone {
    switch brew.stage {
    case .heating: .orange
    case .grinding: .brown
    case .preInfusion: .blue
    case .brewing: .amber
    case .complete: brew.stopped == true ? .amber : .green
    }
  }

  private var parts: [DetailPart] { optionalParts.compactMap(\.self) }

  private var optionalParts: [DetailPart?] {
    switch brew.stage {
    case .heating: [picture(or: tank), steps, bar, facts(profile), note]
    case .grinding: [picture(or: nil), steps, bar, facts(profile), note]
    // The drawing of the puck is the point of this stage, so a photo goes above it and does not
    // replace it. (B19)
    case .preInfusion:
      [picture(or: nil), ring.map { .ring($0) }, steps, gauge, facts(soaking), note]
    case .brewing: [picture(or: shot.map { .ring($0) }), steps, facts(dashboard), timeline, note]
    case .complete: [picture(or: cup), steps, facts(summary), timeline, notes]
    }
  }

  // MARK: Time

  /// How long the stage had lasted when the last message came.
  private var since: Double {
    let first = brew.begun(brew.stage) ?? brew.heardAt
    return Double(max(.zero, brew.heardAt - first).milliseconds) / 1000
  }

  /// A value that advances on its own for the expected duration of the stage.
  func running(from value: Double, for seconds: Double) -> Ramp {
    guard isOpen, seconds > 0 else { return .still(value) }
    return Ramp(
      from: value, to: value + seconds, start: brew.heardAt,
      end: brew.heardAt + .milliseconds(Int64(seconds * 1000)))
  }

  func figures(_ decimals: Int, _ rounding: Figures.Rounding = .nearest) -> Figures {
    Figures(decimals: decimals, separator: words.region.decimalSeparator, rounding: rounding)
  }

  /// The progress of the stage from 0 to 1; nil if its duration is unknown. (B12)
  private var share: Ramp? {
    guard let remaining = brew.remaining, since + remaining > 0 else { return nil }
    let now = since / (since + remaining)
    guard isOpen, remaining > 0 else { return .still(now) }
    return Ramp(
      from: now, to: 1, start: brew.heardAt,
      end: brew.heardAt + .milliseconds(Int64(remaining * 1000)))
  }

  // MARK: Parts

  /// The message's own image; the drawing if there is none or it has not arrived yet.
  private func picture(or drawing: DetailPart?) -> DetailPart? {
    let video = brew.video.flatMap { MediaJob.allows($0) ? $0 : nil }
    guard brew.image != nil || video != nil else { return drawing }
    var picture = Picture(file: nil, alternative: alternative)
    picture.address = brew.image
    picture.instead = [drawing].compactMap(\.self)
    if let video {
      picture.play = Picture.Play(
        id: "play_video", label: words.say("Play Video"), address: video)
    }
    return .picture(picture)
  }

  private var alternative: String {
    switch brew.stage {
    case .heating: words.say("Photo of the machine heating")
    case .grinding: words.say("Photo of the grinder")
    case .preInfusion, .brewing: words.say("Photo of the extraction")
    case .complete: words.say("Photo of the finished cup")
    }
  }

  private var steps: DetailPart {
    let number = brew.stage.rank
    let steps = BrewStage.allCases.map { stage in
      let isStopped = stage == .complete && brew.stopped == true
      return Steps.Step(
        name: isStopped ? words.term("stage", "Stopped") : stage.name(words),
        symbol: isStopped ? .cup : stage.symbol,
        at: brew.begun(stage).map { words.clock(context.zone.wallClock(at: $0).time) })
    }
    let values = [
      "n": String(number + 1), "all": String(steps.count), "stage": steps[number].name,
    ]
    return .steps(
      Steps(
        steps: steps, current: number, tone: tone, count: words.say("Step {n} of {all}", values),
        spoken: words.say("Step {n} of {all}, {stage}", values)))
  }

  /// The whole brew's progress, for stages of unknown duration. (B12)
  ///
  /// It says nothing about the stage: at 10 % of the brew, heating is not 10 % done.
  private func wholeBrew(_ progress: Double) -> DetailPart {
    let title = words.say("Whole brew")
    let reading = Reading(.still(progress), figures(0, .down))
    return .bar(
      Bar(
        title: title, reading: reading, total: 100, tone: tone,
        state: LiveText(words.say("{value} %"), ["value": reading]),
        spoken: words.say("{title}, {value}", ["title": title])))
  }

  private func underWay(_ title: String) -> DetailPart {
    .bar(
      Bar(
        title: title, reading: nil, total: 100, tone: tone,
        spoken: words.say("{title}, under way", ["title": title])))
  }

  private var bar: DetailPart {
    let title =
      brew.stage == .heating ? words.say("Heating water") : words.say("Grinding in progress")
    guard let share else { return brew.progress.map { wholeBrew($0) } ?? underWay(title) }
    let percent = Ramp(
      from: share.from * 100, to: share.to * 100, start: share.start, end: share.end)
    let reading = Reading(percent, figures(0, .down))
    var bar = Bar(
      title: title, reading: reading, total: 100, tone: tone,
      state: LiveText(words.say("{value} %"), ["value": reading]),
      spoken: words.say("{title}, {value}", ["title": title]))
    if brew.stage == .grinding {
      bar.text = LiveText(words.say("About {left} s remaining."), ["left": left])
    }
    return .bar(bar)
  }

  private var left: Reading {
    let remaining = brew.remaining ?? 0
    let ramp =
      isOpen && remaining > 0
      ? Ramp(
        from: remaining, to: 0, start: brew.heardAt,
        end: brew.heardAt + .milliseconds(Int64(remaining * 1000))) : Ramp.still(remaining)
    return Reading(ramp, figures(0, .up), unit: words.term("unit", "s"))
  }

  private var tank: DetailPart? {
    guard let share else { return nil }
    let vessel = Vessel(
      shape: .tank, fill: share, tone: .orange, before: Vessel.Before(level: 0.88, tone: .blue))
    return .vessel(
      VesselPart(
        vessel: vessel, reading: left, phases: [],
        words: Legend(
          title: words.say("Time left, about"), reading: left,
          caption: LiveText(
            words.say(
              "until the water is at {temperature}", ["temperature": presenter.temperature]))),
        spoken: words.say(
          "About {value} s until the water is at {temperature}",
          ["temperature": presenter.temperature])))
  }

  private var ring: Ring? {
    let total = brew.preInfusion ?? Brew.defaultPreInfusion
    guard total > 0 else { return nil }
    let elapsed = min(brew.knownElapsed, total)
    let reading = Reading(
      running(from: elapsed, for: total - elapsed), figures(1, .down),
      unit: words.term("unit", "s"))
    let fill = running(from: elapsed / total, for: 0)
    let wet =
      isOpen
      ? Ramp(from: elapsed / total, to: 1, start: reading.ramp.start, end: reading.ramp.end) : fill
    return Ring(
      reading: reading, total: total,
      phases: [
        Phase(until: total * 0.4, tone: .blue, word: words.term("pre-infusion", "Wetting")),
        Phase(until: total * 0.8, tone: .amber, word: words.term("pre-infusion", "Soaking")),
        Phase(until: nil, tone: .green, word: words.term("pre-infusion", "Ready")),
      ],
      ticks: 8, inside: .vessel(Vessel(shape: .disc, fill: wet, tone: .blue)),
      words: Legend(
        title: words.say("Pre-infusion"), reading: reading,
        caption: LiveText(
          words.say(
            "of {total} s", ["total": words.number(total, fixed: true)])),
        listsPhases: true),
      spoken: words.say(
        "Pre-infusion, {value} of {total} s, {phase}",
        ["total": words.number(total, fixed: true)]))
  }

  /// The shot as a ring, used without a photo; one turn is forty seconds.
  private var shot: Ring? {
    let reading = shotTime
    return Ring(
      reading: reading, total: BrewDetail.longestShot, phases: shotPhases,
      wanted: TargetRange(from: BrewDetail.target.lowerBound, to: BrewDetail.target.upperBound),
      ticks: 8, inside: .symbol(.cup, .amber),
      words: Legend(title: words.say("Shot time"), reading: reading),
      spoken: words.say("Shot time {value} s, {phase}"))
  }

  private var cup: DetailPart? {
    guard var ring = shot, brew.begun(.brewing) != nil else { return nil }
    ring.inside = outcome
    return .ring(ring)
  }

  private var emblem: Ring? {
    switch brew.stage {
    case .preInfusion: ring
    case .brewing: shot
    case .heating, .grinding:
      // If the progress is unknown, an empty ring surrounds the stage's symbol. (B12)
      Ring(
        reading: Reading(share ?? .still((brew.progress ?? 0) / 100)), total: 1,
        phases: [Phase(until: nil, tone: tone, word: "")],
        inside: .symbol(brew.stage.symbol, tone), words: Legend(title: heading),
        spoken: heading)
    case .complete:
      Ring(
        reading: Reading(.still(1)), total: 1, phases: [Phase(until: nil, tone: tone, word: "")],
        inside: outcome, words: Legend(title: heading), spoken: heading)
    }
  }

  private var gauge: DetailPart {
    let reading = Reading(
      .still(brew.knownPressure), figures(1), unit: words.term("unit", "bar"))
    // If the machine sends no range, the usual one is shown. (B19)
    let range = brew.targetPressure ?? Brew.PressureRange(low: 1.5, high: 3)
    let values = [
      "low": words.number(range.low, fixed: true), "high": words.number(range.high, fixed: true),
    ]
    let isTypical = brew.targetPressure == nil
    return .gauge(
      Gauge(
        reading: reading, low: 0, high: max(6, (range.high * 2).rounded(.up)),
        wanted: TargetRange(from: range.low, to: range.high),
        phases: [
          Phase(
            until: range.low, tone: .blue, word: words.say("Below {low} bar", values),
            symbol: .below),
          Phase(
            until: range.high, includesEnd: true, tone: .green,
            word: isTypical
              ? words.say("Typical: {low}–{high} bar", values)
              : words.say("In target {low}–{high} bar", values), symbol: .check),
          Phase(
            until: nil, tone: .orange, word: words.say("Above {high} bar", values), symbol: .above),
        ],
        words: Legend(title: words.say("Pressure"), reading: reading),
        spoken: words.say("Pressure {value} bar, {phase}")))
  }

  static let target = 25.0...35.0
  static let longestShot = 40.0

  /// The seconds since extraction was first reported. (B20)
  private var shotTime: Reading {
    let ramp: Ramp
    if brew.stage == .complete {
      let took =
        brew.shot
        ?? brew.begun(.brewing).map { first in
          Double(((brew.begun(.complete) ?? brew.heardAt) - first).milliseconds) / 1000
        }
      // A clock change in between can give an impossible duration, which is ignored. (B2)
      ramp = .still(took.flatMap { Brew.seconds.contains($0) ? $0 : nil } ?? brew.knownElapsed)
    } else {
      ramp = running(from: brew.shot ?? since, for: brew.remaining ?? brew.usual)
    }
    return Reading(ramp, figures(0, .down), unit: words.term("unit", "s"))
  }

  private var shotPhases: [Phase] {
    let target = BrewDetail.target
    return [
      Phase(
        until: target.lowerBound, tone: .amber,
        // A completed shot will no longer reach the target.
        word: brew.stage == .complete
          ? words.say("{left} s short of target") : words.say("{left} s to target"),
        symbol: .clock),
      Phase(
        until: target.upperBound, includesEnd: true, tone: .green, word: words.say("In target"),
        symbol: .check),
      Phase(until: nil, tone: .orange, word: words.say("{past} s past target"), symbol: .above),
    ]
  }

  private var timeline: DetailPart? {
    let reading = shotTime
    guard brew.stage == .brewing || brew.begun(.brewing) != nil else { return nil }
    let longest = max(BrewDetail.longestShot, (reading.ramp.to / 10).rounded(.up) * 10)
    return .timeline(
      Timeline(
        title: words.say("Shot time"), reading: reading, from: 0, to: longest,
        now: words.say("{value} s"),
        band: Timeline.Band(
          from: BrewDetail.target.lowerBound, to: BrewDetail.target.upperBound,
          word: words.term("band", "target"), fromLabel: "25", toLabel: words.say("35 s")),
        fromLabel: "0", toLabel: words.number(longest, decimals: 0), tick: 5, phases: shotPhases,
        spoken: words.say("{value} seconds, target 25 to 35, {phase}")))
  }

  /// The last message's text; nil if it was empty.
  private var said: String? { brew.body.flatMap { $0.isEmpty ? nil : $0 } }

  private var note: DetailPart {
    .note(Paragraph(title: nil, text: said ?? presenter.sentence))
  }

  private var notes: DetailPart {
    let texts = [said ?? presenter.sentence, brew.notes].compactMap(\.self)
      .filter { !$0.isEmpty }
    return .note(
      Paragraph(title: words.say("Notes"), text: texts.joined(separator: "\n")))
  }
}

extension BrewStage {
  func name(_ words: Words) -> String {
    switch self {
    case .heating: words.term("stage", "Heating")
    case .grinding: words.term("stage", "Grinding")
    case .preInfusion: words.term("stage", "Pre-infusion")
    case .brewing: words.term("stage", "Extraction")
    case .complete: words.term("stage", "Complete")
    }
  }

  var symbol: Symbol {
    switch self {
    case .heating: .thermometer
    case .grinding: .bean
    case .preInfusion: .drop
    case .brewing: .cup
    case .complete: .check
    }
  }
}
