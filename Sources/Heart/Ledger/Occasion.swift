import CarillonDetail
import CarillonText
package import CarillonTime

/// One item of a plan source on one local date: the identity that rings at most once. (T16)
package struct Occasion: Hashable, Sendable {
  package var item: PlanItem.ID
  package var date: LocalDate

  package init(_ item: PlanItem.ID, on date: LocalDate) {
    self.item = item
    self.date = date
  }
}

extension Occasion: CustomStringConvertible {
  /// `0800@2026-11-21`, as it is written in acknowledgements and for `Explain`.
  package var description: String { "\(item.name)@\(date)" }
}

/// What a plan source repeats: a slot, a journey.
///
/// It has no date and no zone; only the instants of its occasions are computed, and again when zone or
/// clock change.
package struct PlanItem: Hashable, Sendable {
  /// Never changes: `("slot", "0800")`.
  package struct ID: Hashable, Comparable, Sendable {
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
  /// As the user named it; may be empty.
  package var label: String
  package var enabled: Bool
  package var weekdays: Weekdays
  /// The wall-clock time that ``offset`` counts from.
  package var time: WallTime
  /// How much earlier (negative) or later than ``time`` it is due.
  package var offset: Span
  /// The last date whose occasion has been dealt with: later ones that have passed are missed.
  ///
  /// A date, not an instant, so that it stays right when the zone changes.
  package var considered: LocalDate

  package init(
    _ id: ID, label: String = "", enabled: Bool, weekdays: Weekdays, time: WallTime, offset: Span = .zero,
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

  /// Whether it has an occasion on `date`, should that date exist.
  package func occurs(on date: LocalDate) -> Bool {
    enabled && weekdays.contains(weekday: date.weekday)
  }

  /// When it would be due on `date`; nil for a date that does not exist there. (T16)
  package func instant(on date: LocalDate, in zone: any ZoneRules) -> Instant? {
    zone.instant(of: time, on: date).map { $0 + offset }
  }
}

/// An item as it is stored: its source knows what the document means.
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
