package import CarillonEngine

/// Daily hours, and the content that was fetched for them. (003)
///
/// The planner sees it as a source of occasions, doors as the six calls of 003. It creates its parts for
/// each turn, and leaves every decision to one of them.
package final class Slots: Feature {
  package let ledger: Ledger
  let list: SlotList
  let contents: Contents
  let texts: Texts
  let prefetch: Prefetch
  let freshness: Freshness
  let ringNow: RingNow
  let pipelines: Pipelines
  let trials: Trials

  /// What outlives a turn: copies of committed rows, and who waits for an answer.
  struct Memory: Sendable {
    var list = SlotList.Memory()
    var contents = Contents.Memory()
    var prefetch = Prefetch.Memory()
    var ringNow = RingNow.Memory()
    var pipelines = Pipelines.Memory()
    var trials = Trials.Memory()
  }

  package var keepsake: any Sendable {
    Memory(
      list: list.memory, contents: contents.memory, prefetch: prefetch.memory,
      ringNow: ringNow.memory, pipelines: pipelines.memory, trials: trials.memory)
  }

  init(_ ledger: Ledger, _ planning: Planning, _ memory: Memory) {
    self.ledger = ledger
    list = SlotList(ledger, planning, memory.list)
    contents = Contents(ledger, list, memory.contents)
    texts = Texts(ledger, list, contents)
    prefetch = Prefetch(ledger, list, contents, texts, memory.prefetch)
    freshness = Freshness(ledger, list, contents, texts, prefetch)
    ringNow = RingNow(ledger, list, contents, texts, prefetch, memory.ringNow)
    pipelines = Pipelines(ledger, list, contents, prefetch, memory.pipelines)
    trials = Trials(ledger, memory.trials)
  }

  // MARK: What a turn tells

  /// Its line in `Features`.
  package static let plug = Plug(source, canRead: canRead) { ledger, planning, keepsake in
    Slots(ledger, planning, keepsake as? Memory ?? Memory())
  }

  package func start() throws(StoreFailure) {
    try list.begin()
    try prefetch.settleLost()
  }

  package func learn(_ change: Situation.Change) throws(StoreFailure) {
    switch change {
    case .resumed: prefetch.beCalm()
    case .keyring(.open): try texts.renderUnlocked()
    default: break
    }
  }

  package func follow(_ news: News) throws(StoreFailure) {
    if news.configured { try texts.renderArmed(why: .configured) }
    try prefetch.prefetch(first: news.mayFetchFirst)
  }

  package func finish(_ ticket: Ticket, _ outcome: Outcome) throws(StoreFailure) -> Bool {
    switch (ticket.kind, outcome) {
    case (.fetch, .fetched(let result)): try finishFetch(ticket, result)
    case (.tryFetch, .fetched(let result)): trials.finish(ticket, result)
    case (.tryFetch, .tried(let result, let sample)): trials.finish(ticket, result, sample)
    default: return false
    }
    return true
  }

  private func finishFetch(_ ticket: Ticket, _ result: FetchResult) throws(StoreFailure) {
    guard let ended = try prefetch.finish(ticket, result) else { return }
    pipelines.settle(ended)
    try ringNow.ringExpected(after: ended.fetch)
  }

  package func publish() throws(StoreFailure) { try pipelines.answer() }

  package func takeBack(_ delivery: Delivery) throws(StoreFailure) {
    try ringNow.takeBack()
  }

  package func carryOut(
    _ order: Order, for caller: Caller, _ configuring: Configuring
  ) throws(StoreFailure) -> Handled {
    switch order {
    case .configure(let options): return .answered(try configure(options, configuring))
    case .deliverStoredNow(let id): return .answered(try ringNow.ring(id, for: caller))
    case .runFullPipelineNow:
      try pipelines.run(for: caller)
      return .answered(nil)
    case .tryFetch(let spec, let showsFile):
      return .answered(
        try trials.tryFetch(
          spec, showsFile: showsFile, for: caller, configuring.secretOrigins()))
    default: return .notMine
    }
  }

  package func read(_ query: Query) throws(StoreFailure) -> Answer? {
    guard case .preview(let slotID, let template) = query else { return nil }
    return try Previews(ledger, list, contents).preview(slotID, template)
  }

  /// The item that a door names; a refusal if there is none.
  package func item(named id: String) throws(StoreFailure) -> Result<PlanItem.ID, Refusal> {
    guard let slotID = SlotID(id) else {
      return .failure(Refusal(.invalidArgument, "slotId: must be a time such as 0800"))
    }
    guard try list.slot(slotID) != nil else {
      return .failure(Refusal(.notFound, "slotId: there is no slot \(slotID)"))
    }
    return .success(slotID.item)
  }

  // MARK: What the planner asks

  package static let source = "slot"

  /// Whether `item` can be read as a slot; one that cannot would be lost silently.
  package static func canRead(_ item: StoredPlanItem) -> Bool { Slot(item) != nil }

  package var name: String { Slots.source }

  package func items() throws(StoreFailure) -> [PlanItem] { try list.items() }

  package func setConsidered(_ item: PlanItem.ID, _ date: LocalDate) throws(StoreFailure) {
    try list.setConsidered(item, date)
  }

  package func tag(of occasion: Occasion) -> String { occasion.item.slotTag }

  package func caption(of item: PlanItem.ID) -> String {
    SlotID(item.name)?.time.description ?? item.name
  }

  package var lead: Span { get throws(StoreFailure) { try settings.lead } }

  package var grace: Span { get throws(StoreFailure) { try settings.grace } }

  package func armed(_ delivery: inout Delivery) throws(StoreFailure) {
    try texts.render(&delivery, why: .armed)
    // Online first also fetches outside the lead. (T6)
    let settings = try settings
    if settings.mode == .onlineFirst, delivery.fireAt - now > settings.lead,
      let slot = try list.slot(of: delivery)
    {
      try prefetch.fetchOutsideCount(settings.source(of: slot))
    }
  }

  package func rearmed(_ delivery: inout Delivery) throws(StoreFailure) {
    try texts.renderAnew(&delivery, why: .armed)
  }

  package func buttons(of delivery: Delivery, _ words: Words) -> [NotifyCall.Button] {
    [
      .init(key: SlotAction.snooze.rawValue, label: ledger.snoozeLabel),
      .init(key: SlotAction.skip.rawValue, label: words.say("Skip next")),
    ]
  }

  package func waits(
    for delivery: inout Delivery, late: Span
  ) throws(StoreFailure) -> Bool {
    try freshness.waits(for: &delivery, late: late)
  }

  package func problem(
    with delivery: Delivery
  ) throws(StoreFailure) -> (reason: Reason, evidence: GateCheck.Evidence)? {
    try freshness.problem(with: delivery)
  }

  package var isHours: Bool { true }

  package func evidence(of delivery: Delivery) throws(StoreFailure) -> GateCheck.Evidence {
    try freshness.evidence(of: delivery)
  }

  package func foreseenProblem(with delivery: Delivery) throws(StoreFailure) -> Reason? {
    try freshness.foreseenProblem(with: delivery)
  }

  package func sentence(for code: String, _ words: Words) -> String? {
    Reason(rawValue: code) == .notNew ? words.say("Not shown: nothing new") : nil
  }

  package func shown(_ delivery: Delivery) throws(StoreFailure) {
    try freshness.noteShown(delivery)
  }

  package func awaitsKey(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    try texts.awaitsKey(delivery)
  }

  // MARK: State

  /// Adds the slots' part of the state. (T11)
  package func contribute(to report: inout StateReport) throws(StoreFailure) {
    report.ringNowAgainAt = try ringNow.cooldownEnd()?.iso(in: zone)
    let settings = try settings
    let used = try list.slots.filter(\.enabled)
    report.isContentBuiltIn = !used.isEmpty && used.allSatisfy { settings.source(of: $0) == nil }
  }

  package func hints() throws(StoreFailure) -> [StateReport.Hint] { try freshness.hints() }

  package func failingSources() throws(StoreFailure) -> [FailingSource] {
    try freshness.failingSources()
  }
}

extension Slot {
  /// The slot as the planner sees it.
  package var item: PlanItem {
    PlanItem(
      id.item, label: label, enabled: enabled, weekdays: weekdays, time: id.time,
      considered: considered)
  }
}

extension SlotID {
  package var item: PlanItem.ID { PlanItem.ID(source: Slots.source, name: description) }
}

extension PlanItem.ID {
  /// The tag of a slot's notifications: each replaces the one before it.
  var slotTag: String { "slot:\(name)" }
}

extension Delivery {
  /// Whether it is an occasion of a slot.
  var isOfSlot: Bool { isPlanned && item?.source == Slots.source }
}

extension Settings {
  /// Where `slot`'s content comes from; nil stands for the default pack.
  package func source(of slot: Slot) -> FetchSpec? { slot.fetch ?? callbacks?.fetchContent }
}
