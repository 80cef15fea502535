import CarillonEngine

/// The ranges of quiet hours as the settings page edits them, one by one. (T37, J14)
struct QuietModel: Hashable {
  struct Row: Hashable {
    let range: Settings.QuietHours
    let from: String
    let to: String
    /// `Monday to Friday, until 07:00 the next day`.
    let detail: String
  }

  let ranges: [Settings.QuietHours]
  let rows: [Row]
  let detail: String

  var isOn: Bool { !ranges.isEmpty }
  var canAdd: Bool { ranges.count < Settings.QuietHours.most }

  init(_ ranges: [Settings.QuietHours], _ words: Words) {
    self.ranges = ranges
    rows = ranges.map { Row($0, words) }
    detail =
      ranges.count > 1
      ? words.say(
        "Notifications due in between are held and shown together when it is over. Critical "
          + "alarms are shown at once.")
      : words.say(
        "Notifications due in between are held and shown together at {time}. Critical alarms "
          + "are shown at once.", ["time": words.clock((ranges.first ?? QuietModel.usual).to)])
  }

  /// The range when quiet hours are switched on.
  static let usual = Settings.QuietHours(from: WallTime(ofDay: 1320), to: WallTime(ofDay: 420))

  /// A range to add, which begins like none of the others: the night, or an hour of the day.
  var proposal: Settings.QuietHours {
    let starts = Set(ranges.map(\.from))
    let hours = [13, 18, 8, 20].map {
      Settings.QuietHours(from: WallTime(ofDay: $0 * 60), to: WallTime(ofDay: $0 * 60 + 60))
    }
    return ([QuietModel.usual] + hours).first { !starts.contains($0.from) } ?? hours[0]
  }

  /// The value of the setting with these ranges.
  static func document(_ ranges: [Settings.QuietHours]) -> JSONValue {
    var settings = Settings()
    settings.quietHours = ranges
    return settings.document["quietHours"] ?? .null
  }

  /// Which of `ranges` a refusal is about; `edited` if it names none.
  static func place(
    of refusal: String, in ranges: [Settings.QuietHours], edited: Int
  ) -> Int {
    if let equal = ranges.firstIndex(where: { $0.from == $0.to }) { return equal }
    let mark = "quietHours["
    guard refusal.hasPrefix(mark),
      let number = Int(refusal.dropFirst(mark.count).prefix(while: \.isNumber)),
      ranges.indices.contains(number)
    else { return edited }
    return number
  }
}

extension QuietModel.Row {
  init(_ range: Settings.QuietHours, _ words: Words) {
    self.range = range
    from = words.clock(range.from)
    to = words.clock(range.to)
    let days = words.days(range.weekdays, first: words.region.firstWeekday)
    detail =
      range.to < range.from
      ? words.say("{days}, until {time} the next day", ["days": days, "time": to]) : days
  }
}
