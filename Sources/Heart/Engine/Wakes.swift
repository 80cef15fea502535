import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// When the engine wants to be woken next, from what each room waits for.
struct Wakes {
  private let turn: Turn
  private let ledger: Ledger
  private let now: Instant
  private let slack: Span
  private var soonest: Instant
  private var soft: Wake?

  init(_ turn: Turn) throws(StoreFailure) {
    self.turn = turn
    ledger = turn.ledger
    now = ledger.now
    slack = try ledger.windowed ? Settings.window : .zero
    soonest = turn.planning.nextMidnight
  }

  private mutating func want(_ instant: Instant) {
    if instant > now { soonest = min(soonest, instant) }
  }

  private mutating func want(_ instant: Instant, within slack: Span) {
    guard slack > .zero else { return want(instant) }
    guard instant > now, soft.map({ instant + slack < $0.at + $0.slack }) ?? true else { return }
    soft = Wake(at: instant, slack: slack)
  }

  /// The next instants at which something must be decided; all are after `now`.
  ///
  /// Everything is computed again on waking, so one of each kind is enough.
  mutating func next() throws(StoreFailure) -> [Wake] {
    let callbacks = try turn.outgoing.wakes() + turn.callbacks.wakes()
    for instant in try callbacks + turn.accounts.wakes() { want(instant, within: slack) }
    if let pause = try ledger.pause() { want(pause.end) }
    if case .startable = ledger.situation.server {
      want(ledger.memory.startedAt + Ledger.serverPatience)
    }
    let messages =
      try turn.subjects.wakes() + turn.reminders.wakes() + turn.commands.wakes() + turn.gate.wakes()
      + turn.outgoing.deadlines()
    for instant in messages { want(instant) }
    for instant in try Pairing(turn: turn).wakes() + turn.sealed.wakes() { want(instant) }
    if let end = CarrierTest(turn: turn).deadline { want(end) }
    if let told = try turn.away.wake() { want(told) }
    if let right = try turn.groups.wake() { want(right) }
    if try ledger.rows.restingCount() > 0, let hold = try ledger.hold(at: now) { want(hold.end) }
    for delivery in try ledger.rows.skippedByUser(after: now) { want(delivery.fireAt) }
    let live = try ledger.awake()
    for index in live.indices { try want(for: live[index]) }
    guard let soft, soft.at < soonest else { return [Wake(at: soonest)] }
    return soft.at + soft.slack < soonest ? [soft] : [soft, Wake(at: soonest)]
  }

  private mutating func want(for delivery: Delivery) throws(StoreFailure) {
    switch delivery.status {
    case .scheduled where delivery.isAhead(of: now):
      want(delivery.fireAt, within: slack)
      guard delivery.attemptAt == nil, let lead = try ledger.source(of: delivery)?.lead else {
        return
      }
      want(delivery.fireAt - lead, within: min(slack, .milliseconds(lead.milliseconds / 2)))
    case .scheduled, .held:
      if let hold = try ledger.hold(at: now) { want(hold.end) }
      if delivery.askedFor { want(delivery.fireAt + Settings.punctual + .milliseconds(1)) }
      let end = try ledger.due(of: delivery) + ledger.grace(of: delivery)
      if delivery.waiting == .fetch {
        want(min((delivery.fetchWaitSince ?? now) + Ledger.fetchPatience, end))
      }
      // The first instant that is too late.
      want(end + .milliseconds(1))
    case .snoozed:
      want(ledger.snoozeEnd(delivery))
      want(try ledger.snoozeEnd(delivery) + ledger.grace(of: delivery) + .milliseconds(1))
    case .showing:
      if let errorAt = delivery.errorAt { want(ledger.retryAt(errorAt)) }
      want(try ledger.endOfRetries(delivery) + .milliseconds(1))
    default: return
    }
  }
}
