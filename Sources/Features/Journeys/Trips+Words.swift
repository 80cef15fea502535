package import CarillonEngine

/// What the user reads of a trip. (J5–J11)
extension Trips {
  package static func text(
    of subject: Subject, _ context: KindContext
  ) -> (title: String, body: String)? {
    known(subject).map { text(of: $0, context) }
  }

  /// What was told last, as it is by now.
  static func text(
    of trip: Trip, _ context: KindContext
  ) -> (title: String, body: String) {
    switch trip.news {
    case .delay(let minutes, let isCritical):
      delay(trip, minutes: minutes, isCritical: isCritical, context)
    case .cancellation: cancellation(trip, context)
    case .running: running(trip, context)
    case .update(let title, let body) where trip.stage == .planned:
      (title ?? trip.destination, body)
    // After a snooze of the early notice it may be time to leave.
    case nil, .early, .departure, .update: departure(trip, context)
    }
  }

  private static func departure(
    _ trip: Trip, _ context: KindContext
  ) -> (title: String, body: String) {
    let words = context.words
    let title = words.say("Time to leave for {destination}", ["destination": trip.destination])
    guard let ride = trip.ride else { return (title, "") }
    let toLeave = (ride.leaveAt - context.now).roundedMinutes
    let first: String
    if toLeave > 0, trip.stage == .planned {
      first = earlyNotice(toLeave, words)
    } else {
      first = leaveNow(ride, (ride.departure - context.now).roundedMinutes, words)
    }
    return (
      trip.stage == .planned && toLeave > 0 ? trip.destination : title,
      lines([first, facts(trip, ride, context)])
    )
  }

  static func earlyNotice(_ minutes: Int, _ words: Words) -> String {
    words.count(
      "Optimal departure in {n} minute", "Optimal departure in {n} minutes", minutes)
  }

  private static func leaveNow(_ ride: Trip.Ride, _ minutes: Int, _ words: Words) -> String {
    let values = ["route": ride.route, "stop": ride.stop]
    let minutes = max(minutes, 0)
    return switch (ride.route.isEmpty, ride.stop.isEmpty) {
    case (false, false):
      words.count(
        "Leave now to catch {route} at {stop} in {n} minute",
        "Leave now to catch {route} at {stop} in {n} minutes", minutes, values)
    case (false, true):
      words.count(
        "Leave now to catch {route} in {n} minute", "Leave now to catch {route} in {n} minutes",
        minutes, values)
    case (true, false):
      words.count(
        "Leave now: departure from {stop} in {n} minute",
        "Leave now: departure from {stop} in {n} minutes", minutes, values)
    case (true, true):
      words.count("Leave now: {n} minute left", "Leave now: {n} minutes left", minutes)
    }
  }

  private static func delay(
    _ trip: Trip, minutes: Int, isCritical: Bool, _ context: KindContext
  ) -> (title: String, body: String) {
    let words = context.words
    guard let ride = trip.ride else { return cancellation(trip, context) }
    let size = max(1, minutes < 0 ? -minutes : minutes)
    let title: String
    if minutes == 0, let arrival = ride.arrival {
      // It departs as was told, and arrives later. (J10)
      title = words.say("Arrival {time}, too late", ["time": clock(arrival, context)])
    } else if trip.stage == .active {
      title =
        minutes < 0
        ? words.count(
          "{route} departs {n} minute earlier", "{route} departs {n} minutes earlier", size,
          ["route": name(of: ride, trip)])
        : words.count(
          "{route} departs {n} minute later", "{route} departs {n} minutes later", size,
          ["route": name(of: ride, trip)])
    } else if minutes < 0 {
      title = words.count("Leave {n} minute earlier", "Leave {n} minutes earlier", size)
    } else {
      title = words.count(
        "Delay detected: Leave {n} minute later", "Delay detected: Leave {n} minutes later", size)
    }
    var body = [whenToLeave(ride, trip, context)]
    if let arrival = ride.arrival {
      if let target = trip.target, arrival > target {
        body.append(
          words.say(
            "You would arrive at {time}, after {target}",
            ["time": clock(arrival, context), "target": clock(target, context)]))
      } else if isCritical {
        body.append(words.say("Arrival {time}", ["time": clock(arrival, context)]))
      }
    }
    if isCritical, let best = trip.best(at: context.now) {
      body.append(instead(best, context))
    }
    if let cause = trip.cause { body.append(cause) }
    if trip.hasSeveralUpdates == true { body.append(words.say("Multiple updates received")) }
    return (title, lines(body))
  }

  private static func cancellation(
    _ trip: Trip, _ context: KindContext
  ) -> (title: String, body: String) {
    let words = context.words
    let title =
      trip.route.isEmpty
      ? words.say("The ride to {destination} is canceled", ["destination": trip.destination])
      : words.say(
        "{route} to {destination} is canceled",
        ["route": trip.route, "destination": trip.destination])
    let plan =
      trip.instead.map { instead($0, context) } ?? words.say("No other way is known yet.")
    return (title, lines([plan, trip.cause]))
  }

  private static func whenToLeave(
    _ ride: Trip.Ride, _ trip: Trip, _ context: KindContext
  ) -> String {
    if ride.leaveAt <= context.now {
      return leaveNow(ride, (ride.departure - context.now).roundedMinutes, context.words)
    }
    return context.words.say(
      "{destination}: departure at {time}, leave at {leave}",
      [
        "destination": trip.destination, "time": clock(ride.departure, context),
        "leave": clock(ride.leaveAt, context),
      ])
  }

  private static func running(
    _ trip: Trip, _ context: KindContext
  ) -> (title: String, body: String) {
    guard let ride = trip.ride else { return cancellation(trip, context) }
    let title =
      trip.route.isEmpty
      ? context.words.say(
        "The ride to {destination} takes place after all", ["destination": trip.destination])
      : context.words.say(
        "{route} to {destination} runs after all",
        ["route": trip.route, "destination": trip.destination])
    return (title, lines([whenToLeave(ride, trip, context), facts(trip, ride, context)]))
  }

  private static func instead(
    _ alternative: Trip.Alternative, _ context: KindContext
  ) -> String {
    context.words.say("Instead: {way}", ["way": line(alternative, context)])
  }

  /// How full it is, where it departs, when it arrives; nil if none is known. (J5)
  private static func facts(
    _ trip: Trip, _ ride: Trip.Ride, _ context: KindContext
  ) -> String? {
    let words = context.words
    var facts: [String] = []
    if let arrival = ride.arrival {
      facts.append(words.say("Arrival {time}", ["time": clock(arrival, context)]))
    }
    // Both are known of the vehicle that was planned.
    if trip.instead == nil {
      if let platform = trip.platform {
        facts.append(words.say("Platform {platform}", ["platform": platform]))
      }
      if let crowding = trip.crowding { facts.append(word(for: crowding, words)) }
    }
    return facts.isEmpty ? nil : facts.joined(separator: " · ")
  }

  static func word(for crowding: Trip.Crowding, _ words: Words) -> String {
    switch crowding {
    case .low: words.say("Plenty of seats")
    case .medium: words.say("Some seats")
    case .high: words.say("Crowded")
    case .full: words.say("Full")
    }
  }

  static func clock(_ instant: Instant, _ context: KindContext) -> String {
    context.words.clock(context.zone.wallClock(at: instant).time)
  }

  /// What the user calls the vehicle: its line, or where it goes.
  private static func name(of ride: Trip.Ride, _ trip: Trip) -> String {
    ride.route.isEmpty ? trip.destination : ride.route
  }

  private static func lines(_ texts: [String?]) -> String {
    texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
