import CarillonEngine

/// What a message says of a trip, checked. (J8–J11)
struct TripReport {
  var departure: Instant?
  var arrival: Instant?
  var crowding: Trip.Crowding?
  var platform: String?
  var cause: String?
  var alternatives: [Trip.Alternative]?

  /// Whether it says when the vehicle departs or arrives.
  var saysWhen: Bool { departure != nil || arrival != nil }

  /// A refusal names the field.
  init(_ message: Message, about trip: Trip) throws(Refusal) {
    departure = try message.instant("departure", near: trip.scheduled)
    arrival = try message.instant("arrival", near: trip.scheduled)
    if departure == nil, let text = message["delayMinutes"] {
      guard let minutes = Int64(text), (-600...600).contains(minutes) else {
        throw Refusal(
          .invalidArgument, "data.delayMinutes: must be a whole number from -600 to 600")
      }
      departure = trip.scheduled + .minutes(minutes)
    }
    if let text = message["crowding"] {
      guard let crowding = Trip.Crowding(rawValue: text) else {
        let names = Trip.Crowding.allCases.map(\.rawValue).joined(separator: ", ")
        throw Refusal(.invalidArgument, "data.crowding: must be one of \(names)")
      }
      self.crowding = crowding
    }
    platform = message.words("platform", 20)
    cause = message.words("reason", 120)
    if let text = message["alternatives"] {
      let list = try Field.document(text, named: "data.alternatives")
      alternatives = try list.elements().prefix(TripReport.mostAlternatives).map {
        element throws(Refusal) in try Trip.Alternative(element, near: trip.scheduled)
      }
    }
  }

  /// More than anybody compares.
  private static let mostAlternatives = 10
}

extension Trip {
  /// Takes in what the journey says now, as long as the user has not been told to leave. (J9)
  ///
  /// At another time, perhaps in another zone, it is another trip: what was said of the former one counts no more.
  mutating func follow(_ journey: Journey, on date: LocalDate, in zone: any ZoneRules) {
    guard stage == .planned, let now = Trip(journey, on: date, in: zone, saidAt: saidAt) else {
      return
    }
    let isSameTime = now.scheduled == scheduled && now.target == target
    let isSameWay =
      now.route == route && now.stop == stop && now.walkMinutes == walkMinutes
      && now.rideMinutes == rideMinutes
    let isAsPlanned = departure == scheduled && !isCancelled && instead == nil
    if !isSameTime || !isSameWay && isAsPlanned { self = now }
    destination = now.destination
    threshold = now.threshold
    sound = now.sound
  }

  /// Takes in what a message says; what it leaves out stays as it was.
  mutating func take(_ report: TripReport, isCancelled: Bool, at now: Instant) {
    if let departure = report.departure {
      let moved = departure - self.departure
      self.departure = departure
      // The service runs it after all; one that can be caught no more is as good as canceled.
      if self.isCancelled, !isCancelled, vehicle.goneAt > now {
        self.isCancelled = false
        if isChosen != true { instead = nil }
      }
      arrival = report.arrival ?? arrival.map { $0 + moved }
    }
    arrival = report.arrival ?? arrival
    crowding = report.crowding ?? crowding
    platform = report.platform ?? platform
    cause = report.cause ?? cause
    alternatives = report.alternatives ?? alternatives
    if isCancelled { self.isCancelled = true }
  }
}

extension Trip.Alternative {
  fileprivate init(_ field: Field, near scheduled: Instant) throws(Refusal) {
    let members = try field.members(known: nil)
    func name(_ key: String) throws(Refusal) -> String {
      let text = try members.required(key, in: field).text()
      return truncate(clean(text, lines: false), to: 60)
    }
    func instant(_ key: String) throws(Refusal) -> Instant {
      let field = try members.required(key, in: field)
      guard let instant = Instant(sent: try field.text()),
        Trip.isNear(instant, scheduled)
      else { throw field.refused("must be a time of that day, such as 2026-11-21T07:42:00Z") }
      return instant
    }
    route = try name("route")
    stop = try name("stop")
    departure = try instant("departure")
    arrival = try instant("arrival")
    walkMinutes = try members.present("walkMinutes")?.integer(Journey.walks) ?? 0
    guard arrival >= departure else {
      throw field.child("arrival", .null).refused("is before its departure")
    }
  }
}

extension Trip {
  /// Whether an instant that a message names can belong to a trip: within a day of its timetable.
  static func isNear(_ instant: Instant, _ scheduled: Instant) -> Bool {
    instant - scheduled <= .days(1) && scheduled - instant <= .days(1)
  }
}

extension Message {
  fileprivate func instant(
    _ key: String, near scheduled: Instant
  ) throws(Refusal) -> Instant? {
    guard let text = self[key] else { return nil }
    guard let instant = Instant(sent: text) else {
      throw Refusal(.invalidArgument, "data.\(key): must be a time such as 2026-11-21T07:42:00Z")
    }
    guard Trip.isNear(instant, scheduled) else {
      throw Refusal(.invalidArgument, "data.\(key): is more than a day away from that journey")
    }
    return instant
  }

  fileprivate func words(_ key: String, _ longest: Int) -> String? {
    self[key].map { truncate(clean($0, lines: false), to: longest) }.flatMap {
      isBlank($0) ? nil : $0
    }
  }
}
