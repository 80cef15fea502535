package import CarillonLedger

/// Answers of the notification server, and of the watchdog if the server stays silent.
extension Screen {
  /// Handles the result of a call that shows a delivery.
  package func finish(show ticket: Ticket, _ result: NotifyResult) throws(StoreFailure) {
    guard var delivery = try rows.delivery(ticket.row), delivery.calls == ticket.attempt else {
      return
    }
    if delivery.status == .unconfirmed {
      // A late answer. Nothing else may change what is known to be on the screen.
      if case .shown(let screen) = result { try shown(&delivery, on: screen) }
      return
    }
    guard delivery.isInFlight else { return }
    let kept = closeWhatWaited(for: &delivery, unlessReplacedBy: result)
    switch result {
    case .shown(let screen): try shown(&delivery, on: screen)
    // The server already shows the same notification, in the place it was to replace.
    case .excess:
      let place = try placeholders(of: delivery).last?.onScreen
      try shown(&delivery, on: place ?? kept)
    case .unowned: try unowned(&delivery)
    case .refused(let name, let message): try refused(&delivery, name, message)
    case .abandoned: try unconfirmed(&delivery, .serverLeft)
    case .overdue:
      try unconfirmed(&delivery, .noAnswer)
      if case .present(let server) = situation.server {
        ledger.serverIs(.silent(owner: server.owner))
      }
    }
  }

  /// The user has answered a delivery that no server has confirmed: it is on the screen. (T32)
  package func confirm(_ delivery: inout Delivery, on screen: OnScreen) throws(StoreFailure) {
    try shown(&delivery, on: screen)
  }

  private func shown(_ delivery: inout Delivery, on screen: OnScreen?) throws(StoreFailure) {
    let late = delivery.status == .unconfirmed
    let others = try placeholders(of: delivery)
    if delivery.replaced {
      // The subject ended while the call was in flight (B13), or a later call has been answered.
      for var old in others where old.toldIn == delivery.id {
        // The group whose place it took is gone with it. (D14)
        old.replaced = true
        try save(old)
        try trace(old, .replaced)
      }
      let stands = others.contains { $0.onScreen == screen && $0.toldIn != delivery.id }
      if let screen, !stands { emit(.close(screen)) }
    } else if late, let screen, try isOvertaken(delivery, at: screen, by: others) {
      delivery.replaced = true
      if !others.contains(where: { $0.onScreen == screen }) {
        // A call under way takes its place and keeps the id, if the place was known when it was made.
        if delivery.onScreen == screen, try hasSuccessorInFlight(delivery) {
          closeAfterCall(screen)
        } else {
          emit(.close(screen))
        }
      }
    } else {
      for var old in others {
        old.replaced = true
        try save(old)
        try trace(old, .replaced)
      }
      // By the order of the calls, not of the clock, which may have been set back. (B11)
      if !late { try overtakeUnconfirmed(before: delivery) }
    }
    delivery.onScreen = screen
    if let screen, try !ledger.isOurs(delivery) {
      // The identity changed while the call was in flight. (T29)
      emit(.close(screen))
      delivery.onScreen = nil
    }
    delivery.shownAt = now
    delivery.errorAt = nil
    var showing = Step.Showing(
      calls: delivery.calls, late: now - (try ledger.due(of: delivery)))
    if case .present(let server) = situation.server { showing.server = server.name }
    showing.doNotDisturb = situation.doNotDisturb
    showing.locked = situation.locked
    // It may have been told before its answer came. (T38)
    let isMissed = late ? try isMissed(delivery) : !delivery.isAway
    delivery.unseen = situation.locked && isMissed && !delivery.replaced
    if !late, delivery.onScreen != nil, let sound = try ownSound(of: delivery) {
      emit(.play(sound))
      showing.sound = sound
    }
    try move(&delivery, to: .shown, nil, .shown(showing))
    // A snoozed delivery was acknowledged when it was first shown.
    if !delivery.returning { try ledger.hear(.shown(delivery)) }
    delivery.returning = false
    try save(delivery)
    try ledger.hear(.onScreen(delivery))
    if !late { try ledger.hear(.handedOver(delivery)) }
    try ledger.hear(.delivered(delivery))
  }

  /// Whatever the calls before this one have shown, this one has replaced.
  private func overtakeUnconfirmed(before delivery: Delivery) throws(StoreFailure) {
    for var old in try rows.unconfirmed(like: delivery, limit: step) where old.id != delivery.id {
      old.replaced = true
      try save(old)
    }
  }

