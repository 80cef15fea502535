import CarillonCore

/// A zone with daylight saving for the years of a simulated life.
struct SeasonalZone: ZoneRules {
  let identifier: String
  private let standard: Int
  private let saved: Int
  /// Where the offset changes, in order: into daylight saving and out of it in turn.
  private let changes: [Instant]

  /// `begin` and `end` are the UTC hours on the Sundays nearest the given days of the year.
  init(_ identifier: String, hours: Double, saving: Int = 0, begin: Int = 87, end: Int = 300) {
    self.identifier = identifier
    let standard = Int(hours * 3600)
    self.standard = standard
    saved = saving
    guard saving != 0 else {
      changes = []
      return
    }
    changes = (2024...2036).flatMap { year -> [Instant] in
      guard let january = LocalDate(year: year, month: 1, day: 1) else { return [] }
      return [begin, end].map { day in
        let date = january.adding(days: Int64(day))
        let sunday = date.adding(days: -Int64(date.weekday % 7))
        // At two o'clock local standard time.
        return Instant(seconds: sunday.dayNumber * 86_400 + 7200 - Int64(standard))
      }
    }
  }

  /// How many changes have been at `instant`.
  private func passed(by instant: Instant) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func offset(at instant: Instant) -> Int {
    passed(by: instant) % 2 == 1 ? standard + saved : standard
  }

  func transition(after instant: Instant) -> Instant? {
    let index = passed(by: instant)
    return index < changes.count ? changes[index] : nil
  }

  static let all = [
    SeasonalZone("Sim/UTC", hours: 0),
    SeasonalZone("Sim/Berlin", hours: 1, saving: 3600),
    SeasonalZone("Sim/New_York", hours: -5, saving: 3600, begin: 70, end: 308),
    SeasonalZone("Sim/Lord_Howe", hours: 10.5, saving: 1800),
    SeasonalZone("Sim/Kiritimati", hours: 14),
    SeasonalZone("Sim/Honolulu", hours: -10),
    SeasonalZone("Sim/Kathmandu", hours: 5.75),
  ]

  static func named(_ name: String) -> (any ZoneRules)? { all.first { $0.identifier == name } }
}
