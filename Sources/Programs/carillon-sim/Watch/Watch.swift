import CarillonFeatures
import CarillonStore

/// A broken rule.
struct Broken: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Checks the rules from outside, after every event of a simulated life, by its calls and rows.
final class Watch {
  var calmSince: Instant? {
    didSet {
      overBefore = Set(before.values.filter { !$0.status.isLive }.map(\.id))
      beatsBefore = beats
      attemptedBefore = Set(before.values.filter { $0.attemptAt != nil }.map(\.id))
    }
  }
  /// The rows that were over when the calm period began, perhaps by a clock that has gone back
  /// since.
  private(set) var overBefore: Set<Int64> = []
  /// The rows that had used their attempt by then, perhaps by such a clock too.
  private(set) var attemptedBefore: Set<Int64> = []
  var calls = CallNotes()
  var messages = MessageNotes()
  var texts = TextNotes()
  var away = AwayNotes()
  var carriers = CarrierNotes()
  var buttons = ButtonNotes()
  var alarms = AlarmNotes()
  var trips = JourneyNotes()
  /// How many events were sent since the last check: of several, the states in between are not seen.
  var eventsSinceCheck = 0
  /// Whether hours may have moved since messages were last let go, by settings, zone, or clock.
  var hoursMoved = false
  /// When messages were first let go after that.
  var lastMoved: Instant?
  /// Each row's fetch attempts (T3), and the ones it was given back.
  var attempts: [Int64: Int] = [:]
  var resets: [Int64: Int] = [:]
  private(set) var before: [Int64: Delivery] = [:]
  /// The live rows, by (fireAt, id).
  private var live: [Delivery] = []
  /// The rows of occurrences.
  private var rows: [Occasion: Int64] = [:]
  /// The identities known to be spent; they must stay so.
  private var spent: Set<Occasion> = []
  private(set) var settings = Settings()
  /// The settings before the last change.
  private(set) var formerSettings = Settings()
  /// What was set at some time since the last check, before what is set now.
  private(set) var passingSettings: [Settings] = []
  private(set) var slots: [Slot] = []
  /// Without what was considered and what messages have changed: only what the user has planned.
  private(set) var journeys: [Journey] = []
  var configurationMayDiffer = true
  var plansMayDiffer = true
  /// Whether texts may have become readable or unreadable.
  var textsMayDiffer = false
  private var lastCalmCheck: Instant?
  /// The occurrences that have ever had a row.
  private(set) var seen: Set<Occasion> = []
  var lastCheck: Instant?
  var openAnswers = 0
  var lastSend: Instant?
  var sendBefore: Instant?
  /// The last time that two events were more than a day apart.
  var jumpedAt: Instant?
  /// The last change of the retention.
  private(set) var retentionSince: Instant?
  /// When deliveries were last seen to have left the screen, which spares them from pruning. (T8)
  private(set) var leftScreen: [Int64: Instant] = [:]
  /// Whether several events were handled since the last check.
  var seesSeveral = false
  /// The number of heartbeats posted.
  var beats = 0
  private var beatsBefore = 0
  /// The heartbeats since the calm period began.
  var beatsInCalm: Int { beats - beatsBefore }
  private var broken: Broken?

  func fail(_ text: String) {
    if broken == nil { broken = Broken(text) }
  }

  /// What `body` reads; `other` if the store cannot be read, which is a broken rule itself.
  ///
  /// Nothing refuses a read on purpose, so no check may be skipped for it in silence. (T7)
  func read<R>(
    _ life: Life, or other: R, _ body: (any Rows) throws(StoreFailure) -> R
  ) -> R {
    do {
      return try life.store.read(body)
    } catch {
      fail("T7: the store cannot be read: \(error.detail)")
      return other
    }
  }

  // MARK: After every event

