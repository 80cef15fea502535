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
  static let all = [
    DemoWay(
      route: "Bus 7", stop: "Market Square", walkMinutes: 4, departure: .minutes(2),
      arrival: .minutes(26)),
    DemoWay(
      route: "Bus 31", stop: "Town Hall", walkMinutes: 5, departure: .minutes(7),
      arrival: .minutes(29)),
    DemoWay(
      route: "Train S1", stop: "West Station", walkMinutes: 8, departure: .minutes(14),
      arrival: .minutes(38)),
  ]

  func document(from timetable: Instant) -> JSONValue {
    .object([
      "route": .text(route), "stop": .text(stop), "walkMinutes": .integer(walkMinutes),
      "departure": .text((timetable + departure).isoUTC),
      "arrival": .text((timetable + arrival).isoUTC),
    ])
  }
}
