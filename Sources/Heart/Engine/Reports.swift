import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// What doors read: the state, the history, and why. (T11, J22, J23)
///
/// It changes nothing, and is made for one turn or one reading.
struct Reports {
  let turn: Turn
  var ledger: Ledger { turn.ledger }
  var rows: any Rows { ledger.rows }
  var now: Instant { ledger.now }
  var zone: any ZoneRules { ledger.zone }
  var words: Words { ledger.environment.words }
  var situation: Situation { ledger.situation }

  var wording: Wording {
    Wording(
      words: words, zone: zone, now: now, kinds: turn.kinds,
      channelName: { [ledger] in ledger.name(ofChannel: $0) },
      ownButton: { [ledger, words] key, delivery in
        let buttons = ledger.source(of: delivery)?.buttons(of: delivery, words) ?? []
        return buttons.first { $0.key == key }?.label
      },
      ownReason: { [ledger, words] code, delivery in
        ledger.source(of: delivery)?.sentence(for: code, words)
      })
  }

  /// Whether something of it asks for the user's attention: what is due waits for a server, or for the
  /// keyring. (T21, T28)
  func attentionWanted() throws(StoreFailure) -> Bool {
    if ledger.denied { return true }
    let live = try ledger.awake()
    let waits = live.indices.contains {
      live[$0].waiting == .noServer || live[$0].waiting == .locked
    }
    if waits { return true }
    return try !failingSources().isEmpty
  }

  private func failingSources() throws(StoreFailure) -> [FailingSource] {
    var failing: [FailingSource] = []
    for feature in turn.features { failing += try feature.failingSources() }
    return failing
  }

  /// Answers what only reads. (T11, J22, J23)
  func answer(to query: Query) throws(StoreFailure) -> Answer {
    guard ledger.memory.situation != nil else {
      return .refused(Refusal(.refused, "Carillon is still starting."))
    }
    try ledger.readZone()
    switch query {
    case .state: return .done(Reply(try stateReport()))
    case .wholeState:
      return .done(Reply(WholeState(state: try stateReport(), metrics: try metricsReport())))
    case .configuration: return .done(Reply(try Configuring(turn: turn).document()))
    case .history(let query): return try history(query)
    case .explain(let id): return try explain(id)
    case .detail(let tag): return try turn.subjects.detail(of: tag)
    case .digest(let id): return try digest(id)
    case .subjects: return .done(Reply(try subjectsReport()))
    case .subjectsAbout(let thing): return .done(Reply(try subjectsReport(about: thing)))
    case .plan(let source):
      for feature in turn.features where feature.name == source {
        if let answer = try feature.read(query) { return answer }
      }
      return .refused(
        Refusal(.notFound, "source: there is no list of \(beginning(of: source))"))
    case .metrics: return .done(Reply(try metricsReport()))
    case .storage: return .done(Reply(try storageReport()))
    case .import(let document): return try Importing(turn: turn).preview(document)
    case .preview:
      for feature in turn.features { if let answer = try feature.read(query) { return answer } }
      preconditionFailure("no feature has answered this query")
    }
  }

  private func history(_ query: HistoryQuery) throws(StoreFailure) -> Answer {
    var wider = query
    // One more tells whether there is another page.
    wider.limit += 1
    var found = try rows.history(wider).map(Happened.delivery)
    found += try outages(wider).map(Happened.outage)
    found.sort { $0.isBefore($1) }
    let next = found.count > query.limit ? found[query.limit - 1].cursor.text : nil
    var entries: [HistoryEntry] = []
    for happened in found.prefix(query.limit) {
      switch happened {
      case .delivery(let delivery): entries.append(try entry(of: delivery))
      case .outage(let outage): entries.append(entry(of: outage))
      }
    }
    return .done(Reply(HistoryPage(entries: entries, next: next)))
  }

