extension Decision {
  /// Answers what only reads. (T11, J22, J23)
  func answer(reading question: Question) throws(StoreFailure) -> Answer {
    guard memory.situation != nil else {
      return .refused(Refusal(.refused, "Carillon is still starting."))
    }
    try readZone()
    switch question {
    case .state: return .done(serialize(try stateReport()))
    case .wholeState: return .done(try wholeState())
    case .configuration: return .done(try configurationDocument())
    case .history(let query): return try history(query)
    case .explain(let id): return try explain(id)
    case .preview(let document): return try preview(document)
    case .detail(let tag): return try detail(of: tag)
    case .metrics: return .done(serialize(try metricsReport()))
    case .storage: return .done(serialize(try storageReport()))
    default: preconditionFailure("this question does not only read")
    }
  }

  private func history(_ text: String) throws(StoreFailure) -> Answer {
    var query: HistoryQuery
    do {
      query = try HistoryQuery(text)
    } catch {
      return .refused(error)
    }
    let limit = query.limit
    // One more tells whether there is another page.
    query.limit += 1
    let more = try rows.history(query)
    let found = more.prefix(limit)
    var next: String?
    if more.count > limit, let last = found.last, let decided = last.decidedAt {
      next = "\(decided.milliseconds)-\(last.id)"
    }
    var entries: [HistoryPage.Entry] = []
    for delivery in found { entries.append(try entry(of: delivery)) }
    return .done(serialize(HistoryPage(entries: entries, next: next)))
  }

  /// One line of the history.
  func entry(of delivery: Delivery) throws(StoreFailure) -> HistoryPage.Entry {
    let words = Wording(words: environment.words, zone: zone, now: now)
    var title = try title(of: delivery)
    if title == nil { title = try label(of: delivery) }
    let isMessage = delivery.kind == .message
    let insists = delivery.request.map { $0.insists || $0.category == "transfer.error" } ?? false
    return HistoryPage.Entry(
      requestId: String(delivery.id), kind: delivery.kind.rawValue,
      slotId: delivery.slot?.description, date: delivery.date?.description,
      at: (delivery.decidedAt ?? delivery.fireAt).iso(in: zone),
      title: title ?? "", channel: delivery.channel,
      status: delivery.status.rawValue, reason: delivery.reason,
      text: words.status(of: delivery, contentAge: try ageAtSkip(of: delivery)),
      response: delivery.response, responseText: words.response(of: delivery),
      // How a command ended is about the brew that it was for.
      thread: isMessage ? Confirmation.thread(of: delivery.tag) : nil,
      insists: insists ? true : nil)
  }

  /// How old its content was when it was found to be too old, as was noted then. (T5)
  private func ageAtSkip(of delivery: Delivery) throws(StoreFailure) -> Span? {
    guard delivery.status == .skipped, delivery.reason == SkipReason.ttl else { return nil }
    let gate = try rows.trace(of: delivery.id).last { $0.code == "gate" }
    let checks = gate?.values["checks"].flatMap { deserialize([GateCheck].self, from: $0) }
    let age = checks?.first { $0.code == SkipReason.ttl }?.values["age"]
    return age.flatMap { Int64($0) }.map { .milliseconds($0) }
  }

  private func label(of delivery: Delivery) throws(StoreFailure) -> String {
    if let label = try slot(delivery.slot)?.label, !label.isEmpty { return label }
    return delivery.slot?.time.description ?? ""
  }

  func pendingCount() throws(StoreFailure) -> Int {
    guard !denied else { return 0 }
    return try live().count {
      $0.kind == .slot && $0.status == .scheduled && $0.fireAt > now
    }
  }

  func stateReport() throws(StoreFailure) -> StateReport {
    let zone = zone
    let settings = try settings
    var report = StateReport()
    let live = try live()
    for delivery in live {
      switch delivery.status {
      case .scheduled where delivery.kind == .slot && delivery.fireAt > now:
        report.nextOccurrences.append(
          .init(
            slotId: delivery.slot?.description ?? "", when: delivery.fireAt.iso(in: zone),
            date: delivery.date?.description ?? "",
            time: delivery.slot?.time.description ?? "",
            label: (try slot(delivery.slot))?.label ?? "", title: try title(of: delivery),
            body: try body(of: delivery)))
      case .scheduled, .held:
        report.waiting.append(
          try pending(
            delivery, at: delivery.fireAt, delivery.waiting ?? delivery.reason ?? "due"))
      case .snoozed:
        report.snoozed.append(try pending(delivery, at: snoozeEnd(delivery), "snoozed"))
      default: continue
      }
    }
    for delivery in try rows.skippedByUser(after: now) {
      report.skipped.append(try pending(delivery, at: delivery.fireAt, "skipped"))
    }
    report.threads = try runningThreads()
    report.lastFetchAt = try rows.lastFetch()?.iso(in: zone)
    report.lastDeliveryAt = try rows.lastDelivery()?.iso(in: zone)
    report.pendingCount = try pendingCount()
    report.wantedCount = try wanted().count
    report.exactAlarmCapable = situation.exact
    report.timezone = zone.identifier
    report.systemTimezone = situation.zone
    report.networkState = situation.online ? "online" : "offline"
    report.server = .init(state: situation.server.word, permitted: situation.permitted)
    if case .present(let server) = situation.server {
      report.server.name = server.name
      report.server.version = server.version
      report.server.capabilities = server.capabilities
      report.server.canListOnly = ServerTraits(server).lowIsListOnly
    }
    report.server.doNotDisturb = situation.doNotDisturb
    report.trayHost = situation.trayHost
    report.keyring = situation.keyring.rawValue
    report.encrypted = rows.seals
    report.outbox = try rows.postingCount()
    if let pause = try pause(), pause.start <= now, now < pause.end {
      report.pause = .init(
        until: pause.end.iso(in: zone),
        effectiveUntil: (try endOfHolds(from: now) ?? pause.end).iso(in: zone))
    }
    report.quietUntil = settings.quietHours?.end(containing: now, in: zone)?.iso(in: zone)
    report.autostart = .init(wanted: settings.autostart, actual: situation.autostart)
    report.ringNowAgainAt = try cooldownEnd()?.iso(in: zone)
    report.attention = try attentionWanted()
    report.explanation = try explanationIsDue()
    report.hints = try hints()
    report.lastErrors = try rows.lastEvents(10)
    report.version = environment.version
    report.buildId = environment.build
    return report
  }

