import CGio
import CarillonEngine
import Glibc

extension Region {
  /// The region of the process's locale; call `setlocale(LC_ALL, "")` first.
  static var ofLocale: Region {
    var region = Region()
    region.decimalSeparator = text(Int(RADIXCHAR)) ?? "."
    // %r, %I and %p mean a 12-hour clock.
    let time = text(Int(T_FMT)) ?? ""
    if let morning = text(Int(AM_STR)), let evening = text(Int(PM_STR)) {
      region.twelveHours = ["%r", "%I", "%l", "%p"].contains { time.contains($0) }
      region.beforeNoon = morning
      region.afternoon = evening
    }
    // The C locale is no region: its Sunday means nothing.
    if let name = setlocale(LC_TIME, nil).map({ String(cString: $0) }),
      !["C", "POSIX"].contains(name), !name.hasPrefix("C.")
    {
      region.firstWeekday = Region.weekBegins
    }
    region.fahrenheit = Region.usesFahrenheit
    return region
  }

  private static func text(_ item: Int) -> String? {
    guard let found = nl_langinfo(nl_item(item)), found.pointee != 0 else { return nil }
    return String(cString: found)
  }

  /// glibc describes the week by the date of its first day, and which of its days comes first.
  private static var weekBegins: Int {
    guard let first = nl_langinfo(nl_item(carillon_first_weekday)) else { return 1 }
    // A byte, not a text: 1 is the first day of glibc's week.
    let day = Int(UInt8(bitPattern: first.pointee))
    // The date is stored in place of a pointer, in its lower half.
    let date = UInt(bitPattern: nl_langinfo(nl_item(carillon_week_first_day))) & 0xffff_ffff
    let startsOnMonday = date == 19_971_201
    guard (1...7).contains(day) else { return 1 }
    return (day - 1 + (startsOnMonday ? 0 : 6)) % 7 + 1
  }

  /// The few territories that use it are listed: glibc has units of length only.
  private static var usesFahrenheit: Bool {
    guard let name = setlocale(LC_MEASUREMENT, nil) else { return false }
    let territory = String(cString: name).split(separator: "_").dropFirst().first?.prefix(2) ?? ""
    return ["US", "BS", "BZ", "KY", "PW", "FM", "MH", "LR"].contains(territory)
  }
}
