import CarillonFeatures
import CarillonStore

/// Rules for alarms and work orders: what is taken in of them, and that nothing urgent is lost. (D2, D11)
extension Watch {
  static func isOfPlant(_ tag: String) -> Bool {
    tag.hasPrefix("alarm:") || tag.hasPrefix("work-order:")
  }

  // MARK: Intake

  /// A message about an alarm or a work order was taken in.
  func heard(
    _ saying: Saying, of tag: String, as delivery: Delivery, _ reason: Reason?,
    mayBeUrgent: Bool = true, _ life: Life
  ) throws {
    // What has expired, and copies, change nothing.
    guard reason != .expired, reason != .duplicate else { return }
    let (thread, newest) = read(life, or: (nil, [])) { rows throws(StoreFailure) in
      (try rows.thread(tag), try rows.newest(tag: tag, limit: 8))
    }
    guard let thread else { throw Broken("D2: nothing is known of \(tag)") }
    let now = delivery.createdAt
    let saidAt = min(saying.sentAt ?? now, now)
    let former = alarms.known[tag].flatMap { $0.begun == thread.createdAt ? $0 : nil }
    var known =
      former ?? AlarmNotes.Known(saidAt: saidAt, begun: thread.createdAt, heardAt: now)
    // A list may have told of it first, perhaps at this very moment.
    if former == nil, thread.createdAt != now || alarms.wasJustListed(tag) { known.isSure = false }
    // Without the key, nobody knows what was said before.
    if !life.hasUsualKey { known.isSure = false }
    if now - (known.silentFrom ?? known.heardAt) > .days(28) { known.isSure = false }
    // The user may have answered between two checks.
    if eventsSinceCheck > 1, newest.contains(where: { $0.response != before[$0.id]?.response }) {
      known.isSure = false
    }
    known.lastRow = delivery.id
    known.isListed = false
    known.heardAt = now
    known.heardIn = alarms.checks
    defer { alarms.known[tag] = known }
    let isLate = isLate(saying, saidAt, known, isFirst: former == nil, now)
    if known.isSure, isLate != (reason == .earlierStage) {
      throw Broken(
        "D2: \(delivery.id) of \(tag) \(isLate ? "is" : "is not") late, and is \(delivery.status) \(reason?.rawValue ?? "")"
      )
    }
    if isLate { return }
    // What is over may keep its news to itself.
    if known.isUnheard, saying.status == .resolved { known.isSure = false }
    known.isUnheard = false
    let wasMustComeAgain = known.mustComeAgain
    let isNews = take(saying, saidAt, &known, isFirst: former == nil, now)
    guard known.status == .active else {
      known.owesAttention = false
      known.since = nil
      known.snooze = nil
      alarms.touched.insert(tag)
      return
    }
    if isNews {
      known.mayBeUrgent = mayBeUrgent
      known.newsRow = delivery.id
      known.owesAttention = true
      known.begin(at: now)
    } else {
      known.mustComeAgain = wasMustComeAgain
      if known.severity != .critical { known.since = nil }
    }
  }

  /// Whether a message comes too late: its subject has come further by what was said later.
  func isLate(
    _ saying: Saying, _ saidAt: Instant, _ known: AlarmNotes.Known, isFirst: Bool, _ now: Instant
  ) -> Bool {
    guard !isFirst else { return false }
    // What is older than what is known changes nothing, whatever it says; but the user may hear by it what so
    // far only a list has told. (D9)
    if saidAt < min(known.saidAt, now) {
      return !(known.isUnheard && known.status == .active && saying.status != .resolved)
    }
    if saying.kind == "work-order" {
      return known.status == .resolved && saying.status != .resolved
    }
    // It was acknowledged before it was resolved, whoever says so when.
    return saying.status == .acknowledged && known.status == .resolved
  }

  /// Whether a message takes its subject further, so that it is no copy of an earlier one; nil if that cannot
  /// be known. (§5)
  func isFurther(_ saying: Saying, _ tag: String, at now: Instant, _ life: Life) -> Bool? {
    guard let known = alarms.known[tag] else { return false }
    // Without the key, nobody knows what was said before.
    guard known.isSure, life.hasUsualKey, !known.isUnheard else { return nil }
    if min(saying.sentAt ?? now, now) < min(known.saidAt, now) { return false }
    if saying.kind == "work-order" {
      return saying.status == .resolved && known.status != .resolved
    }
    let saidAt = min(saying.sentAt ?? now, now)
    let isAnew =
      saying.status == .active && saidAt >= min(known.saidAt, now)
      && (known.status != .active || known.isOutlived(by: saidAt, at: now))
    return isAnew || saying.status.rank > known.status.rank
  }

