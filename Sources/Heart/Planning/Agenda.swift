import CarillonLedger

/// The next occasion of each item, soonest first, whatever became of it. (T2)
///
/// There may be an item for each minute. To work out when each comes next costs more than all the rest of
/// a turn, and changes only when one has passed.
struct Agenda {
  /// An occasion, if nothing became of it yet.
  struct Entry {
    var at: Instant
    var date: LocalDate
    var item: PlanItem

    /// Soonest first, and those of one instant by their items.
    static func < (one: Entry, other: Entry) -> Bool {
      (one.at, one.item.id) < (other.at, other.item.id)
    }
  }

  /// All items, by source; if none has changed, they are the same arrays, and compared at once.
  private let items: [[PlanItem]]
  private let zone: String
  let today: LocalDate
  private var asOf: Instant
  private(set) var entries: [Entry]

  /// The last day that is looked at: until then is every weekday, even if a date does not exist.
  var lastDay: LocalDate { today.adding(days: 9) }

  init(of items: [[PlanItem]], at now: Instant, in zone: any ZoneRules) {
    self.items = items
    self.zone = zone.identifier
    today = zone.wallClock(at: now).date
    asOf = now
    entries = []
    for item in items.joined() where item.enabled {
      if let entry = next(of: item, from: today.adding(days: -1), by: lastDay, in: zone) {
        entries.append(entry)
      }
    }
    entries.sort(by: <)
  }

  /// The first occasion of an item from this date on, not later than `last`, that lies ahead.
  func next(
    of item: PlanItem, from date: LocalDate, by last: LocalDate, in zone: any ZoneRules
  ) -> Entry? {
    var date = date
    while date <= last {
      if item.occurs(on: date), let at = item.instant(on: date, in: zone), at > asOf {
        return Entry(at: at, date: date, item: item)
      }
      date = date.adding(days: 1)
    }
    return nil
  }

  /// Replaces the occasions that have passed with the next ones of their items.
  ///
  /// Returns false, and changes nothing, if the agenda has to be made anew: an item has changed, the day or
  /// the zone is another one, or the clock was set back.
  mutating func advance(
    to now: Instant, of items: [[PlanItem]], in zone: any ZoneRules
  ) -> Bool {
    guard zone.identifier == self.zone, asOf <= now, zone.wallClock(at: now).date == today,
      items == self.items
    else { return false }
    asOf = now
    let passed = entries.prefix { $0.at <= now }
    guard !passed.isEmpty else { return true }
    let following = passed.compactMap {
      next(of: $0.item, from: $0.date.adding(days: 1), by: lastDay, in: zone)
    }
    entries.removeFirst(passed.count)
    entries += following
    entries.sort(by: <)
    return true
  }

  #if DEBUG
    /// Whether both name the same occasions.
    func says(the other: Agenda) -> Bool {
      entries.count == other.entries.count
        && zip(entries, other.entries).allSatisfy {
          $0.at == $1.at && $0.date == $1.date && $0.item.id == $1.item.id
        }
    }
  #endif
}
