/// A time of day on the user's wall clock, to the minute.
package struct WallTime: Hashable, Comparable, Sendable {
  package let minuteOfDay: Int

  package init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    minuteOfDay = hour * 60 + minute
  }

  /// Parses a slot id (`0800`) or `08:00`.
  package init?(_ text: some StringProtocol) {
    var digits = Array(text.utf8)
    if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
    guard digits.count == 4, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let numbers = digits.map { Int($0 - 0x30) }
    self.init(hour: numbers[0] * 10 + numbers[1], minute: numbers[2] * 10 + numbers[3])
  }

  package var hour: Int { minuteOfDay / 60 }
  package var minute: Int { minuteOfDay % 60 }

  package static func < (left: WallTime, right: WallTime) -> Bool {
    left.minuteOfDay < right.minuteOfDay
  }
}

extension WallTime: CustomStringConvertible {
  /// `08:00`.
  package var description: String { "\(padded(hour, to: 2)):\(padded(minute, to: 2))" }
}
