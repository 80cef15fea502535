extension Decision {
  /// Deletes what has outlived the retention, a step at a time. (T8)
  ///
  /// At start, at resume and daily; not in the day after the clock jumped over all of it.
  func prune() throws(StoreFailure) {
    var last = try rows.note(Note.prunedAt).flatMap { Int64($0) }.map(Instant.init(milliseconds:))
    if let at = last, at > now {
      // By a clock that has gone back since: when it comes to be then again, nothing has been done.
      try rows.setNote(Note.prunedAt, nil)
      last = nil
    }
    let daily = last.map { now - $0 >= .days(1) } ?? true
    guard pruning || daily || memory.pruning else { return }
    guard try mayGiveUp() else {
      memory.pruning = false
      return
    }
    if daily { try rows.setNote(Note.prunedAt, String(now.milliseconds)) }
    let met = try rows.prune(
      before: now - settings.retention, limit: Decision.step)
    memory.pruning = met > 0
    if met > 0 {
      changed(.history)
      effects.append(.idleWanted)
    }
  }

  /// Whether old things may be let go of: not for a day after a jump of the clock. (T8)
  func mayGiveUp() throws(StoreFailure) -> Bool {
    guard let text = try rows.note(Note.jumpedAt), let at = Int64(text) else { return true }
    let since = Instant(milliseconds: at)
    guard since <= now else { return false }
    return now - since >= .days(1)
  }

  /// The clock may be wrong: it jumped over all that is kept since `last`, or back before the jump.
  func noteJump(since last: Instant) throws(StoreFailure) {
    let jumpedAt = try rows.note(Note.jumpedAt).flatMap { Int64($0) }
    if now - last > (try settings.retention) || jumpedAt.map({ $0 > now.milliseconds }) == true {
      try rows.setNote(Note.jumpedAt, String(now.milliseconds))
    }
  }
}
