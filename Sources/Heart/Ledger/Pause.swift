import CarillonDetail
import CarillonText
package import CarillonTime

/// A pause as it was asked for; its end is computed, so that it follows zone and clock.
package struct Pause: Codable {
  package enum Rule: Codable {
    case span(Span)
    /// The next 06:00.
    case tomorrow
    case instant(Instant)
  }

  package var since: Instant
  package var rule: Rule
  /// When its user ended it early.
  package var ended: Instant?

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
