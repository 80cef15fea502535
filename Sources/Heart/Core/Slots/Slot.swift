/// A daily slot's stable id: its wall-clock time as `HHmm`. (T1)
package struct SlotID: Hashable, Comparable, Sendable {
  package let time: WallTime

  package init(_ time: WallTime) {
    self.time = time
  }

  /// Exactly four digits that are a time of day.
  package init?(_ text: String) {
    guard text.utf8.count == 4, let time = WallTime(text) else { return nil }
    self.time = time
  }

  package static func < (left: SlotID, right: SlotID) -> Bool { left.time < right.time }
}

extension SlotID: CustomStringConvertible {
  package var description: String {
    padded(time.hour, to: 2) + padded(time.minute, to: 2)
  }
}

/// A time of day, on the user's wall clock, at which one notification is due.
///
/// A slot has no date and no time zone. Its ``id`` therefore survives travel and daylight saving;
/// only the instants at which its occurrences are due are recomputed. (T1, T16)
package struct Slot: Hashable, Sendable {
  package var id: SlotID
  package var label: String
  package var enabled: Bool
  package var weekdays: Weekdays
  /// Where its content comes from; nil: as configured for all.
  package var fetch: FetchSpec?
  /// What it says; nil: as configured for all.
  package var template: Template?
  /// The last date whose occurrence has been dealt with: later ones that have passed are missed.
  ///
  /// A date, not an instant, so that it stays right when the zone changes.
  package var considered: LocalDate

  package init(
    id: SlotID, label: String, enabled: Bool = true, weekdays: Weekdays = .all,
    fetch: FetchSpec? = nil, template: Template? = nil, considered: LocalDate
  ) {
    self.id = id
    self.label = label
    self.enabled = enabled
    self.weekdays = weekdays
    self.fetch = fetch
    self.template = template
    self.considered = considered
  }

  /// Whether it has an occurrence on `date`, should that date exist.
  package func rings(on date: LocalDate) -> Bool {
    enabled && weekdays.contains(weekday: date.weekday)
  }
}

/// A set of days of the week; never empty where it comes from a document.
package struct Weekdays: Hashable, Sendable {
  /// Bit 0 is Monday.
  package let mask: Int

  package init(mask: Int) {
    self.mask = mask & 127
  }

  package static let all = Weekdays(mask: 127)

  /// 1 is Monday.
  package func contains(weekday: Int) -> Bool { mask >> (weekday - 1) & 1 == 1 }

  package var numbers: [Int] { (1...7).filter(contains(weekday:)) }
}

/// One slot on one local date: the identity that rings at most once. (T16)
package struct Occurrence: Hashable, Sendable {
  package var slot: SlotID
  package var date: LocalDate

  package init(slot: SlotID, date: LocalDate) {
    self.slot = slot
    self.date = date
  }

  /// Reads `0800@2026-11-21`.
  package init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let slot = SlotID(String(parts[0])), let date = LocalDate(parts[1])
    else { return nil }
    self.init(slot: slot, date: date)
  }
}

extension Occurrence: Comparable {
  package static func < (left: Occurrence, right: Occurrence) -> Bool {
    (left.date, left.slot) < (right.date, right.slot)
  }
}

extension Occurrence: CustomStringConvertible {
  package var description: String { "\(slot)@\(date)" }
}
