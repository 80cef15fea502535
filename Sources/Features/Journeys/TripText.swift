import CarillonEngine

/// What the user reads of a trip, as it is by now. (J5–J11)
struct TripText {
  private let trip: Trip
  private let context: KindContext
  private var words: Words { context.words }

  init(_ trip: Trip, _ context: KindContext) {
    self.trip = trip
    self.context = context
  }

  /// What was told last.
  var told: (title: String, body: String) {
    let text = undated
    guard let day else { return text }
    return (words.say("{day}: {text}", ["day": day, "text": text.title]), text.body)
  }

  /// The day, in words that stay true; nil if it is today, or only a few hours away.
  private var day: String? {
    guard trip.usualLeave - context.now > .hours(6) else { return nil }
    let today = context.zone.wallClock(at: context.now).date
    let date = context.zone.wallClock(at: trip.usualLeave).date
    return switch date.dayNumber - today.dayNumber {
    case 0: nil
    case 1...6: words.weekday(date.weekday)
    default: words.full(date, today: today)
    }
  }

  /// The same without the day.
  var undated: (title: String, body: String) {
    // Who has put it off is told that it is time to leave, whatever was news before. (J16, J17)
    if context.isReturn, trip.ride != nil { return departure }
    return switch trip.news {
    case .delay(let minutes, let isCritical): delay(minutes, isCritical)
    case .cancellation: cancellation
    case .running: running
    case .update(let title, let body) where trip.stage == .planned:
      (title ?? trip.destination, body)
    // After a snooze of the early notice it may be time to leave.
    case nil, .early, .departure, .update: departure
    }
  }

  private var departure: (title: String, body: String) {
    let title = words.say("Time to leave for {destination}", ["destination": trip.destination])
    guard let ride = trip.ride else { return (title, "") }
    let toLeave = (ride.leaveAt - context.now).roundedMinutes
    if toLeave > 0, trip.stage == .planned {
      // Whoever missed that it does not run would go to the usual stop. (J11)
      let way = trip.instead.map { instead($0) } ?? facts(ride)
      return (trip.destination, lines([Trips.earlyNotice(toLeave, words), way]))
    }
    return (title, lines([leaveNow(ride), facts(ride)]))
  }

  private func leaveNow(_ ride: Trip.Ride) -> String {
    let values = ["route": ride.route, "stop": ride.stop]
    let minutes = max((ride.departure - context.now).roundedMinutes, 0)
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

  private func delay(_ minutes: Int, _ isCritical: Bool) -> (title: String, body: String) {
    guard let ride = trip.ride else { return cancellation }
    let size = max(1, minutes < 0 ? -minutes : minutes)
    let title: String
    if minutes == 0, let arrival = ride.arrival {
      // It departs as was told, and arrives later. (J10)
      title = words.say("Arrival {time}, too late", ["time": clock(arrival)])
    } else if trip.stage == .active {
      title =
        minutes < 0
        ? words.count(
          "{route} departs {n} minute earlier", "{route} departs {n} minutes earlier", size,
          ["route": name(of: ride)])
        : words.count(
          "{route} departs {n} minute later", "{route} departs {n} minutes later", size,
          ["route": name(of: ride)])
    } else if minutes < 0 {
      title = words.count("Leave {n} minute earlier", "Leave {n} minutes earlier", size)
    } else if day != nil {
      title = words.count("Leave {n} minute later", "Leave {n} minutes later", size)
    } else {
      title = words.count(
        "Delay detected: Leave {n} minute later", "Delay detected: Leave {n} minutes later", size)
    }
    var body = [whenToLeave(ride)]
    if let arrival = ride.arrival {
      if let target = trip.target, arrival > target {
        body.append(
          words.say(
            "You would arrive at {time}, after {target}",
            ["time": clock(arrival), "target": clock(target)]))
      } else if isCritical {
        body.append(words.say("Arrival {time}", ["time": clock(arrival)]))
      }
    }
    if isCritical, let best = trip.best(at: context.now) {
      body.append(instead(best))
    }
    if let cause = trip.cause { body.append(cause) }
    if trip.hasSeveralUpdates == true { body.append(words.say("Multiple updates received")) }
    return (title, lines(body))
  }

  private var cancellation: (title: String, body: String) {
    let title =
      trip.route.isEmpty
      ? words.say("The ride to {destination} is canceled", ["destination": trip.destination])
      : words.say(
        "{route} to {destination} is canceled",
        ["route": trip.route, "destination": trip.destination])
    let plan =
      trip.instead.map { instead($0) } ?? words.say("No other way is known yet.")
    return (title, lines([plan, trip.cause]))
  }

  private func whenToLeave(_ ride: Trip.Ride) -> String {
    if ride.leaveAt <= context.now { return leaveNow(ride) }
    return words.say(
      "{destination}: departure at {time}, leave at {leave}",
      [
        "destination": trip.destination, "time": clock(ride.departure),
        "leave": clock(ride.leaveAt),
      ])
  }

  private var running: (title: String, body: String) {
    guard let ride = trip.ride else { return cancellation }
    let title =
      trip.route.isEmpty
      ? words.say(
        "The ride to {destination} takes place after all", ["destination": trip.destination])
      : words.say(
        "{route} to {destination} runs after all",
        ["route": trip.route, "destination": trip.destination])
    return (title, lines([whenToLeave(ride), facts(ride)]))
  }

  private func instead(_ alternative: Trip.Alternative) -> String {
    words.say("Instead: {way}", ["way": Trips.line(alternative, context)])
  }

  /// How full it is, where it departs, when it arrives; nil if none is known. (J5)
  private func facts(_ ride: Trip.Ride) -> String? {
    var facts: [String] = []
    if let arrival = ride.arrival {
      facts.append(words.say("Arrival {time}", ["time": clock(arrival)]))
    }
    // Both are known of the vehicle that was planned.
    if trip.instead == nil {
      if let platform = trip.platform {
        facts.append(words.say("Platform {platform}", ["platform": platform]))
      }
      if let crowding = trip.crowding { facts.append(Trips.word(for: crowding, words)) }
    }
    return facts.isEmpty ? nil : facts.joined(separator: " · ")
  }

  /// What the user calls the vehicle: its line, or where it goes.
  private func name(of ride: Trip.Ride) -> String {
    ride.route.isEmpty ? trip.destination : ride.route
  }

  private func clock(_ instant: Instant) -> String { Trips.clock(instant, context) }

  private func lines(_ texts: [String?]) -> String {
    texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
