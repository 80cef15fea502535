import CarillonEngine

/// The configured slots, and a copy of their rows. (T1)
///
/// Nothing else writes these rows, so the copy is never stale.
final class SlotList: Room {
  let ledger: Ledger
  private let planning: Planning
  private(set) var memory: Memory
  /// The slots that `adoptStaged` will store; forgotten with the turn, also if the change is refused.
  private(set) var staged: [Slot]?

  struct Memory: Sendable {
    var slots: [Slot]?
    /// The same slots as the planner sees them.
    var items: [PlanItem]?
  }

  init(_ ledger: Ledger, _ planning: Planning, _ memory: Memory) {
    self.ledger = ledger
    self.planning = planning
    self.memory = memory
  }

  var slots: [Slot] {
    get throws(StoreFailure) {
      if let slots = memory.slots { return slots }
      let slots = try read()
      memory.slots = slots
      memory.items = nil
      planning.itemsChanged()
      return slots
    }
  }

  /// Throws for a row that cannot be read, because its slot would be lost silently. (T7)
  private func read() throws(StoreFailure) -> [Slot] {
    let stored = try rows.planItems(of: Slots.source)
    do throws(Unreadable) {
      return try stored.map { row throws(Unreadable) in try Slot(reading: row) }
    } catch {
      throw StoreFailure(.broken, "\(error)")
    }
  }

  func slot(_ id: SlotID?) throws(StoreFailure) -> Slot? {
    guard let id else { return nil }
    // By index: copying a slot takes longer than looking at it.
    let slots = try slots
    return slots.indices.first { slots[$0].id == id }.map { slots[$0] }
  }

  func slot(of delivery: Delivery) throws(StoreFailure) -> Slot? {
    try slot(delivery.item.flatMap { SlotID($0.name) })
  }

  /// The next occasion of this slot, or of any slot for nil.
  func next(_ id: SlotID? = nil) throws(StoreFailure) -> (slot: SlotID, date: LocalDate)? {
    for want in try planning.wanted() where want.occasion.item.source == Slots.source {
      guard let slot = SlotID(want.occasion.item.name), id == nil || id == slot else { continue }
      return (slot, want.occasion.date)
    }
    return nil
  }

  /// The slot's place among those that ring on `date`, for a content pack, and how many before it have
  /// the same one. (T25)
  func place(
    of slot: Slot, on date: LocalDate
  ) throws(StoreFailure) -> (place: Payload.Place, repeats: Int) {
    let ringing = try slots.filter { $0.rings(on: date) }.map(\.id).sorted()
    let index = ringing.firstIndex(of: slot.id) ?? 0
    let place = Payload.Place(index: index)
    return (place, (0..<index).count { Payload.Place(index: $0) == place })
  }

  /// The slots as the planner sees them.
  func items() throws(StoreFailure) -> [PlanItem] {
    let slots = try slots
    if let known = memory.items { return known }
    let items = slots.map(\.item)
    memory.items = items
    return items
  }

  /// Notes that the occurrences of `item` up to `date` have been dealt with.
  func setConsidered(_ item: PlanItem.ID, _ date: LocalDate) throws(StoreFailure) {
    guard var slot = try slot(SlotID(item.name)) else { return }
    slot.considered = date
    try rows.put(slot.stored)
    if let index = memory.slots?.firstIndex(where: { $0.id == slot.id }) {
      memory.slots?[index].considered = date
    }
    memory.items = nil
  }

  /// Notes what `id` has shown. (T35)
  func setShown(_ id: SlotID, _ mark: String) throws(StoreFailure) {
    guard var slot = try slot(id), slot.shown != mark else { return }
    slot.shown = mark
    try rows.put(slot.stored)
    if let index = memory.slots?.firstIndex(where: { $0.id == id }) {
      memory.slots?[index].shown = mark
    }
  }

  /// Creates the three slots of a first start. (T1)
  func begin() throws(StoreFailure) {
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

  // MARK: Configuring

  /// Keeps the slots that ``adoptStaged()`` will store.
  func stage(_ slots: [Slot]) { staged = slots }

  /// Reads the slots that ``adoptStaged()`` will store; a refusal names the field.
  func stage(_ field: Field) throws(Refusal) {
    // They were read when the turn began to configure.
    let old = memory.slots ?? []
    staged = try slots(from: [Slots.key: field], in: field, keeping: old, atLeast: 0)
  }

  /// Stores the staged slots; returns whether that changed any.
  func adoptStaged() throws(StoreFailure) -> Bool {
    let old = try slots
    guard let slots = staged else { return false }
    staged = nil
    guard slots != old else { return false }
    try adopt(slots, instead: old)
    return true
  }

  /// Stores these slots, and removes the others of `old`.
  private func adopt(_ slots: [Slot], instead old: [Slot]) throws(StoreFailure) {
    let kept = Set(slots.map(\.id))
    for slot in old where !kept.contains(slot.id) { try rows.removePlanItem(slot.id.item) }
    for slot in slots where !old.contains(slot) { try rows.put(slot.stored) }
    forgetSlots()
  }

  private func forgetSlots() {
    memory.slots = nil
    memory.items = nil
  }
}
