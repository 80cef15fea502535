import CarillonEngine

extension Instant {
  /// Reads a date as feeds write it: RFC 822 and its dialects, or ISO 8601. (T25)
  ///
  /// The weekday is ignored, because it is often wrong. Seconds, time and zone may be missing, and
  /// are then zero and UTC.
  init?(feedDate text: String) {
    var reading = FeedDate(Array(text.unicodeScalars.prefix(80))[...])
    guard let instant = reading.iso() ?? reading.spelled() else { return nil }
    self = instant
  }
}

/// A date that is being read.
private struct FeedDate {
  private let all: ArraySlice<Unicode.Scalar>
  private var rest: ArraySlice<Unicode.Scalar>
  private var year: Int?
  private var month: Int?
  private var day: Int?
  private var seconds = 0
  private var milliseconds = 0
  private var hasTime = false
  private var offset: Int?

  init(_ text: ArraySlice<Unicode.Scalar>) {
    all = text.drop { $0 <= " " }
    rest = all
  }

  private var instant: Instant? {
    guard let year, let month, let day,
      let date = LocalDate(year: year, month: month, day: day)
    else { return nil }
    let wall = date.dayNumber * 86_400 + Int64(seconds) - Int64(offset ?? 0)
    return Instant(seconds: wall) + .milliseconds(Int64(milliseconds))
  }

  /// `2026-11-21T08:00:00+01:00`, also shortened or with other separators.
  mutating func iso() -> Instant? {
    rest = all
    guard let digits = digits(), digits.count == 4 || digits.count == 8 else { return nil }
    if digits.count == 8 {
      (year, month, day) = (
        digits.value / 10_000, digits.value / 100 % 100, digits.value % 100
      )
    } else {
      (year, month, day) = (digits.value, 1, 1)
      if let number = after("-", "/", ".") {
        month = number
        if let number = after("-", "/", ".") { day = number }
      }
    }
    while let next = rest.first, next <= " " || next == "T" || next == "t" {
      rest = rest.dropFirst()
    }
    if let hour = self.digits() {
      guard time(hour) else { return nil }
      zones()
    }
    return instant
  }

  /// `Sat, 21 Nov 2026 08:00:00 EST`, in any order.
  mutating func spelled() -> Instant? {
    self = FeedDate(all)
    while let next = rest.first {
      if let word = word() {
        take(word)
      } else if let digits = digits() {
        if rest.first == ":" {
          guard time(digits) else { return nil }
        } else {
          take(digits)
        }
      } else if hasTime, next == "+" || next == "-" {
        takeOffset()
      } else {
        rest = rest.dropFirst()
      }
    }
    return instant
  }

  private mutating func zones() {
    while let next = rest.first {
      if next == "+" || next == "-" {
        takeOffset()
      } else if let word = word() {
        take(word)
      } else {
        rest = rest.dropFirst()
      }
    }
  }

  /// `:00:00.123` after the hour.
  private mutating func time(_ hour: (value: Int, count: Int)) -> Bool {
    var hour = hour.value
    var minute = 0
    var second = 0
    if rest.first != ":", hour > 99 {
      // The basic form, 080000.
      (hour, minute, second) =
        hour > 9999 ? (hour / 10_000, hour / 100 % 100, hour % 100) : (hour / 100, hour % 100, 0)
    } else if let number = after(":") {
      minute = number
      second = after(":") ?? 0
    }
    if rest.first == "." || rest.first == ",", let fraction = fraction() {
      milliseconds = fraction
    }
    // A leap second counts as the second before it, and 24:00 as the start of the next day.
    guard hour < 24 || hour == 24 && minute == 0 && second == 0, minute < 60, second <= 60 else {
      return false
    }
    seconds = hour * 3600 + minute * 60 + min(second, 59)
    hasTime = true
    return true
  }

  private mutating func take(_ word: String) {
    if month == nil, let index = Self.months.firstIndex(of: String(word.prefix(3))),
      word.count >= 3
    {
      month = index + 1
    } else if word == "pm", hasTime, seconds < 43_200 {
      seconds += 43_200
    } else if word == "am", hasTime, seconds >= 43_200 {
      seconds -= 43_200
    } else if hasTime, offset == nil, let hours = Self.zones[word] {
      offset = Int(hours * 3600)
    }
  }

  private mutating func take(_ digits: (value: Int, count: Int)) {
    if digits.count > 2 {
      // Three digits come from programs that count years from 1900.
      if year == nil { year = digits.count == 3 ? 1900 + digits.value : digits.value }
    } else if day == nil {
      day = digits.value
    } else if year == nil {
      year = digits.value + (digits.value < 50 ? 2000 : 1900)
    }
  }

  /// `+0100`, `-05:00`, `+1`, also after `GMT`.
  private mutating func takeOffset() {
    let sign = rest.first == "-" ? -1 : 1
    rest = rest.dropFirst()
    guard let digits = digits(), digits.count <= 4 else { return }
    var (hours, minutes) = (digits.value, 0)
    if digits.count > 2 {
      (hours, minutes) = (digits.value / 100, digits.value % 100)
    } else if rest.first == ":", let number = after(":") {
      minutes = number
    }
    guard hours < 24, minutes < 60, offset == nil || offset == 0 else { return }
    offset = sign * (hours * 3600 + minutes * 60)
  }

  private mutating func digits() -> (value: Int, count: Int)? {
    let found = rest.prefix { ("0"..."9").contains($0) }
    guard (1...9).contains(found.count) else { return nil }
    rest = rest.dropFirst(found.count)
    return (Self.number(found), found.count)
  }

  private mutating func after(_ separators: Unicode.Scalar...) -> Int? {
    guard let next = rest.first, separators.contains(next) else { return nil }
    let before = rest
    rest = rest.dropFirst()
    if let digits = digits(), digits.count <= 2 { return digits.value }
    rest = before
    return nil
  }

  private mutating func fraction() -> Int? {
    let found = rest.dropFirst().prefix { ("0"..."9").contains($0) }
    guard !found.isEmpty else { return nil }
    rest = rest.dropFirst(1 + found.count)
    return Self.number((found + ["0", "0"]).prefix(3))
  }

  private mutating func word() -> String? {
    let found = rest.prefix { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
    guard !found.isEmpty else { return nil }
    rest = rest.dropFirst(found.count)
    return String(String.UnicodeScalarView(found)).lowercased()
  }

  private static func number(_ digits: ArraySlice<Unicode.Scalar>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1.value - 0x30) }
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Hours ahead of UTC.
  ///
  /// The single letters of RFC 822, except Z, are missing: they were defined the wrong way round
  /// and mean UTC since then (RFC 5322, 4.3).
  private static let zones: [String: Double] = [
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "west": 1, "bst": 1, "cet": 1, "met": 1,
    "mez": 1, "cest": 2, "mest": 2, "mesz": 2, "eet": 2, "eest": 3, "msk": 3, "ist": 5.5,
    "sgt": 8, "hkt": 8, "awst": 8, "jst": 9, "kst": 9, "acst": 9.5, "aest": 10, "acdt": 10.5,
    "aedt": 11, "nzst": 12, "nzdt": 13, "nst": -3.5, "ndt": -2.5, "ast": -4, "adt": -3, "est": -5,
    "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7, "akst": -9,
    "akdt": -8, "hst": -10,
  ]
}
