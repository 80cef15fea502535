import CarillonLedger

/// What holds deliveries back in this turn: a pause, quiet hours, an hour of their channel, a backlog, too many popups.
/// (§5)
final class Holding: Room {
  let ledger: Ledger
  private let joining: Joining
  /// What ``obstacles()`` found in this turn.
  private var known: Obstacles?

  init(_ ledger: Ledger, _ joining: Joining) {
    self.ledger = ledger
    self.joining = joining
  }

  /// Looks at everything anew: popups and settings may have changed since.
  func forget() { known = nil }

  /// The hold that applies now: pause, quiet hours, or for messages their hour or the throttle.
  ///
  /// A message that replaces what is on the screen is no further popup. (J26)
  func hold(on delivery: Delivery) throws(StoreFailure) -> Ledger.Hold? {
    if let connection = delivery.request?.backlog, awaitsBacklog(of: connection) {
      // Its end is an event, and no time.
      return Ledger.Hold(cause: .backlog, end: .distantFuture)
    }
    if delivery.isUrgent || delivery.request?.returns == true { return nil }
    let obstacles = try obstacles()
    if let pause = obstacles.pause { return pause }
    guard delivery.isMessage else { return nil }
    if let hour = delivery.heldUntil, hour > now { return Ledger.Hold(cause: .at, end: hour) }
    // What the user has planned does not wait for what others send, as hours do not: by then it would be too late.
    guard let end = obstacles.throttle, delivery.request?.timely != true,
      try rows.messagesOnScreen(tag: delivery.tag).allSatisfy(ledger.hasLeft)
    else { return nil }
    // One that has just come and joins others is no further popup either. (J24)
    if delivery.status == .scheduled, try joining.host(of: delivery) != nil { return nil }
    return Ledger.Hold(cause: .throttle, end: end)
  }

  // MARK: Obstacles

  /// What may hold messages at a moment.
  struct Obstacles: Equatable {
    /// The pause or the quiet hours.
    var pause: Ledger.Hold?
    /// Until when there are too many popups. (J26)
    var throttle: Instant?
    /// When those are told whose channels wait for an hour, by what they wait for. (§5)
    var hours: [String: Instant] = [:]
    /// The connections of which the backlog is being read, or opened. (C2, C4)
    var backlogs: Set<String> = []
    /// Whether there is no room for another banner, so that messages meet the others. (D3)
    var windowIsFull = false

    /// Whether the same messages are held by both.
    ///
    /// That the throttle ends later changes nothing for them, and each popup does that.
    static func == (one: Obstacles, other: Obstacles) -> Bool {
      one.pause == other.pause && (one.throttle == nil) == (other.throttle == nil)
        && one.hours == other.hours && one.backlogs == other.backlogs
        && one.windowIsFull == other.windowIsFull
    }
  }

  private func awaitsBacklog(of connection: String) -> Bool {
    situation.carriers[connection]?.awaitsBacklog == true
      || ledger.memory.opening.contains(connection)
  }

  /// Marks the youngest of a backlog that is complete: they are shown one by one. (C4)
  func noteYoung(of connection: String) throws(StoreFailure) {
    let youngest = try rows.backlog(
      of: connection, sentAfter: now - Backlog.young, limit: Backlog.most)
    for var delivery in youngest where !delivery.isUrgent {
      delivery.request?.young = true
      try save(delivery)
    }
  }

  func obstacles() throws(StoreFailure) -> Obstacles {
    if let known { return known }
    var obstacles = Obstacles(pause: try ledger.hold(at: now), throttle: try throttle())
    obstacles.windowIsFull = try ledger.windowIsFull
    for hour in try settings.hours where obstacles.hours[hour.name] == nil {
      obstacles.hours[hour.name] = try ledger.nextHour(hour)
    }
    obstacles.backlogs = ledger.memory.opening.union(
      situation.carriers.filter { $0.value.awaitsBacklog }.map(\.key))
    known = obstacles
    return obstacles
  }

  /// Notes the hour that a message waits for, if its channel is told at hours. (§5, At my hours)
  ///
  /// An hour that has come stays noted: it is not waited for twice.
  func noteHour(of delivery: inout Delivery) throws(StoreFailure) {
    guard delivery.isMessage else { return }
    if let hour = delivery.heldUntil, hour <= now { return }
    let at = try settings.channel(delivery.channel).at
    let hour = try waitsForHour(delivery) ? obstacles().hours[at.name] : nil
    guard hour != delivery.heldUntil else { return }
    delivery.heldUntil = hour
    if hour == nil, delivery.status == .held { delivery.decidedAt = nil }
    try save(delivery)
  }

  /// Whether it is one that waits for the hour of its channel: nothing urgent, nothing that the user has
  /// just asked for, and nothing about a subject that goes on or ends with it.
  private func waitsForHour(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard delivery.isOrdinary, !delivery.isUrgent, delivery.request?.returns != true else {
      return false
    }
    guard let subject = try rows.thread(delivery.tag) else { return true }
    return subject.isOver && subject.heardAt > delivery.createdAt
  }

  /// When there will be room for another popup; nil if there is. (J26)
  private func throttle() throws(StoreFailure) -> Instant? {
    let shown = try rows.popups(
      since: now - Throttle.window, until: now, limit: Throttle.most)
    guard shown.count >= Throttle.most, let oldest = shown.last else { return nil }
    let end = oldest + Throttle.window
    return end > now ? end : nil
  }
}

/// How many of a backlog are told one by one, and how young they must be. (C4)
private enum Backlog {
  static let most = 3
  static let young = Span.minutes(10)
}

/// At most 5 popups in 10 minutes. (J26)
package enum Throttle {
  static let most = 5
  static let window = Span.minutes(10)
}
