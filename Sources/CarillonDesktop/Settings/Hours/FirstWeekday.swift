import Glibc

/// With which day a week begins where the user lives.
enum FirstWeekday {
  /// By the process's locale; 1 is Monday.
  static var ofLocale: Int {
    guard let first = nl_langinfo(nl_item(_NL_TIME_FIRST_WEEKDAY)) else { return 1 }
    // The other one is no text, but a date in the pointer itself: the day that counts as the first.
    let origin = Int(bitPattern: nl_langinfo(nl_item(_NL_TIME_WEEK_1STDAY)))
    let sunday = 19_971_130
    let shift = origin & 0xffff_ffff == sunday ? 0 : 1
    // Now 0 is Sunday.
    let day = (shift + Int(first[0]) - 1 + 7) % 7
    return day == 0 ? 7 : day
  }
}
