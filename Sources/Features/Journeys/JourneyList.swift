import CarillonEngine

/// The configured journeys, and a copy of their rows. (J1)
///
/// Nothing else writes these rows, so the copy is never stale.
final class JourneyList: Room {
  let ledger: Ledger
  let planning: Planning
  private(set) var memory: Memory
  /// The journeys that ``adoptStaged()`` will store; forgotten with the turn, also if the change is refused.
  private(set) var staged: [Journey]?

  /// How many there may be: all are read again at each change, and all of one minute are told in one turn.
  static let most = 100

  struct Memory: Sendable {
    var journeys: [Journey]?
    /// The same as the planner sees them, with this lead.
    var items: (lead: Int, items: [PlanItem])?
  }

  init(_ ledger: Ledger, _ planning: Planning, _ memory: Memory) {
    self.ledger = ledger
    self.planning = planning
    self.memory = memory
  }

  var journeys: [Journey] {
    get throws(StoreFailure) {
      if let journeys = memory.journeys { return journeys }
      let journeys = try read()
      memory.journeys = journeys
      memory.items = nil
      planning.itemsChanged()
      return journeys
    }
  }

  /// Throws for a row that cannot be read, because its journey would be lost silently. (T7)
  private func read() throws(StoreFailure) -> [Journey] {
    let stored = try rows.planItems(of: Journeys.source)
    do throws(Unreadable) {
      return try stored.map { row throws(Unreadable) in try Journey(reading: row) }
    } catch {
      throw StoreFailure(.broken, "\(error)")
    }
  }

  func journey(_ id: String) throws(StoreFailure) -> Journey? {
    try journeys.first { $0.id == id }
  }

  func items() throws(StoreFailure) -> [PlanItem] {
    let journeys = try journeys
    let lead = try Trips.leadMinutes(settings)
    if let known = memory.items, known.lead == lead { return known.items }
    if memory.items != nil { planning.itemsChanged() }
    let items = journeys.flatMap { $0.items(lead: lead) }.sorted { $0.id < $1.id }
    memory.items = (lead, items)
    return items
  }

  func setConsidered(_ item: PlanItem.ID, _ date: LocalDate) throws(StoreFailure) {
    let lead = try Trips.leadMinutes(settings)
    try change(Journey.id(of: item)) { journey in
      if Journey.isEarly(item) {
        journey.earlyConsidered = date
      } else {
        journey.considered = date
        // A notice that was off is not reported as missed when it is switched on. (J12)
        if journey.leadMinutes ?? lead == 0 { journey.earlyConsidered = date }
      }
      // What was so on former dates is of no use.
      let today = zone.wallClock(at: now).date
      journey.changes = journey.changes.filter { $0.key >= today.adding(days: -3) }
      journey.keepNearChanges(to: today)
    }
  }

  /// Notes how `date` differs from the rest; returns whether that is news.
  func setChange(
    _ id: String, on date: LocalDate, _ change: PlanItem.Change?
  ) throws(StoreFailure) -> Bool {
    guard let before = try journey(id), before.changes[date] != change else { return false }
    try self.change(id) { $0.changes[date] = change }
    planning.itemsChanged()
    return true
  }

  /// Forgets how dates differ from the rest.
  func forgetChanges() throws(StoreFailure) {
    for journey in try journeys where !journey.changes.isEmpty {
      try change(journey.id) { $0.changes = [:] }
      planning.itemsChanged()
    }
  }

  private func change(_ id: String, _ change: (inout Journey) -> Void) throws(StoreFailure) {
    guard let index = try journeys.firstIndex(where: { $0.id == id }),
      var journey = memory.journeys?[index]
    else { return }
    change(&journey)
    try rows.put(journey.stored)
    memory.journeys?[index] = journey
    memory.items = nil
  }

  // MARK: Configuring

  /// Reads the journeys that ``adoptStaged()`` will store; a refusal names the field.
  ///
  /// One that is new, was off, or has another time is first told of after now.
  func stage(_ field: Field) throws(Refusal) {
    // They were read when the turn began to configure.
    let old = memory.journeys ?? []
    let elements = try field.elements()
    guard elements.count <= JourneyList.most else {
      throw field.refused("must be at most \(JourneyList.most) journeys")
    }
    var journeys: [Journey] = []
    for element in elements {
      let taken = Set(journeys.map(\.id) + old.map(\.id))
      let spare = (1...).lazy.map { "j\($0)" }.first { !taken.contains($0) } ?? "j"
      var journey = try Journey(element, spareID: spare) { id in old.first { $0.id == id } }
      if journeys.contains(where: { $0.id == journey.id }) {
        throw element.refused("\(journey.id) is there twice")
      }
      let before = old.first { $0.id == journey.id }
      if before?.hasTimes(of: journey) != true {
        // What messages have said of other times counts no more.
        journey.changes = [:]
      }
      if before?.isTold(as: journey) != true { journey.begin(at: now, in: zone) }
      journeys.append(journey)
    }
    staged = journeys.sorted { $0.id < $1.id }
  }

  func adoptStaged() throws(StoreFailure) -> Bool {
    let old = try journeys
    guard let journeys = staged else { return false }
    staged = nil
    guard journeys != old else { return false }
    let kept = Set(journeys.map(\.id))
    for journey in old where !kept.contains(journey.id) {
      try rows.removePlanItem(Journey.item(journey.id))
    }
    for journey in journeys where !old.contains(journey) { try rows.put(journey.stored) }
    memory.journeys = nil
    memory.items = nil
    return true
  }
}

extension Journey {
  /// Drops the most distant of more changes than messages can make.
  ///
  /// Dates ahead stay as well: a clock that was set back will reach them again.
  fileprivate mutating func keepNearChanges(to today: LocalDate) {
    guard changes.count > Journey.mostChanges else { return }
    func distance(_ date: LocalDate) -> Int64 { abs(date.dayNumber - today.dayNumber) }
    let near = changes.keys.sorted { (distance($0), $0) < (distance($1), $1) }
      .prefix(Journey.mostChanges)
    changes = changes.filter { near.contains($0.key) }
  }

  private static let mostChanges = 60

  fileprivate func hasTimes(of other: Journey) -> Bool {
    timing == other.timing && walkMinutes == other.walkMinutes && rideMinutes == other.rideMinutes
  }

  /// Whether the other is told of only when this one is.
  fileprivate func isTold(as other: Journey) -> Bool {
    (enabled || !other.enabled) && hasTimes(of: other) && leadMinutes == other.leadMinutes
  }

  /// What has passed by now is not told of.
  fileprivate mutating func begin(at now: Instant, in zone: any ZoneRules) {
    for item in items(lead: Journey.leads.last ?? 0) {
      let passed = item.lastPassed(at: now, in: zone)
      if Journey.isEarly(item.id) {
        earlyConsidered = passed
      } else {
        considered = passed
      }
    }
  }
}