  /// One line of the history.
  func entry(of delivery: Delivery) throws(StoreFailure) -> HistoryEntry {
    var title = try ledger.title(of: delivery)
    if title == nil { title = try label(of: delivery) }
    let isMessage = delivery.isMessage
    let age = try ageAtSkip(of: delivery)
    let text = try unseen(delivery) ?? wording.status(of: delivery, contentAge: age)
    let insists = delivery.request.map { $0.insists || $0.category == "transfer.error" } ?? false
    let isCalledOff = delivery.status == .cancelled || delivery.reason == .user
    let isEarly = delivery.isPlanned && delivery.decidedAt.map { $0 < delivery.fireAt } ?? false
    return HistoryEntry(
      requestId: String(delivery.id), kind: delivery.origin.kind,
      slotId: delivery.item?.name, date: delivery.occasion?.date.description,
      at: (delivery.decidedAt ?? delivery.fireAt).iso(in: zone),
      title: title ?? "", channel: delivery.channel,
      status: delivery.status.rawValue, reason: delivery.reason?.rawValue,
      text: text,
      response: delivery.response, responseText: wording.response(of: delivery),
      // How a command ended is about the brew that it was for.
      thread: isMessage ? Confirmation.thread(of: delivery.tag) : nil,
      insists: insists ? true : nil, link: try ledger.link(of: delivery)?.url,
      unread: delivery.unread ? true : nil,
      name: delivery.label, due: isCalledOff && isEarly ? delivery.fireAt.iso(in: zone) : nil)
  }

  /// What the history says of what was shown while the session was locked; nil of all else. (T38)
  private func unseen(_ delivery: Delivery) throws(StoreFailure) -> String? {
    guard delivery.status == .shown else { return nil }
    if delivery.unseen { return words.say("Shown while the screen was locked") }
    guard let id = delivery.toldIn, let later = try rows.delivery(id), !later.isDigest else {
      return nil
    }
    guard let at = later.shownAt else { return words.say("Shown while the screen was locked") }
    return words.say(
      "Shown while the screen was locked; you were told {moment}",
      ["moment": words.at(Moment(at, in: zone), today: zone.wallClock(at: now).date)])
  }

  /// What a digest stands for. (§5)
  func digest(_ id: Int64) throws(StoreFailure) -> Answer {
    guard let digest = try rows.delivery(id), digest.isDigest || digest.isAway else {
      return .refused(Refusal(.notFound, "id: there is no digest \(id)"))
    }
    var entries: [DigestReport.Row] = []
    let (members, more) = try ledger.firstMembers(of: digest, limit: DigestReport.longest)
    for member in members {
      entries.append(
        DigestReport.Row(
          entry: try entry(of: member), sender: ledger.name(ofChannel: member.channel),
          arrivedAt: member.fireAt.iso(in: zone), title: try ledger.title(of: member) ?? "",
          body: try ledger.body(of: member) ?? "", picture: member.request?.photo?.file,
          buttons: buttons(of: member)))
    }
    return .done(
      Reply(
        DigestReport(
          requestId: String(digest.id), title: try ledger.title(of: digest) ?? "",
          at: (digest.shownAt ?? digest.createdAt).iso(in: zone), entries: entries,
          more: more > 0 ? more : nil)))
  }

  /// What is shown in the window in place of popups. (D3)
  private func banners() throws(StoreFailure) -> [StateReport.Banner] {
    guard ledger.mayBeInWindow else { return [] }
    return try rows.banners().map { stored throws(StoreFailure) in
      let delivery = try turn.subjects.renewed(stored) ?? stored
      return StateReport.Banner(
        requestId: String(delivery.id), title: try ledger.title(of: delivery) ?? "",
        body: try ledger.body(of: delivery) ?? "", urgent: delivery.isUrgent,
        buttons: buttons(of: delivery))
    }
  }

  /// What may still be pressed in its row.
  private func buttons(of member: Delivery) -> [DigestReport.Button] {
    guard !member.isAnswered, let request = member.request else { return [] }
    return request.actions.map { DigestReport.Button(id: $0.id, label: $0.title) }
  }

  /// How old its content was when it was found to be too old, as was noted then. (T5)
  private func ageAtSkip(of delivery: Delivery) throws(StoreFailure) -> Span? {
    guard delivery.status == .skipped, delivery.reason == .ttl else { return nil }
    for trace in try rows.trace(of: delivery.id).reversed() {
      guard case .gate(let verdict) = trace.step else { continue }
      let check = verdict.checks.first { $0.finding == .stopped(.ttl) }
      if case .age(let age, _)? = check?.evidence { return age }
      return nil
    }
    return nil
  }

