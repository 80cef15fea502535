import CarillonEngine
import CarillonRehearsal
import CarillonSlots

/// The content of the page of the next seven days: what will ring, what will not, and why. (T11)
struct WeekModel: Hashable {
  enum Tone: Hashable { case rings, later, skipped, silent }

  /// One occasion.
  struct Row: Hashable {
    let time: String
    /// The user's name for the hour; may be empty.
    let name: String
    /// The title of the notification, as far as it is known; may be empty.
    let title: String
    /// What will happen, in one sentence without its full stop.
    let what: String
    /// What else there is to say, each a line.
    let details: [String]
    let tone: Tone
    /// The hour that a click opens; nil if there is none in the list.
    let slot: SlotID?

    /// What a screen reader says of it.
    var spoken: String {
      ([[time, name].filter { !$0.isEmpty }.joined(separator: " "), title, what] + details)
        .filter { !$0.isEmpty }.joined(separator: ". ")
    }
  }

  struct Day: Hashable {
    let heading: String
    /// That the clocks change; may be empty.
    let note: String
    /// Empty if nothing is planned.
    let rows: [Row]
  }

  /// Empty if nothing is planned on any of them.
  let days: [Day]
  /// The hour that is being added and is already part of it; nil if there is none.
  let draft: String?

  /// `draft` is an hour that is not saved yet.
  init(_ week: WeekAhead, _ truth: SettingsModel.Truth, draft: Slot? = nil, words: Words) {
    let reader = WeekReader(week, truth, draft: draft, words: words)
    self.draft = draft.map {
      words.say("With {time}, which you have not added yet.", ["time": words.clock($0.id.time)])
    }
    guard !week.entries.isEmpty else {
      days = []
      return
    }
    let rows = Dictionary(grouping: week.entries) { max(reader.today, reader.date(of: $0.due)) }
    days = reader.dates.map { date in
      Day(
        heading: words.heading(date, today: reader.today), note: reader.clockChange(on: date),
        rows: (rows[date] ?? []).map(reader.row))
    }
  }
}

/// Puts a week into words.
private struct WeekReader {
  let week: WeekAhead
  let truth: SettingsModel.Truth
  let slots: [SlotID: Slot]
  let words: Words
  let today: LocalDate
  private let titles: [String: String]
  private let changes: [ClockChange]

  /// The clocks are moved.
  private struct ClockChange {
    let at: Instant
    /// Positive is forward.
    let by: Span
  }

  init(_ week: WeekAhead, _ truth: SettingsModel.Truth, draft: Slot?, words: Words) {
    self.week = week
    self.truth = truth
    self.words = words
    slots = Dictionary(
      (truth.configuration.slots + [draft].compactMap(\.self)).map { ($0.id, $0) },
      uniquingKeysWith: { $1 })
    today = truth.zone.wallClock(at: week.start).date
    titles = Dictionary(
      truth.state.nextOccurrences.compactMap { occurrence in
        occurrence.title.map { ("\(occurrence.slotId)@\(occurrence.date)", $0) }
      }, uniquingKeysWith: { $1 })
    var changes: [ClockChange] = []
    var at = week.start
    while let next = truth.zone.transition(after: at), next < week.end, changes.count < 10 {
      let before = truth.zone.offset(at: next - .milliseconds(1))
      let by = truth.zone.offset(at: next) - before
      if by != 0 { changes.append(ClockChange(at: next, by: .seconds(Int64(by)))) }
      at = next
    }
    self.changes = changes
  }

  func date(of instant: Instant) -> LocalDate { truth.zone.wallClock(at: instant).date }

  var dates: [LocalDate] {
    let last = date(of: week.end - .milliseconds(1))
    return (0...max(0, last.dayNumber - today.dayNumber)).map { today.adding(days: $0) }
  }

  /// That the clocks change on this date; empty if they do not.
  func clockChange(on date: LocalDate) -> String {
    guard let change = changes.first(where: { self.date(of: $0.at - .milliseconds(1)) == date })
    else { return "" }
    // The wall clock just before, to the minute.
    let time = truth.zone.wallClock(at: change.at - .milliseconds(1)).time
    let next = WallTime(hour: (time.minuteOfDay + 1) / 60 % 24, minute: (time.minuteOfDay + 1) % 60)
    let values = ["time": words.clock(next ?? time)]
    return change.by < .zero
      ? words.say("The clocks go back at {time}.", values)
      : words.say("The clocks go forward at {time}.", values)
  }

