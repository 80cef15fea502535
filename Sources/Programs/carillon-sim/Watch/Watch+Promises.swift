import CarillonFeatures
import CarillonStore

/// Rules for calls that are handed over, and for lasting promises.
extension Watch {
  /// Checks that the content is not too old and the call not too late. (T5, T18)
  func checkHandover(_ call: NotifyCall, _ ticket: Ticket, _ life: Life) -> Delivery? {
    do { try readConfiguration(life) } catch {
      fail("\(error)")
      return nil
    }
    let found: (Delivery?, Content?) = read(life, or: (nil, nil)) { rows throws(StoreFailure) in
      let delivery = try rows.delivery(ticket.row)
      let content = try delivery?.content.flatMap { id throws(StoreFailure) in
        try rows.content(id)
      }
      return (delivery, content)
    }
    guard case (let delivery?, let content) = found else {
      fail("\(ticket) shows what has no row")
      return nil
    }
    if delivery.isMessage { checkMessageCall(call, delivery, ticket, life) }
    checkRows(of: call, delivery, life)
    checkHours(of: delivery, life)
    checkNews(delivery, life)
    if ticket.kind == .show {
      checkHandover(delivery, content, ticket, life)
      countPopup(call, delivery, life)
    }
    calls.lastHandover = life.now
    return delivery
  }

  private func checkHandover(
    _ delivery: Delivery, _ content: Content?, _ ticket: Ticket, _ life: Life
  ) {
    if delivery.calls != ticket.attempt { fail("\(ticket), but the row counts \(delivery.calls)") }
    // One that a dead process was showing begins anew. (T32)
    if delivery.error == nil || delivery.error == "org.carillon.Error.Interrupted" {
      calls.refusals[delivery.id] = nil
    } else if calls.refusals[delivery.id, default: 0] > 1 {
      fail("T32: \(delivery.id) is handed over after a second refusal")
    }
    guard delivery.item != nil, !delivery.returning else { return }
    if let content, content.age(at: life.now) > settings.ttl {
      fail("T5: \(delivery.id) is shown, its content \(content.age(at: life.now)) old")
    }
    guard delivery.isSlot, settings.quietHours.isEmpty, !life.wasPaused else { return }
    // The event that ended the windowed mode may still be waiting.
    let windowed = life.resuming || isWindowed(settings, life)
    let grace = max(settings.grace, windowed ? Settings.window : Settings.punctual)
    let late = life.now - (delivery.releasedAt ?? delivery.fireAt)
    if late > grace + turn(life) { fail("T18: \(delivery.id) is shown \(late) late") }
  }

  /// The extra minute of a delivery that was ready in time but waited for another one. (T18)
  func turn(_ life: Life) -> Span {
    guard let last = calls.lastHandover, last <= life.now, life.now - last <= Settings.punctual
    else { return .zero }
    return Settings.punctual
  }

  /// Checks that the reason explains the delivery's fate. (J23)
  func checkReason(_ delivery: Delivery, _ life: Life) throws {
    let content = try life.store.read { rows throws(StoreFailure) in
      try delivery.content.flatMap { id throws(StoreFailure) in try rows.content(id) }
    }
    // The configuration may have changed since, or several times if events waited for the store.
    let candidates = [settings, formerSettings] + passingSettings
    guard !candidates.contains(where: { explains(delivery, content, $0, life) }) else { return }
    throw Broken(
      """
      J23: \(delivery.id) is \(delivery.status), which “\(delivery.reason?.rawValue ?? "")” does not explain
      """)
  }

