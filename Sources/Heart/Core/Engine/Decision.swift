/// One event being decided: what is known, and what is to be done about it so far.
///
/// Its parts lie in the rooms they belong to, as extensions. It lives within one transaction.
final class Decision {
  let rows: any Rows
  let environment: Environment
  let now: Instant
  /// When what is decided happened: before `now` where the store refused it for a while.
  private let happenedAt: Instant
  var memory: Memory
  var effects: [Effect] = []

  /// What made an occurrence late, if this event says so. (T18)
  var lateCause = LateCause.asleep
  /// Whether this is the event that a wake has become.
  var woke = false
  /// Whether occurrences may have moved: their instants are computed again.
  var timeMoved = false
  /// Whether zone or clock changed, so that an attempt far ahead is had again. (T3)
  var clockMoved = false
  /// Whether sources without any content are to be fetched now. (T4)
  var wantsFirstContent = false
  /// Whether texts may have changed with the configuration.
  var configured = false
  private var topics: Set<Topic> = []
  /// When callbacks that wait may be posted again.
  var outboxWaits: [Instant] = []
  /// Who handed in a message, and what became of it so far.
  var pushes: [(caller: Caller, delivery: Int64)] = []
  /// Whether old rows are to be looked for. (T8)
  var pruning = false
  /// What `live()` read last, until something is written.
  var knownLive: [Delivery]?

  enum LateCause: String {
    case asleep, off, clock
  }

  init(
    rows: any Rows, environment: Environment, memory: Memory, now: Instant, happenedAt: Instant
  ) {
    self.rows = rows
    self.environment = environment
    self.memory = memory
    self.now = now
    self.happenedAt = happenedAt
  }

  /// When its user did what is decided: a wait that begins with a press begins then.
  var pressedAt: Instant { min(happenedAt, now) }

  func decide(_ event: Event) throws(StoreFailure) {
    if case .started(let situation) = event { memory.situation = situation }
    guard memory.situation != nil else { return declineBeforeStart(event) }
    try readZone()
    try noteTime()
    switch event {
    case .started: try start()
    case .situation(let change): try take(change)
    case .woke: woke = true
    case .idle: break
    case .asked(let question, let caller): try take(question, from: caller)
    case .responded(let screen, let response): try take(response, on: screen)
    case .finished(let ticket, let outcome): try finish(ticket, outcome)
    }
    try settle()
  }

  /// Tells windows and bus listeners, once, at the end of the event.
  func changed(_ topic: Topic) { topics.insert(topic) }

  func answer(_ answer: Answer, to caller: Caller) { effects.append(.answer(answer, to: caller)) }

  /// Everything that follows from the rows and `now`, whatever the event was.
  private func settle() throws(StoreFailure) {
    try endPause()
    if timeMoved { try recompute() }
    try takeApartDigests()
    try plan()
    if configured { try renderArmed(why: "configured") }
    try prefetch()
    try endThreads()
    try endCommands()
    try judge()
    try paint()
    try answerPushes()
    try beat()
    try drainOutbox()
    try prune()
    try seal()
    try publish()
    for topic in topics.sorted(by: { $0.rawValue < $1.rawValue }) {
      effects.append(.changed(topic))
    }
    try noteClosing()
    if let caller = memory.erasing { effects.append(.erase(caller)) }
  }

  /// Notices a clock that went back, across restarts too. (T16)
  private func noteTime() throws(StoreFailure) {
    let last = try rows.note(Note.lastEvent).flatMap { Int64($0) }
    if let last { try noteJump(since: Instant(milliseconds: last)) }
    if let last, now < Instant(milliseconds: last) {
      timeMoved = true
      clockMoved = true
      lateCause = .clock
      try beginWaitsAnew()
    }
    try rows.setNote(Note.lastEvent, String(now.milliseconds))
  }

  /// A relative wait that was begun later than now, by a clock that has gone back, begins now.
  private func beginWaitsAnew() throws(StoreFailure) {
    // Not `now` itself: this is no start.
    memory.startedAt = min(memory.startedAt, now - .milliseconds(1))
    for before in try live() {
      var delivery = before
      if delivery.kind != .slot { delivery.fireAt = min(delivery.fireAt, now) }
      delivery.snoozedAt = delivery.snoozedAt.map { min($0, now) }
      delivery.releasedAt = delivery.releasedAt.map { min($0, now) }
      delivery.fetchWaitSince = delivery.fetchWaitSince.map { min($0, now) }
      delivery.errorAt = delivery.errorAt.map { min($0, now) }
      if delivery != before { try save(delivery) }
    }
    if let text = try rows.note(Note.ringNowAt), let at = Int64(text), at > now.milliseconds {
      try rows.setNote(Note.ringNowAt, String(now.milliseconds))
    }
    if var pause = try storedPause(), pause.ended == nil, pause.since > now {
      pause.since = now
      try rows.setNote(Note.pause, serialize(pause))
    }
  }

  private func declineBeforeStart(_ event: Event) {
    guard case .asked(_, let caller) = event else { return }
    answer(.refused(Refusal(.refused, "Carillon is still starting.")), to: caller)
  }
}

/// Keys of what must survive a restart and is no setting.
enum Note {
  static let lastEvent = "last-event"
  static let zone = "zone"
  static let pause = "pause"
  static let ringNowAt = "ring-now-at"
  /// Set once the first start has made its slots, so that an emptied list stays empty.
  static let begun = "begun"
  /// Its user saved an hour, or opened one: the explanation is due until it was read. (T22)
  static let intent = "intent"
  static let explained = "explained"
  /// What the last event closed.
  static let closing = "closing"
  /// Never there after a commit.
  static let probe = "probe"
  static let heartbeatAt = "heartbeat-at"
  /// Since when, after a jump of the clock, nothing is pruned or given up. (T8)
  static let jumpedAt = "jumped-at"
  static let prunedAt = "pruned-at"

  static func backOff(_ kind: Posting.Kind) -> String { "back-off-\(kind.rawValue)" }
}
