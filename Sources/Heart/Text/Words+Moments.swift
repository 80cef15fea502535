package import CarillonTime

/// Dates and times in words. They are absolute; "in 2 h" would have to be kept up to date.
extension Words {
  /// `today at 18:00`, for use inside a sentence.
  package func at(_ moment: Moment, today: LocalDate) -> String {
    let time = clock(moment.time)
    return switch moment.date.dayNumber - today.dayNumber {
    case 0: say("today at {time}", ["time": time])
    case 1: say("tomorrow at {time}", ["time": time])
    case -1: say("yesterday at {time}", ["time": time])
    case 2...6:
      say("{weekday} at {time}", ["weekday": weekday(moment.date.weekday), "time": time])
    default: say("{date} at {time}", ["date": full(moment.date, today: today), "time": time])
    }
  }

  /// `Monday at 18:00`, which stays right while `today` passes.
  package func at(_ moment: Moment, today: LocalDate, lasting: Bool) -> String {
    guard lasting, (-1...1).contains(moment.date.dayNumber - today.dayNumber) else {
      return at(moment, today: today)
    }
    return say(
      "{weekday} at {time}",
      ["weekday": weekday(moment.date.weekday), "time": clock(moment.time)])
  }

  /// `18:00` or `tomorrow at 07:00`, for use after "until".
  package func until(_ moment: Moment, today: LocalDate) -> String {
    moment.date == today ? clock(moment.time) : at(moment, today: today)
  }

  /// `Today 18:00`, for a list entry.
  package func entry(_ moment: Moment, today: LocalDate) -> String {
    let time = clock(moment.time)
    return switch moment.date.dayNumber - today.dayNumber {
    case 0: say("Today {time}", ["time": time])
    case 1: say("Tomorrow {time}", ["time": time])
    case -1: say("Yesterday {time}", ["time": time])
    case 2...6: say("{weekday} {time}", ["weekday": weekday(moment.date.weekday), "time": time])
    default: say("{date} {time}", ["date": full(moment.date, today: today), "time": time])
    }
  }

  /// `Skip Tomorrow’s` or, for today's, `Skip 18:00`: a button with room for two words.
  package func skip(_ moment: Moment, today: LocalDate) -> String {
    let (_, month, day) = moment.date.yearMonthDay
    return switch moment.date.dayNumber - today.dayNumber {
    case 0: say("Skip {time}", ["time": clock(moment.time)])
    case 1: say("Skip Tomorrow’s")
    case 2...6: say("Skip {weekday}’s", ["weekday": weekday(moment.date.weekday)])
    default: say("Skip {day} {month}", ["day": String(day), "month": self.month(month)])
    }
  }

  /// `Today` or `Thursday, 19 November`, for the heading of a day.
  package func heading(_ date: LocalDate, today: LocalDate) -> String {
    switch date.dayNumber - today.dayNumber {
    case 0: term("day", "Today")
    case 1: term("day", "Tomorrow")
    case -1: term("day", "Yesterday")
    default: full(date, today: today)
    }
  }

  /// 1 is Monday, 7 is Sunday.
  package func weekday(_ number: Int) -> String {
    switch number {
    case 1: term("weekday", "Monday")
    case 2: term("weekday", "Tuesday")
    case 3: term("weekday", "Wednesday")
    case 4: term("weekday", "Thursday")
    case 5: term("weekday", "Friday")
    case 6: term("weekday", "Saturday")
    default: term("weekday", "Sunday")
    }
  }

  /// `Thursday, 19 November`, with the year if it is not the current one.
  package func full(_ date: LocalDate, today: LocalDate) -> String {
    let (year, month, day) = date.yearMonthDay
    let values = [
      "weekday": weekday(date.weekday), "day": String(day), "month": self.month(month),
      "year": String(year),
    ]
    return year == today.yearMonthDay.year
      ? say("{weekday}, {day} {month}", values) : say("{weekday}, {day} {month} {year}", values)
  }

  /// The name of a month inside a date; 1 is January.
  private func month(_ number: Int) -> String {
    switch number {
    case 1: term("month", "January")
    case 2: term("month", "February")
    case 3: term("month", "March")
    case 4: term("month", "April")
    case 5: term("month", "May")
    case 6: term("month", "June")
    case 7: term("month", "July")
    case 8: term("month", "August")
    case 9: term("month", "September")
    case 10: term("month", "October")
    case 11: term("month", "November")
    default: term("month", "December")
    }
  }
}
