package import CarillonEngine

/// Messages about the user's journeys: each occurrence is a subject, `journey:ID@DATE`. (J5–J11)
package enum Trips: Planned, Acting, Snoozing, Ticking, Grouping, Linked, Configured, Shared {
  package static let name = "journey"

  // The channels of 004. (J15)

  package static let departures = Channel("journey_departures") {
    $0.term("kind of notification", "Time to leave")
  }
  package static let delays = Channel("journey_delays") {
    $0.term("kind of notification", "Delays on journeys")
  }
  package static let updates = Channel("journey_updates") {
    $0.term("kind of notification", "News of journeys")
  }
  package static let channels = [departures, delays, updates]

  package static let type = "journey"
  static let idKey = "journeyId"

  package static func takes(_ message: Message) -> Bool { message.type == type }

  // MARK: Which occurrence

  package static func item(of message: Message) -> PlanItem.ID? {
    message[idKey].flatMap { Subject.isID($0) ? Journey.item($0) : nil }
  }

  package static func item(ofTag tag: String) -> PlanItem.ID? {
    occasion(of: tag).map { Journey.item($0.id) }
  }

  package static func tag(of message: Message) throws(Refusal) -> String {
    let id = try message.subjectID(in: idKey)
    let date = try date(in: message).map { "@\($0)" } ?? ""
    return "\(name):\(id)\(date)"
  }

  /// Without a date, of the next occurrence: the one that is not over yet. (J5)
  package static func tag(
    of message: Message, _ context: KindContext
  ) throws(Refusal) -> String {
    let id = try message.subjectID(in: idKey)
    if let date = try date(in: message) { return tag(of: id, on: date) }
    // Somebody else's journeys are not the user's, and have no plan here. (C4)
    guard let journey = context.item.flatMap({ Journey($0) }) else { return "\(name):\(id)" }
    let today = context.zone.wallClock(at: context.now).date
    var last: LocalDate?
    for days in -1...8 as ClosedRange<Int64> {
      let date = today.adding(days: days)
      guard journey.weekdays.contains(weekday: date.weekday),
        let trip = Trip(journey, on: date, in: context.zone)
      else { continue }
      if trip.departure <= context.now { last = date }
      // What is late is over later than the timetable says, and what has ended had begun.
      let isEnd = message["event"] == Event.ended.rawValue
      guard trip.end + Trip.longDelay > context.now, !isEnd || trip.departure > context.now else {
        continue
      }
      return tag(of: id, on: isEnd ? last ?? date : date)
    }
    throw Refusal(
      .invalidArgument, "data.date: is required, because that journey is not made this week")
  }

  static func tag(of id: String, on date: LocalDate) -> String { "\(name):\(id)@\(date)" }

  /// The journey and the date of a subject; nil if it is somebody else's.
  static func occasion(of tag: String) -> (id: String, date: LocalDate)? {
    guard tag.hasPrefix("\(name):"), Subject.guest(in: tag) == nil else { return nil }
    let parts = Subject.id(in: tag, of: name).split(separator: "@")
    guard parts.count == 2, let date = LocalDate(parts[1]) else { return nil }
    return (String(parts[0]), date)
  }

  private static func date(in message: Message) throws(Refusal) -> LocalDate? {
    guard let text = message["date"] else { return nil }
    guard let date = LocalDate(text) else {
      throw Refusal(.invalidArgument, "data.date: must be a date such as 2026-11-21")
    }
    return date
  }

  static func known(_ subject: Subject) -> Trip? { subject.state.read(as: Trip.self) }

  // MARK: What a message says

  private enum Event: String, CaseIterable {
    case departure, delay, cancellation, crowding, eta, alternatives, ended
    /// The plan's own, before it is time to leave. (J6)
    case early
  }

  package static func take(
    _ message: Message, after subject: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    let taken = try interpret(message, after: subject, context)
    // What the user did about it cannot be read now, and must not be lost: better told once too often. (T28)
    return subject?.readable == .sealed ? taken.unstored : taken
  }

  private static func interpret(
    _ message: Message, after subject: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    let event = try event(of: message, context)
    if context.sender != nil { return try foreign(message, context) }
    let saidAt = min(message.statedAt ?? message.sentAt ?? context.now, context.now)
    let before = subject.flatMap { known($0) }
    var found = if let before { before } else { try fresh(message, context) }
    if let journey = context.item.flatMap({ Journey($0) }),
      let (_, date) = occasion(of: try tag(of: message, context))
    {
      found?.follow(journey, on: date, in: context.zone)
    }
    guard var trip = found else {
      throw Refusal(.invalidArgument, "data.\(idKey): there is no such journey")
    }
    let report = try TripReport(message, about: trip)
    // Nothing is told of what is over, and what is late says less than what is known. (J11)
    let isLate = !context.isDue && saidAt < min(trip.saidAt, context.now)
    guard trip.stage < .cancelled, !isLate, context.now < trip.end || event == .ended else {
      return .update(state(of: trip, context))
    }
    // The plan's own notices say nothing that its service could have said later.
    if !context.isDue { trip.saidAt = saidAt }
    let wasCancelled = trip.isCancelled
    trip.take(report, isCancelled: event == .cancellation)
    // Of a journey that is off, or no longer there, nothing is told.
    let isOn = context.item.flatMap { Journey($0) }?.enabled ?? false
    guard isOn || event == .ended else { return .update(state(of: trip, context)) }
    let isDeparture = event == .departure && (context.isDue || trip.isTimely(at: context.now))
    if wasCancelled, !trip.isCancelled, trip.isChosen != true, event != .ended, !isDeparture {
      return running(trip, context)
    }
    switch event {
    case .ended:
      trip.stage = .done
      return .settled(state(of: trip, context))
    case .alternatives where trip.isCancelled && trip.instead == nil:
      return cancellation(trip, wasCancelled: true, context)
    case .crowding, .alternatives: return update(trip, message, context)
    case .early: return early(trip, context)
    case .departure:
      guard context.isDue || trip.isTimely(at: context.now) else {
        return delay(trip, context)
      }
      return departure(trip, context)
    case .delay: return delay(trip, context)
    case .eta:
      let taken = delay(trip, context)
      guard case .update = taken else { return taken }
      return update(trip, message, context)
    case .cancellation:
      return cancellation(trip, wasCancelled: before?.isCancelled == true, context)
    }
  }

  private static func event(
    of message: Message, _ context: KindContext
  ) throws(Refusal) -> Event {
    let named = message["event"].flatMap { Event(rawValue: $0) }
    guard let named, context.isDue || named != .early else {
      let names = Event.allCases.filter { $0 != .early }.map(\.rawValue)
      throw Refusal(
        .invalidArgument, "data.event: must be one of \(names.joined(separator: ", "))")
    }
    return named
  }

  private static func fresh(
    _ message: Message, _ context: KindContext
  ) throws(Refusal) -> Trip? {
    guard let journey = context.item.flatMap({ Journey($0) }),
      let (_, date) = occasion(of: try tag(of: message, context))
    else { return nil }
    guard journey.weekdays.contains(weekday: date.weekday) else {
      throw Refusal(.invalidArgument, "data.date: the journey is not made on that day")
    }
    let today = context.zone.wallClock(at: context.now).date.dayNumber
    guard (today - 2...today + 14).contains(date.dayNumber) else {
      throw Refusal(.invalidArgument, "data.date: must be within two weeks from now")
    }
    return Trip(journey, on: date, in: context.zone)
  }

  /// A topic or a paired sender speaks for itself: its words are shown, and change nothing of the user's plan.
  /// (C4, C10)
  private static func foreign(
    _ message: Message, _ context: KindContext
  ) throws(Refusal) -> Taken {
    guard message.title != nil || message.body != nil else {
      throw Refusal(
        .invalidArgument, "data.title: is required of whom the user has not planned journeys with")
    }
    return try General.take(message, after: nil, context)
  }

  // MARK: Notifications

  private static func early(_ trip: Trip, _ context: KindContext) -> Taken {
    var trip = trip
    guard trip.stage == .planned, let ride = trip.ride, ride.leaveAt > context.now else {
      return .update(state(of: trip, context))
    }
    trip.news = .early
    var request = request(in: departures)
    request.actions = buttons(of: trip, context)
    request.expiresAt = ride.leaveAt
    return show(trip, request, context)
  }

  /// Whichever comes first, the service's message or the plan's own, is the departure. (J20)
  private static func departure(_ trip: Trip, _ context: KindContext) -> Taken {
    var trip = trip
    guard trip.stage == .planned, let ride = trip.ride, ride.goneAt > context.now else {
      return .update(state(of: trip, context))
    }
    trip.stage = .announced
    trip.method = context.isDue ? .local : .push
    trip.toldDeparture = ride.departure
    trip.news = .departure
    var request = request(in: departures)
    request.actions = buttons(of: trip, context)
    request.expiresAt = ride.goneAt
    request.sound = trip.sound
    var joining = Joining(
      .group, key: departures.id, moment: ride.leaveAt, within: .minutes(5))
    joining.what = departures.name(context.words)
    joining.button = context.words.say("Start {destination}", ["destination": trip.destination])
    request.joining = joining
    // Who has dismissed the notice before it has not been told to leave. (B22)
    return show(trip, request, context, isAnew: true)
  }

  /// Tells a change of the departure by how much it differs from what was told last. (J8–J10)
  private static func delay(_ trip: Trip, _ context: KindContext) -> Taken {
    var trip = trip
    guard let ride = trip.ride, ride.goneAt > context.now else {
      return .update(state(of: trip, context))
    }
    let delay = ride.departure - trip.toldDeparture
    let missesNow = trip.missesTarget
    let knewMiss = if case .delay(_, isCritical: true) = trip.news { true } else { false }
    let isCritical = delay > .minutes(10) || missesNow && !knewMiss
    guard isCritical || abs(delay) > .minutes(Int64(trip.threshold)) else {
      return .update(state(of: trip, context))
    }
    trip.toldDeparture = ride.departure
    trip.news = .delay(minutes: delay.roundedMinutes, isCritical: isCritical)
    let isSoon =
      trip.delayToldAt.map { context.now - $0 <= .minutes(2) && $0 <= context.now } ?? false
    trip.delayToldAt = context.now
    trip.hasSeveralUpdates = isSoon
    var request = request(in: delays)
    request.actions = buttons(of: trip, context)
    request.urgency = isCritical ? .critical : .normal
    request.insists = true
    request.expiresAt = ride.goneAt
    // What is urgent gives its place to nothing else. (J25)
    if !isCritical {
      request.joining = Joining(.batch, key: delays.id, moment: context.now, within: .minutes(2))
    }
    return show(trip, request, context)
  }

  /// Shows what the service has put into words of its own, until there is something that matters more. (J15)
  private static func update(_ trip: Trip, _ message: Message, _ context: KindContext) -> Taken {
    var trip = trip
    let isFree =
      switch trip.news {
      case nil, .update: trip.stage == .planned
      default: false
      }
    guard isFree, let body = message.body ?? message.title, let ride = trip.ride else {
      return .update(state(of: trip, context))
    }
    let title = message.body == nil ? nil : message.title
    trip.news = .update(
      title: title.map { truncateAtWord($0, to: Message.longestTitle) },
      body: truncateAtWord(body, to: Message.longestBody))
    var request = request(in: updates)
    request.actions = buttons(of: trip, context)
    request.soundless = true
    request.expiresAt = ride.leaveAt
    return show(trip, request, context)
  }

  private static func cancellation(
    _ trip: Trip, wasCancelled: Bool, _ context: KindContext
  ) -> Taken {
    var trip = trip
    let former = trip.instead
    // Who has chosen another way, is on it, or has seen the vehicle off, need not know. (J17)
    if former != nil, trip.isChosen == true || !wasCancelled {
      return .update(state(of: trip, context))
    }
    if former == nil, trip.departure <= context.now, !wasCancelled {
      return .update(state(of: trip, context))
    }
    let isStillThere = former.map { trip.alternatives.contains($0) && $0.departure > context.now }
    trip.instead = isStillThere == true ? former : trip.best(at: context.now)
    guard !wasCancelled || trip.instead != former else { return .update(state(of: trip, context)) }
    trip.news = .cancellation
    if let instead = trip.instead { trip.toldDeparture = instead.departure }
    var request = request(in: delays)
    request.actions = buttons(of: trip, context)
    request.urgency = .critical
    request.insists = true
    request.resident = true
    request.expiresAt = trip.end
    return show(trip, request, context)
  }

  /// Who has been told that it does not run must know. (J11)
  private static func running(_ trip: Trip, _ context: KindContext) -> Taken {
    var trip = trip
    guard let ride = trip.ride, ride.goneAt > context.now else {
      return .update(state(of: trip, context))
    }
    trip.news = .running
    trip.toldDeparture = ride.departure
    var request = request(in: delays)
    request.actions = buttons(of: trip, context)
    request.urgency = .critical
    request.insists = true
    request.expiresAt = ride.goneAt
    return show(trip, request, context)
  }

  private static func abs(_ span: Span) -> Span { span < .zero ? -span : span }

  private static func request(in channel: Channel) -> Request {
    var request = Request(channel: channel.id, category: category)
    request.inWindow = true
    return request
  }

  private static func show(
    _ trip: Trip, _ request: Request, _ context: KindContext, isAnew: Bool = false
  ) -> Taken {
    let text = text(of: trip, context)
    var shown = Taken.Shown(
      known: state(of: trip, context), title: text.title, body: text.body, request: request)
    shown.isAnew = isAnew
    return .show(shown)
  }

  static func state(of trip: Trip, _ context: KindContext) -> Taken.Known {
    let isOver = trip.stage >= .cancelled || trip.end <= context.now
    return Taken.Known(
      rank: 0, state: StoredValue(trip), silentAt: isOver ? nil : trip.end)
  }

  static let category = "JOURNEY_CATEGORY"

  // MARK: Links

  package static let schemes: [String] = []
  package static let paths = ["journeys"]

  package static func target(of link: LinkPath) -> LinkTarget? {
    guard link.parts.count == 3, Subject.isID(link.parts[1]), let date = LocalDate(link.parts[2])
    else { return nil }
    return LinkTarget(tag: tag(of: link.parts[1], on: date), kind: name)
  }
}

extension Trip {
  /// How long before it is time to leave the service's own departure counts as such. (J20)
  static let timely = Span.minutes(10)

  /// How late a vehicle may be so that a message without a date is still about it.
  static let longDelay = Span.hours(1)

  func isTimely(at now: Instant) -> Bool {
    ride.map { $0.leaveAt - Trip.timely <= now } ?? false
  }
}
