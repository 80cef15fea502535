import CarillonEngine
import CarillonJourneys
import CarillonSlots

/// The content of the page of journeys: each, when to leave next, and what is known of that. (J29)
struct JourneysModel: Hashable {
  struct Row: Hashable {
    let journey: Journey
    /// `Tomorrow, leave at 07:46`.
    let when: String
    /// Whether it is the next one of all.
    let isNext: Bool
    /// `Bus 7 from Market · Monday to Friday`.
    let detail: String
    /// What is special about the next time, such as a delay.
    let note: Note?

    /// The color of its symbol.
    var tone: Tone { note.map(\.tone) ?? .violet }
  }

  struct Note: Hashable {
    let text: String
    let tone: Tone
    /// The subject whose window says more; nil if there is none.
    let tag: String?
  }

  /// Explains notifications after the first journey was saved. (J1)
  let explanation: HoursModel.Explanation?
  /// What nothing can show, with the minutes that are left; journeys are saved all the same. (J3, J21)
  let due: [HoursModel.Due]
  let rows: [Row]
  /// How many more there are than are listed; empty if none.
  let more: String
  /// How long all this stays valid by itself; nil means forever.
  let holds: Span?

  /// More rows are of no use to a person, and would take long to lay out.
  static let mostListed = 200

  /// `explains`: the explanation is still on the page.
  init(
    _ journeys: [Journey], _ report: PlanReport, _ truth: SettingsModel.Truth,
    explains: Bool = false, words: Words
  ) {
    let ids = Set(journeys.map(\.id))
    explanation =
      explains && !journeys.isEmpty
      ? HoursModel.Explanation(ofJourneys: ids, truth.state, words) : nil
    let snooze = truth.configuration.settings.snooze
    due = truth.state.waiting.filter { $0.thread?.hasPrefix("\(Trips.name):") == true }
      .compactMap { HoursModel.Due($0, snooze, words) }
    let today = truth.today
    let byID = Dictionary(journeys.map { ($0.id, $0) }) { first, _ in first }
    let first = report.rows.first { $0.next != nil }?.id
    rows = report.rows.compactMap { row in
      guard let journey = byID[row.id] else { return nil }
      let days = words.days(journey.weekdays, first: words.region.firstWeekday)
      return Row(
        journey: journey, when: words.leave(row, today: today), isNext: row.id == first,
        detail: [row.caption, days].filter { !$0.isEmpty }.joined(separator: " · "),
        note: row.note.map { Note($0, next: row.date, today: today, words) })
    }.prefix(JourneysModel.mostListed).map(\.self)
    let left = report.rows.count - rows.count
    more = left > 0 ? words.count("{n} more is not listed.", "{n} more are not listed.", left) : ""
    // "Tomorrow" is true until midnight.
    let midnight = truth.zone.instant(of: WallTime(ofDay: 0), on: today.adding(days: 1))
    holds =
      !due.isEmpty
      ? HoursModel.untilNextMinute(truth.now)
      : rows.isEmpty ? nil : midnight.map { $0 - truth.now } ?? .hours(1)
  }
}

extension JourneysModel.Note {
  /// `next`: the date that the row is about; a note on another one names its own.
  fileprivate init(_ note: PlanReport.Note, next: String?, today: LocalDate, _ words: Words) {
    tone = note.tone
    tag = note.tag
    if note.date == next {
      text = note.text
    } else {
      let day = LocalDate(note.date).map { words.heading($0, today: today) } ?? note.date
      text = words.say("{day}: {text}", ["day": day, "text": note.text])
    }
  }
}

extension Words {
  /// `Tomorrow, leave at 07:46`.
  fileprivate func leave(_ row: PlanReport.Row, today: LocalDate) -> String {
    guard row.isOn else { return say("Off") }
    guard let moment = row.next.flatMap({ Moment(iso: $0) }) else {
      return say("Not in the coming days")
    }
    let time = ["time": clock(moment.time)]
    switch moment.date.dayNumber - today.dayNumber {
    case 0: return say("Today, leave at {time}", time)
    case 1: return say("Tomorrow, leave at {time}", time)
    case 2...6:
      return say(
        "{day}, leave at {time}", ["day": weekday(moment.date.weekday)].merging(time) { $1 })
    default:
      return say(
        "{day}, leave at {time}",
        ["day": heading(moment.date, today: today)].merging(time) { $1 })
    }
  }
}
