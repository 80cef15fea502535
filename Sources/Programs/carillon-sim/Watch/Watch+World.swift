import CarillonFeatures
import CarillonStore

/// Reports from the simulated world to the watch: calls, answers, clocks, and crashes.
extension Watch {
  func booted() {
    configurationMayDiffer = true
    calls.openShow = nil
    openAnswers = 0
  }

  /// The process dies: nobody knows what became of that which it has not answered.
  func dies() {
    forgetLetters()
    for tag in alarms.acts { alarms.doubt(tag) }
    for tag in trips.acts { trips.doubt(tag) }
    (alarms.acts, trips.acts) = ([], [])
  }

  func crashed() {
    mayStand()
    booted()
  }

  func zoneChanged() {
    trips.doubtAll()
    hoursMoved = true
    texts.off = nil
    lastCheck = nil
    plansMayDiffer = true
  }

  func configured() {
    lastCheck = nil
    hoursMoved = true
  }

  func clockMoved(by span: Span, to now: Instant) {
    alarmsLoseTime(at: now)
    trips.doubtAll()
    carriers.clockMoved(from: now - span)
    hoursMoved = true
    texts.off = nil
    lastCheck = nil
    plansMayDiffer = true
    messages.wanted = messages.wanted.mapValues { $0.map { $0 + span } }
  }

  func keyChanged() { textsMayDiffer = true }
  /// Announces several events at once; the states in between are not seen.
  func willSeeSeveral() { seesSeveral = true }
  func settingsMayDiffer() { configurationMayDiffer = true }

  func asked() {
    openAnswers += 1
    eventsSinceCheck += 1
  }

  func answered(times: Int) {
    openAnswers -= 1
    if times > 1 { fail("a question was answered \(times) times") }
  }

  /// Checks that callbacks are posted one at a time, and that a key has only one body. (T24, T32)
  func posting(_ job: PostJob, _ ticket: Ticket, _ life: Life) {
    calls.lastPost = ticket
    if job.key.hasPrefix("heartbeat:") { beats += 1 }
    if let known = calls.posted[job.key], known != job.body {
      fail("\(job.key) says another thing")
    }
    calls.posted[job.key] = job.body
    guard job.key.hasPrefix("ack:"),
      let occurrence = Occasion(slot: String(job.key.dropFirst(4)))
    else { return }
    let isSpent = read(life, or: true) { rows throws(StoreFailure) in
      try rows.isSpent(occurrence)
    }
    if !isSpent { fail("\(job.key) is acknowledged and was not shown") }
  }

  func fetching(_ job: FetchJob, _ ticket: Ticket, _ life: Life) {
    calls.lastTicket = ticket
    note(job, ticket, life)
  }

  func calling(_ call: NotifyCall, _ ticket: Ticket, _ life: Life) {
    if ticket.kind == .show { calls.lastTicket = ticket }
    // Events since then may still be waiting.
    if !life.situation.permitted, !life.resuming {
      fail("T21: \(ticket) is shown, and the desktop forbade it")
    }
    calls.called = checkHandover(call, ticket, life)
    noteCall(calls.called, ticket)
    if let called = calls.called {
      checkCarried(called, life)
      noteAlarmCall(call, called, ticket, life)
      noteTripCall(call, called, ticket, life)
    }
    if let open = calls.openShow { fail("\(ticket) is shown while \(open) is in flight") }
    calls.openShow = ticket
    guard ticket.kind == .show else { return }
    for name in names(of: ticket.row, life) {
      calls.handed[name, default: 0] += 1
      let allowed = 1 + calls.excused[name, default: 0]
      if calls.handed[name, default: 0] > allowed {
        fail("\(name) was handed over \(calls.handed[name] ?? 0) times, \(allowed) allowed")
      }
    }
  }

  func tag(of row: Int64) -> String { calls.called.map { $0.id == row ? $0.tag : "" } ?? "" }

  /// Notes an event that ends a call or allows another one, before it is handled.
  func willSend(_ event: Event, _ life: Life) {
    // A gap longer than the shortest retention may look like a clock jump to the engine. (T8)
    if let lastSend, abs((life.now - lastSend).milliseconds) > 86_400_000 { jumpedAt = life.now }
    // While the store refuses, the engine learns nothing of the clock.
    if life.retryAt == nil, !life.store.isFull { messages.forgetPopups(after: life.now) }
    (lastSend, sendBefore) = (life.now, lastSend)
    eventsSinceCheck += 1
    switch event {
    // Of what a suspend interrupts, the rest counts as slept through.
    case .situation(.resumed): texts.off = nil
    case .situation(.clockSet(let step)): texts.runNow = texts.runNow.map { $0 + step }
    case .finished(let ticket, .fetched), .finished(let ticket, .posted),
      .finished(let ticket, .media):
      if case .finished(_, .posted(let result)) = event {
        answersAcknowledgement(ticket, result, life)
        answersList(ticket, result, life)
      }
      // Each process numbers its trials anew.
      if ticket.kind != .tryFetch { calls.over.insert(ticket) }
    case .finished(let ticket, .notified(let result)):
      guard calls.openShow == ticket else { return }
      if case .shown = result { noteShown(ticket, life) }
      calls.openShow = nil
      switch result {
      case .refused, .unowned:
        messages.comes = nil
        takeBackCall(of: ticket.row)
      default: mayStand()
      }
      guard ticket.kind == .show else { return }
      switch result {
      case .overdue, .abandoned: break
      default: calls.over.insert(ticket)
      }
      if case .refused = result { calls.refusals[ticket.row, default: 0] += 1 }
      switch result {
      case .refused, .unowned: excuse(ticket.row, life)
      default: break
      }
    case .responded(let screen, .action("snooze", _)) where life.retryAt != nil:
      // Which of the notifications at that place will be there by then is not known yet.
      var rows = Set((life.popups + life.gone).filter { $0.screen == screen }.map(\.row))
      let found = read(life, or: nil) { rows throws(StoreFailure) in
        try rows.delivery(on: screen)
      }
      if let found { rows.insert(found.id) }
      for row in rows.sorted() { excuse(row, life) }
    case .responded(let screen, .action("snooze", _)):
      guard
        let delivery = read(
          life, or: nil, { rows throws(StoreFailure) in try rows.delivery(on: screen) }),
        [.shown, .unconfirmed].contains(delivery.status)
      else { return }
      excuse(delivery.id, life)
    default: break
    }
  }

  /// The last event died with its process and left no trace, not even its time.
  func lost() { lastSend = sendBefore }

  /// The user snoozes it through a door, so that it is handed over once more. (T33)
  func allowsReturn(of delivery: Delivery, _ life: Life) { excuse(delivery.id, life) }

  func isOver(_ ticket: Ticket) -> Bool { calls.over.contains(ticket) }

  /// Storing resumes after hours; for the engine, the clock has jumped.
  func storeWasFull(at now: Instant) { jumpedAt = now }

  private func excuse(_ row: Int64, _ life: Life) {
    for name in names(of: row, life) { calls.excused[name, default: 0] += 1 }
  }

  /// The occurrences that a call is for; without any, the delivery itself.
  private func names(of row: Int64, _ life: Life) -> [CallNotes.Name] {
    let found: (Delivery?, [Delivery]) = read(life, or: (nil, [])) { rows throws(StoreFailure) in
      (try rows.delivery(row), try rows.members(of: row))
    }
    guard case (let delivery?, let members) = found else { return [.row(row)] }
    let occurrences = (members + [delivery]).compactMap(\.occasion)
    return occurrences.isEmpty ? [.row(row)] : occurrences.map { .occasion($0) }
  }
}
