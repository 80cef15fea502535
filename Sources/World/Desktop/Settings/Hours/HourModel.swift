import CarillonCore

/// What one row of the list says: an hour, when it comes, and what is different about it. (T1)
struct HourModel: Hashable {
  /// A piece of the second line; what comes next of all is strong.
  struct Part: Hashable {
    let text: String
    var isStrong = false
  }

  /// A line under the hour, with the button that takes back what it tells. (T33)
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
  /// Its name, or its days if it has none.
  let title: String
  let detail: [Part]
  let notes: [Note]
  /// When it comes next, or its days: what an opened row says beside them.
  let days: String
  /// On the button that skips the next one; nil if there is none, or it was skipped already.
  let skip: String?

  /// What time it is, and until when nothing is shown.
  struct Clock {
    let now: Instant
    let today: LocalDate
    let zone: any ZoneRules
    /// The end of the pause or of quiet hours.
    let heldUntil: Instant?
    let firstWeekday: Int

    init(_ truth: SettingsModel.Truth, firstWeekday: Int) {
      now = truth.now
      today = truth.today
      zone = truth.zone
      self.firstWeekday = firstWeekday
      let end = truth.state.pause?.effectiveUntil ?? truth.state.quietUntil
      heldUntil = end.flatMap { Instant(iso: $0) }
    }

    func ahead(_ occurrence: StateReport.Occurrence) -> Span? {
      Instant(iso: occurrence.when).map { $0 - now }
    }

    /// When an occurrence that falls into a pause is shown; nil if it does not.
    func waits(_ occurrence: StateReport.Occurrence) -> Moment? {
      guard let due = Instant(iso: occurrence.when), let heldUntil, due < heldUntil else {
        return nil
      }
      return Moment(heldUntil, in: zone)
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
        clock.waits(occurrence).map {
          words.say("held until {moment}", ["moment": words.until($0, today: today)])
        } ?? clock.ahead(occurrence).map { words.next(moment, today: today, in: $0) }
      coming = text.map {
        Part(text: $0, isStrong: occurrence == report.nextOccurrences.first)
      }
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

  /// `named`: where no hour stands above it.
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
