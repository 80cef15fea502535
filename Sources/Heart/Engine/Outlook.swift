import CarillonLedger
package import CarillonText
package import CarillonTime

/// What will really be shown next, or that nothing will be and why. (T11)
///
/// Window, tray and `carillonctl` say the same, from this.
package enum Outlook: Hashable, Sendable {
  /// An occasion, at its time.
  case due(StateReport.Occurrence)
  /// An occasion that is held back until then.
  case held(StateReport.Occurrence, until: Moment)
  /// A snooze returns.
  case snoozed(StateReport.Pending)
  /// What is held already is told.
  case released(Moment)
  /// Nothing is planned.
  case nothing
  /// What is planned stays silent, or waits for the desktop.
  case silent(Silence)

  package enum Silence: Hashable, Sendable {
    /// Notifications are switched off for Carillon, or nothing on the desktop shows them. (T21)
    case denied, noServer
    /// The daily notifications are switched off.
    case channelOff
    /// The source of the next occasion has failed. (T36)
    case noContent
  }

  package init(_ report: StateReport) {
    guard report.server.permitted else {
      self = .silent(.denied)
      return
    }
    guard ["present", "startable"].contains(report.server.state) else {
      self = .silent(.noServer)
      return
    }
    let planned = report.nextOccurrences.compactMap { occurrence -> (at: Instant, Outlook)? in
      guard let due = Instant(iso: occurrence.when) else { return nil }
      if let until = occurrence.until {
        guard let at = Instant(iso: until), let moment = Moment(iso: until) else { return nil }
        return (at, .held(occurrence, until: moment))
      }
      return occurrence.obstacle == nil ? (due, .due(occurrence)) : nil
    }
    let snoozed = report.snoozed.compactMap { pending in
      Instant(iso: pending.when).map { (at: $0, Outlook.snoozed(pending)) }
    }
    let release = Outlook.release(report)
    let all = planned + snoozed + [release].compactMap(\.self)
    if let first = all.min(by: { $0.at < $1.at }) {
      self = first.1
    } else if let occurrence = report.nextOccurrences.first {
      self = .silent(
        occurrence.obstacle == Reason.channelOff.rawValue ? .channelOff : .noContent)
    } else {
      self = .nothing
    }
  }

  /// When what is held is told; nil if nothing is.
  private static func release(_ report: StateReport) -> (at: Instant, Outlook)? {
    let holds = [HoldCause.paused.rawValue, HoldCause.quietHours.rawValue]
    guard report.waiting.contains(where: { holds.contains($0.reason) }),
      let until = report.pause?.effectiveUntil ?? report.quietUntil,
      let at = Instant(iso: until), let moment = Moment(iso: until)
    else { return nil }
    return (at, .released(moment))
  }
}

extension Words {
  /// One sentence with its full stop, whose days are as seen `today`.
  package func outlook(_ outlook: Outlook, today: LocalDate) -> String {
    self.outlook(outlook) {
      at($0, today: today)
    } until: {
      until($0, today: today)
    }
  }

  /// The same for where it may stand until tomorrow: with weekdays instead of “today”.
  package func lasting(_ outlook: Outlook, today: LocalDate) -> String {
    func on(_ moment: Moment) -> String { at(moment, today: today, lasting: true) }
    return self.outlook(outlook, at: on, until: on)
  }

  private func outlook(
    _ outlook: Outlook, at: (Moment) -> String, until: (Moment) -> String
  ) -> String {
    func moment(_ iso: String, _ time: String) -> String {
      Moment(iso: iso).map(at) ?? clock(reported: time)
    }
    return switch outlook {
    case .due(let occurrence):
      say("Next: {moment}.", ["moment": moment(occurrence.when, occurrence.time)])
    case .held(let occurrence, let end):
      say(
        "Next: {moment}, held until {end}.",
        ["moment": moment(occurrence.when, occurrence.time), "end": until(end)])
    case .snoozed(let pending):
      say("Next: {moment}, after a snooze.", ["moment": moment(pending.when, pending.time)])
    case .released(let moment):
      say("Next: {moment}, with all that was held.", ["moment": at(moment)])
    case .nothing: say("No hours planned.")
    case .silent(let silence): self.silence(silence)
    }
  }

  /// Why an occasion is not shown at its time, as part of a line; nil if it is.
  package func obstacle(to occurrence: StateReport.Occurrence, today: LocalDate) -> String? {
    if let until = occurrence.until.flatMap({ Moment(iso: $0) }) {
      return say("held until {moment}", ["moment": self.until(until, today: today)])
    }
    return switch occurrence.obstacle {
    case nil: nil
    case Reason.channelOff.rawValue?: say("switched off in Settings")
    case Reason.noContent.rawValue?: say("no content yet")
    case Reason.ttl.rawValue?: say("its content is too old")
    default: say("stays silent")
    }
  }

  private func silence(_ silence: Outlook.Silence) -> String {
    switch silence {
    case .denied: say("Nothing will ring: notifications are switched off for Carillon.")
    case .noServer: say("Nothing will ring as long as your desktop shows no notifications.")
    case .channelOff: say("Nothing will ring: your hours are switched off in Settings.")
    case .noContent: say("Nothing will ring unless content can be fetched.")
    }
  }
}