  /// Whether a late answer is about a notification that a newer one has replaced. (B11)
  ///
  /// A later call that was answered has marked this one as replaced. So what stands in the same place
  /// is what the late call was to replace; one in another place must be newer.
  private func isOvertaken(
    _ delivery: Delivery, at screen: OnScreen, by others: [Delivery]
  ) throws(StoreFailure) -> Bool {
    if try hasSuccessorInFlight(delivery) { return true }
    return !others.isEmpty && !others.contains { $0.onScreen == screen }
  }

  private func hasSuccessorInFlight(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    try awake().contains { $0.tag == delivery.tag && $0.id != delivery.id && $0.isInFlight }
  }

  /// The sound that Carillon has to play itself: the server plays none and is not in Do Not
  /// Disturb. (B15)
  ///
  /// If the server was taken for silent, or left, before its answer was read, nobody knows whether it
  /// plays sounds. Something urgent had better be heard twice than not at all. (D11)
  private func ownSound(of delivery: Delivery) throws(StoreFailure) -> String? {
    guard delivery.request?.silent != true, delivery.request?.soundless != true,
      !isQuiet(delivery),
      situation.doNotDisturb != true || delivery.isUrgent
    else { return nil }
    let isPlayedByServer =
      if case .present(let server) = situation.server {
        ServerTraits(server).sound
      } else {
        !delivery.isUrgent
      }
    return isPlayedByServer ? nil : try delivery.soundName(in: choice(for: delivery))
  }

  private func unconfirmed(
    _ delivery: inout Delivery, _ reason: Reason
  ) throws(StoreFailure) {
    try move(&delivery, to: .unconfirmed, reason)
    try ledger.hear(.handedOver(delivery))
  }

  /// Lets the delivery wait for a server. (T21)
  ///
  /// Nothing was handed over, so the attempt does not count.
  private func unowned(_ delivery: inout Delivery) throws(StoreFailure) {
    if case .present = situation.server { ledger.serverIs(.absent) }
    delivery.unseen = false
    delivery.error = nil
    delivery.errorAt = nil
    delivery.waiting = .noServer
    let returning = delivery.returning
    delivery.returning = false
    try move(&delivery, to: returning ? .snoozed : .scheduled, .waited(.noServer))
    // The zone or the clock may have changed during the call. (T16)
    if !returning { try ledger.hear(.returned(delivery)) }
    if delivery.replaced, delivery.isOrdinary {
      // There was nothing left to do about its subject, which ended during the call.
      return try ledger.skip(&delivery, .settled, after: [])
    }
    // A snoozed delivery waits like any other, even if the user asked for its first showing. (T33)
    if delivery.askedFor, !returning {
      try takeBack(&delivery)
    } else {
      try report(.scheduleDenied, about: delivery)
    }
  }

  /// In place of a server's error: the process died during the call.
  static let interrupted = "org.carillon.Error.Interrupted"

  private func refused(
    _ delivery: inout Delivery, _ name: String, _ message: String
  ) throws(StoreFailure) {
    let isFirst = delivery.error == nil || delivery.error == Screen.interrupted
    try report(.notifyRefused, about: delivery, attempt: isFirst ? 1 : 2)
    try trace(delivery, .refused(name: name, message: beginning(of: message, 200)))
    // One whose subject ended during the call is not tried again. (B13)
    guard isFirst, !delivery.replaced else { return try fail(&delivery, .refused) }
    delivery.error = name
    delivery.errorAt = now
    try save(delivery)
  }

  /// Gives up on the delivery. (T7, T18)
  ///
  /// Neither its identity nor those of a digest's members are spent.
  package func fail(_ delivery: inout Delivery, _ reason: Reason) throws(StoreFailure) {
    delivery.errorAt = nil
    let returning = delivery.returning
    delivery.returning = false
    try move(&delivery, to: .failed, reason)
    try ledger.hear(.failed(delivery, wasReturning: returning))
  }

  /// Cancels a delivery that the user asked for and that cannot be shown now; it never waits. (T12)
  func takeBack(_ delivery: inout Delivery) throws(StoreFailure) {
    try report(.scheduleDenied, about: delivery)
    try move(&delivery, to: .cancelled, .waited(.noServer))
    try ledger.hear(.withdrawn(delivery))
  }
}
