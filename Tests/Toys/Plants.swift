package import CarillonEngine

/// A plan source that no line of the program knows: plants that want water. (docs/architecture.md)
///
/// Configured by `plants`: `[{"name": "fern", "hour": 9, "minute": 30, "weekdays": [1, 4]}]`.
package final class Plants: Feature {
  package let ledger: Ledger
  private var plants: [Plant]?
  private var staged: [Plant]?

  private init(_ ledger: Ledger, _ plants: [Plant]?) {
    self.ledger = ledger
    self.plants = plants
  }

  package static let plug = Plug("plant") { ledger, _, keepsake in
    Plants(ledger, keepsake as? [Plant])
  }

  package var keepsake: any Sendable { plants ?? [] }

  // MARK: What the planner asks

  package var name: String { "plant" }

  package func items() throws(StoreFailure) -> [PlanItem] {
    try all().map { plant in
      PlanItem(
        PlanItem.ID(source: name, name: plant.name), label: plant.name, enabled: true,
        weekdays: Weekdays(mask: plant.weekdays), time: plant.time, considered: plant.considered)
    }
  }

  private func all() throws(StoreFailure) -> [Plant] {
    if let plants { return plants }
    let stored = try rows.planItems(of: name).compactMap { Plant($0) }
    plants = stored
    return stored
  }

  package func setConsidered(_ item: PlanItem.ID, _ date: LocalDate) throws(StoreFailure) {
    guard var plant = try all().first(where: { $0.name == item.name }) else { return }
    plant.considered = date
    try rows.put(plant.stored)
    plants = nil
  }

  package func tag(of occasion: Occasion) -> String { "plant:\(occasion.item.name)" }
  package func caption(of item: PlanItem.ID) -> String { item.name }

  package var lead: Span { .zero }
  /// A plant waits longer than an hour of the day.
  package var grace: Span { .hours(6) }

  package func armed(_ delivery: inout Delivery) throws(StoreFailure) { try write(&delivery) }
  package func rearmed(_ delivery: inout Delivery) throws(StoreFailure) { try write(&delivery) }

  private func write(_ delivery: inout Delivery) throws(StoreFailure) {
    guard let item = delivery.item else { return }
    delivery.title = "Water the \(item.name)"
    delivery.body = "It is thirsty."
    try save(delivery)
  }

  /// It needs no water on a day when it has rained.
  package func problem(
    with delivery: Delivery
  ) throws(StoreFailure) -> (reason: Reason, evidence: GateCheck.Evidence)? {
    try rows.note("toy-rain").map { (.own("rain"), .own(["millimeters": $0])) }
  }

  package func sentence(for code: String, _ words: Words) -> String? {
    code == "rain" ? "Not shown: it has rained" : nil
  }

  package func buttons(of delivery: Delivery, _ words: Words) -> [NotifyCall.Button] {
    [.init(key: "watered", label: "Watered"), .init(key: "snooze", label: "Later")]
  }

  package func press(_ key: String, on delivery: Delivery) throws(StoreFailure) {
    try rows.setNote("toy-watered", delivery.occasion?.description)
  }

  package func item(
    named name: String
  ) throws(StoreFailure) -> Result<PlanItem.ID, Refusal> {
    guard try all().contains(where: { $0.name == name }) else {
      return .failure(Refusal(.notFound, "slotId: there is no plant \(name)"))
    }
    return .success(PlanItem.ID(source: self.name, name: name))
  }

  // MARK: Configuration

  package var key: String { "plants" }

  package var document: JSONValue {
    get throws(StoreFailure) { .array(try all().map(\.document)) }
  }

  package func stage(_ field: Field) throws(Refusal) {
    staged = try field.elements().map { field throws(Refusal) in
      try Plant(field, considered: ledger.zone.wallClock(at: ledger.now).date)
    }
  }

  package var stagedDocument: JSONValue? { staged.map { .array($0.map(\.document)) } }

  package func adoptStaged() throws(StoreFailure) -> Bool {
    let old = try all()
    guard let staged, staged != old else { return false }
    for plant in old { try rows.removePlanItem(plant.stored.id) }
    for plant in staged { try rows.put(plant.stored) }
    plants = nil
    self.staged = nil
    return true
  }
}

private struct Plant: Hashable, Sendable {
  var name: String
  var time: WallTime
  var weekdays: Int
  var considered: LocalDate

  /// One that is new rings first tomorrow, or later today.
  init(_ field: Field, considered: LocalDate) throws(Refusal) {
    let members = try field.members(known: ["name", "hour", "minute", "weekdays"])
    name = try members.required("name", in: field).text()
    let hour = try members.required("hour", in: field).integer(0...23)
    let minute = try members.required("minute", in: field).integer(0...59)
    guard let time = WallTime(hour: hour, minute: minute) else {
      throw field.refused("is no time of day")
    }
    self.time = time
    var mask = 0
    for day in try members.present("weekdays")?.elements() ?? [] {
      mask |= 1 << (try day.integer(1...7) - 1)
    }
    weekdays = mask == 0 ? 127 : mask
    self.considered = considered
  }

  init?(_ stored: StoredPlanItem) {
    guard let document = deserialize(Document.self, from: stored.document),
      let time = WallTime(hour: document.hour, minute: document.minute)
    else { return nil }
    name = stored.id.name
    self.time = time
    weekdays = document.weekdays
    considered = stored.considered
  }

  private struct Document: Codable {
    var hour: Int
    var minute: Int
    var weekdays: Int
  }

  var stored: StoredPlanItem {
    let document = Document(hour: time.hour, minute: time.minute, weekdays: weekdays)
    return StoredPlanItem(
      PlanItem.ID(source: "plant", name: name), document: serialize(document),
      considered: considered)
  }

  var document: JSONValue {
    .object([
      "name": .text(name), "hour": .integer(Int64(time.hour)),
      "minute": .integer(Int64(time.minute)),
      "weekdays": .array(Weekdays(mask: weekdays).numbers.map { .integer(Int64($0)) }),
    ])
  }
}
