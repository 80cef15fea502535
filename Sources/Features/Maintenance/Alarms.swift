package import CarillonEngine

/// Alarms of a maintenance system, each a subject of its own. (D2, D6, D11)
package enum Alarms: MaintenanceKind, Syncing, Reminding, Snoozing, Grouping,
  Configured, Counted, Shared
{
  package static let name = "alarm"
  package static let channel = Channel("alarms") {
    $0.term("kind of notification", "Alarms")
  }
  package static let channels = [channel]

  package static let type = "alarm"
  package static let idKey = "alarmId"
  package static let path = "alarms"
  package static let paths = [path, Maintenance.assets]

  static func known(_ subject: Subject) -> Alarm? { Alarm.stored(in: subject.state) }

  package static func take(
    _ message: Message, after subject: Subject?, _ context: KindContext
  ) throws(Refusal) -> Taken {
    let severity: Alarm.Severity? = try Maintenance.choice("severity", of: message)
    let status: Alarm.Status = try Maintenance.choice("status", of: message) ?? .active
    let before = subject.flatMap { known($0) }
    let hearing = Hearing(
      message, after: before, isOpen: before?.isOpen == true && status == .active, context)
    guard !hearing.isInVain else { return .update(Maintenance.overtaken(subject)) }
    var alarm = before ?? Alarm(raisedAt: hearing.saidAt)
    // The state may be sealed and unreadable; the rank never is. Better once too often than lost. (T28)
    if before == nil, let rank = subject?.rank {
      alarm.round = rank / Alarm.Status.allCases.count + (status == .active ? 1 : 0)
    }
    let isOutlived = before?.report?.isOutlived(by: hearing.saidAt, at: context.now) == true
    // One of which nothing was heard for so long that it ended is nowhere to be seen any more. (D15)
    let wasOver = subject.map { $0.isOver(at: context.now) } ?? false
    let isRaisedAnew =
      status == .active && before.map { $0.status != .active || isOutlived || wasOver } == true
    if isRaisedAnew { alarm.beginAnew(at: hearing.saidAt) }
    hearing.boundTime(of: &alarm, context)
    // What a newer list has said is shown in place of an older message.
    if !hearing.isOvertaken { alarm.take(message, status, severity, at: hearing.saidAt) }
    alarm.actions = ownTitles(of: alarm.actions, context)
    let silentAt = status == .resolved ? nil : context.now + Maintenance.silence
    func state() -> Taken.Known {
      Taken.Known(rank: alarm.rank, state: StoredValue(alarm), silentAt: silentAt)
    }
    guard status == .active else { return .settled(state()) }
    // News of what is known already is no noise; a higher severity is. (B11)
    let isWorse = before.map { alarm.severity > $0.severity } ?? false
    let isNews = before == nil || isRaisedAnew || isWorse || hearing.isFirst
    if !isNews, !alarm.isOpen { return .update(state()) }
    if isNews { alarm.report = nil }
    hearing.note(isNews: isNews, in: &alarm)
    if hearing.isSilent { return .update(state()) }
    var request = Self.request(alarm, message, context)
    request.silent = !isNews
    // Whoever dismisses what is left of the time before has not seen this one. (B22)
    let isRaisedAgain = (isRaisedAnew || hearing.isFirst) && alarm.severity != .info
    request.insists = isNews && (alarm.severity == .critical || isRaisedAgain)
    var shown = Taken.Shown(
      known: state(), title: title(alarm, context.words), body: alarm.body, request: request)
    shown.isAnew = isRaisedAnew
    shown.isFirstHeard = hearing.isFirst
    shown.voidsReports = isNews && before?.report != nil
    return .show(shown)
  }

  /// The message's own title, or what it is.
  static func title(_ alarm: Alarm, _ words: Words) -> String {
    guard alarm.title.isEmpty else { return alarm.title }
    return switch alarm.severity {
    case .critical: words.say("Critical Alarm")
    case .warning: words.say("Warning")
    case .info: words.say("Alarm")
    }
  }

  private static func request(
    _ alarm: Alarm, _ message: Message, _ context: KindContext
  ) -> Request {
    var request = Maintenance.request(for: message, in: channel, category: category, context)
    request.actions = Maintenance.leading(
      alarm.actions.isEmpty
        ? [button(acknowledge, context.words), Maintenance.viewButton(context.words)]
        : alarm.actions, by: message.link)
    if !request.actions.contains(where: { $0.id == Maintenance.snooze }) {
      request.actions.append(Maintenance.snoozeButton(context))
    }
    // A notification that keeps coming back needs a button that stops it. (D15)
    if alarm.severity == .critical, repeatMinutes(context.settings) > 0,
      request.actions.count < Maintenance.mostButtons
    {
      request.actions.append(button(silence, context.words))
    }
    request.image = alarm.image
    // Only whom the user has allowed to be urgent may wake anybody. (C5)
    let mayBeUrgent = context.sender?.mayBeUrgent ?? true
    request.urgency = urgency(of: alarm)
    if request.urgency == .critical, !mayBeUrgent { request.urgency = .normal }
    request.resident = alarm.severity != .info
    if alarm.severity == .critical, context.settings.isOn(attention) {
      request.callsAttention = true
    }
    request.sound = sound(of: alarm.severity, context.settings)
    request.joining = joining(alarm, context)
    request.isUnwanted = isWanted(alarm.severity, context.settings) ? nil : true
    return request
  }

  /// Whether the user wants to be shown alarms of this severity. (D10)
  private static func isWanted(_ severity: Alarm.Severity, _ settings: Settings) -> Bool {
    settings.isOn(severity == .critical ? criticalAlarms : warningAlarms)
  }

  // MARK: Buttons

  static let acknowledge = "ack"
  static let silence = "silence"
  /// The report that an acknowledgement is.
  static let acknowledgement = "acknowledge"
  /// 002's names for the same.
  private static let acknowledging: Set = ["ack", "acknowledge", "ACKNOWLEDGE_ACTION"]
  static let category = "ALARM_CATEGORY"

  static func isAcknowledging(_ id: String) -> Bool { acknowledging.contains(id) }

  private static func button(_ id: String, _ words: Words) -> Action {
    Action(id: id, title: title(ofButton: id, words) ?? id)
  }

  package static func title(ofButton id: String, _ words: Words) -> String? {
    if acknowledging.contains(id) { return words.say("Acknowledge") }
    if Maintenance.viewing.contains(id) { return words.say("View") }
    if id == Maintenance.snooze { return words.say("Snooze") }
    if id == silence { return words.say("Silence This One") }
    return nil
  }

  package static func name(ofCategory category: String, _ words: Words) -> String? {
    category == Self.category ? words.say("Alarm") : nil
  }

  package static func button(_ id: String, of subject: Subject) -> Action? {
    known(subject)?.actions.first { $0.id == id }
  }

  package static func deed(of action: Action, in subject: Subject) -> Deed {
    // A second press, on a popup that a server has kept, says nothing new: it shows what has become of
    // the first.
    if acknowledging.contains(action.id), known(subject)?.isOpen ?? true {
      return .report(acknowledgement)
    }
    if action.id == silence { return .silence }
    if let deed = Maintenance.deed(of: action, about: known(subject)?.asset),
      // Snoozing needs an open alarm; otherwise the button opens its window. (D14)
      deed != .snooze || known(subject)?.isOpen ?? true
    {
      return deed
    }
    if let link = action.link {
      return Maintenance.viewing.contains(action.id) ? .view(link: link) : .follow(link: link)
    }
    return .navigate(LinkTarget(tag: subject.tag, kind: name))
  }

  package static func detail(of subject: Subject, _ context: KindContext) -> Detail? {
    known(subject).map { AlarmDetail($0, of: subject, context).detail }
  }

  package static func row(of subject: Subject, _ context: KindContext) -> SubjectRow? {
    guard let alarm = known(subject) else { return AlarmRow.unreadable(subject, context) }
    return AlarmRow(alarm: alarm, subject: subject, context: context).row
  }

  /// The machine in `/assets/ID`: all its alarms and work orders. (D5)
  package static func thing(in link: LinkPath) -> String? {
    guard link.parts.count == 2, link.parts[0] == Maintenance.assets, Subject.isID(link.parts[1])
    else { return nil }
    return link.parts[1]
  }

  package static func target(of link: LinkPath) -> LinkTarget? {
    link.parts[0] == path ? window(of: link) : nil
  }

  // MARK: Shown again

  package static func text(
    of subject: Subject, _ context: KindContext
  ) -> (title: String, body: String)? {
    known(subject).map { (title($0, context.words), $0.body) }
  }

  package static func returns(_ subject: Subject, _ context: KindContext) -> Bool {
    guard let alarm = known(subject) else { return true }
    return alarm.isOpen && isWanted(alarm.severity, context.settings)
  }

  private static func urgency(of alarm: Alarm) -> NotifyCall.Urgency {
    switch alarm.severity {
    case .critical: .critical
    case .warning: .normal
    case .info: .low
    }
  }

  package static func urgency(of subject: Subject) -> NotifyCall.Urgency? {
    known(subject).map { urgency(of: $0) }
  }

  package static func reminder(of subject: Subject, _ settings: Settings) -> Span? {
    let minutes = repeatMinutes(settings)
    guard minutes > 0, let alarm = known(subject), alarm.severity == .critical, alarm.isOpen,
      isWanted(.critical, settings)
    else { return nil }
    return .minutes(minutes)
  }
}

extension Alarm {
  /// It was raised again after it had been acknowledged or resolved.
  fileprivate mutating func beginAnew(at instant: Instant) {
    round += 1
    report = nil
    (raisedAt, acknowledgedAt, resolvedAt) = (instant, nil, nil)
  }

  /// Takes in what a message says; what it leaves out stays as it was.
  mutating func take(
    _ message: Message, _ status: Status, _ severity: Severity?, at saidAt: Instant
  ) {
    self.severity = severity ?? self.severity
    self.status = status
    self.saidAt = max(self.saidAt, saidAt)
    asset = Asset(message) ?? asset
    if let title = message.title { self.title = truncateAtWord(title, to: Message.longestTitle) }
    if let body = message.body { self.body = truncateAtWord(body, to: Message.longestBody) }
    image = message.image ?? image
    measured = Measurement(message) ?? measured
    actions = message["actions"].flatMap { Action.list($0) } ?? actions
    assignee = message["assignee"].map { truncate(clean($0, lines: false), to: 60) } ?? assignee
    switch status {
    case .active: break
    case .acknowledged: acknowledgedAt = acknowledgedAt ?? saidAt
    case .resolved: resolvedAt = resolvedAt ?? saidAt
    }
  }
}
