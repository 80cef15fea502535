import CarillonCore
import CarillonStore

/// A rule that did not hold.
struct Broken: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Checks the rules after every event of a simulated life, from the outside: by what was called
/// and by the rows.
final class Watch {
  var calmSince: Instant? {
    didSet {
      overBefore = Set(before.values.filter { !$0.status.isLive }.map(\.id))
      beatsBefore = beats
      attemptedBefore = Set(before.values.filter { $0.attemptAt != nil }.map(\.id))
    }
  }
  /// What was over when the calm began, perhaps by a clock that has gone back since.
  private(set) var overBefore: Set<Int64> = []
  /// What had used up its attempt by then, perhaps by such a clock too.
  private(set) var attemptedBefore: Set<Int64> = []
  private(set) var lastTicket: Ticket?
  private(set) var lastPost: Ticket?
  var lastCommand: Ticket?
  var lastMedia: Ticket?
  var messages = MessageNotes()
  /// What was called for last.
  private var called: Delivery?
  /// Whose work has ended for good.
  private var over: Set<Ticket> = []
  private(set) var before: [Int64: Delivery] = [:]
  /// The live ones, by (fireAt, id).
  private var live: [Delivery] = []
  /// The rows of occurrences.
  private var rows: [Occurrence: Int64] = [:]
  /// Identities that were found spent: they stay so.
  private var spent: Set<Occurrence> = []
  private(set) var settings = Settings()
  /// Those before the last change.
  private(set) var formerSettings = Settings()
  private var slots: [Slot] = []
  private var configurationMayDiffer = true
  private var plansMayDiffer = true
  /// Whether texts can be read that could not, or the other way round.
  private var textsMayDiffer = false
  private var lastCalmCheck: Instant?
  /// The occurrences that ever had a row.
  private(set) var seen: Set<Occurrence> = []
  private(set) var lastCheck: Instant?
  private var attempts: [Int64: Int] = [:]
  private var resets: [Int64: Int] = [:]
  /// Calls by what they were for, and what allows one more of them.
  private(set) var handed: [Name: Int] = [:]
  private var excused: [Name: Int] = [:]
  /// How often the server refused each row in its present showing.
  var refusals: [Int64: Int] = [:]
  private var openShow: Ticket?
  private var openFetches: Set<Int64> = []
  private(set) var openAnswers = 0
  private var lastSend: Instant?
  private var sendBefore: Instant?
  /// When the time between two events was more than a day, last.
  private(set) var jumpedAt: Instant?
  /// When the retention was another, last.
  private(set) var retentionSince: Instant?
  private(set) var posted: [String: String] = [:]
  /// Whether several events were handled since the last look, one after another.
  private(set) var seesSeveral = false
  /// Heartbeats that were posted.
  private var beats = 0
  private var beatsBefore = 0
  /// Those since the calm began.
  var beatsInCalm: Int { beats - beatsBefore }
  private var broken: Broken?

  /// What a call is for: an occurrence, or what has none.
  enum Name: Hashable, CustomStringConvertible {
    case occurrence(Occurrence)
    case row(Int64)

    var description: String {
      switch self {
      case .occurrence(let occurrence): "\(occurrence)"
      case .row(let id): "row \(id)"
      }
    }
  }

  // MARK: What the world tells

  func booted() {
    configurationMayDiffer = true
    openShow = nil
    openFetches = []
    openAnswers = 0
  }

  func crashed() {
    forgetLetters()
    mayStand()
    booted()
  }

  func zoneChanged() {
    lastCheck = nil
    plansMayDiffer = true
  }

  func configured() { lastCheck = nil }

  func clockMoved(by span: Span) {
    lastCheck = nil
    plansMayDiffer = true
    messages.wanted = messages.wanted.mapValues { $0.map { $0 + span } }
  }

  func keyChanged() { textsMayDiffer = true }
  /// What happens between two of them is not seen.
  func willSeeSeveral() { seesSeveral = true }
  func settingsMayDiffer() { configurationMayDiffer = true }

  func asked() { openAnswers += 1 }

