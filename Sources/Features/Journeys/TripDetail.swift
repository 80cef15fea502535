package import CarillonEngine

/// The window of a trip. (J29)
struct TripDetail {
  let trip: Trip
  let subject: Subject
  let context: KindContext
  let words: Words

  init(_ trip: Trip, of subject: Subject, _ context: KindContext) {
    self.trip = trip
    self.subject = subject
    self.context = context
    words = context.words
  }

  var detail: Detail {
    var detail = Detail(
      tag: subject.tag, title: trip.destination, heading: heading, caption: caption, tone: tone,
      parts: [ring.map { .ring($0) }, timeline, facts, others, note, later].compactMap(\.self))
    detail.buttons = buttons
    detail.emblem = ring ?? emblem
    detail.isOver = subject.isOver
    return detail
  }

  // MARK: The heading

  private var tone: Tone {
    if trip.isCancelled, trip.instead == nil { return .red }
    return trip.stage == .cancelled ? .blue : .violet
  }

  private var heading: String {
    switch trip.stage {
    case .cancelled:
      return day == nil
        ? words.term("journey", "Canceled for today") : words.term("journey", "Canceled")
    case .done: return words.term("journey", "Arrived")
    case .active: return words.term("journey", "In progress")
    case .planned, .announced: break
    }
    if trip.isCancelled { return words.term("journey", "Disrupted") }
    if case .delay = trip.news { return TripText(trip, context).undated.title }
    guard let ride = trip.ride else { return trip.destination }
    return words.say("Leave at {time}", ["time": clock(ride.leaveAt)])
  }

  private var caption: String {
    let way = trip.ride.map { Trips.way($0.route, $0.stop, words) }
    return Trips.listed([day, trip.destination, way])
  }

  private var day: String? { Trips.day(of: trip, context) }

  private func clock(_ instant: Instant) -> String { Trips.clock(instant, context) }

  // MARK: The ring

  /// The time that is left: to leave, then to the departure, then to the arrival; nil if that is hours away.
  private var ring: Ring? {
    guard let ride = trip.ride, trip.stage < .cancelled, !subject.isOver else { return nil }
    let now = context.now
    if trip.stage != .active, now < ride.leaveAt {
      let caption =
        ride.leaveAt == trip.usualLeave
        ? words.say("at {time}", ["time": clock(ride.leaveAt)])
        : words.say(
          "at {time}, not {former}",
          ["time": clock(ride.leaveAt), "former": clock(trip.usualLeave)])
      return ring(
        words.say("Leave in"), to: ride.leaveAt, caption,
        [
          Phase(
            until: TripDetail.getReady, includesEnd: true, tone: .amber,
            word: words.say("Get ready")),
          Phase(until: nil, tone: .blue, word: words.say("Time left")),
        ])
    }
    if now < ride.departure {
      return ring(
        words.say("Departure in"), to: ride.departure,
        words.say("at {time}", ["time": clock(ride.departure)]),
        [Phase(until: nil, tone: .amber, word: words.say("To the stop"))])
    }
    guard let arrival = ride.arrival, now < arrival else { return nil }
    return ring(
      words.say("Arrival in"), to: arrival, words.say("at {time}", ["time": clock(arrival)]),
      [Phase(until: nil, tone: .violet, word: words.say("On board"))])
  }

  /// In minutes before it is time to leave.
  private static let getReady = 5.0
  /// More than that is no countdown.
  private static let longest = 90.0

  private func ring(
    _ title: String, to end: Instant, _ caption: String, _ phases: [Phase]
  ) -> Ring? {
    let left = minutes(from: context.now, to: end)
    guard left <= TripDetail.longest else { return nil }
    let reading = Reading(
      Ramp(from: left, to: 0, start: context.now, end: end), Figures(rounding: .up),
      unit: words.term("unit", "min"))
    let total = left <= 15 ? 15 : left <= 30 ? 30 : TripDetail.longest
    return Ring(
      reading: reading, total: total, phases: phases, ticks: 4, inside: .symbol(.bus, .violet),
      words: Legend(
        title: title, reading: reading, caption: LiveText(caption)),
      spoken: words.say("{title} {value} minutes, {phase}", ["title": title]))
  }

  private func minutes(from start: Instant, to end: Instant) -> Double {
    Double((end - start).milliseconds) / 60_000
  }

  private var emblem: Ring {
    .emblem(trip.isCancelled && trip.instead == nil ? .alert : .bus, tone, heading)
  }

  // MARK: The line

