import CarillonLedger

/// Deciding about very many messages in steps. (T18, §5)
///
/// A night may hold thousands of messages. When their hold ends, each event decides about
/// ``Environment/step`` of them, so that other events get their turn.
extension Resting {
  /// The way through all messages that rest, by (fireAt, id).
  struct Sweep {
    /// The last one that was looked at; nil before the first.
    var after: Delivery.Place?
  }

  /// The next of the messages that rest, if all are to be looked at; nil if only some are.
  func nextOfSweep() throws(StoreFailure) -> [Delivery]? {
    guard let sweep = memory.sweep else { return nil }
    let isShort = try rows.restingCount() <= step
    if isShort, sweep.after == nil {
      memory.sweep = nil
      return try rows.resting(after: nil, limit: step)
    }
    // Subjects that are over end first: of them, nothing is told. (B13)
    guard try rows.nextSilence().map({ $0 > now }) ?? true else { return nil }
    let next = try rows.resting(after: sweep.after, limit: step)
    memory.sweep = next.count < step ? nil : next.last.map { Sweep(after: $0.place) }
    if memory.sweep != nil { emit(.idleWanted) }
    // From the first step on, or what it releases would be told before the rest is decided.
    if !isShort { gathers = true }
    return next
  }

  /// Whether a message is to stay held though its hold is over: very many are not released while nothing
  /// can be shown, or their text cannot be read, or each event would look at all of them.
  func mayStayHeld(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard delivery.rests, !canShow || delivery.text == .sealed else {
      return try isCrowdedOut(delivery)
    }
    return try rows.restingCount() > step
  }

  /// Notes one that stays held.
  func staysHeld(_ delivery: Delivery) {
    if canShow, delivery.text != .sealed {
      memory.crowd.insert(delivery.place, of: Turns.Source(delivery))
    } else {
      memory.keepsHeld = true
    }
  }

  /// Whether those that stay held are to be looked at again: there are fewer, or something to show them.
  func releasesKept() throws(StoreFailure) -> Bool {
    guard memory.keepsHeld else { return false }
    let canTell = canShow && situation.keyring == .open
    memory.keepsHeld = canTell ? false : try rows.restingCount() > step
    return !memory.keepsHeld
  }

  /// Whether messages still rest whose hold is over: they wait for their turn, or for a server.
  package var isReleasing: Bool {
    memory.sweep != nil || memory.keepsHeld || !memory.crowd.isEmpty
  }

  /// Whether the messages after this one are still to be looked at.
  func isStillToCome(_ delivery: Delivery) -> Bool {
    guard let sweep = memory.sweep else { return false }
    return sweep.after.map { $0 < delivery.place } ?? true
  }

  /// Whether there is anything that shows notifications, as far as is known.
  var canShow: Bool { !ledger.denied }
}
