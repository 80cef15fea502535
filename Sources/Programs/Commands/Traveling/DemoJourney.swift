import CarillonEngine

/// The journey that a demo adds to the user's plan, for which it is soon time to leave. (J30)
///
/// A plan knows whole minutes of the wall clock only. Whatever is more exact is said by the service's messages.
struct DemoJourney: Equatable {
  /// The ids of all journeys that a demo has ever added begin with it.
  static let idPrefix = "carillon-demo-journey-"

  static func destination(_ words: Words) -> String { words.say("Central Station") }
  static func route(_ words: Words) -> String { words.say("Tram 12") }
  static func stop(_ words: Words) -> String { words.say("Main Street") }
  static let walkMinutes: Int64 = 8
  /// As the user has planned it: with ten minutes to spare.
  static let plannedMinutes: Int64 = 30
  /// As the service says.
  static let rideMinutes: Int64 = 20

  let id: String
  let date: LocalDate
  let arriveBy: WallTime
  /// By the timetable.
  let departure: Instant

  /// `earliest` is before which it is not time to leave.
  ///
  /// Nil while the clock is set back: a time that occurs twice means the first one.
  init?(id: String, leavingFrom earliest: Instant, in zone: any ZoneRules) {
    self.id = id
    let leave = Instant(
      milliseconds: (earliest.milliseconds + 59_999).flooredQuotient(by: 60_000) * 60_000)
    departure = leave + .minutes(DemoJourney.walkMinutes)
    let target = departure + .minutes(DemoJourney.plannedMinutes)
    (date, arriveBy) = zone.wallClock(at: target)
    guard zone.instant(of: arriveBy, on: date) == target else { return nil }
  }

  var leaveAt: Instant { departure + .minutes(-DemoJourney.walkMinutes) }

  /// When the user wants to be there. (J10)
  var target: Instant { departure + .minutes(DemoJourney.plannedMinutes) }

  /// The subject of the messages about it.
  var tag: String { "journey:\(id)@\(date)" }

  /// As `Set` takes it.
  ///
  /// Only on its own weekday, so that what a killed demo has left is not told every day; without an early
  /// notice, which would come too late.
  func document(_ words: Words = .english) -> JSONValue {
    .object([
      "id": .text(id), "destination": .text(DemoJourney.destination(words)),
      "route": .text(DemoJourney.route(words)), "stop": .text(DemoJourney.stop(words)),
      "weekdays": .array([.integer(Int64(date.weekday))]),
      "arriveBy": .text(arriveBy.description),
      "walkMinutes": .integer(DemoJourney.walkMinutes),
      "rideMinutes": .integer(DemoJourney.plannedMinutes), "leadMinutes": .integer(0),
    ])
  }
}

extension DemoJourney {
  /// Whether an entry of the user's plan is a demo's.
  static func isDemo(_ entry: JSONValue) -> Bool {
    guard case .object(let members) = entry, case .text(let id) = members["id"] else {
      return false
    }
    return id.hasPrefix(idPrefix)
  }

  /// The message that ends what a killed demo has left; nil for a tag of somebody else's subject.
  static func farewell(toLeft tag: String) -> JSONValue? {
    let start = "journey:"
    guard tag.hasPrefix(start + idPrefix) else { return nil }
    let parts = tag.dropFirst(start.count).split(separator: "@").map(String.init)
    guard parts.count == 2 else { return nil }
    let data = ["type": "journey", "journeyId": parts[0], "date": parts[1], "event": "ended"]
    return .object(["data": .object(data.mapValues { .text($0) })])
  }
}
