import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Keeps the store small and closed: pruning, sealing, and the notes by which a jump of the clock is
/// seen. (T8, T16, T28)
final class Upkeep: Room {
  let ledger: Ledger
  private(set) var memory: Memory
  /// Whether this turn's event starts pruning.
  private var pruning = false
  /// When the event before this one was decided, perhaps by a former process; nil if there was none.
  private(set) var formerEvent: Instant?

  /// What outlives a turn.
  struct Memory {
    /// Whether open texts are being sealed, step by step.
    fileprivate var sealing = false
    /// Whether old rows are being deleted, step by step.
    fileprivate var pruning = false
  }

  init(_ ledger: Ledger, _ memory: Memory) {
    self.ledger = ledger
    self.memory = memory
  }

  func wantsPruning() { pruning = true }

  func wantsSealing() { memory.sealing = true }

  /// Stores every setting that has no row yet, such as one that is new in this version. (T26)
  func writeFlags() throws(StoreFailure) {
    let stored = try rows.config()
    let own = ledger.environment.settings
    for key in Settings.unreadable(in: stored, own: own) { try report(.settingUnreadable(key)) }
    let all = Settings(own: own).document.merging(Settings.fixed) { $1 }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) where stored[key] == nil {
      try rows.setConfig(key, value.serialized)
    }
  }

  /// Deletes what is older than the retention, one step at a time. (T8)
  ///
  /// At start, on resume and daily, but not for a day after the clock jumped by more than the retention.
  ///
  /// - Returns: whether something was deleted.
  func prune() throws(StoreFailure) -> Bool {
    var last = try rows.note(instant: Note.prunedAt)
    if let at = last, at > now {
      // The clock has gone back since, so that pruning has not been done at that time.
      try rows.setNote(Note.prunedAt, nil)
      last = nil
    }
    let daily = last.map { now - $0 >= .days(1) } ?? true
    guard pruning || daily || memory.pruning else { return false }
    guard try ledger.mayGiveUp() else {
      memory.pruning = false
      return false
    }
    if daily { try rows.setNote(Note.prunedAt, at: now) }
    let met = try rows.prune(before: now - settings.retention, limit: ledger.environment.step)
    let givenUp = try giveUpSealed()
    let isOver = met + givenUp == 0
    // Nothing that rests is deleted. Looking at all of it again with each step would never come to its end.
    if memory.pruning, isOver { ledger.stirAll() }
    memory.pruning = !isOver
    if !isOver {
      changed(.history)
      emit(.idleWanted)
    }
    return met > 0
  }

  /// What has come sealed and could not be opened for so long is counted, like what cannot be opened. (C2)
  ///
  /// - Returns: how many.
  private func giveUpSealed() throws(StoreFailure) -> Int {
    let old = try rows.sealed(
      receivedBefore: now - settings.retention, limit: ledger.environment.step)
    for waiting in old {
      try rows.countDrop(by: waiting.parcel.carrier, "sealed-keys", at: now)
      try rows.deleteSealed(waiting.id)
    }
    return old.count
  }

  /// Seals open texts, one step at a time; does nothing without a key. (T28)
  func seal() throws(StoreFailure) {
    guard memory.sealing else { return }
    memory.sealing = try rows.seal(limit: ledger.environment.step) > 0
    if memory.sealing { emit(.idleWanted) }
  }

  /// Notes the time, and returns whether the clock went back, also across restarts. (T16)
  func noteTime(of event: Event) throws(StoreFailure) -> Bool {
    let last = try rows.note(instant: Note.lastEvent)
    formerEvent = last
    if let last {
      try noteJump(since: last)
      try keepSilences(since: last, event)
    }
    let wentBack = last.map { now < $0 } ?? false
    if wentBack { try beginWaitsAnew() }
    try rows.setNote(Note.lastEvent, at: now)
    return wentBack
  }

  /// Notes that the clock may be wrong: it jumped by more than the retention, or back over such a jump.
  private func noteJump(since last: Instant) throws(StoreFailure) {
    let jumpedAt = try rows.note(instant: Note.jumpedAt)
    if now - last > (try settings.retention) || jumpedAt.map({ $0 > now }) == true {
      try rows.setNote(Note.jumpedAt, at: now)
    }
  }

  /// Keeps alarms and work orders open of which nothing could be heard. (T8, D9)
  ///
  /// The clock was set forward, or nothing happened here for days. What became of them meanwhile, their
  /// service says within a day.
  private func keepSilences(since last: Instant, _ event: Event) throws(StoreFailure) {
    var last = last
    if case .situation(.clockSet(let span)) = event, span > .days(1) {
      try rows.moveSilences(by: span, at: now)
      last = last + span
    }
    if now - last > .days(7) { try rows.delaySilences(until: now + .days(1)) }
  }

  /// Restarts waits of messages that rest and came in the future, one step at a time. (T16)
  ///
  /// - Returns: whether some may be left.
  func beginRestsAnew() throws(StoreFailure) -> Bool {
    let step = ledger.environment.step
    let ahead = try rows.resting(after: Delivery.Place(fireAt: now, id: .max), limit: step)
    for var delivery in ahead {
      delivery.fireAt = now
      try save(delivery)
    }
    return ahead.count == step
  }

  /// Clears the mark of popups that are dated in the future, one step at a time. (J26, T16)
  ///
  /// Otherwise they would count for the throttle when the clock comes to those instants again.
  ///
  /// - Returns: whether some may be left.
  func forgetPopupsAhead() throws(StoreFailure) -> Bool {
    let step = ledger.environment.step
    let ahead = try rows.poppedUp(after: now, limit: step)
    for var delivery in ahead {
      delivery.poppedUp = false
      try save(delivery)
    }
    return ahead.count == step
  }

  /// Restarts the waits that began in the future, after the clock has gone back; there may be thousands
  /// of messages that rest, which ``beginRestsAnew()`` is for.
  private func beginWaitsAnew() throws(StoreFailure) {
    // Must be before `now`, or it would look like a start.
    ledger.startedBefore(now - .milliseconds(1))
    for before in try awake() {
      var delivery = before
      if !delivery.isPlanned { delivery.fireAt = min(delivery.fireAt, now) }
      delivery.snoozedAt = delivery.snoozedAt.map { min($0, now) }
      delivery.releasedAt = delivery.releasedAt.map { min($0, now) }
      delivery.fetchWaitSince = delivery.fetchWaitSince.map { min($0, now) }
      delivery.errorAt = delivery.errorAt.map { min($0, now) }
      if delivery != before { try save(delivery) }
    }
    for key in [Note.ringNowAt, Note.importedAt] {
      if let at = try rows.note(instant: key), at > now { try rows.setNote(key, at: now) }
    }
    if var pause = try ledger.storedPause(), pause.ended == nil, pause.since > now {
      pause.since = now
      try ledger.store(pause)
    }
  }
}
