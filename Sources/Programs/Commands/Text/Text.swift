import CarillonEngine
import CarillonGLib

/// Turns the app's documents into text, similar to what the windows show.
struct Text {
  let words: Words
  let now: Instant
  let zone: (String) -> (any ZoneRules)?

  init(
    words: Words = .user, now: Instant = WallClock.now(),
    zone: @escaping (String) -> (any ZoneRules)? = ZoneTable().zone(named:)
  ) {
    self.words = words
    self.now = now
    self.zone = zone
  }

  /// Today's date where a document comes from.
  ///
  /// A document names its zone, or at least has instants with an offset.
  func today(zone name: String, like iso: String? = nil) -> LocalDate {
    if let rules = zone(name) { return rules.wallClock(at: now).date }
    guard let iso, let there = Moment(iso: iso), let instant = Instant(iso: iso) else {
      return LocalDate(dayNumber: now.wholeSeconds.flooredQuotient(by: 86_400))
    }
    // Read as UTC, the wall clock is ahead of the instant by its offset.
    let wall = there.date.dayNumber * 86_400 + Int64(there.time.minuteOfDay) * 60
    let offset = (wall - instant.wholeSeconds + 59).flooredQuotient(by: 60) * 60
    return LocalDate(dayNumber: (now.wholeSeconds + offset).flooredQuotient(by: 86_400))
  }

  /// `today at 18:00`, or `iso` itself if it is not an instant.
  func at(_ iso: String, today: LocalDate) -> String {
    Moment(iso: iso).map { words.at($0, today: today) } ?? iso
  }
}