  /// The way from home to the destination, with a pointer that moves. (J29)
  private var timeline: DetailPart? {
    guard let ride = trip.ride, trip.stage < .cancelled, !subject.isOver else { return nil }
    let now = context.now
    let last = ride.arrival ?? ride.departure
    let start = min(ride.leaveAt, trip.usualLeave) + .minutes(-15)
    guard now >= start + .minutes(-60), now <= last else { return nil }
    func place(_ instant: Instant) -> Double { max(0, minutes(from: start, to: instant)) }
    let end = place(max(last, trip.target ?? last)) + 5
    let reading = Reading(
      Ramp(from: place(now), to: end, start: max(now, start), end: start + .minutes(Int64(end))))
    var marks: [Timeline.Mark] = []
    if trip.usualLeave != ride.leaveAt {
      marks.append(.init(at: place(trip.usualLeave), label: clock(trip.usualLeave), isPast: true))
    }
    marks.append(.init(at: place(ride.leaveAt), label: clock(ride.leaveAt)))
    if let arrival = ride.arrival {
      marks.append(.init(at: place(ride.departure), label: clock(ride.departure)))
      marks.append(.init(at: place(arrival), label: "", above: clock(arrival)))
    } else {
      marks.append(.init(at: place(ride.departure), label: "", above: clock(ride.departure)))
    }
    let home = Phase(
      until: place(ride.leaveAt), tone: .violet, word: words.say("At home"), symbol: .home)
    let phases =
      (trip.stage == .active ? [] : [home]) + [
        Phase(
          until: place(ride.departure), tone: .violet, word: words.say("To the stop"), symbol: .walk
        ),
        Phase(until: nil, tone: .violet, word: words.say("On board"), symbol: .bus),
      ]
    return .timeline(
      Timeline(
        title: title, reading: reading, from: 0, to: end, now: words.term("on a line", "now"),
        band: trip.target.map {
          Timeline.Band(
            from: place($0 + .minutes(-10)), to: place($0), word: words.say("in time"),
            fromLabel: "", toLabel: clock($0))
        }, marks: marks, fromLabel: "", toLabel: "", tick: 10, phases: phases,
        spoken: words.say("{title}, {phase}", ["title": title])))
  }

  private var title: String {
    guard let ride = trip.ride, let arrival = ride.arrival else {
      return words.say("Departure {time}", ["time": clock(trip.departure)])
    }
    let time = clock(arrival)
    guard trip.target != nil else { return words.say("Arrival {time}", ["time": time]) }
    return trip.missesTarget
      ? words.say("Arrival {time}, too late", ["time": time])
      : words.say("Arrival {time}, in time", ["time": time])
  }

  // MARK: Facts

  private var facts: DetailPart? {
    guard let ride = trip.ride else { return nil }
    var facts: [Fact] = []
    if !ride.route.isEmpty { facts.append(Fact(words.say("Route"), text: ride.route, words)) }
    if !ride.stop.isEmpty { facts.append(Fact(words.say("Stop"), text: ride.stop, words)) }
    if trip.instead == nil {
      if let platform = trip.platform {
        facts.append(Fact(words.say("Platform"), text: platform, words))
      }
      if let crowding = trip.crowding {
        facts.append(Fact(words.say("Seats"), text: Trips.word(for: crowding, words), words))
      }
    }
    return facts.isEmpty ? nil : .facts(FactCard(facts: facts))
  }

  /// What has changed, in sentences.
  private var note: DetailPart? {
    var texts: [String] = []
    let route = trip.route.isEmpty ? trip.destination : trip.route
    if trip.isCancelled {
      texts.append(
        day == nil
          ? words.say("{route} does not run today.", ["route": route])
          : words.say("{route} does not run.", ["route": route]))
    } else if trip.departure != trip.scheduled {
      texts.append(
        words.say(
          "{route} departs at {time}, not {former}.",
          ["route": route, "time": clock(trip.departure), "former": clock(trip.scheduled)]))
    }
    if let cause = trip.cause { texts.append(cause) }
    return texts.isEmpty
      ? nil : .note(Paragraph(title: nil, text: texts.joined(separator: "\n")))
  }

  private var others: DetailPart? {
    let ahead = trip.alternatives.filter { $0.leaveAt >= context.now && $0 != trip.instead }
    guard !ahead.isEmpty else { return nil }
    return .note(
      Paragraph(
        title: words.say("Alternatives"),
        text: ahead.map { Trips.line($0, context) }.joined(separator: "\n")))
  }

  private var later: DetailPart? {
    context.snoozed.map { .note(Paragraph(title: nil, text: $0)) }
  }

  // MARK: Buttons

  /// Whether the latest news contradicts what the user was told before. (J17)
  private var isChanged: Bool {
    switch trip.news {
    case .delay, .cancellation, .running: true
    case nil, .early, .departure, .update: false
    }
  }

  private var buttons: [Button] {
    guard !subject.isOver, trip.stage < .cancelled else {
      return [Button(id: Trips.history, label: words.say("Show in History"))]
    }
    var buttons: [Button] = []
    if trip.stage < .active, trip.ride != nil {
      buttons.append(
        Button(id: Trips.start, label: words.say("Start Journey"), role: .suggested))
    }
    if isChanged, trip.stage == .announced, let ride = trip.ride, ride.goneAt > context.now {
      buttons.append(Button(id: Trips.adjust, label: words.say("Adjust Journey")))
    }
    for (index, other) in trip.alternatives.enumerated()
    where other.leaveAt >= context.now && other != trip.instead {
      buttons.append(
        Button(
          id: "\(Trips.choosing)\(index)",
          label: words.say(
            "Take {route} at {time}", ["route": other.route, "time": clock(other.departure)])))
    }
    buttons.append(Button(id: Trips.cancel, label: words.say("Cancel Journey")))
    return buttons
  }
}

extension Trips {
  package static func detail(of subject: Subject, _ context: KindContext) -> Detail? {
    known(subject).map { TripDetail($0, of: subject, context).detail }
  }

  /// “Bus 7 from Market at 07:50, leave at 07:46, arrival 08:10”.
  static func line(_ other: Trip.Alternative, _ context: KindContext) -> String {
    context.words.say(
      "{route} from {stop} at {time}, leave at {leave}, arrival {arrival}",
      [
        "route": other.route, "stop": other.stop, "time": clock(other.departure, context),
        "leave": clock(other.leaveAt, context), "arrival": clock(other.arrival, context),
      ])
  }
}
