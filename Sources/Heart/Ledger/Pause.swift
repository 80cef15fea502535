import CarillonDetail
import CarillonText
package import CarillonTime

/// A pause as the user requested it; its end is computed, so it follows zone and clock.
package struct Pause: Hashable, Codable {
  package enum Rule: Hashable, Codable {
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
