/// A calendar day (proleptic Gregorian), without a time of day or a zone.
package struct LocalDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  package let dayNumber: Int64

  package init(dayNumber: Int64) {
    self.dayNumber = dayNumber
  }

  /// A date that was stored: of the years 1 to 9999, whatever somebody has written there.
  package init(stored dayNumber: Int64) {
    self.dayNumber = min(max(dayNumber, -719_162), 2_932_896)
  }

  /// Nil if there is no such date, for example June 31 or February 29 in a common year.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...LocalDate.length(ofMonth: month, year: year)).contains(day)
    else { return nil }
    // Years start in March here, so that the leap day is the last day of the year.
    let marchYear = Int64(month > 2 ? year : year - 1)
    let era = marchYear.flooredQuotient(by: 400)
    let yearOfEra = marchYear - era * 400
    let monthFromMarch = Int64((month + 9) % 12)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    dayNumber = era * 146_097 + dayOfEra - 719_468
  }

  /// Parses the ISO form, `2026-11-21`.
  package init?(_ text: some StringProtocol) {
    var numbers = [0, 0, 0]
    var part = 0
    var length = 0
    for byte in text.utf8 {
      length += 1
      switch (byte, length) {
      case (UInt8(ascii: "-"), 5), (UInt8(ascii: "-"), 8): part += 1
      case (_, 5), (_, 8): return nil
      case (0x30...0x39, ...10): numbers[part] = numbers[part] * 10 + Int(byte - 0x30)
      default: return nil
      }
    }
    guard length == 10 else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  package static func < (left: LocalDate, right: LocalDate) -> Bool {
    left.dayNumber < right.dayNumber
  }

  package func adding(days: Int64) -> LocalDate {
    LocalDate(dayNumber: dayNumber + days)
  }

  /// 1 is Monday, 7 is Sunday, as in ISO 8601.
  package var weekday: Int {
    let shifted = dayNumber + 3
    return Int(shifted - shifted.flooredQuotient(by: 7) * 7) + 1
  }

  package var yearMonthDay: (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5) + 1
    let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    let year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    return (year, month, day)
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension LocalDate: CustomStringConvertible {
  /// `2026-11-21`.
  package var description: String {
    let (year, month, day) = yearMonthDay
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }
}

extension LocalDate: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let date = LocalDate(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a date: \(text)"))
    }
    self = date
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// `number` in decimal, padded with leading zeros to `width`.
///
/// Unlike `String(format:)`, the result does not depend on the process's locale.
package func padded(_ number: Int, to width: Int) -> String {
  var digits = String(number.magnitude)
  while digits.utf8.count < width { digits = "0" + digits }
  return number < 0 ? "-" + digits : digits
}
