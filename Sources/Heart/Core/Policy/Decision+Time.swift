extension Decision {
  /// Whether a ring may come later to save power, or because it cannot be had exactly. (T15)
  var windowed: Bool {
    get throws(StoreFailure) { try settings.exactness == .windowed || !situation.exact }
  }

  /// What is late by no more counts as on time. (T18)
  var punctual: Span {
    get throws(StoreFailure) { try windowed ? Settings.window : Settings.punctual }
  }

  /// How late a ring is still wanted: never less than what counts as on time.
  var grace: Span {
    get throws(StoreFailure) { try max(settings.grace, punctual) }
  }

  /// How late this one is still wanted: a minute more where it has passed in time and waits for its
  /// turn, for one show at a time is in flight. (T18)
  ///
  /// What has waited through a sleep or a restart waits for no turn.
  func grace(of delivery: Delivery) throws(StoreFailure) -> Span {
    guard delivery.waiting == Waiting.busy, let at = memory.handedOverAt, at <= now,
      now - at <= Settings.punctual
    else { return try grace }
    return try grace + Settings.punctual
  }

  /// The instant from which late and grace count: T, or the end of the hold that T falls into.
  func due(of delivery: Delivery) throws(StoreFailure) -> Instant {
    if let released = delivery.releasedAt { return min(released, now) }
    guard delivery.kind == .slot else { return delivery.fireAt }
    var due = delivery.fireAt
    // Pause and quiet hours may follow each other a few times.
    for _ in 0..<8 {
      guard let hold = try hold(at: due) else { return due }
      due = hold.end
    }
    return due
  }

  /// What holds ordinary notifications back at some instant, and until when. (J14, T20)
  struct Hold {
    var reason: String
    var end: Instant
  }

  func hold(at instant: Instant) throws(StoreFailure) -> Hold? {
    if let pause = try pause(), pause.start <= instant, instant < pause.end {
      return Hold(reason: "paused", end: pause.end)
    }
    guard let quiet = try settings.quietHours,
      let end = quiet.end(containing: instant, in: zone)
    else { return nil }
    return Hold(reason: "quiet-hours", end: end)
  }

  /// When ordinary notifications come again, if they are held at `instant`: the last of the holds.
  func endOfHolds(from instant: Instant) throws(StoreFailure) -> Instant? {
    var end = instant
    for _ in 0..<8 {
      guard let hold = try hold(at: end) else { break }
      end = hold.end
    }
    return end == instant ? nil : end
  }

  /// The pause, running or over; nil before the first one.
  func pause() throws(StoreFailure) -> (start: Instant, end: Instant)? {
    guard let pause = try storedPause() else { return nil }
    return (pause.since, pause.end(in: zone))
  }

  func storedPause() throws(StoreFailure) -> Pause? {
    guard let text = try rows.note(Note.pause) else { return nil }
    if let known = memory.pause, known.text == text { return known.pause }
    let pause = deserialize(Pause.self, from: text)
    memory.pause = (text, pause)
    return pause
  }

  /// Notes that a pause is over, so that a clock that goes back does not begin it anew.
  func endPause() throws(StoreFailure) {
    guard var pause = try storedPause(), pause.ended == nil else { return }
    let end = pause.end(in: zone)
    guard end <= now else { return }
    pause.ended = end
    try rows.setNote(Note.pause, serialize(pause))
    changed(.state)
  }

  func snoozeEnd(_ delivery: Delivery) -> Instant {
    (delivery.snoozedAt ?? now) + Delivery.snooze
  }

  /// Until when a refused call may be made again; what was asked for just now does not wait long.
  func endOfRetries(_ delivery: Delivery) throws(StoreFailure) -> Instant {
    if delivery.returning { return snoozeEnd(delivery) + (try grace) }
    switch delivery.kind {
    case .message where delivery.askedFor: return delivery.fireAt + Settings.punctual
    case .slot, .digest, .message: return try due(of: delivery) + grace
    case .ringNow, .test: return delivery.fireAt + Settings.punctual
    }
  }

  /// At least a second after the refused call: KDE refuses a repeat within it. (J19)
  func retryAt(_ errorAt: Instant) -> Instant { errorAt + .seconds(1) }
}

/// A pause as it was asked for; its end is computed, so that it follows zone and clock.
struct Pause: Codable {
  enum Rule: Codable {
    case span(Span)
    /// The next 06:00.
    case tomorrow
    case instant(Instant)
  }

  var since: Instant
  var rule: Rule
  /// When its user ended it early.
  var ended: Instant?

  func end(in zone: any ZoneRules) -> Instant {
    if let ended { return ended }
    switch rule {
    case .span(let span): return since + span
    case .instant(let instant): return instant
    case .tomorrow: return Pause.nextMorning(after: since, in: zone)
    }
  }

  static func nextMorning(after instant: Instant, in zone: any ZoneRules) -> Instant {
    let today = zone.wallClock(at: instant).date
    guard let six = WallTime(hour: 6, minute: 0) else { return instant }
    for days in 0..<4 as Range<Int64> {
      if let morning = zone.instant(of: six, on: today.adding(days: days)), morning > instant {
        return morning
      }
    }
    return instant
  }
}

extension Settings.QuietHours {
  private func contains(_ time: WallTime) -> Bool {
    from < to ? from <= time && time < to : from <= time || time < to
  }

  /// When the quiet hours that `instant` lies in end; nil outside them.
  package func end(containing instant: Instant, in zone: any ZoneRules) -> Instant? {
    guard contains(zone.wallClock(at: instant).time) else { return nil }
    var at = instant
    // Each turn goes to the next change of the offset at most; two in a night are unheard of.
    for _ in 0..<4 {
      let local = at.wholeSeconds + Int64(zone.offset(at: at))
      let secondOfDay = local - local.flooredQuotient(by: 86_400) * 86_400
      var left = Int64(to.minuteOfDay) * 60 - secondOfDay
      if left <= 0 { left += 86_400 }
      let end = Instant(seconds: at.wholeSeconds + left)
      // One at the very end may lead back into them: the clock never shows when they end.
      guard let transition = zone.transition(after: at), transition <= end else { return end }
      guard contains(zone.wallClock(at: transition).time) else { return transition }
      at = transition
    }
    return at
  }
}
