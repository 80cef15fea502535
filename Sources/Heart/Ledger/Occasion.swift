import CarillonDetail
import CarillonText
package import CarillonTime

/// An item of a plan source on one local date; this identity rings at most once. (T16)
package struct Occasion: Hashable, Codable, Sendable {
  package var item: PlanItem.ID
  package var date: LocalDate

  package init(_ item: PlanItem.ID, on date: LocalDate) {
    self.item = item
    self.date = date
  }

  /// Without the source: there are few of them, and hashing a text takes long.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(item.name)
    hasher.combine(date)
  }
}

extension Occasion: CustomStringConvertible {
  /// `0800@2026-11-21`, as in acknowledgements and `Explain`.
  package var description: String { "\(item.name)@\(date)" }
}

/// A repeating item of a plan source, such as a slot or a journey.
///
/// An item has no date and no zone. The instants of its occasions are computed, and recomputed when
/// the zone or the clock changes.
package struct PlanItem: Hashable, Sendable {
  /// Never changes: `("slot", "0800")`.
  package struct ID: Hashable, Comparable, Codable, Sendable {
    package var source: String
    package var name: String

    package init(source: String, name: String) {
      self.source = source
      self.name = name
    }

    package static func < (left: ID, right: ID) -> Bool {
      (left.source, left.name) < (right.source, right.name)
    }
  }

  package var id: ID
  /// The user's name for it; may be empty.
  package var label: String
  package var enabled: Bool
  package var weekdays: Weekdays
  /// The wall-clock time that ``offset`` counts from.
  package var time: WallTime
  /// How much earlier (negative) or later than ``time`` it is due.
  package var offset: Span
  /// The last date that has been dealt with; later dates that have passed are missed.
  ///
  /// A date rather than an instant, so that it stays right when the zone changes.
  package var considered: LocalDate
  /// What is known to be different on single dates. (J9, J11)
  package var changes: [LocalDate: Change] = [:]

  /// How one occasion differs from what its item says.
  package enum Change: Hashable, Sendable {
    /// Due that much later, or earlier if negative.
    case moved(Span)
    /// Not due at all, for this reason.
    case off(Reason)
  }

  package init(
    _ id: ID, label: String = "", enabled: Bool, weekdays: Weekdays, time: WallTime,
    offset: Span = .zero,
    considered: LocalDate
  ) {
    self.id = id
    self.label = label
    self.enabled = enabled
    self.weekdays = weekdays
    self.time = time
    self.offset = offset
    self.considered = considered
  }

  /// Whether it has an occasion on `date`, if that date exists.
  package func occurs(on date: LocalDate) -> Bool {
    guard enabled, weekdays.contains(weekday: date.weekday) else { return false }
    if case .off = changes[date] { return false }
    return true
  }

  /// The due instant on `date`; nil if the zone skips that date. (T16)
  package func instant(on date: LocalDate, in zone: any ZoneRules) -> Instant? {
    guard let at = zone.instant(of: time, on: date).map({ $0 + offset }) else { return nil }
    if case .moved(let span) = changes[date] { return at + span }
    return at
  }

  /// Why it has no occasion on a date that its weekdays do not rule out; nil if that is not known.
  package func reason(on date: LocalDate) -> Reason? {
    if case .off(let reason) = changes[date] { reason } else { nil }
  }

  /// When it is first due after `instant`; nil if that is not within ten days.
  package func nextTime(after instant: Instant, in zone: any ZoneRules) -> Instant? {
    let today = zone.wallClock(at: instant).date
    // An offset may move the time to another date.
    for days in -1..<10 as Range<Int64> {
      let date = today.adding(days: days)
      guard occurs(on: date) else { continue }
      if let at = self.instant(on: date, in: zone), at > instant { return at }
    }
    return nil
  }
}

/// An item as stored; only its source understands the document.
package struct StoredPlanItem: Hashable, Sendable {
  package var id: PlanItem.ID
  /// A JSON object.
  package var document: String
  package var considered: LocalDate

  package init(_ id: PlanItem.ID, document: String, considered: LocalDate) {
    self.id = id
    self.document = document
    self.considered = considered
  }
}

extension Occasion: Comparable {
  package static func < (left: Occasion, right: Occasion) -> Bool {
    (left.date, left.item) < (right.date, right.item)
  }
}
