/// Daily hours, and the content that was fetched for them. (003)
///
/// To the planner a source of occasions; to doors the six calls of 003.
package final class Slots: Room, PlanSource {
  package let ledger: Ledger
  let planning: Planning
  package internal(set) var memory: Memory

  /// What outlives a turn: copies of committed rows, and who waits for an answer.
  package struct Memory {
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
    /// Network failures until then are no news. (T17)
    var calmUntil: Instant?

    package init() {}
  }

  /// A `runFullPipelineNow` that waits for its fetches.
  struct Pipeline {
    var caller: Caller
    var open: Set<Int64>
    var results: [JSONValue]
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
  package func adopt(_ slots: [Slot], instead old: [Slot]) throws(StoreFailure) {
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
  package func begin() throws(StoreFailure) {
    guard try rows.note(Note.begun) == nil else { return }
    try rows.setNote(Note.begun, "1")
    for (hour, name) in zip([8, 12, 18], [words.say("Morning"), words.say("Noon"), words.say("Evening")])
    {
      guard let time = WallTime(hour: hour, minute: 0) else { continue }
      var slot = Slot(id: SlotID(time), label: name, considered: LocalDate(dayNumber: 0))
      slot.considered = slot.item.lastPassed(at: now, in: zone)
      try rows.put(slot.stored)
    }
    forgetSlots()
  }

  /// Right after waking up there is hardly a network yet: failures are no news. (T17)
  package func beCalm() { memory.calmUntil = now + .seconds(30) }

  /// A process that died has lost what it fetched. (T3)
  package func closeLostFetches() throws(StoreFailure) {
    for fetch in try rows.openFetches() {
      try rows.close(fetch: fetch.id, at: now, outcome: "lost")
    }
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

  package var nothingToSkip: Refusal {
    Refusal(.refused, words.say("This hour is switched off: it has no next time."))
  }

  // MARK: What the planner asks

  package static let source = "slot"

  /// Whether `item` is a slot as it was stored, and no other's item: else it would be lost in silence.
  package static func canRead(_ item: StoredPlanItem) -> Bool {
    item.id.source == source && Slot(item) != nil
  }

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

  package func label(of item: PlanItem.ID) throws(StoreFailure) -> String? {
    guard let id = SlotID(item.name) else { return nil }
    if let label = try slot(id)?.label, !label.isEmpty { return label }
    return id.time.description
  }
}

extension Slot {
  /// As the planner sees it.
  package var item: PlanItem {
    PlanItem(
      id.item, enabled: enabled, weekdays: weekdays, time: id.time, considered: considered)
  }
}

extension SlotID {
  package var item: PlanItem.ID { PlanItem.ID(source: Slots.source, name: description) }
}

extension Settings {
  /// Where `slot`'s content comes from; nil stands for the default pack.
  package func source(of slot: Slot) -> FetchSpec? { slot.fetch ?? callbacks?.fetchContent }
}