  /// Checks only what has changed, so that the cost does not grow with the life.
  func check(_ life: Life) throws {
    if let broken { throw broken }
    let now = life.now
    try readConfiguration(life)
    try checkCarriers(life)
    let changes = try life.changes.take(and: textsMayDiffer ? live.map(\.id) : [])
    textsMayDiffer = false
    let steps = Dictionary(grouping: changes.steps, by: \.delivery)
    var changed: [(old: Delivery?, new: Delivery)] = []
    for (id, row) in changes.deliveries {
      let old = before[id]
      if let row, old != row {
        try checkChange(from: old, to: row, steps[id] ?? [], life, settings)
        try checkText(from: old, to: row, life)
        if row.isMessage { try checkMessage(from: old, to: row, steps[id] ?? [], life) }
      }
      if row == nil { forgetMessage(id) }
      if let row, old != row, row.isMessage { changed.append((old, row)) }
      before[id] = row
      if let old, old.onScreen != nil, old.response == nil, !old.replaced {
        leftScreen[id] = row == nil ? nil : now
      }
      if let occurrence = (row ?? old)?.occasion {
        seen.insert(occurrence)
        rows[occurrence] = row?.id
      }
      live.removeAll { $0.id == id }
      if let row, row.status.isLive { live.append(row) }
    }
    if !changes.deliveries.isEmpty {
      live.sort { ($0.fireAt, $0.id) < ($1.fireAt, $1.id) }
      guard try life.liveRows() == live else {
        throw Broken("T7: what is stored is not what the store says: \(live)")
      }
    }
    for (id, command) in changes.commands { try checkCommand(id, command, life) }
    try checkAlarms(changed, changes.steps, life)
    try checkJourneys(changed, life)
    try checkIntake()
    try checkScreen(life)
    try checkLive(live, now, settings, life)
    if !changes.deliveries.isEmpty { plansMayDiffer = true }
    // What was put back from a digest is planned in the next step.
    if plansMayDiffer, !life.idleIsWanted {
      try checkArmed(live, slots, settings, life)
      plansMayDiffer = false
    }
    // Recording two weeks of missed hours takes several events.
    if !life.idleIsWanted { try checkPassed(slots, settings, life) }
    // The commits of a dying process count, but it may not have armed its wake.
    if life.running { try checkWake(live, settings, life) }
    if let calmSince, lastCalmCheck.map({ now >= $0 + .minutes(10) || now < $0 }) ?? true {
      try checkCalm(slots, settings, since: calmSince, life)
      try checkCalmTrips(since: calmSince, life)
      lastCalmCheck = now
    }
    if !life.idleIsWanted { lastCheck = now }
    seesSeveral = false
    eventsSinceCheck = 0
    passingSettings = []
    texts.starts = false
    texts.takenBack = []
  }

  /// The occurrences that were shown, newest first.
  var shownSlots: [Delivery] {
    before.values.filter { $0.isSlot && $0.status == .shown }.sorted {
      ($0.decidedAt ?? .distantPast, $0.id) > ($1.decidedAt ?? .distantPast, $1.id)
    }
  }

  /// The row of an occurrence, as last seen.
  func row(of occurrence: Occasion) -> Delivery? { rows[occurrence].flatMap { before[$0] } }

  func isSpent(_ occurrence: Occasion, _ life: Life) throws -> Bool {
    if spent.contains(occurrence) { return true }
    guard
      try life.store.read({ rows throws(StoreFailure) in try rows.isSpent(occurrence) })
    else { return false }
    spent.insert(occurrence)
    return true
  }

  func readConfiguration(_ life: Life) throws {
    guard configurationMayDiffer else { return }
    let config: [String: String]
    let planned: [Journey]
    (config, slots, planned) = try life.store.read { rows throws(StoreFailure) in
      (
        try rows.config(), try rows.planItems(of: Slots.source).compactMap { Slot($0) },
        try rows.planItems(of: Journeys.source).compactMap { Journey($0)?.asPlanned }
      )
    }
    if planned != journeys {
      noteJourneys(from: journeys, to: planned)
      journeys = planned
    }
    let current = Settings(rows: config, own: Features.all.settings)
    // The next day's pruning removes what a shorter retention no longer covers. (T8)
    if current.retention != settings.retention { retentionSince = life.now }
    if current != settings {
      noteAlarmSettings(from: settings, to: current, at: life.now)
      passingSettings.append(settings)
      (settings, formerSettings) = (current, settings)
    }
    if let key = config.first(where: {
      $0.value.utf8.count >= DrawnPatch.secret.utf8.count && $0.value.contains(DrawnPatch.secret)
    })?.key {
      throw Broken("T27: a secret is in the setting \(key)")
    }
    configurationMayDiffer = false
    plansMayDiffer = true
  }

  func isWindowed(_ settings: Settings, _ life: Life) -> Bool {
    settings.exactness == .windowed || !life.situation.exact
  }

  func checkLive(
    _ live: [Delivery], _ now: Instant, _ settings: Settings, _ life: Life
  ) throws {
    if live.count(where: \.isInFlight) > 1 { throw Broken("two are in flight at once") }
    let armed = live.filter { $0.status == .scheduled && $0.isAhead(of: now) }
    if armed.count > 64 { throw Broken("T14: \(armed.count) are armed") }
    // What is put back while a digest is looked through in steps is decided in the next step. (T18)
    guard !life.idleIsWanted else { return }
    for delivery in live where delivery.isPlanned && delivery.status == .scheduled {
      let held = !settings.quietHours.isEmpty || delivery.releasedAt != nil
      if delivery.fireAt <= now, delivery.waiting == nil, !held {
        throw Broken("\(delivery.id) is due and neither shown nor waiting")
      }
    }
  }
}

extension Delivery {
  /// Whether it is an occasion of a slot: the watch knows what slots promise, and of other plan sources
  /// what holds for every delivery.
  var isSlot: Bool { isPlanned && item?.source == Slots.source }
}

extension Journey {
  /// Only what its user has planned.
  fileprivate var asPlanned: Journey {
    var journey = self
    journey.changes = [:]
    (journey.considered, journey.earlyConsidered) = (
      LocalDate(dayNumber: 0), LocalDate(dayNumber: 0)
    )
    return journey
  }
}
