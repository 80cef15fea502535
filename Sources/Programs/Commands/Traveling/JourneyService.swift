import CarillonEngine

/// A transit service, reduced to its messages about one journey. (J5–J11)
///
/// A pure model: the caller provides the time, which starts at zero, sends the returned messages, and tells
/// what the user does by ``heard(_:at:)``. What happens follows the model's time, which may run faster than the
/// world; the messages name instants of the user's clock.
struct JourneyService {
  enum Event: Equatable {
    case departure
    /// By how many minutes the tram is later than its timetable.
    case delay(minutes: Int64)
    case crowding
    case cancellation
    /// When the user arrives, who is on the way.
    case eta
    case ended
  }

  /// One push message.
  struct Report: Equatable {
    let second: Int
    let event: Event
    /// When the tram arrives, as it was said by then.
    let arrival: Instant
    let text: String
  }

  /// How far the story has come.
  enum Course {
    /// The tram runs.
    case running
    /// It does not, and the user has not said yet how to go on.
    case deciding
    /// The user goes another way, of which there is nothing to tell but its end.
    case diverted
    case over
  }

  /// A delay of exactly 14 minutes is too late for the user's plan.
  static let script: [(second: Int64, event: Event)] = [
    (5, .departure), (22, .delay(minutes: 2)), (34, .delay(minutes: 6)),
    (52, .delay(minutes: 14)), (68, .crowding), (80, .cancellation),
  ]
  /// After so many seconds on the way, the service says when the user arrives.
  static let etas: [Int64] = [5, 13]
  /// So many seconds after the user has chosen another way, the journey is over.
  static let rest: Int64 = 8

  let journey: DemoJourney
  /// The language of its messages.
  let words: Words
  private(set) var course = Course.running
  private(set) var isOnTheWay = false
  /// When the tram departs and arrives, as the service has said last.
  private(set) var departure: Instant
  private(set) var arrival: Instant
  private var agenda: [(at: Instant, event: Event)] = JourneyService.script.map {
    (Instant(milliseconds: $0.second * 1000), $0.event)
  }
  private var count = 0

  init(_ journey: DemoJourney, words: Words = .english) {
    self.journey = journey
    self.words = words
    departure = journey.departure
    arrival = journey.departure + .minutes(DemoJourney.rideMinutes)
  }

  /// When the next message is due; nil if none is by itself.
  var nextMoment: Instant? { agenda.first?.at }

  func second(at now: Instant) -> Int { Int(now.milliseconds / 1000) }
}

// MARK: Time

extension JourneyService {
  /// Advances the time; returns the messages due, in order.
  mutating func advance(to now: Instant) -> [Report] {
    var reports: [Report] = []
    while let next = agenda.first, next.at <= now {
      agenda.removeFirst()
      reports.append(report(next.event, at: next.at))
    }
    return reports
  }

  /// The last message, which takes off what is shown of the journey; nil if it is over already.
  mutating func end(at now: Instant) -> Report? {
    guard course != .over else { return nil }
    return report(.ended, at: now)
  }

  /// The user has done something; what makes no sense by now changes nothing.
  mutating func heard(_ press: JourneyPress, at now: Instant) {
    guard course != .over else { return }
    switch press {
    case .start where course == .deciding, .adjust where course == .deciding, .choose:
      course = .diverted
      agenda = [(now + .seconds(JourneyService.rest), .ended)]
    case .start where course == .running && !isOnTheWay:
      isOnTheWay = true
      agenda += JourneyService.etas.map { (now + .seconds($0), .eta) }
      // What was planned first comes first, also at the same moment.
      agenda.sort { $0.at < $1.at }
      dropEtas()
    case .cancel:
      course = .over
      agenda = []
    case .start, .snooze, .alternatives, .adjust, .open, .dismiss: break
    }
  }

  /// Nobody arrives by a tram that does not run.
  private mutating func dropEtas() {
    guard let last = agenda.firstIndex(where: { $0.event == .cancellation }) else { return }
    agenda.removeSubrange((last + 1)...)
  }
}

// MARK: Messages

extension JourneyService {
  private mutating func report(_ event: Event, at now: Instant) -> Report {
    var fields: [String: String] = [:]
    switch event {
    case .departure:
      fields = [
        "event": "departure", "departure": departure.isoUTC, "arrival": arrival.isoUTC,
        "crowding": "medium", "platform": "2",
      ]
    case .delay(let minutes):
      let former = departure
      departure = journey.departure + .minutes(minutes)
      arrival = arrival + (departure - former)
      fields = [
        "event": "delay", "delayMinutes": String(minutes), "arrival": arrival.isoUTC,
        "reason": words.say("Signal failure at Main Street"),
      ]
      if arrival > journey.target { fields["alternatives"] = ways }
    case .crowding: fields = ["event": "crowding", "crowding": "full"]
    case .cancellation:
      course = .deciding
      agenda = []
      fields = [
        "event": "cancellation", "alternatives": ways,
        "reason": words.say("The line is closed after a signal failure."),
      ]
    case .eta:
      arrival = arrival + .minutes(-1)
      fields = ["event": "eta", "arrival": arrival.isoUTC]
    case .ended:
      course = .over
      agenda = []
      fields = ["event": "ended"]
    }
    fields["type"] = "journey"
    fields["journeyId"] = journey.id
    fields["date"] = journey.date.description
    count += 1
    let message = JSONValue.object([
      "message_id": .text("\(journey.id)-\(count)"),
      "data": .object(fields.mapValues { .text($0) }),
    ])
    return Report(
      second: second(at: now), event: event, arrival: arrival, text: message.serialized)
  }

  private var ways: String {
    JSONValue.array(DemoWay.all(words).map { $0.document(from: journey.departure) }).serialized
  }
}