  /// Notes what a message says; returns whether that is news that pops up.
  func take(
    _ saying: Saying, _ saidAt: Instant, _ known: inout AlarmNotes.Known, isFirst: Bool,
    _ now: Instant
  ) -> Bool {
    let isNewer = isFirst || saidAt >= min(known.saidAt, now)
    let isAnew =
      isNewer && saying.status == .active
      && (known.status != .active || known.isOutlived(by: saidAt, at: now))
    if saying.kind == "work-order" {
      guard isNewer else { return false }
      let isNews = isFirst || known.body != saying.body
      known.status = saying.status == .resolved ? .resolved : .active
      (known.title, known.body) = (saying.title, saying.body)
      known.saidAt = max(min(known.saidAt, now), saidAt)
      return isNews
    }
    guard isNewer else { return false }
    let hadReport = known.report != .none
    let severity = saying.severity ?? known.severity
    let isWorse = !isFirst && severity > known.severity
    if isAnew { known.report = .none }
    known.severity = severity
    known.status = saying.status
    (known.title, known.body) = (saying.title, saying.body)
    known.hasLook = saying.hasLook || known.hasLook && !isFirst
    known.saidAt = max(min(known.saidAt, now), saidAt)
    let isNews = isFirst || isAnew || isWorse
    if isNews { known.isAnew = isAnew }
    if isNews, known.status == .active {
      if hadReport {
        alarms.touched.insert(saying.tag)
        // What was pressed was about something else, and is not sent if it is still here.
        for index in alarms.presses[saying.id, default: []].indices {
          alarms.presses[saying.id]?[index].mayBeForgotten = true
        }
      }
      known.report = .none
    }
    return isNews
  }

  /// The topic brought something that the plant has said. (C10)
  func committed(_ entry: TopicServer.Entry, _ saying: Saying, _ life: Life) {
    settingsMayDiffer()
    do {
      try readConfiguration(life)
      guard let topic = settings.subscriptions.of(topic: TopicServer.topic) else { return }
      let tag = "\(saying.tag)/\(topic.channel)"
      let id = Inbox.id(entry.id, by: TopicServer.name)
      let row = read(life, or: nil) { rows throws(StoreFailure) in
        try rows.newest(tag: tag, limit: 8).first { $0.messageID == id }
      }
      // One that comes again may have been forgotten since, and makes a row of its own.
      guard let row, alarms.entries.insert(row.id).inserted else { return }
      var saying = saying
      saying.sentAt = entry.sentAt
      let isSkipped = row.status == .skipped
      try heard(
        saying, of: tag, as: row, isSkipped ? row.reason : nil,
        mayBeUrgent: topic.isUrgentAllowed, life)
      // The process before may have taken it in, and died.
      if row.createdAt != life.now { alarms.doubt(tag) }
    } catch { fail("\(error)") }
  }

  /// An alarm that the life has had, for the user to press its buttons.
  func pickAlarm(_ random: inout SplitMix) -> String? {
    let tags = alarms.known.sorted { ($0.value.heardAt, $0.key) > ($1.value.heardAt, $1.key) }
    return tags.isEmpty ? nil : random.pick(tags.prefix(3).map(\.key))
  }

  // MARK: Rows

  private func isShownAnew(_ old: Delivery?, _ new: Delivery) -> Bool {
    old == nil && new.request?.asked != true && new.tag.hasPrefix("alarm:")
  }

