package import CarillonEngine

/// A journey that the user makes on some weekdays, by the wall clock. (J1)
///
/// Like a slot it has no date and no zone, so it survives travel and daylight saving.
package struct Journey: Hashable, Sendable {
  /// When its vehicle is to be taken, on the wall clock.
  package enum Timing: Hashable, Sendable {
    /// The vehicle departs then.
    case departAt(WallTime)
    /// The user wants to be there by then; the ride is taken off.
    case arriveBy(WallTime)
  }

  package var id: String
  package var destination: String
  /// The line to take, and where; may be empty.
  package var route: String
  package var stop: String
  package var weekdays: Weekdays
  package var timing: Timing
  /// To the stop.
  package var walkMinutes: Int
  /// Always there with ``Timing/arriveBy(_:)``.
  package var rideMinutes: Int?
  /// How long before it is time to leave the user is told of it; nil: as for all journeys. (J12)
  package var leadMinutes: Int?
  /// Up to how many minutes a delay is no news. (J8)
  package var thresholdMinutes: Int
  /// Nil for that of its channel. (J13)
  package var sound: OwnSound?
  package var enabled: Bool
  /// The last date that has been dealt with, of the departures and of the early notices.
  package var considered: LocalDate
  package var earlyConsidered: LocalDate
  /// How single dates differ from the rest, as its messages have said.
  package var changes: [LocalDate: PlanItem.Change] = [:]

  package static let walks = 0...180
  package static let rides = 1...600
  package static let leads = [0, 5, 10, 15, 20, 30]
  package static let thresholds = 1...60
  package static let usualThreshold = 3

  /// One as nobody has told yet. (J29)
  package init(_ id: String, to destination: String = "", _ timing: Timing) {
    self.id = id
    self.destination = destination
    (route, stop) = ("", "")
    weekdays = .all
    self.timing = timing
    walkMinutes = 0
    thresholdMinutes = Journey.usualThreshold
    enabled = true
    (considered, earlyConsidered) = (LocalDate(dayNumber: 0), LocalDate(dayNumber: 0))
  }

  /// The wall-clock time that its instants count from.
  package var time: WallTime {
    switch timing {
    case .departAt(let time), .arriveBy(let time): time
    }
  }

  /// From ``time`` to the vehicle's departure.
  var toDeparture: Span {
    switch timing {
    case .departAt: .zero
    case .arriveBy: .minutes(-Int64(rideMinutes ?? 0))
    }
  }

  var walk: Span { .minutes(Int64(walkMinutes)) }

  /// When its vehicle departs on `date`, by the timetable; nil if the zone skips that date.
  func departure(on date: LocalDate, in zone: any ZoneRules) -> Instant? {
    zone.instant(of: time, on: date).map { $0 + toDeparture }
  }

  /// When the user wants to be there; nil if they do not say.
  func target(on date: LocalDate, in zone: any ZoneRules) -> Instant? {
    guard case .arriveBy(let time) = timing else { return nil }
    return zone.instant(of: time, on: date)
  }
}

extension Journey {
  /// Added to its id for the notice before its departure; no journey's id has a dot.
  static let earlySuffix = ".early"

  static func item(_ name: String) -> PlanItem.ID {
    PlanItem.ID(source: Journeys.source, name: name)
  }

  /// The id of the journey that an item belongs to.
  static func id(of item: PlanItem.ID) -> String {
    isEarly(item) ? String(item.name.dropLast(earlySuffix.count)) : item.name
  }

  static func isEarly(_ item: PlanItem.ID) -> Bool { item.name.hasSuffix(earlySuffix) }

  /// As the planner sees it: when it is time to leave and, if `lead` is more than nothing, that much before.
  func items(lead: Int) -> [PlanItem] {
    var leave = PlanItem(
      Journey.item(id), label: destination, enabled: enabled, weekdays: weekdays, time: time,
      offset: toDeparture + -walk, considered: considered)
    leave.changes = changes
    let lead = leadMinutes ?? lead
    guard lead > 0 else { return [leave] }
    var early = leave
    early.id = Journey.item(id + Journey.earlySuffix)
    early.offset = early.offset + .minutes(-Int64(lead))
    early.considered = earlyConsidered
    return [leave, early]
  }
}

extension Span {
  static prefix func - (span: Span) -> Span { Span(milliseconds: -span.milliseconds) }

  /// To the nearest whole minute.
  var roundedMinutes: Int {
    Int((milliseconds + (milliseconds < 0 ? -30_000 : 30_000)) / 60_000)
  }
}
