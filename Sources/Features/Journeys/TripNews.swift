import CarillonEngine

/// What becomes of a trip that something was said of: a notification, or only what is known of it. (J5–J11)
struct TripNews {
  private var trip: Trip
  private let context: KindContext
  /// What was told before.
  private let former: Trip.News?

  init(_ trip: Trip, _ context: KindContext) {
    self.trip = trip
    self.context = context
    former = trip.news
  }

  /// Nothing is told.
  var silence: Taken { .update(Trips.state(of: trip, context)) }

  /// Before it is time to leave. (J6)
  mutating func early() -> Taken {
    guard trip.stage == .planned, let ride = trip.ride, ride.leaveAt > context.now else {
      return silence
    }
    if hasJustBeenTold { return silence }
    trip.news = .early
    return shown(in: Trips.departures, until: ride.leaveAt) { request in
      request.sound = trip.sound
      request.timely = true
    }
  }

  /// Whether news a moment ago has said when to leave. (J6)
  private var hasJustBeenTold: Bool {
    switch trip.news {
    case .delay, .cancellation, .running: break
    case nil, .early, .departure, .update: return false
    }
    guard let toldAt = trip.toldAt, context.settings.channel(Trips.delays.id).enabled else {
      return false
    }
    return toldAt <= context.now && context.now - toldAt < .minutes(1)
  }

  /// Whichever comes first, the service's message or the plan's own, is the departure. (J20)
  mutating func departure() -> Taken {
    guard let ride = trip.ride, ride.goneAt > context.now else { return silence }
    trip.stage = .announced
    trip.toldDeparture = ride.departure
    trip.news = .departure
    // Who has dismissed the notice before it has not been told to leave. (B22)
    return shown(in: Trips.departures, until: ride.goneAt, isAnew: true) { request in
      request.sound = trip.sound
      request.timely = true
      var joining = Joining(
        .group, key: Trips.departures.id, moment: ride.leaveAt, within: .minutes(5))
      joining.what = Trips.departures.name(context.words)
      joining.button = context.words.say("Start {destination}", ["destination": trip.destination])
      request.joining = joining
    }
  }

  /// Tells a change of the departure by how much it differs from what was told last. (J8–J10)
  mutating func delay() -> Taken {
    guard let ride = trip.ride, ride.goneAt > context.now else { return silence }
    let delay = ride.departure - trip.toldDeparture
    let knewMiss = if case .delay(_, isCritical: true) = trip.news { true } else { false }
    let isCritical = delay > .minutes(10) || trip.missesTarget && !knewMiss
    let size = delay < .zero ? -delay : delay
    guard isCritical || size > .minutes(Int64(trip.threshold)) else { return silence }
    trip.toldDeparture = ride.departure
    trip.news = .delay(minutes: delay.roundedMinutes, isCritical: isCritical)
    trip.hasSeveralUpdates =
      trip.delayToldAt.map { context.now - $0 <= .minutes(2) && $0 <= context.now } ?? false
    trip.delayToldAt = context.now
    guard !isCritical else { return urgent(until: ride.goneAt) }
    return shown(in: Trips.delays, until: ride.goneAt) { request in
      request.insists = true
      request.timely = true
      // What is urgent joins nothing: it would give its place to what is not. (J25)
      request.joining = Joining(
        .batch, key: Trips.delays.id, moment: context.now, within: .minutes(2))
    }
  }

  /// Shows what the service has put into words of its own, until there is something that matters more. (J15)
  mutating func update(by message: Message) -> Taken {
    let isFree =
      switch trip.news {
      case nil, .update: trip.stage == .planned
      default: false
      }
    guard isFree, let body = message.body ?? message.title, let ride = trip.ride,
      ride.leaveAt > context.now
    else { return silence }
    let title = message.body == nil ? nil : message.title
    trip.news = .update(
      title: title.map { truncateAtWord($0, to: Message.longestTitle) },
      body: truncateAtWord(body, to: Message.longestBody))
    return shown(in: Trips.updates, until: ride.leaveAt) { $0.soundless = true }
  }

  /// Tells that the vehicle does not run, and what to take instead. (J11)
  ///
  /// `isKnown`: it was canceled before, and only another way is news.
  mutating func cancellation(isKnown: Bool) -> Taken {
    let former = trip.instead
    if former == nil {
      // Who has seen the vehicle off need not know.
      guard isKnown || trip.departure > context.now else { return silence }
    } else {
      // Nor does who has chosen another way. (J17)
      guard isKnown, trip.isChosen != true else { return silence }
    }
    let isStillThere = former.map { trip.alternatives.contains($0) && $0.departure > context.now }
    trip.instead = isStillThere == true ? former : trip.best(at: context.now)
    guard !isKnown || trip.instead != former else { return silence }
    trip.news = .cancellation
    if let instead = trip.instead { trip.toldDeparture = instead.departure }
    return urgent(until: trip.end) { $0.resident = true }
  }

  /// Who has been told that it does not run must know that it does. (J11)
  mutating func running() -> Taken {
    guard let ride = trip.ride, ride.goneAt > context.now else { return silence }
    trip.news = .running
    trip.toldDeparture = ride.departure
    return urgent(until: ride.goneAt)
  }

  private func urgent(
    until end: Instant, _ change: (inout Request) -> Void = { _ in }
  ) -> Taken {
    shown(in: Trips.delays, until: end) { request in
      request.urgency = .critical
      request.insists = true
      request.sound = context.settings.sound(Trips.urgentSound)
      change(&request)
    }
  }

  private func shown(
    in channel: Channel, until end: Instant, isAnew: Bool = false,
    _ change: (inout Request) -> Void = { _ in }
  ) -> Taken {
    var request = Request(channel: channel.id, category: Trips.category)
    request.inWindow = true
    request.actions = Trips.buttons(of: trip, context)
    request.expiresAt = end
    change(&request)
    var told = trip
    told.toldAt = context.now
    let text = TripText(told, context).told
    // Who has switched off the channel of departures must still learn that the vehicle does not run. (J11)
    if trip.isCancelled, former == .cancellation,
      !context.settings.channel(channel.id).enabled
    {
      told.news = former
    }
    var shown = Taken.Shown(
      known: Trips.state(of: told, context), title: text.title, body: text.body, request: request)
    shown.isAnew = isAnew
    return .show(shown)
  }
}