  private func explains(
    _ delivery: Delivery, _ content: Content?, _ settings: Settings, _ life: Life
  ) -> Bool {
    let at = delivery.decidedAt ?? life.now
    switch (delivery.status, delivery.reason) {
    case (.missed, .late), (.missed, .waited(.noServer)), (.missed, .waited(.locked)):
      // A held delivery is due when it is released; its own instant may have moved later since.
      let due = min(delivery.releasedAt ?? delivery.fireAt, delivery.fireAt)
      // Other plan sources have a grace of their own.
      let grace = delivery.isPlanned && !delivery.isSlot ? .zero : settings.grace
      return at - due > max(grace, Settings.punctual)
    case (.missed, _): return false
    case (.skipped, .ttl):
      return content.map { $0.validatedAt >= at || $0.age(at: at) > settings.ttl } ?? true
    case (.skipped, .noContent):
      return delivery.content == nil || delivery.title == nil
    case (.skipped, .channelOff):
      return seesSeveral || !settings.channel(delivery.channel).enabled
    case (.skipped, .otherIdentity): return seesSeveral || delivery.did != settings.did
    case (.skipped, .own("not-new")):
      return seesSeveral || slots.contains { $0.id.item == delivery.item && $0.onlyNew }
    case (.skipped, let reason) where delivery.isMessage:
      return explains(messageSkipped: delivery, reason, at: at, life)
    case (.skipped, let reason) where delivery.isPlanned && !delivery.isSlot:
      return explains(tripSkipped: delivery, reason)
    case (.skipped, let reason): return reason == .user
    case (.held, .held(.at)):
      // After a start, those whose hour has passed are let go in steps.
      return seesSeveral || life.idleIsWanted
        || delivery.isMessage && settings.channel(delivery.channel).at != .now
          && delivery.heldUntil.map { $0 > life.now } == true
    case (.held, .held(.throttle)):
      let lately = messages.calls.contains { life.now - $0 < .minutes(11) }
      // After a start, those whose time has passed are let go in steps.
      return delivery.isMessage && (seesSeveral || lately || life.idleIsWanted)
    case (.held, .held(.quietHours)): return seesSeveral || !settings.quietHours.isEmpty
    case (.held, .held(.backlog)):
      return seesSeveral
        || delivery.request?.backlog.map { isComing($0, life) } == true
    case (.held, let reason): return reason == .held(.paused)
    default: return true
    }
  }

  /// Checks that everything due in a calm period has been done by its end.
  func checkCalmIsDone(since: Instant, _ life: Life) throws {
    let now = life.now
    let waiting = try life.store.read { rows throws(StoreFailure) in
      var waiting: [Posting] = []
      for address in try rows.waitingAddresses() {
        waiting += try rows.postings(to: address, limit: 1)
      }
      return waiting
    }
    try readConfiguration(life)
    let shown = shownSlots
    if let old = waiting.first(where: { now - $0.createdAt > .hours(2) && $0.createdAt <= now }) {
      throw Broken("T24: \(old.key) waits since \(old.createdAt.isoUTC), in calm weather")
    }
    if settings.callbacks?.ackDelivery != nil {
      for delivery in shown {
        guard let at = delivery.shownAt, at > since, at < now - .minutes(5), delivery.reason == nil,
          delivery.snoozedAt == nil,
          !overBefore.contains(delivery.id), let occurrence = delivery.occasion,
          calls.posted["ack:\(occurrence)"] == nil
        else { continue }
        throw Broken("T24: \(occurrence) was shown and is not acknowledged")
      }
    }
    if let callbacks = settings.callbacks, callbacks.heartbeat != nil, beatsInCalm == 0,
      now - since > .minutes(Int64(callbacks.heartbeatMinutes)) + .hours(1)
    {
      throw Broken("T24: no heartbeat since \(since.isoUTC)")
    }
    try checkMessagesAreDone(since: since, life)
    try checkOpened(life)
    try checkPressesAreDone(life)
    try checkEverythingIsTold(life)
    if openAnswers != 0 { throw Broken("SPEC §6: \(openAnswers) questions are not answered") }
    try checkRetention(settings, life)
    try checkExplanation(shown, life)
  }

