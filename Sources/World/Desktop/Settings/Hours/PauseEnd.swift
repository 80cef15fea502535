import CarillonEngine

/// The end of a pause as a person chooses it: a day, and a typed time. (T37)
enum PauseEnd: Hashable {
  /// In ISO format, for the engine.
  case at(String)
  /// Why it cannot end then, in a sentence.
  case refused(String)

  /// The proposal: the next day, at the time until which "until tomorrow" lasts.
  static func proposal(_ truth: SettingsModel.Truth) -> (date: LocalDate, time: WallTime) {
    (truth.today.adding(days: 1), WallTime(ofDay: 360))
  }

  init(_ date: LocalDate, _ text: String, now: Instant, zone: some ZoneRules, words: Words) {
    guard let time = WallTime(typed: text, in: words.region) else {
      self = .refused(words.say("“{text}” is not a time of day.", ["text": text]))
      return
    }
    let today = zone.wallClock(at: now).date
    let moment = words.at(Moment(date: date, time: time), today: today)
    guard let instant = zone.instant(of: time, on: date) else {
      self = .refused(
        words.say("There is no {moment}: the clocks skip that day.", ["moment": moment]))
      return
    }
    guard instant > now else {
      self = .refused(words.say("{time} on that day has passed.", ["time": words.clock(time)]))
      return
    }
    self = .at(instant.iso(in: zone))
  }
}
