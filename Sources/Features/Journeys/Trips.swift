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
    // What has ended had begun.
    let isEnd = message["event"] == Event.ended.rawValue
    var begun: LocalDate?
    for days in -1...8 as ClosedRange<Int64> {
      let date = today.adding(days: days)
      guard journey.weekdays.contains(weekday: date.weekday),
        let trip = Trip(journey, on: date, in: context.zone)
      else { continue }
      if isEnd, trip.departure <= context.now {
        begun = date
        continue
      }
      // What is late is over later than the timetable says.
      if let date = begun ?? (trip.end + Trip.longDelay > context.now ? date : nil) {
        return tag(of: id, on: date)
      }
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
    let id = String(parts[0])
    // A name that is written in another way would be another subject.
    return tag == Trips.tag(of: id, on: date) ? (id, date) : nil
  }

  private static func date(in message: Message) throws(Refusal) -> LocalDate? {
    guard let text = message["date"] else { return nil }
    guard let date = LocalDate(text) else {
      throw Refusal(.invalidArgument, "data.date: must be a date such as 2026-11-21")
    }
    return date
  }

  /// Nil also for what no Carillon stores.
  static func known(_ subject: Subject) -> Trip? {
    subject.state.read(as: Trip.self).flatMap { $0.isSound ? $0 : nil }
  }

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
    let planned = planned(try tag(of: message, context), context)
    var found = subject.flatMap { known($0) }
    if found == nil, let planned { found = try fresh(planned.journey, planned.date, context) }
    if let planned { found?.follow(planned.journey, on: planned.date, in: context.zone) }
    guard var trip = found else {
      throw Refusal(.invalidArgument, "data.\(idKey): there is no such journey")
    }
    let wasCancelled = trip.isCancelled
    let report = try TripReport(message, about: trip)
    // Nothing is told of what is over, and what is late says less than what is known. (J11)
    let isLate = !context.isDue && saidAt < min(trip.saidAt, context.now)
    guard trip.stage < .cancelled, !isLate, context.now < trip.end || event == .ended else {
      return .update(state(of: trip, context))
    }
    // The plan's own notices say nothing that its service could have said later.
    if !context.isDue { trip.saidAt = saidAt }
    trip.take(report, isCancelled: event == .cancellation, at: context.now)
    if event == .ended {
      trip.stage = .done
      return .settled(state(of: trip, context))
    }
    // Once the user has been told to leave, it is news of the time, as all others are. (J20)
    let isDeparture =
      event == .departure && trip.stage == .planned
      && (context.isDue || trip.isTimely(at: context.now))
    let runsAgain = wasCancelled && !trip.isCancelled && trip.isChosen != true
    var news = TripNews(trip, context)
    switch event {
    // Of a journey that is off, or no longer there, nothing is told.
    case _ where planned?.journey.enabled != true: return news.silence
    case _ where runsAgain && !isDeparture: return news.running()
    case .alternatives where trip.isCancelled && trip.instead == nil:
      return news.cancellation(isKnown: true)
    case .cancellation: return news.cancellation(isKnown: wasCancelled)
    case .early: return news.early()
    case .departure where isDeparture: return news.departure()
    case .departure, .delay: return news.delay()
    case .eta, .crowding, .alternatives, .ended:
      // Whatever else it is about, another time matters more. (J8)
      guard report.saysWhen, case .show(let delay) = news.delay() else {
        return news.update(by: message)
      }
      return .show(delay)
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

  /// The user's journey that a subject is an occurrence of, and its date; nil if it is not there.
  static func planned(
    _ tag: String, _ context: KindContext
  ) -> (journey: Journey, date: LocalDate)? {
    guard let journey = context.item.flatMap({ Journey($0) }), let (_, date) = occasion(of: tag)
    else { return nil }
    return (journey, date)
  }

  private static func fresh(
    _ journey: Journey, _ date: LocalDate, _ context: KindContext
  ) throws(Refusal) -> Trip? {
    guard journey.weekdays.contains(weekday: date.weekday) else {
      throw Refusal(.invalidArgument, "data.date: the journey is not made on that day")
    }
    guard isNear(date, context) else {
      throw Refusal(.invalidArgument, "data.date: must be within two weeks from now")
    }
    return Trip(journey, on: date, in: context.zone)
  }

  /// Whether anything can be known of that date: who could name any would fill the store. (J8)
  static func isNear(_ date: LocalDate, _ context: KindContext) -> Bool {
    let today = context.zone.wallClock(at: context.now).date.dayNumber
    return (today - 2...today + 14).contains(date.dayNumber)
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
