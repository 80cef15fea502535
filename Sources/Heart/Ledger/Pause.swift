import CarillonDetail
import CarillonText
package import CarillonTime

/// A pause as the user requested it; its end is computed, so it follows zone and clock.
package struct Pause: Codable {
  package enum Rule: Codable {
    case span(Span)
    /// The next 06:00.
    case tomorrow
    case instant(Instant)
  }

  package var since: Instant
  package var rule: Rule
  /// When the user ended it early.
  package var ended: Instant?

  package init(since: Instant, rule: Rule) {
    self.since = since
    self.rule = rule
  }

  package func end(in zone: any ZoneRules) -> Instant {
    if let ended { return ended }
    switch rule {
    case .span(let span): return since + span
    case .instant(let instant): return instant
    case .tomorrow: return Pause.nextMorning(after: since, in: zone)
    }
  }

  package static func nextMorning(after instant: Instant, in zone: any ZoneRules) -> Instant {
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

  /// When the quiet hours around `instant` end; nil outside quiet hours.
  package func end(containing instant: Instant, in zone: any ZoneRules) -> Instant? {
    guard contains(zone.wallClock(at: instant).time) else { return nil }
    var at = instant
    // Each pass moves to the next offset change at most; more than one per night is unheard of.
    for _ in 0..<4 {
      let local = at.wholeSeconds + Int64(zone.offset(at: at))
      let secondOfDay = local - local.flooredQuotient(by: 86_400) * 86_400
      var left = Int64(to.minuteOfDay) * 60 - secondOfDay
      if left <= 0 { left += 86_400 }
      let end = Instant(seconds: at.wholeSeconds + left)
      // A change right at the end may lead back into the quiet hours: the clock skips their end.
      guard let transition = zone.transition(after: at), transition <= end else { return end }
      guard contains(zone.wallClock(at: transition).time) else { return transition }
      at = transition
    }
    return at
  }
}