  /// Checks that nothing outlives the retention. (T8)
  private func checkRetention(_ settings: Settings, _ life: Life) throws {
    // Pruning waits a day after a clock jump, and then for the next event. (T8)
    for since in [jumpedAt, retentionSince] {
      if let since, life.now < since + .days(2) { return }
    }
    let cutoff = life.now - settings.retention - .days(2)
    let (old, members) = try life.store.read { rows throws(StoreFailure) in
      // What may be on the screen stays, until the pruning after it has left.
      let left = leftScreen.filter { life.now < $0.value + .days(2) }.keys
      let standing = Set(try rows.allOnScreen().map(\.id)).union(left)
      let query = HistoryQuery(
        limit: standing.count + 100, before: HistoryQuery.Cursor(decidedAt: cutoff, id: .max))
      var old: [Delivery] = []
      for row in try rows.history(query)
      where !standing.contains(row.id) && !alarms.isNeeded(row.tag, at: life.now) {
        // A notification on the screen stands for it, directly or for a group that it has replaced.
        var next = row.mergedInto ?? row.toldIn
        while let id = next, !standing.contains(id) {
          let teller = try rows.delivery(id)
          next = teller?.mergedInto ?? teller?.toldIn
        }
        if next != nil { continue }
        // What the user has put off comes back with it.
        if try rows.reminder(row.tag) != nil { continue }
        // As long as its subject is known, this may be the text with which that is shown again.
        if try !maySayAgain(row, rows, life.now) { old.append(row) }
      }
      // A row also stays while the notification that tells of it has not been shown.
      var later: Delivery?
      if let id = old.first?.toldIn { later = try rows.delivery(id) }
      let isNew = later.map { $0.decidedAt.map { life.now < $0 + .days(2) } ?? true } ?? false
      let members = try old.first.map { row throws(StoreFailure) in
        try rows.members(of: row.id) + rows.told(in: row.id)
      }
      return (isNew ? [] : old, members)
    }
    // A digest stays as long as any of its members, which another clock may have made due later.
    guard members?.isEmpty ?? true else { return }
    guard let row = old.first, row.fireAt < cutoff, !row.status.isLive else { return }
    throw Broken(
      "T8: \(row.origin.kind) \(row.id) of \(row.fireAt.isoUTC), \(row.status), is still there")
  }

  /// Whether a row is what was last said of a subject that is known, or was until lately.
  private func maySayAgain(
    _ row: Delivery, _ rows: any Rows, _ now: Instant
  ) throws(StoreFailure) -> Bool {
    guard row.isMessage, try rows.thread(row.tag) != nil else { return false }
    let last = try rows.newest(tag: row.tag, limit: 50).first { delivery in
      switch delivery.status {
      case .superseded, .cancelled: false
      case .skipped:
        // What had expired when it came was not taken in.
        delivery.reason == .expired
          ? delivery.decidedAt != delivery.createdAt
          : delivery.reason.map(Reason.ofWhatIsSaid.contains) == true
      default: true
      }
    }
    // What is newer than it may have come since the last pruning.
    return last.map { $0.id == row.id || abs((now - $0.createdAt).milliseconds) < 2 * 86_400_000 }
      ?? true
  }

  /// Checks that explanations match the facts. (J23)
  private func checkExplanation(_ shown: [Delivery], _ life: Life) throws {
    if let delivery = shown.first { try checkExplanation(of: delivery, life) }
    if let id = messages.lastRow?.id, let message = before[id], !message.status.isLive {
      try checkExplanation(of: message, life)
    }
  }

  private func checkExplanation(of delivery: Delivery, _ life: Life) throws {
    guard case .done(let reply)? = life.read(.explain(id: "\(delivery.id)"))
    else { return }
    guard case .object(let report)? = JSONValue(parsing: reply.text),
      case .array(let items) = report["items"], case .object(let item) = items.first,
      case .object(let entry) = item["entry"], case .array(let steps) = item["steps"]
    else { throw Broken("J23: no explanation of \(delivery.id)") }
    let status = JSONValue.text(delivery.status.rawValue)
    var last = JSONValue.null
    var passed = false
    for case .object(let step) in steps {
      if step["code"] == .text("status"), case .object(let values) = step["values"] {
        last = values["to"] ?? .null
      }
      guard case .array(let checks) = step["checks"] else { continue }
      let failed = checks.contains { check in
        guard case .object(let check) = check else { return true }
        return check["passed"] != .bool(true)
      }
      if !failed { passed = true }
    }
    if entry["status"] != status || last != status {
      throw Broken("J23: \(delivery.id) is \(delivery.status), but explained as \(last)")
    }
    if !passed, delivery.status == .shown {
      throw Broken("J23: \(delivery.id) was shown without a passed gate")
    }
  }

  /// Checks at the end of a life that the database is intact and contains no secret. (T7, T27)
  func checkEnd(_ life: Life) throws {
    let problems = try life.store.real.problems()
    if let problem = problems.first { throw Broken("T7: \(problem)") }
    let tables = try life.store.real.tables(holding: DrawnPatch.secret)
    if !tables.isEmpty { throw Broken("T27: a secret is in \(tables)") }
  }
}