  func row(_ entry: WeekAhead.Entry) -> WeekModel.Row {
    let moment = Moment(entry.due, in: truth.zone)
    let slot = SlotID(entry.occasion.item.name).flatMap { slots[$0] }
    var details = holds(of: entry)
    details += [clock(of: entry, slot)].compactMap(\.self)
    if let why = entry.offline { details.append(words.offline(why)) }
    if entry.outcome == .silent, failing.contains(entry.occasion.item.name),
      [.ttl, .noContent].contains(entry.why.reason)
    {
      details.append(words.say("It rings if its source works again by then"))
    }
    return WeekModel.Row(
      time: moment.date < today ? words.entry(moment, today: today) : words.clock(moment.time),
      name: entry.label, title: title(of: entry), what: what(entry, slot), details: details,
      tone: tone(of: entry),
      slot: slot.flatMap { slot in
        truth.configuration.slots.contains { $0.id == slot.id } ? slot.id : nil
      })
  }

  private var failing: Set<String> { Set(truth.state.failingSources.flatMap(\.slotIds)) }

  private func title(of entry: WeekAhead.Entry) -> String {
    if entry.isSnoozed {
      let name = entry.occasion.item.name
      return truth.state.snoozed.first { $0.slotId == name }?.title ?? ""
    }
    return titles[entry.occasion.description] ?? ""
  }

  private func what(_ entry: WeekAhead.Entry, _ slot: Slot?) -> String {
    switch entry.outcome {
    case .rings(let at): rings(entry, at: at, onlyNew: slot?.onlyNew == true)
    case .waits: words.say("Held beyond these days")
    // Whether its source will have something new, nobody knows.
    case .silent where entry.why.reason.map(isOwn) == true && slot?.onlyNew == true:
      words.say("Rings if there is something new")
    case .silent: words.ahead(entry.why)
    }
  }

  private func isOwn(_ reason: Reason) -> Bool {
    if case .own = reason { true } else { false }
  }

  private func rings(_ entry: WeekAhead.Entry, at: Instant, onlyNew: Bool) -> String {
    let isLate = at - entry.due > Settings.punctual
    guard isLate || entry.others > 0 else {
      if entry.isSnoozed { return words.say("Rings again after its snooze") }
      return onlyNew ? words.say("Rings if there is something new") : words.say("Rings")
    }
    let moment = Moment(at, in: truth.zone)
    let time =
      moment.date == date(of: entry.due) && moment.date >= today
      ? words.term("moment", "at {time}", ["time": words.clock(moment.time)])
      : words.at(moment, today: today)
    guard entry.others > 0 else { return words.say("Rings {moment}", ["moment": time]) }
    return words.count(
      "Rings {moment}, with {n} other", "Rings {moment}, with {n} others", entry.others,
      ["moment": time])
  }

  private func holds(of entry: WeekAhead.Entry) -> [String] {
    entry.holds.map { words.outcome(.held, .held($0)) }
  }

  /// What a change of the clocks does to it; nil if nothing.
  private func clock(of entry: WeekAhead.Entry, _ slot: Slot?) -> String? {
    guard !entry.isSnoozed else { return nil }
    if changes.contains(where: { $0.by < .zero && entry.due < $0.at && entry.due - $0.by >= $0.at })
    {
      return words.say("The clocks go back this night: it rings once")
    }
    guard let slot, changes.contains(where: { $0.by > .zero && $0.at == entry.due }),
      truth.zone.wallClock(at: entry.due).time != slot.id.time
    else { return nil }
    return words.say(
      "The clocks skip {time} this night", ["time": words.clock(slot.id.time)])
  }

  private func tone(of entry: WeekAhead.Entry) -> WeekModel.Tone {
    switch entry.outcome {
    case .rings(let at): at - entry.due > Settings.punctual ? .later : .rings
    case .waits: .later
    case .silent: entry.why.reason == .user ? .skipped : .silent
    }
  }
}

extension Words {
  /// Why something will not be shown; what has no words for the future is said as in the history.
  fileprivate func ahead(_ why: WeekAhead.Why) -> String {
    switch why.reason {
    case .user: say("Skipped by you")
    case .noContent: say("Silent: there is no content")
    case .ttl: say("Silent: its content will be too old")
    case .channelOff: say("Silent: your hours are switched off in Settings")
    default: why.sentence
    }
  }

  fileprivate func offline(_ why: WeekAhead.Why) -> String {
    switch why.reason {
    case .noContent: say("Silent if offline until then: there is no content")
    case .ttl: say("Silent if offline until then: its content will be too old")
    default: say("Silent if offline until then")
    }
  }
}