  private func pending(
    _ delivery: Delivery, at: Instant, _ reason: String
  ) throws(StoreFailure) -> StateReport.Pending {
    StateReport.Pending(
      requestId: String(delivery.id), slotId: delivery.slot?.description,
      label: (try slot(delivery.slot))?.label, when: at.iso(in: zone),
      time: zone.wallClock(at: at).time.description, title: try title(of: delivery),
      body: try body(of: delivery), reason: reason)
  }

  /// Whether a source that needs the network is for one hour a day only: then content is a day old
  /// as soon as one fetch fails. (T5)
  private func hasDailySource() throws(StoreFailure) -> Bool {
    let settings = try settings
    var hours: [String: Int] = [:]
    for slot in try slots where slot.enabled {
      guard let spec = settings.source(of: slot), !spec.worksOffline else { continue }
      hours[try key(of: spec), default: 0] += 1
    }
    return hours.values.contains(1)
  }

  /// What a user ought to know or mend. (T5, T19, T21)
  private func hints() throws(StoreFailure) -> [StateReport.Hint] {
    let words = environment.words
    let settings = try settings
    var hints: [StateReport.Hint] = []
    if denied {
      hints.append(
        .init(
          code: situation.permitted ? "SCHEDULE_DENIED" : "PERMISSION_DENIED",
          text: noServerSentence))
    }
    switch situation.keyring {
    case .open: break
    case .locked:
      hints.append(
        .init(
          code: "KEYRING_LOCKED",
          text: words.say(
            "The keyring is locked: new content is stored unencrypted until you unlock it.")))
    case .none where rows.seals:
      hints.append(
        .init(
          code: "KEYRING_NONE",
          text: words.say(
            "The keyring is gone. Its key is still in use, until Carillon ends.")))
    case .none:
      hints.append(
        .init(
          code: "KEYRING_NONE",
          text: words.say(
            "There is no keyring: content is stored unencrypted, and secrets last for this "
              + "session only.")))
    }
    if let path = situation.databaseSetAside {
      hints.append(
        .init(
          code: "DATABASE_SET_ASIDE",
          text: words.say(
            "The database could not be used, and a new one was begun. The former one is kept: "
              + "{path}", ["path": path])))
    }
    if !settings.autostart {
      hints.append(
        .init(code: "AUTOSTART_OFF", text: words.say("Nothing rings while Carillon is closed.")))
    } else if !situation.autostart {
      hints.append(
        .init(
          code: "AUTOSTART_FAILED",
          text: words.say("Carillon should start with your session, but the start entry is off.")))
    }
    if settings.ttl == .days(1), try hasDailySource() {
      hints.append(
        .init(
          code: "TTL_ONE_DAY",
          text: words.say(
            "After a day offline nothing is shown: content may be 24 hours old at most. "
              + "With ttlSeconds 93600 a single missed fetch does no harm.")))
    }
    if !situation.exact {
      hints.append(
        .init(
          code: "EXACT_ALARM_MISSING",
          text: words.say(
            "This system cannot wake Carillon to the second: hours ring up to 10 minutes late.")))
    } else if settings.exactness == .windowed {
      hints.append(
        .init(
          code: "WINDOWED",
          text: words.say("To save power, hours ring up to 10 minutes late.")))
    }
    return hints
  }
}

extension HistoryQuery {
  /// A query document: `{"limit":50,"before":"…","kind":"slot","status":"shown"}`; empty: the newest.
  init(_ text: String) throws(Refusal) {
    self.init(limit: 50)
    guard !text.isEmpty else { return }
    let document = try Field.document(text, named: "query")
    let members = try document.members(known: ["limit", "before", "kind", "status"])
    if let limit = members.present("limit") { self.limit = try limit.integer(1...200) }
    if let before = members.present("before") {
      let parts = try before.text().split(separator: "-")
      guard parts.count == 2, let decided = Int64(parts[0]), let id = Int64(parts[1]) else {
        throw before.refused("must be the next of another page")
      }
      self.before = Cursor(decidedAt: Instant(milliseconds: decided), id: id)
    }
    if let kind = members.present("kind") {
      self.kind = Delivery.Kind(rawValue: try kind.text())
      if self.kind == nil { throw kind.refused("unknown kind") }
    }
    if let status = members.present("status") {
      self.status = Delivery.Status(rawValue: try status.text())
      if self.status == nil { throw status.refused("unknown status") }
    }
  }
}
