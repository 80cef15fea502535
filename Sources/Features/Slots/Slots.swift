package import CarillonEngine

/// Daily hours, and the content that was fetched for them. (003)
///
/// To the planner a source of occasions; to doors the six calls of 003.
package final class Slots: Feature {
  package let ledger: Ledger
  let planning: Planning
  package internal(set) var memory: Memory
  package var keepsake: any Sendable { memory }

  /// What outlives a turn: copies of committed rows, and who waits for an answer.
  package struct Memory: Sendable {
    var slots: [Slot]?
    /// The same as the planner sees them.
    var items: [PlanItem]?
    /// What tells sources apart, as it was written out before.
    var sourceKeys: [FetchSpec: String] = [:]
    var pipelines: [Pipeline] = []
    /// Who asked to ring now before there was content, by the fetch that is to bring it.
    var expecting: [(fetch: Int64, slot: String, caller: Caller)] = []
    /// Who tries a source out, by the row of the ticket.
    var trials: [Int64: Caller] = [:]
    var lastTrial: Int64 = 0
    /// What `adoptStaged` makes the slots.
    var staged: [Slot]?
    /// Network failures until then are no news. (T17)
    var calmUntil: Instant?

    package init() {}
  }

  /// A `runFullPipelineNow` that waits for its fetches.
  struct Pipeline: Sendable {
    var caller: Caller
    var open: Set<Int64>
    var results: [PipelineReport.Source]
  }

  package init(_ ledger: Ledger, _ planning: Planning, _ memory: Memory) {
    self.ledger = ledger
    self.planning = planning
    self.memory = memory
  }

  // MARK: Slots

  package var slots: [Slot] {
    get throws(StoreFailure) {
      if let slots = memory.slots { return slots }
      let slots = try rows.planItems(of: Slots.source).compactMap { Slot($0) }
      memory.slots = slots
      memory.items = nil
      planning.itemsChanged()
      return slots
    }
  }

  package func slot(_ id: SlotID?) throws(StoreFailure) -> Slot? {
    guard let id else { return nil }
    return try slots.first { $0.id == id }
  }

  func slot(of delivery: Delivery) throws(StoreFailure) -> Slot? {
    try slot(delivery.item.flatMap { SlotID($0.name) })
  }

  /// Makes the slots these; the ones that `old` has besides are removed.
  func adopt(_ slots: [Slot], instead old: [Slot]) throws(StoreFailure) {
    let kept = Set(slots.map(\.id))
    for slot in old where !kept.contains(slot.id) { try rows.removePlanItem(slot.id.item) }
    for slot in slots where !old.contains(slot) { try rows.put(slot.stored) }
    forgetSlots()
  }

  private func forgetSlots() {
    memory.slots = nil
    memory.items = nil
  }

  /// The three slots of a first start. (T1)
  private func begin() throws(StoreFailure) {
    guard try rows.note(Note.begun) == nil else { return }
    try rows.setNote(Note.begun, "1")
    for (hour, name) in zip(
      [8, 12, 18], [words.say("Morning"), words.say("Noon"), words.say("Evening")])
    {
      guard let time = WallTime(hour: hour, minute: 0) else { continue }
      var slot = Slot(id: SlotID(time), label: name, considered: LocalDate(dayNumber: 0))
      slot.considered = slot.item.lastPassed(at: now, in: zone)
      try rows.put(slot.stored)
    }
    forgetSlots()
  }

  // MARK: What a turn tells

  /// Its line in `Features`.
  package static let plug = Plug(source, canRead: canRead) { ledger, planning, keepsake in
    Slots(ledger, planning, keepsake as? Memory ?? Memory())
  }

  package func start() throws(StoreFailure) {
    try begin()
    // A process that died has lost what it fetched. (T3)
    for fetch in try rows.openFetches() {
      try rows.close(fetch: fetch.id, at: now, outcome: "lost")
    }
  }

  package func learn(_ change: Situation.Change) throws(StoreFailure) {
    switch change {
    // Right after waking up there is hardly a network yet: failures are no news. (T17)
    case .resumed: memory.calmUntil = now + .seconds(30)
    case .keyring(.open): try renderUnlocked()
    default: break
    }
  }

  package func follow(_ news: News) throws(StoreFailure) {
    if news.configured { try renderArmed(why: "configured") }
    try prefetch(first: news.mayFetchFirst)
  }

  package func finish(_ ticket: Ticket, _ outcome: Outcome) throws(StoreFailure) -> Bool {
    switch (ticket.kind, outcome) {
    case (.fetch, .fetched(let result)): try finish(fetch: ticket, result)
    case (.tryFetch, .fetched(let result)): finish(trial: ticket, result)
    case (.tryFetch, .tried(let result, let sample)): finish(trial: ticket, result, sample)
    default: return false
    }
    return true
  }

  package func publish() throws(StoreFailure) { try answerPipelines() }

  package func takeBack(_ delivery: Delivery) throws(StoreFailure) {
    try rows.setNote(Note.ringNowAt, nil)
  }

  package func carryOut(
    _ order: Order, for caller: Caller, _ configuring: Configuring
  ) throws(StoreFailure) -> Handled {
    switch order {
    case .configure(let options): return .answered(try configure(options, configuring))
    case .deliverStoredNow(let id): return .answered(try ringNow(id, for: caller))
    case .runFullPipelineNow:
      try runPipeline(for: caller)
      return .answered(nil)
    case .tryFetch(let spec): return .answered(try tryFetch(spec, for: caller))
    default: return .notMine
    }
  }

  package func read(_ query: Query) throws(StoreFailure) -> Answer? {
    guard case .preview(let slotID, let template) = query else { return nil }
    return try preview(slotID, template)
  }

  /// The item that a door names; refused where there is none.
  package func item(named id: String) throws(StoreFailure) -> Result<PlanItem.ID, Refusal> {
    guard let slotID = SlotID(id) else {
      return .failure(Refusal(.invalidArgument, "slotId: must be a time such as 0800"))
    }
    guard try slot(slotID) != nil else {
      return .failure(Refusal(.notFound, "slotId: there is no slot \(slotID)"))
    }
    return .success(slotID.item)
  }

  // MARK: What the planner asks

  package static let source = "slot"

  /// Whether `item` is a slot that can be read: one that cannot would be lost in silence.
  package static func canRead(_ item: StoredPlanItem) -> Bool { Slot(item) != nil }

  package var name: String { Slots.source }

  package func items() throws(StoreFailure) -> [PlanItem] {
    let slots = try slots
    if let known = memory.items { return known }
    let items = slots.map(\.item)
    memory.items = items
    return items
  }

  package func setConsidered(_ item: PlanItem.ID, _ date: LocalDate) throws(StoreFailure) {
    guard var slot = try slot(SlotID(item.name)) else { return }
    slot.considered = date
    try rows.put(slot.stored)
    if let index = memory.slots?.firstIndex(where: { $0.id == slot.id }) {
      memory.slots?[index].considered = date
    }
    memory.items = nil
  }

  package func tag(of item: PlanItem.ID) -> String { "slot:\(item.name)" }

  package func caption(of item: PlanItem.ID) -> String {
    SlotID(item.name)?.time.description ?? item.name
  }

  package var lead: Span { get throws(StoreFailure) { try settings.lead } }

  package var grace: Span { get throws(StoreFailure) { try settings.grace } }

  package func armed(_ delivery: inout Delivery) throws(StoreFailure) {
    try render(&delivery, why: "armed")
    // Online first also looks before the lead. (T6)
    let settings = try settings
    if settings.mode == .onlineFirst, delivery.fireAt - now > settings.lead,
      let slot = try slot(of: delivery)
    {
      try fetchOutsideCount(settings.source(of: slot))
    }
  }

  package func rearmed(_ delivery: inout Delivery) throws(StoreFailure) {
    try render(&delivery, why: "armed")
  }

  package func buttons(of delivery: Delivery, _ words: Words) -> [NotifyCall.Button] {
    [
      .init(key: SlotAction.snooze.rawValue, label: words.say("Snooze 10 min")),
      .init(key: SlotAction.skip.rawValue, label: words.say("Skip next")),
    ]
  }

}

extension Slot {
  /// As the planner sees it.
  package var item: PlanItem {
    PlanItem(
      id.item, label: label, enabled: enabled, weekdays: weekdays, time: id.time,
      considered: considered)
  }
}

extension SlotID {
  package var item: PlanItem.ID { PlanItem.ID(source: Slots.source, name: description) }
}

extension Settings {
  /// Where `slot`'s content comes from; nil stands for the default pack.
  package func source(of slot: Slot) -> FetchSpec? { slot.fetch ?? callbacks?.fetchContent }
}