  /// Checks what this event did about alarms, once the rows have been seen.
  func checkAlarms(
    _ changes: [(old: Delivery?, new: Delivery)], _ steps: [TraceStep], _ life: Life
  ) throws {
    defer {
      alarms.calls = []
      alarms.news = []
      alarms.steps = [:]
      alarms.played = false
      alarms.mustPlay = nil
      alarms.checks += 1
      alarms.noteNeeded(at: life.now)
      alarms.doubtSilent(at: life.now)
      alarms.forgetOld(at: life.now)
    }
    // In the order in which it happened: a start, or a disk that has room again, sees much at once.
    let changed = Dictionary(uniqueKeysWithValues: changes.map { ($0.new.id, $0) })
    var pressed: Set<Int64> = []
    for step in steps {
      guard let (old, new) = changed[step.delivery] else { continue }
      switch step.step {
      case .response:
        if pressed.insert(new.id).inserted { notePress(old, new, life) }
      case .again:
        alarms.again.insert(new.id)
        if isShownAnew(old, new) { try checkAgain(new, life) }
      case .returned:
        alarms.again.insert(new.id)
        alarms.noteWaited(new.tag, until: life.now)
        if isShownAnew(old, new) { try checkReturns(new, life) }
      default: break
      }
    }
    for (old, new) in changes where !pressed.contains(new.id) { notePress(old, new, life) }
    noteNews(life)
    try checkReports(steps, life)
    try checkAlarmCalls(life)
    for (old, new) in changes where new.request?.asked != true {
      // Until now it may have stood for one that comes again.
      if old?.status.isLive == true, new.request?.silent == false {
        alarms.known[new.tag]?.wasComing = life.now
      }
      try checkFate(old, new, life)
      switch new.status {
      // A newer one takes over what it had to tell.
      case .superseded, .scheduled, .held, .snoozed, .showing, .shown: break
      // The server has been asked to show it, perhaps just before Carillon was killed.
      case .unconfirmed, .skipped, .missed, .merged, .failed, .cancelled:
        if new.id >= alarms.known[new.tag]?.newsRow ?? 0, new.request?.silent == false {
          alarms.known[new.tag]?.owesAttention = false
        }
      }
    }
    noteComing(life)
    if life.running { try checkSound() }
    try checkCalmAlarms(life)
  }

  /// Whether the states in between were all seen.
  var isOneEvent: Bool { !seesSeveral && eventsSinceCheck <= 1 }

  /// A critical alarm is never held, and what becomes of its news has a reason that is true. (D11)
  private func checkFate(_ old: Delivery?, _ new: Delivery, _ life: Life) throws {
    guard new.tag.hasPrefix("alarm:"), old?.status != new.status,
      let known = alarms.known[new.tag], known.isSure, known.status == .active,
      new.id >= known.newsRow, isOneEvent
    else { return }
    if new.id == known.newsRow, known.isAnew, new.status == .skipped, new.reason == .dismissed {
      throw Broken("B22: \(new.tag) is raised anew, and skipped because it was dismissed before")
    }
    guard known.mayBeUrgent, known.severity == .critical else { return }
    let isNews = new.id == known.newsRow || alarms.again.contains(new.id)
    switch (new.status, new.reason) {
    case (.held, .held(.backlog)): return
    case (.held, let reason):
      throw Broken("D11: \(new.id), a critical alarm, is held: \(reason?.rawValue ?? "")")
    case (.merged, _): throw Broken("D11: \(new.id), a critical alarm, is told in a digest")
    case (.scheduled, _) where new.waiting == nil && isNews && !life.idleIsWanted:
      throw Broken("D11: \(new.id), a critical alarm, is neither shown nor waiting")
    case (.skipped, let reason) where isNews:
      let isExplained =
        switch reason {
        // The user has acknowledged it, although that may not have arrived.
        // And one of which nothing was heard for a month is over.
        case .settled: !known.isOpen || known.report != .none || isOver(new.tag, life)
        case .snoozed: known.snooze != nil
        case .channelOff, .otherIdentity, .expired: true
        // Its text was sealed with a key that is gone. (T28)
        case .noContent: new.text != .open
        default: false
        }
      if isExplained { return }
      throw Broken("D11: news of \(new.tag) is not shown: \(reason?.rawValue ?? "")")
    case (.missed, .waited), (.missed, .late): return
    case (.missed, let reason), (.cancelled, let reason):
      throw Broken("D11: \(new.id) of \(new.tag) is \(new.status): \(reason?.rawValue ?? "")")
    case (.superseded, _) where isNews:
      let isFollowed = read(life, or: true) { rows throws(StoreFailure) in
        try rows.newest(tag: new.tag, limit: 8).contains { $0.id > new.id }
      }
      if !isFollowed { throw Broken("D11: \(new.id) gives way to nothing") }
    default: return
    }
  }

  private func isOver(_ tag: String, _ life: Life) -> Bool {
    read(life, or: nil) { rows throws(StoreFailure) in try rows.thread(tag) }?.isOver == true
  }

  // MARK: Calls

  /// Notes a call that shows an alarm or a work order; it is judged once the event is over.
  func noteAlarmCall(_ call: NotifyCall, _ delivery: Delivery, _ ticket: Ticket, _ life: Life) {
    guard ticket.kind == .show, Watch.isOfPlant(delivery.tag) else { return }
    alarms.calls.append(AlarmNotes.Call(call: call, delivery: delivery))
  }

