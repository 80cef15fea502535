package import CarillonLedger

/// What is taken off the screen, also where the process dies before it is. (T32)
extension Screen {
  /// Closes what was answered: some servers leave it, and what has gone can be closed again, also
  /// where its server is not known to be there just now.
  ///
  /// Not where something newer stands in its place or is being shown there: that would be closed, for
  /// it has the same id. A button of what stood there before counts as one of what does now. (B11, T33)
  package func takeOff(_ delivery: Delivery, from screen: OnScreen) throws(StoreFailure) {
    if delivery.replaced { return }
    // A call that nobody answered may never have been one.
    let comes = try live().contains { $0.tag == delivery.tag && $0.isInFlight }
    if comes { closeAfterCall(screen) } else { emit(.close(screen)) }
  }

  /// A call has ended: what was to go meanwhile is closed, unless it has been replaced. (B11)
  ///
  /// Where nobody answers it may be what the call brought that is closed.
  func closeWhatWaited(for delivery: inout Delivery, unlessReplacedBy result: NotifyResult) {
    let waited = takeClosesAfterCall()
    guard !waited.isEmpty else { return }
    switch result {
    case .shown(let screen): for old in waited where old != screen { emit(.close(old)) }
    case .excess: break
    case .overdue:
      delivery.replaced = true
      for old in waited { emit(.close(old)) }
    case .unowned, .refused, .abandoned: for old in waited { emit(.close(old)) }
    }
  }

  /// What is closed is forgotten with this event, so a process that dies before it has closed it
  /// leaves word: the next one closes it. (T32)
  package func noteClosing() throws(StoreFailure) {
    let now = ledger.effects.compactMap { effect in
      if case .close(let screen) = effect { screen } else { nil }
    }
    let closing = now + memory.closesAfterCall
    let text = closing.isEmpty ? nil : serialize(closing)
    guard try rows.note(Note.closing) != text else { return }
    try rows.setNote(Note.closing, text)
  }

  /// Closes what a process that died may not have come to close. (T32)
  package func closeAgain() throws(StoreFailure) {
    guard let text = try rows.note(Note.closing),
      let closing = deserialize([OnScreen].self, from: text)
    else { return }
    for screen in closing { emit(.close(screen)) }
  }

  /// Closes what stands there of it, but not under an alert that is just taking its place: that would
  /// be closed, for it has the same id. (B11)
  package func closeWhatStands(of tag: String) throws(StoreFailure) {
    let standing = try rows.onScreen(tag: tag)
    let comes = try live().contains { $0.tag == tag && $0.isInFlight && !$0.isOfItsStage }
    for delivery in standing { try close(delivery, as: "closed", afterCall: comes) }
    try giveUpCalls(of: tag, inPlaceOfClosed: !standing.isEmpty)
  }

  /// What a call under way brings is closed when its answer comes: nobody would take it off the
  /// screen. (B13)
  ///
  /// Of a call that nobody answered in time an alert may stand there too; it has gone with what it took
  /// the place of, if that was closed.
  private func giveUpCalls(of tag: String, inPlaceOfClosed: Bool) throws(StoreFailure) {
    let underWay = try live().filter { $0.tag == tag && $0.isInFlight && $0.isOfItsStage }
    let unanswered = try rows.unconfirmed(tag: tag).filter { inPlaceOfClosed || $0.isOfItsStage }
    for var delivery in underWay + unanswered {
      delivery.replaced = true
      try save(delivery)
    }
  }

  /// Where the end of a thread is not shown in the place of what stands there, that is closed: it would
  /// offer its buttons for ever. (B13)
  package func closeWhatIsOver(after untold: Delivery) throws(StoreFailure) {
    switch untold.status {
    // What is newer takes the place of what stands there.
    case .failed where untold.reason == "newer": return
    case .held, .skipped, .missed, .failed, .merged: break
    default: return
    }
    guard untold.isMessage, let thread = try rows.thread(untold.tag),
      thread.isOver
    else { return }
    // What still comes takes the place of what stands there.
    let comes = try live().contains {
      $0.tag == untold.tag && ($0.status == .scheduled || $0.status == .showing)
    }
    guard !comes else { return }
    let standing = try rows.onScreen(tag: untold.tag).filter(\.isOfItsStage)
    for delivery in standing { try close(delivery, as: "closed") }
    try giveUpCalls(of: untold.tag, inPlaceOfClosed: !standing.isEmpty)
  }

  func close(tag: String, as code: String) throws(StoreFailure) {
    for delivery in try rows.onScreen(tag: tag) { try close(delivery, as: code) }
  }

  private func close(
    _ standing: Delivery, as code: String, afterCall: Bool = false
  ) throws(StoreFailure) {
    guard let screen = standing.onScreen else { return }
    var delivery = standing
    if afterCall {
      closeAfterCall(screen)
    } else {
      emit(.close(screen))
    }
    delivery.onScreen = nil
    try save(delivery)
    try trace(delivery, code)
  }
}

extension Screen {
  /// A process begins: what was handed over may be on the screen, what was asked for is no more. (T32)
  package func settleInFlight() throws(StoreFailure) {
    for id in try live().map(\.id) {
      guard var delivery = try live(id) else { continue }
      if delivery.isInFlight {
        try move(&delivery, to: .unconfirmed, "restarted")
        try ledger.hear(.handedOver(delivery))
      } else if delivery.status == .scheduled, delivery.askedFor {
        try move(&delivery, to: .cancelled, "restarted")
        if !delivery.isMessage { try ledger.hear(.withdrawn(delivery, "")) }
      } else if delivery.waiting != nil {
        // Whoever it waited for is met anew.
        if delivery.waiting == Waiting.fetch {
          delivery.fetchWaitSince = nil
          delivery.waiting = nil
        }
        try save(delivery)
      }
    }
  }

  /// Notifications of a server that is no longer there, or that forgets those of clients that left,
  /// are on no screen.
  package func forgetGone(sinceStart: Bool) throws(StoreFailure) {
    switch situation.server {
    // A server that does not answer still shows what it showed.
    case .silent: return
    case .absent, .startable:
      for var delivery in try rows.allOnScreen() {
        delivery.onScreen = nil
        try save(delivery)
      }
    case .present(let server):
      let forgets = sinceStart && !ServerTraits(server).keepsAfterClientLeft
      for var delivery in try rows.allOnScreen() {
        guard let place = delivery.onScreen else { continue }
        let isThere = place.owner == server.owner && place.bus == server.bus
        guard forgets || !isThere else { continue }
        delivery.onScreen = nil
        try save(delivery)
      }
    }
  }

  /// Takes off the screen what was fetched for another identity. (T29)
  package func clearOthers() throws(StoreFailure) {
    for var delivery in try rows.allOnScreen() {
      guard let place = delivery.onScreen, try !ledger.isOurs(delivery) else { continue }
      emit(.close(place))
      delivery.onScreen = nil
      try save(delivery)
      try trace(delivery, "identity")
    }
  }
}

extension Delivery {
  /// Whether it means nothing once its subject is over: an alert and an end do, unless they stay. (B13)
  fileprivate var isOfItsStage: Bool {
    request.map { !$0.insists || $0.resident } ?? false
  }
}
