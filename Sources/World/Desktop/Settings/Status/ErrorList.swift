import CarillonAnswers
import CarillonEngine

/// The last errors as text, newest first. (T23)
struct ErrorList: Hashable {
  struct Row: Hashable {
    let time: String
    let text: String
  }

  let isFine: Bool
  let title: String
  let detail: String
  let rows: [Row]

  init(
    _ events: [ErrorEvent], today: LocalDate, zone: some ZoneRules, words: Words
  ) {
    // Unchanged content is not an error. (T4)
    let errors = events.filter { $0.code.isError }
      .sorted { $0.timestamp > $1.timestamp }
    let ofToday = errors.count {
      $0.code.isOfOperation && zone.wallClock(at: Instant(milliseconds: $0.timestamp)).date == today
    }
    let told = errors.map { error in
      (Moment(Instant(milliseconds: error.timestamp), in: zone), words.error(error.code))
    }
    isFine = ofToday == 0
    title =
      isFine
      ? words.say("No errors today")
      : words.count("{n} error today", "{n} errors today", ofToday)
    detail =
      told.first.map { moment, text in
        words.say(
          "The last one was {moment}: {what}",
          ["moment": words.at(moment, today: today), "what": text])
      } ?? ""
    rows = told.map { Row(time: words.entry($0, today: today), text: $1) }
  }
}