  func answered(times: Int) {
    openAnswers -= 1
    if times > 1 { fail("a question was answered \(times) times") }
  }

  /// One at a time, and what is about one thing is always the same. (T24, T32)
  func posting(_ job: PostJob, _ ticket: Ticket, _ life: Life) {
    lastPost = ticket
    if job.key.hasPrefix("heartbeat:") { beats += 1 }
    if let known = posted[job.key], known != job.body { fail("\(job.key) says another thing") }
    posted[job.key] = job.body
    guard job.key.hasPrefix("ack:"),
      let occurrence = Occurrence(String(job.key.dropFirst(4)))
    else { return }
    let row = try? life.store.read { rows throws(StoreFailure) in
      (try rows.delivery(of: occurrence), try rows.isSpent(occurrence))
    }
    if row?.1 != true { fail("\(job.key) is acknowledged and was not shown") }
  }

  func fetching(_ ticket: Ticket) { lastTicket = ticket }

  func calling(_ call: NotifyCall, _ ticket: Ticket, _ life: Life) {
    if ticket.kind == .show { lastTicket = ticket }
    // What happened since may still wait to be handled.
    if !life.situation.permitted, !life.resuming {
      fail("T21: \(ticket) is shown, and the desktop forbade it")
    }
    called = checkHandover(call, ticket, life)
    if let open = openShow { fail("\(ticket) is shown while \(open) is in flight") }
    openShow = ticket
    guard ticket.kind == .show else { return }
    for name in names(of: ticket.row, life) {
      handed[name, default: 0] += 1
      let allowed = 1 + excused[name, default: 0]
      if handed[name, default: 0] > allowed {
        fail("\(name) was handed over \(handed[name] ?? 0) times, \(allowed) allowed")
      }
    }
  }

  func tag(of row: Int64) -> String { called.map { $0.id == row ? $0.tag : "" } ?? "" }

  /// An event is about to be handled that ends a show or allows another.
  func willSend(_ event: Event, _ life: Life) {
    // More than the shortest retention: to the engine it may be a jump. (T8)
    if let lastSend, abs((life.now - lastSend).milliseconds) > 86_400_000 { jumpedAt = life.now }
    (lastSend, sendBefore) = (life.now, lastSend)
    switch event {
    case .finished(let ticket, .fetched), .finished(let ticket, .posted),
      .finished(let ticket, .media):
      // Trials are numbered anew by each process.
      if ticket.kind != .tryFetch { over.insert(ticket) }
    case .finished(let ticket, .notified(let result)):
      guard openShow == ticket else { return }
      openShow = nil
      switch result {
      case .refused, .unowned: messages.comes = nil
      default: mayStand()
      }
      guard ticket.kind == .show else { return }
      switch result {
      case .overdue, .abandoned: break
      default: over.insert(ticket)
      }
      if case .refused = result { refusals[ticket.row, default: 0] += 1 }
      switch result {
      case .refused, .unowned: excuse(ticket.row, life)
      default: break
      }
    case .responded(let screen, .action("snooze", _)) where life.retryAt != nil:
      // Which of those that stood there will stand there by then, nobody knows yet.
      var rows = Set((life.popups + life.gone).filter { $0.screen == screen }.map(\.row))
      let found = try? life.store.read { rows throws(StoreFailure) in
        try rows.delivery(on: screen)
      }
      if let found { rows.insert(found.id) }
      for row in rows.sorted() { excuse(row, life) }
    case .responded(let screen, .action("snooze", _)):
      guard
        let delivery = try? life.store.read({ rows throws(StoreFailure) in
          try rows.delivery(on: screen)
        }), delivery.status == .shown
      else { return }
      excuse(delivery.id, life)
    default: break
    }
  }

  /// The event just sent died with its process: it left nothing behind, not even its hour.
  func lost() { lastSend = sendBefore }

  func isOver(_ ticket: Ticket) -> Bool { over.contains(ticket) }

  /// What was to be stored for hours is stored now: the engine's clock has jumped.
  func storeWasFull(at now: Instant) { jumpedAt = now }

