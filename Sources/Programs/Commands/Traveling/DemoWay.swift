import CarillonEngine

/// Another way to the demo's destination, as the service offers it. (J11)
struct DemoWay: Equatable {
  let route: String
  let stop: String
  let walkMinutes: Int64
  /// How long after the departure of the tram by the timetable.
  let departure: Span
  let arrival: Span

  /// The first leaves early, the second is the best, and the third comes too late.
  static func all(_ words: Words) -> [DemoWay] {
    [
      DemoWay(
        route: words.say("Bus 7"), stop: words.say("Market Square"), walkMinutes: 4,
        departure: .minutes(2),
        arrival: .minutes(26)),
      DemoWay(
        route: words.say("Bus 31"), stop: words.say("Town Hall"), walkMinutes: 5,
        departure: .minutes(7),
        arrival: .minutes(29)),
      DemoWay(
        route: words.say("Train S1"), stop: words.say("West Station"), walkMinutes: 8,
        departure: .minutes(14),
        arrival: .minutes(38)),
    ]
  }

  /// For all that does not depend on the language.
  static let all = all(.english)

  func document(from timetable: Instant) -> JSONValue {
    .object([
      "route": .text(route), "stop": .text(stop), "walkMinutes": .integer(walkMinutes),
      "departure": .text((timetable + departure).isoUTC),
      "arrival": .text((timetable + arrival).isoUTC),
    ])
  }
}