  private func label(of delivery: Delivery) throws(StoreFailure) -> String {
    guard let id = delivery.item else { return "" }
    if let label = delivery.label { return label }
    return ledger.source(of: delivery)?.caption(of: id) ?? id.name
  }

  func stateReport() throws(StoreFailure) -> StateReport {
    let zone = zone
    let settings = try ledger.settings
    var report = StateReport()
    let live = try ledger.awake()
    var waiting: [Delivery] = []
    for delivery in live {
      switch delivery.status {
      case .scheduled where delivery.isAhead(of: now):
        report.nextOccurrences.append(try occurrence(delivery))
      case .scheduled, .held:
        waiting.append(delivery)
      case .snoozed:
        report.snoozed.append(try pending(delivery, at: ledger.snoozeEnd(delivery), "snoozed"))
      default: continue
      }
    }
    report.unreadCount = try rows.unreadCount()
    report.waitingCount = try waiting.count + rows.restingCount()
    for delivery in try listed(waiting) {
      report.waiting.append(
        try pending(
          // What counts minutes has gone on counting. (J21)
          turn.subjects.renewed(delivery) ?? delivery, at: delivery.fireAt,
          delivery.waiting?.rawValue ?? delivery.reason?.rawValue ?? "due"))
    }
    for delivery in try rows.skippedByUser(after: now) {
      report.skipped.append(try pending(delivery, at: delivery.fireAt, "skipped"))
    }
    report.banners = try banners()
    report.threads = try turn.subjects.running().map {
      StateReport.Thread(
        tag: $0.subject.tag, kind: $0.subject.kind, title: $0.detail.title,
        heading: $0.detail.heading, urgent: $0.urgent)
    }
    report.lastFetchAt = try rows.lastFetch()?.iso(in: zone)
    report.lastDeliveryAt = try rows.lastDelivery()?.iso(in: zone)
    report.last = try rows.lastShown().flatMap { delivery throws(StoreFailure) in
      try ledger.title(of: delivery).map { title throws(StoreFailure) in
        StateReport.Last(
          requestId: String(delivery.id), title: title,
          link: try ledger.link(of: delivery)?.url)
      }
    }
    report.pendingCount = try ledger.pendingCount()
    report.wantedCount = try turn.planning.wanted().count
    report.exactAlarmCapable = situation.exact
    report.timezone = zone.identifier
    report.systemTimezone = situation.zone
    report.networkState = situation.online ? "online" : "offline"
    report.server = .init(state: situation.server.word, permitted: situation.permitted)
    if case .present(let server) = situation.server {
      report.server.name = server.name
      report.server.version = server.version
      report.server.capabilities = server.capabilities
      let traits = ServerTraits(server)
      report.server.canListOnly = traits.lowIsListOnly
      report.server.listReappears = traits.listReappears
    }
    report.server.doNotDisturb = situation.doNotDisturb
    report.trayHost = situation.trayHost
    report.keyring = situation.keyring.rawValue
    report.encrypted = rows.seals
    report.outbox = try rows.postingCount()
    if let pause = try ledger.pause(), pause.start <= now, now < pause.end {
      report.pause = .init(
        until: pause.end.iso(in: zone),
        effectiveUntil: (try ledger.endOfHolds(from: now) ?? pause.end).iso(in: zone))
    }
    report.quietUntil = settings.quietHours.end(containing: now, in: zone)?.iso(in: zone)
    report.autostart = .init(wanted: settings.autostart, situation)
    report.closedTimer = situation.closedTimer
    for feature in turn.features { try feature.contribute(to: &report) }
    report.failingSources = try failingSources()
    try addCarriers(to: &report)
    report.attention = try attentionWanted()
    report.badge = try turn.badge.count
    report.explanation = try Explanation(ledger: ledger).isDue()
    report.hints = try Hints(turn: turn).all()
    report.lastErrors = try rows.lastErrors(10)
    report.version = ledger.environment.version
    report.buildId = ledger.environment.build
    return report
  }

