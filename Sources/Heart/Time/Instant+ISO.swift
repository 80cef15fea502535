extension Instant {
  /// `2026-11-21T08:00:00.000+01:00`: the wall clock in `zone` with its offset.
  ///
  /// Milliseconds are left out when they are zero. An offset that is no whole minute (as before
  /// standard time) is written with its seconds. The form has four digits for the year: an instant
  /// outside the years 1 to 9999 is written as the nearest one inside.
  package func iso(in zone: some ZoneRules) -> String {
    iso(offset: zone.offset(at: self))
  }

  /// `2026-11-21T07:00:00Z`.
  package var isoUTC: String { iso(offset: 0) }

  /// Reads `2026-11-21T08:00:00+01:00`, with or without seconds and fractions; `Z` or an offset is
  /// required.
  package init?(iso text: String) {
    var rest = Substring(text)
    guard let date = LocalDate(rest.prefix(10)) else { return nil }
    rest = rest.dropFirst(10)
    guard rest.first == "T" || rest.first == "t" || rest.first == " " else { return nil }
    rest = rest.dropFirst()
    guard let time = WallTime(rest.prefix(5)), rest.dropFirst(2).first == ":" else { return nil }
    rest = rest.dropFirst(5)
    var milliseconds: Int64 = 0
    if rest.first == ":" {
      guard let seconds = Instant.number(rest.dropFirst().prefix(2)), seconds < 60 else {
        return nil
      }
      milliseconds = seconds * 1000
      rest = rest.dropFirst(3)
      if rest.first == "." {
        let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
        guard !digits.isEmpty,
          let fraction = Instant.number((digits + "00").prefix(3))
        else { return nil }
        milliseconds += fraction
        rest = rest.dropFirst(1 + digits.count)
      }
    }
    guard let offset = Instant.offset(rest) else { return nil }
    let wall = Instant(seconds: date.dayNumber * 86_400 + Int64(time.minuteOfDay) * 60)
    self = wall + .milliseconds(milliseconds) - .seconds(offset)
  }

  private func iso(offset: Int) -> String {
    let written = Instant.years1To9999
    let local = min(max(self + .seconds(Int64(offset)), written.lowerBound), written.upperBound)
      .milliseconds
    let day = local.flooredQuotient(by: 86_400_000)
    let inDay = Int(local - day * 86_400_000)
    var text = "\(LocalDate(dayNumber: day))T\(padded(inDay / 3_600_000, to: 2))"
    text += ":\(padded(inDay / 60_000 % 60, to: 2)):\(padded(inDay / 1000 % 60, to: 2))"
    if inDay % 1000 != 0 { text += ".\(padded(inDay % 1000, to: 3))" }
    guard offset != 0 else { return text + "Z" }
    let size = abs(offset)
    text += offset < 0 ? "-" : "+"
    text += "\(padded(size / 3600, to: 2)):\(padded(size / 60 % 60, to: 2))"
    if size % 60 != 0 { text += ":\(padded(size % 60, to: 2))" }
    return text
  }

  /// What can be written.
  package static let years1To9999 =
    Instant(milliseconds: -62_135_596_800_000)...Instant(milliseconds: 253_402_300_799_999)

  private static func offset(_ text: Substring) -> Int64? {
    if text == "Z" || text == "z" { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 4 || digits.count == 6, let hours = number(digits.prefix(2)),
      let minutes = number(digits.dropFirst(2).prefix(2)), hours <= 26, minutes < 60,
      let seconds = digits.count == 6 ? number(digits.suffix(2)) : 0, seconds < 60
    else { return nil }
    let size = hours * 3600 + minutes * 60 + seconds
    return sign == "-" ? -size : size
  }

  private static func number(_ digits: some StringProtocol) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return Int64(String(digits))
  }
}