  private func checkAlarmCalls(_ life: Life) throws {
    for shown in alarms.calls {
      let (call, delivery) = (shown.call, shown.delivery)
      guard let known = alarms.known[delivery.tag] else { continue }
      let request = delivery.request
      defer { if request?.silent == false { alarms.known[delivery.tag]?.owesAttention = false } }
      guard known.isSure, isOneEvent, delivery.id >= known.newsRow else { continue }
      if !known.isOpen {
        throw Broken(
          "D2: \(delivery.id) of \(delivery.tag) is shown, and it is \(known.status), \(known.report)"
        )
      }
      // A call that was under way when it was put off may be repeated.
      if known.snooze != nil, delivery.calls == 1 {
        throw Broken("D14: \(delivery.id) of \(delivery.tag) is shown, and it is snoozed")
      }
      if delivery.tag.hasPrefix("alarm:"), delivery.text == .open, delivery.calls == 1,
        delivery.body != known.body,
        // Of a text whose key is lost, only the kind is told. (T28)
        delivery.body ?? "" != "",
        // A list changes no row that waits.
        delivery.id >= known.lastRow && !known.isListed
          || alarms.again.contains(delivery.id) && delivery.createdAt > known.listedAt
      {
        throw Broken(
          "D2: \(delivery.id) of \(delivery.tag) says “\(delivery.body ?? "")”, and its service “\(known.body)”"
        )
      }
      if known.owesAttention, request?.silent == true {
        throw Broken("D11: \(delivery.id) brings the news of \(delivery.tag) without a sound")
      }
      let choice = settings.channel(delivery.channel)
      // The topic may have been left meanwhile, and be back with another permission. (C5)
      let topic = settings.subscriptions.first { $0.channel == delivery.channel }
      guard known.severity == .critical, known.mayBeUrgent, request?.silent == false,
        topic?.isUrgentAllowed ?? true
      else { continue }
      if call.urgency != .critical { throw Broken("D11: \(delivery.id) is not urgent") }
      if choice.sound != nil, call.suppressSound {
        throw Broken("D11: \(delivery.id), a critical alarm, makes no sound")
      }
      if choice.sound == nil, !call.suppressSound {
        throw Broken("D11: \(delivery.id) makes a sound, which the user has switched off")
      }
    }
  }

  /// An answer of the server that shows a critical alarm: if it plays no sounds, Carillon does. (D11, B15)
  func noteShown(_ ticket: Ticket, _ life: Life) {
    guard ticket.kind == .show, let called = calls.called, called.id == ticket.row,
      called.tag.hasPrefix("alarm:"), called.isUrgent, called.request?.silent == false,
      !life.desktop.capabilities.contains("sound"), life.retryAt == nil, !life.store.isFull,
      life.store.refusals == 0, settings.channel(called.channel).sound != nil
    else { return }
    alarms.mustPlay = ticket.row
  }

  private func checkSound() throws {
    guard let row = alarms.mustPlay, isOneEvent, !alarms.played, before[row]?.status == .shown,
      before[row]?.onScreen != nil
    else { return }
    throw Broken("D11: \(row), a critical alarm, was shown without a sound")
  }

  // MARK: Calm weather

  /// Nothing stands on the screen that somebody has dealt with. (D2, D6)
  func checkPlantIsTidy(_ life: Life) throws {
    for popup in life.popups where popup.isKnown && Watch.isOfPlant(popup.tag) {
      guard let known = alarms.known[popup.tag], known.isSure, !known.isOpen,
        let row = before[popup.row], row.createdAt >= known.begun
      else { continue }
      throw Broken("D2: \(popup.tag) is \(known.status), \(known.report), and still on the screen")
    }
  }

  /// In calm weather a critical alarm is shown within minutes.
  private func checkCalmAlarms(_ life: Life) throws {
    guard let calmSince, life.now - calmSince > .minutes(3), isOneEvent, !life.idleIsWanted else {
      return
    }
    for (tag, known) in alarms.known where tag.hasPrefix("alarm:") && known.isSure {
      if known.owesAttention, known.mayBeUrgent, known.severity == .critical, known.isOpen,
        known.heardAt > calmSince, life.now - known.heardAt > .minutes(2),
        before[known.newsRow]?.status.isLive == true
      {
        throw Broken("D11: \(tag) is not shown in calm weather")
      }
      try checkComesAgain(tag, known, life)
    }
  }
}