  private func occurrence(
    _ delivery: Delivery
  ) throws(StoreFailure) -> StateReport.Occurrence {
    var occurrence = StateReport.Occurrence(
      slotId: delivery.item?.name ?? "", when: delivery.fireAt.iso(in: zone),
      date: delivery.occasion?.date.description ?? "", time: try time(of: delivery),
      label: try label(of: delivery.item) ?? "", title: try ledger.title(of: delivery),
      body: try ledger.body(of: delivery))
    if try !ledger.settings.channel(delivery.channel).enabled {
      occurrence.obstacle = Reason.channelOff.rawValue
    } else if let problem = try ledger.source(of: delivery)?.foreseenProblem(with: delivery) {
      occurrence.obstacle = problem.rawValue
    } else if let hold = try ledger.hold(at: delivery.fireAt) {
      occurrence.obstacle = hold.cause.rawValue
      occurrence.until = try ledger.endOfHolds(from: delivery.fireAt)?.iso(in: zone)
    }
    return occurrence
  }

  /// Of `waiting` and the messages that rest, those that are listed: hours before messages, and of
  /// those the latest.
  private func listed(_ waiting: [Delivery]) throws(StoreFailure) -> [Delivery] {
    let most = StateReport.mostWaiting
    let hours = waiting.filter(\.isPlanned).prefix(most)
    let others = try (waiting.filter { !$0.isPlanned } + rows.resting(limit: most))
      .sorted { ($0.fireAt, $0.id) < ($1.fireAt, $1.id) }
    return (hours + others.suffix(most - hours.count))
      .sorted { ($0.fireAt, $0.id) < ($1.fireAt, $1.id) }
  }

  private func label(of item: PlanItem.ID?) throws(StoreFailure) -> String? {
    guard let item else { return nil }
    return try ledger.item(item)?.label
  }

  /// As the user is shown it.
  private func time(of delivery: Delivery) throws(StoreFailure) -> String {
    guard let id = delivery.item, let item = try ledger.item(id) else { return "" }
    return item.time.description
  }

  private func pending(
    _ delivery: Delivery, at: Instant, _ reason: String
  ) throws(StoreFailure) -> StateReport.Pending {
    StateReport.Pending(
      requestId: String(delivery.id), slotId: delivery.item?.name,
      label: try label(of: delivery.item), when: at.iso(in: zone),
      time: zone.wallClock(at: at).time.description, title: try ledger.title(of: delivery),
      body: try ledger.body(of: delivery), reason: reason,
      thread: delivery.isMessage ? delivery.tag : nil,
      buttons: delivery.isMessage ? buttons(of: delivery) : nil)
  }

  func metricsReport() throws(StoreFailure) -> MetricsReport {
    var report = MetricsReport(
      try rows.messageSamples(limit: MetricsReport.mostRows),
      commands: try rows.commandCounts(limit: MetricsReport.mostRows),
      errors: try rows.eventCounts(limit: MetricsReport.mostRows), zone: zone)
    report.linksOpened = try Analytics.linksOpened(rows)
    report.toldTo = try ledger.settings.analytics.flatMap { FetchSpec(url: $0).host }
    report.longestHoldMs = ledger.environment.longestHold()?.milliseconds
    return report
  }

  private func storageReport() throws(StoreFailure) -> StorageReport {
    let size = try rows.storageSize()
    return StorageReport(
      bytes: size.bytes, deliveries: size.deliveries, shown: size.shown, contents: size.contents,
      oldest: size.oldest?.iso(in: zone),
      contacts: try rows.contacts().map {
        .init(
          host: $0.host, purpose: $0.purpose, firstAt: $0.firstAt.iso(in: zone),
          lastAt: $0.lastAt.iso(in: zone), count: $0.count)
      }, setAside: situation.databaseSetAside)
  }
}

/// A state with one member more, for programs. (B29)
package struct WholeState: Encodable, Sendable {
  let state: StateReport
  let metrics: MetricsReport

  private enum CodingKeys: String, CodingKey {
    case metrics
  }

  package func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(metrics, forKey: .metrics)
  }
}
