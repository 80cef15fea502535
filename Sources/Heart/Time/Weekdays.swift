/// A set of days of the week; a set read from a document is never empty.
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
