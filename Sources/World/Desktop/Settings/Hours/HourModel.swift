import CarillonEngine
import CarillonSlots

/// One row of the list: an hour, when it comes next, and what is special about it. (T1)
struct HourModel: Hashable {
  /// A piece of the second line; that of the next hour to ring is bold.
  struct Part: Hashable {
    let text: String
    var isStrong = false
  }

  /// A line below the hour, with a button to undo what it reports. (T33)
  struct Note: Hashable {
    enum Undo: Hashable {
      case unskip(slotID: String)
      case endSnooze(requestID: String)
    }

    let text: String
    let button: String
    let undo: Undo
  }

  let slot: Slot
  /// The hour's name, or its days if it has none.
  let title: String
  let detail: [Part]
  let notes: [Note]
  /// When it comes next, or its days; shown when the row is open.
  let days: String
  /// The label of the skip button; nil if there is nothing to skip, or it was skipped already.
  let skip: String?

  struct Clock {
    let now: Instant
    let today: LocalDate
    let zone: any ZoneRules
    let firstWeekday: Int
    /// The one that will be shown next.
    let next: StateReport.Occurrence?

    init(_ truth: SettingsModel.Truth, firstWeekday: Int) {
      next =
        switch Outlook(truth.state) {
        case .due(let occurrence), .held(let occurrence, _): occurrence
        default: nil
        }
      now = truth.now
      today = truth.today
      zone = truth.zone
      self.firstWeekday = firstWeekday
    }

    func ahead(_ occurrence: StateReport.Occurrence) -> Span? {
      Instant(iso: occurrence.when).map { $0 - now }
    }
  }

  init(_ slot: Slot, _ report: StateReport, _ clock: Clock, _ words: Words) {
    self.slot = slot
    let id = slot.id.description
    let today = clock.today
    let occurrence = report.nextOccurrences.first { $0.slotId == id }
    let skipped = report.skipped.filter { $0.slotId == id }
    let week = words.days(slot.weekdays, first: clock.firstWeekday)
    var coming: Part?
    if !slot.enabled {
      coming = Part(text: words.say("off"))
    } else if let occurrence, let moment = occurrence.moment {
      let text =
        words.obstacle(to: occurrence, today: today)
        ?? clock.ahead(occurrence).map { words.next(moment, today: today, in: $0) }
      coming = text.map { Part(text: $0, isStrong: occurrence == clock.next) }
    }
    var parts = [coming].compactMap(\.self)
    if slot.fetch != nil { parts.append(Part(text: words.say("own content"))) }
    if slot.template != nil { parts.append(Part(text: words.say("own text"))) }
    title = slot.label.isEmpty ? week : slot.label
    detail = slot.label.isEmpty ? parts : [Part(text: week)] + parts
    days = coming.map { $0.text.prefix(1).uppercased() + $0.text.dropFirst() } ?? week
    notes =
      skipped.map { Note(skipped: $0, today: today, words) }
      + report.snoozed.filter { $0.slotId == id }.map { Note(snoozed: $0, named: false, words) }
    skip =
      slot.enabled && skipped.isEmpty
      ? occurrence?.moment.map { words.skip($0, today: today) } : nil
  }
}

extension HourModel.Note {
  fileprivate init(skipped pending: StateReport.Pending, today: LocalDate, _ words: Words) {
    let moment =
      Moment(iso: pending.when).map { words.at($0, today: today) }
      ?? words.clock(reported: pending.time)
    self.init(
      text: words.say("Skipped: {moment}", ["moment": moment]),
      button: words.say("Undo Skip"), undo: .unskip(slotID: pending.slotId ?? ""))
  }

  /// `named`: includes the name, because the line is not below its hour.
  init(snoozed pending: StateReport.Pending, named: Bool, _ words: Words) {
    let back =
      Moment(iso: pending.when).map { words.clock($0.time) }
      ?? words.clock(reported: pending.time)
    let values = ["name": pending.title ?? pending.name(words), "time": back]
    self.init(
      text: named
        ? words.say("“{name}” is snoozed until {time}", values)
        : words.say("Snoozed until {time}", values),
      button: words.say("Cancel Snooze"), undo: .endSnooze(requestID: pending.requestId))
  }
}
