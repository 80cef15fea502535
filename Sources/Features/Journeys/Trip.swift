import CarillonEngine

/// What is known of one occurrence of a journey. (J5–J11)
struct Trip: Hashable, Codable, Sendable {
  /// How far the user has come.
  enum Stage: Int, Codable, Sendable, Comparable {
    case planned
    /// The user was told that it is time to leave.
    case announced
    /// The user is on the way. (J7)
    case active
    /// The user does not go. (J16)
    case cancelled
    case done

    static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }

  enum Crowding: String, Codable, Sendable, CaseIterable {
    case low, medium, high, full
  }

  /// What was told last.
  enum News: Hashable, Codable, Sendable {
    case early
    case departure
    /// So many minutes later, or earlier if negative, than was told before.
    case delay(minutes: Int, isCritical: Bool)
    case cancellation
    /// It was canceled, and runs after all.
    case running
    /// The service's own words about something else. (J15)
    case update(title: String?, body: String)
  }

  /// Another way to get there, as the service says.
  struct Alternative: Hashable, Codable, Sendable {
    var route: String
    var stop: String
    var departure: Instant
    var arrival: Instant
    var walkMinutes: Int

    var leaveAt: Instant { departure + .minutes(-Int64(walkMinutes)) }
  }

  // Of the journey, as it was when the trip was last heard of.

  var destination: String
  var route: String
  var stop: String
  var walkMinutes: Int
  var rideMinutes: Int?
  var threshold: Int
  /// By the timetable.
  var scheduled: Instant
  /// When the user wants to be there; nil if they do not say.
  var target: Instant?
  var sound: OwnSound?

  // As far as its messages have said.

  /// When the vehicle departs; later than ``scheduled`` if it is delayed.
  var departure: Instant
  /// The departure that the user was told last.
  var toldDeparture: Instant
  var arrival: Instant?
  var crowding: Crowding?
  var platform: String?
  /// Why it is late or cancelled.
  var cause: String?
  var alternatives: [Alternative] = []
  /// Whether the vehicle does not run. (J11)
  var isCancelled = false
  /// What is taken in place of a vehicle that does not run; nil if nothing.
  var instead: Alternative?
  /// Whether the user has chosen that, so that it stays whatever is said of the vehicle; nil means false. (J17)
  var isChosen: Bool?

  var stage = Stage.planned
  var news: News?
  /// When ``news`` was told; nil if nothing was told, or an earlier release told it.
  var toldAt: Instant?
  /// When the newest delay was told; for those that follow soon. (J25)
  var delayToldAt: Instant?
  /// Whether it followed another one soon; nil means false. (J25)
  var hasSeveralUpdates: Bool?
  /// When the user last started or cancelled it, on any device; nil if never. (J28)
  var actedAt: Instant?
  /// The instant of the newest message of its service that was taken in; long ago before the first.
  var saidAt: Instant

  /// Nil if the zone has no such date.
  init?(
    _ journey: Journey, on date: LocalDate, in zone: any ZoneRules, saidAt: Instant = .distantPast
  ) {
    guard let departure = journey.departure(on: date, in: zone) else { return nil }
    destination = journey.destination
    route = journey.route
    stop = journey.stop
    walkMinutes = journey.walkMinutes
    rideMinutes = journey.rideMinutes
    threshold = journey.thresholdMinutes
    sound = journey.sound
    scheduled = departure
    self.departure = departure
    toldDeparture = departure
    target = journey.target(on: date, in: zone)
    arrival = journey.rideMinutes.map { departure + .minutes(Int64($0)) }
    self.saidAt = saidAt
  }

  /// The vehicle to take, the one that was planned or what is taken instead; nil if none runs.
  var ride: Ride? {
    if let instead {
      return Ride(
        route: instead.route, stop: instead.stop, departure: instead.departure,
        arrival: instead.arrival, walkMinutes: instead.walkMinutes)
    }
    return isCancelled ? nil : vehicle
  }

  /// When it is time to leave by the timetable.
  var usualLeave: Instant { scheduled + .minutes(-Int64(walkMinutes)) }

  /// The one that was planned, whether it runs or not.
  var vehicle: Ride {
    Ride(route: route, stop: stop, departure: departure, arrival: arrival, walkMinutes: walkMinutes)
  }

  struct Ride: Hashable, Sendable {
    var route: String
    var stop: String
    var departure: Instant
    var arrival: Instant?
    var walkMinutes: Int

    /// When it is time to leave.
    var leaveAt: Instant { departure + .minutes(-Int64(walkMinutes)) }

    /// From when on nothing is told of it, because it has left; who need not walk has a minute. (J11)
    var goneAt: Instant { max(departure, leaveAt + .minutes(1)) }
  }

  /// Ten minutes after the arrival, or an hour after the departure if that is all that is known.
  var end: Instant {
    let arrival = ride?.arrival ?? arrival
    if let arrival, arrival >= departure || instead != nil { return arrival + .minutes(10) }
    return departure + .hours(1)
  }

  /// Whether the user would come too late, by a second or more. (J10)
  var missesTarget: Bool {
    guard let target, let arrival = ride?.arrival else { return false }
    return arrival > target
  }

  /// The best of the alternatives that can still be reached: the latest to leave that still arrives in time,
  /// else the first to arrive. (J11)
  func best(at now: Instant) -> Alternative? {
    let reachable = alternatives.filter { $0.leaveAt >= now }
    let inTime = target.map { target in reachable.filter { $0.arrival <= target } } ?? []
    if let best = inTime.max(by: { ($0.leaveAt, $1.arrival) < ($1.leaveAt, $0.arrival) }) {
      return best
    }
    return reachable.min { ($0.arrival, $1.leaveAt) < ($1.arrival, $0.leaveAt) }
  }

  /// Whether all numbers are ones that a message or a journey can have: a database may have been edited.
  var isSound: Bool {
    let others = alternatives + [instead].compactMap(\.self)
    let walks = [walkMinutes] + others.map(\.walkMinutes)
    let moments =
      [scheduled, departure, toldDeparture] + others.flatMap { [$0.departure, $0.arrival] }
      + [target, arrival, toldAt, delayToldAt].compactMap(\.self)
    var minutes = 0
    if case .delay(let told, _) = news { minutes = told }
    return walks.allSatisfy(Journey.walks.contains)
      && rideMinutes.map(Journey.rides.contains) ?? true && Journey.thresholds.contains(threshold)
      && Trip.delays.contains(minutes) && moments.allSatisfy(Instant.years1To9999.contains)
  }

  /// Further than any delay that is told.
  private static let delays = -100_000...100_000

  /// How its occasions differ from what the journey says.
  var change: PlanItem.Change? {
    if stage > .planned { return .off(.own(stage == .cancelled ? Code.notGoing : Code.told)) }
    guard let ride else { return .off(.own(Code.cancelled)) }
    return ride.leaveAt == usualLeave ? nil : .moved(ride.leaveAt - usualLeave)
  }

  /// The reasons of its own for which an occasion is not told; they are stored, so they never change.
  enum Code {
    static let notGoing = "journey-not-going"
    static let told = "journey-told"
    static let cancelled = "journey-cancelled"
    static let departed = "journey-departed"
  }
}