  private func excuse(_ row: Int64, _ life: Life) {
    for name in names(of: row, life) { excused[name, default: 0] += 1 }
  }

  /// The occurrences that a call is for, else the delivery itself.
  private func names(of row: Int64, _ life: Life) -> [Name] {
    let found = try? life.store.read { rows throws(StoreFailure) in
      let delivery = try rows.delivery(row)
      return (delivery, try rows.members(of: row))
    }
    guard let (delivery, members) = found, let delivery else { return [.row(row)] }
    let occurrences = (members + [delivery]).compactMap(\.occurrence)
    return occurrences.isEmpty ? [.row(row)] : occurrences.map { .occurrence($0) }
  }

  func fail(_ text: String) {
    if broken == nil { broken = Broken(text) }
  }

  // MARK: After every event

  /// Costs no more than the event: only what changed is looked at.
  func check(_ life: Life) throws {
    if let broken { throw broken }
    let now = life.now
    try readConfiguration(life)
    let changes = try life.changes.take(and: textsMayDiffer ? live.map(\.id) : [])
    textsMayDiffer = false
    let steps = Dictionary(grouping: changes.steps, by: \.delivery)
    for (id, row) in changes.deliveries {
      let old = before[id]
      if let row, old != row {
        try checkChange(from: old, to: row, steps[id] ?? [], life, settings)
        if row.kind == .message { try checkMessage(from: old, to: row, steps[id] ?? [], life) }
      }
      if row == nil { forgetMessage(id) }
      before[id] = row
      if let occurrence = (row ?? old)?.occurrence {
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
    try checkIntake()
    try checkScreen(life)
    try checkLive(live, now, settings)
    if !changes.deliveries.isEmpty || plansMayDiffer {
      try checkArmed(live, slots, settings, life)
    }
    plansMayDiffer = false
    // Two weeks of many hours are recorded step by step.
    if !life.idleIsWanted { try checkPassed(slots, settings, life) }
    // What a dying process committed holds, but it may not have come to arm its wake.
    if life.running { try checkWake(live, settings, life) }
    if let calmSince, lastCalmCheck.map({ now >= $0 + .minutes(10) || now < $0 }) ?? true {
      try checkCalm(slots, settings, since: calmSince, life)
      lastCalmCheck = now
    }
    if !life.idleIsWanted { lastCheck = now }
    seesSeveral = false
  }

  /// The occurrences that were shown, newest first.
  var shownSlots: [Delivery] {
    before.values.filter { $0.kind == .slot && $0.status == .shown }.sorted {
      ($0.decidedAt ?? .distantPast, $0.id) > ($1.decidedAt ?? .distantPast, $1.id)
    }
  }

  /// The row of an occurrence, as it was last seen.
  func row(of occurrence: Occurrence) -> Delivery? { rows[occurrence].flatMap { before[$0] } }

  func isSpent(_ occurrence: Occurrence, _ life: Life) throws -> Bool {
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
    (config, slots) = try life.store.read { rows throws(StoreFailure) in
      (try rows.config(), try rows.slots())
    }
    let current = Settings(rows: config)
    // What a shorter retention lets go of goes with the next day's pruning. (T8)
    if current.retention != settings.retention { retentionSince = life.now }
    if current != settings { (settings, formerSettings) = (current, settings) }
    if let key = config.first(where: {
      $0.value.utf8.count >= Life.secret.utf8.count && $0.value.contains(Life.secret)
    })?.key {
      throw Broken("T27: a secret is in the setting \(key)")
    }
    configurationMayDiffer = false
    plansMayDiffer = true
  }

  private func checkChange(
    from old: Delivery?, to new: Delivery, _ fresh: [TraceStep], _ life: Life,
    _ settings: Settings
  ) throws {
    guard
      old?.status != new.status || old?.title != new.title || old?.body != new.body
        || old?.reason != new.reason
    else { return try checkAttempt(old, new, life, settings) }
    var status = old?.status.rawValue ?? "scheduled"
    for step in fresh where step.code == "status" {
      let (from, to) = (step.values["from"] ?? "", step.values["to"] ?? "")
      if from != status { throw Broken("\(new.id) went from \(from), but it was \(status)") }
      if Watch.table[from]?.contains(to) != true {
        throw Broken("\(new.id) went from \(from) to \(to)")
      }
      status = to
    }
    if status != new.status.rawValue {
      throw Broken("\(new.id) is \(new.status), but was traced to \(status)")
    }
    if old?.status != new.status, [.missed, .skipped, .held].contains(new.status) {
      try checkReason(new, life)
    }
    if let old, old.text == .open, new.text == .open,
      old.title != new.title || old.body != new.body
    {
      if !fresh.contains(where: { $0.code == "rendered" }), new.title != nil {
        throw Broken("T9: the text of \(new.id) changed without a recorded re-arm")
      }
      // What waits for content, or for the key to it, has not come to the gate.
      let before = [nil, "fetch", "locked"].contains(old.waiting)
      let passed = old.status == .held || !before
      let armedAgain = fresh.contains { $0.code == "status" && $0.values["to"] == "scheduled" }
      if !armedAgain && (passed || old.status != .scheduled) && new.fireAt <= life.now
        && old.fireAt <= life.now
      {
        throw Broken("T9: the text of \(new.id) changed after the gate: \(fresh)")
      }
    }
    try checkAttempt(old, new, life, settings)
  }

  private func checkAttempt(
    _ old: Delivery?, _ new: Delivery, _ life: Life, _ settings: Settings
  ) throws {
    switch (old?.attemptAt, new.attemptAt) {
    case (nil, .some): attempts[new.id, default: 0] += 1
    case (.some, nil):
      resets[new.id, default: 0] += 1
      if !seesSeveral, new.fireAt - life.now <= settings.lead + .hours(1) {
        throw Broken("T3: the attempt of \(new.id) was given back")
      }
    case (.some(let was), .some(let next)) where was != next && seesSeveral:
      // Given back and used again.
      resets[new.id, default: 0] += 1
      attempts[new.id, default: 0] += 1
    case (.some(let was), .some(let next)) where was != next:
      throw Broken("T3: a second attempt of \(new.id)")
    default: break
    }
    if attempts[new.id, default: 0] > 1 + resets[new.id, default: 0] {
      throw Broken("T3: \(attempts[new.id] ?? 0) attempts of \(new.id)")
    }
  }

  func isWindowed(_ settings: Settings, _ life: Life) -> Bool {
    settings.exactness == .windowed || !life.situation.exact
  }

  private func checkLive(_ live: [Delivery], _ now: Instant, _ settings: Settings) throws {
    if live.count(where: \.isInFlight) > 1 { throw Broken("two are in flight at once") }
    let armed = live.filter { $0.kind == .slot && $0.status == .scheduled && $0.fireAt > now }
    if armed.count > 64 { throw Broken("T14: \(armed.count) are armed") }
    for delivery in live where delivery.kind == .slot && delivery.status == .scheduled {
      let held = settings.quietHours != nil || delivery.releasedAt != nil
      if delivery.fireAt <= now, delivery.waiting == nil, !held {
        throw Broken("\(delivery.id) is due and neither shown nor waiting")
      }
    }
  }

  /// DESIGN's table, written down a second time.
  private static let table: [String: Set<String>] = [
    "scheduled": [
      "showing", "held", "skipped", "shown", "merged", "superseded", "missed", "cancelled",
    ],
    "held": [
      "showing", "scheduled", "skipped", "shown", "merged", "superseded", "missed", "cancelled",
    ],
    "showing": ["shown", "scheduled", "failed", "unconfirmed", "snoozed"],
    "unconfirmed": ["shown"],
    "shown": ["snoozed"],
    "snoozed": ["showing", "shown"],
    "missed": ["scheduled"], "skipped": ["scheduled"], "superseded": ["scheduled"],
    "cancelled": ["scheduled"], "merged": ["scheduled"],
  ]
}
