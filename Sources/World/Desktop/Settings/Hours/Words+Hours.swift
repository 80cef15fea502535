import CarillonEngine

/// Days and future times as text.
///
/// Use relative times such as "in 2 h" only in the window, which updates them every minute.
extension Words {
  /// `in 45 min`, `in 2 h`, `in 1 day 15 h`; rounds minutes up.
  func ahead(_ span: Span) -> String {
    let minutes = Int(max(0, span.secondsRoundedUp + 59) / 60)
    let (hours, days) = (minutes / 60, minutes / 1440)
    let values = [
      "minutes": String(minutes % 60), "hours": String(days > 0 ? hours % 24 : hours),
    ]
    switch minutes {
    case 0: return say("now")
    case ..<60: return say("in {minutes} min", values)
    case ..<360 where minutes % 60 > 0: return say("in {hours} h {minutes} min", values)
    case ..<1440: return say("in {hours} h", values)
    default:
      return days < 7 && hours % 24 > 0
        ? count("in {n} day {hours} h", "in {n} days {hours} h", days, values)
        : count("in {n} day", "in {n} days", days)
    }
  }

  /// `next today, in 2 h`.
  func next(_ moment: Moment, today: LocalDate, in span: Span) -> String {
    let ahead = ahead(span)
    switch moment.date.dayNumber - today.dayNumber {
    case 0: return say("next today, {ahead}", ["ahead": ahead])
    case 1: return say("next tomorrow, {ahead}", ["ahead": ahead])
    case 2...6:
      return say(
        "next on {weekday}, {ahead}", ["weekday": weekday(moment.date.weekday), "ahead": ahead])
    default:
      return say(
        "next on {date}, {ahead}", ["date": heading(moment.date, today: today), "ahead": ahead])
    }
  }

  /// `Every day`, `Monday to Friday`, `Saturday and Sunday`.
  func days(_ weekdays: Weekdays, first: Int) -> String {
    let order = (0..<7).map { (first - 1 + $0) % 7 + 1 }
    let days = order.filter(weekdays.contains(weekday:))
    let others = order.filter { !weekdays.contains(weekday: $0) }
    switch days.count {
    case 7: return say("Every day")
    case 6: return say("Every day except {weekday}", ["weekday": weekday(others[0])])
    case 1: return say("Only on {weekday}", ["weekday": weekday(days[0])])
    case 2:
      return say("{first} and {second}", ["first": weekday(days[0]), "second": weekday(days[1])])
    default: break
    }
    // Consecutive days, also across the end of the week.
    let starts = days.filter { !weekdays.contains(weekday: ($0 + 5) % 7 + 1) }
    if starts.count == 1 {
      let last = (starts[0] - 1 + days.count - 1) % 7 + 1
      return say("{first} to {last}", ["first": weekday(starts[0]), "last": weekday(last)])
    }
    return days.map(weekday).joined(separator: term("between weekdays", ", "))
  }

  /// The label of a weekday's button; 1 is Monday.
  func initial(ofWeekday number: Int) -> String {
    switch number {
    case 1: term("initial of Monday", "M")
    case 2: term("initial of Tuesday", "T")
    case 3: term("initial of Wednesday", "W")
    case 4: term("initial of Thursday", "T")
    case 5: term("initial of Friday", "F")
    case 6: term("initial of Saturday", "S")
    default: term("initial of Sunday", "S")
    }
  }

  /// `Skip Today`, `Skip Monday`: the label of the button.
  func skip(_ moment: Moment, today: LocalDate) -> String {
    switch moment.date.dayNumber - today.dayNumber {
    case 0: say("Skip Today")
    case 1: say("Skip Tomorrow")
    case 2...6: say("Skip {weekday}", ["weekday": weekday(moment.date.weekday)])
    default: say("Skip Next")
    }
  }

  /// The name of a source: its host, its file, or the built-in content.
  func source(_ spec: FetchSpec?) -> String {
    guard let spec else { return say("Daily thoughts") }
    guard let mark = spec.url.range(of: "://") else { return spec.url }
    let rest = spec.url[mark.upperBound...]
    if spec.url.hasPrefix("file:") { return String(rest.split(separator: "/").last ?? rest) }
    return String(rest.prefix { !"/?#".contains($0) })
  }
}

extension String {
  fileprivate func range(of needle: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(needle) {
        return start..<index(start, offsetBy: needle.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
