package import CarillonLedger

/// Closing notifications, even if the process dies before the call is made. (T32)
extension Screen {
  /// Closes an answered notification, because some servers leave it on the screen.
  ///
  /// Closing is harmless if the notification or its server is gone. Does nothing if a newer
  /// notification has replaced this one, and waits if one is about to: replacements keep the id. A
  /// press on a button of the replaced one counts for the new one. (B11, T33)
  package func takeOff(_ delivery: Delivery, from screen: OnScreen) throws(StoreFailure) {
    if delivery.replaced { return }
    // Only calls in flight count; an unanswered one may never have reached the server.
    let comes = try awake().contains { $0.tag == delivery.tag && $0.isInFlight }
    let joins = try joinsCallUnderWay(delivery)
    if comes || joins { closeAfterCall(screen) } else { emit(.close(screen)) }
  }

  /// Closes what waited for the end of a call, unless the call replaced it. (B11)
  ///
  /// If the call got no answer, this may close the notification that the call itself showed.
  ///
  /// - Returns: the place that waited and is kept, because the server says that the call's notification stands
  ///   there already.
  func closeWhatWaited(
    for delivery: inout Delivery, unlessReplacedBy result: NotifyResult
  ) -> OnScreen? {
    var waited = takeClosesAfterCall()
    var kept: OnScreen?
    switch result {
    case .shown(let screen): for old in waited where old != screen { emit(.close(old)) }
    case .excess:
      kept = waited.popLast()
      for old in waited { emit(.close(old)) }
    case .overdue where waited.isEmpty: break
    case .overdue:
      delivery.replaced = true
      for old in waited { emit(.close(old)) }
    case .unowned, .refused, .abandoned: for old in waited { emit(.close(old)) }
    }
    return kept
  }

  /// Notes the pending closings on disk, so that the next process can repeat them if this one dies
  /// first. (T32)
  package func noteClosing() throws(StoreFailure) {
    let now = ledger.effects.compactMap { effect in
      if case .close(let screen) = effect { screen } else { nil }
    }
    let closing = now + memory.closesAfterCall
    let text = closing.isEmpty ? nil : serialize(closing)
    guard try rows.note(Note.closing) != text else { return }
    try rows.setNote(Note.closing, text)
  }

  /// Repeats the closings that a process that died may have left undone. (T32)
  package func closeAgain() throws(StoreFailure) {
    for screen in try rows.note(Note.closing, as: [OnScreen].self) ?? [] { emit(.close(screen)) }
  }

  /// Closes the notifications of `tag`. (B11)
  ///
  /// If an alert is about to replace them, they are closed after its call: the alert keeps the id
  /// and would be closed too. `andAlerts`: it is of no use any more either.
  package func closeWhatStands(of tag: String, andAlerts: Bool = false) throws(StoreFailure) {
    let standing = try rows.onScreen(tag: tag)
    let comes = try awake().contains {
      $0.tag == tag && $0.isInFlight && !andAlerts && !$0.isOfItsStage
    }
    for delivery in standing { try close(delivery, as: .closed, afterCall: comes) }
    try giveUpCalls(of: tag, inPlaceOfClosed: !standing.isEmpty, andAlerts: andAlerts)
  }

  /// Marks the open calls of `tag`: what they show is closed once they are answered. (B13)
  ///
  /// Nothing else would take those notifications off the screen.
  ///
  /// An unanswered call may still have put an alert on screen. If we closed the popup it replaced,
  /// the alert is gone too.
  private func giveUpCalls(
    of tag: String, inPlaceOfClosed: Bool, andAlerts: Bool = false
  ) throws(StoreFailure) {
    let underWay = try awake().filter {
      $0.tag == tag && $0.isInFlight && (andAlerts || $0.isOfItsStage)
    }
    let unanswered = try rows.unconfirmed(tag: tag, limit: step).filter {
      inPlaceOfClosed || andAlerts || $0.isOfItsStage
    }
    for var delivery in underWay + unanswered {
      delivery.replaced = true
      try save(delivery)
    }
  }

  /// Closes a finished subject's notification if its final message was not shown in its place: its
  /// buttons would stay forever. (B13)
  package func closeWhatIsOver(after untold: Delivery) throws(StoreFailure) {
    switch untold.status {
    // A newer notification replaces the one on screen.
    case .failed where untold.reason == .newer: return
    case .held, .skipped, .missed, .failed, .merged: break
    default: return
    }
    guard untold.isMessage, let thread = try rows.thread(untold.tag),
      thread.isOver
    else { return }
    // A delivery still to come will replace the one on screen.
    let comes = try awake().contains {
      $0.tag == untold.tag && ($0.status == .scheduled || $0.status == .showing)
    }
    guard !comes else { return }
    let standing = try rows.onScreen(tag: untold.tag).filter(\.isOfItsStage)
    for delivery in standing { try close(delivery, as: .closed) }
    try giveUpCalls(of: untold.tag, inPlaceOfClosed: !standing.isEmpty)
  }

  /// Notes that a notification left the screen unanswered while the session was locked. (T38)
  package func noteUnseen(_ delivery: Delivery) throws(StoreFailure) {
    // In place of one that was replaced, something newer was there to be seen.
    guard situation.locked, var left = try rows.delivery(delivery.id), !left.replaced,
      try isMissed(left)
    else { return }
    left.unseen = true
    try save(left)
    try trace(left, .unseen)
  }

  /// Closes the success that stands under `tag`: what it brought is told now. (B17)
  ///
  /// A failure stays, with its Retry.
  package func closeSuccess(of tag: String) throws(StoreFailure) {
    for delivery in try rows.onScreen(tag: tag) where delivery.request?.silent == true {
      try close(delivery, as: .replaced)
    }
  }

  /// Closes a group that has no members left. (J24)
  package func close(over group: Delivery) throws(StoreFailure) { try close(group, as: .closed) }

  func close(tag: String, as step: Step) throws(StoreFailure) {
    for delivery in try rows.onScreen(tag: tag) { try close(delivery, as: step) }
  }

  func close(
    _ standing: Delivery, as step: Step, afterCall: Bool = false
  ) throws(StoreFailure) {
    guard let screen = standing.onScreen else { return }
    var delivery = standing
    let joins = try joinsCallUnderWay(delivery)
    if afterCall || joins {
      closeAfterCall(screen)
    } else {
      emit(.close(screen))
    }
    delivery.onScreen = nil
    // Closed for what is shown in its place, on a server that would take the buttons otherwise.
    if step == .replaced { delivery.replaced = true }
    try save(delivery)
    try trace(delivery, step)
  }
}

extension Screen {
  /// Whether a group that it belongs to is about to take its place: what has its id then stands for others, too.
  /// (J24)
  private func joinsCallUnderWay(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard let group = delivery.toldIn else { return false }
    return try awake().contains { $0.id == group && $0.isInFlight }
  }
}

extension Delivery {
  /// Whether the notification becomes meaningless once its subject is over. (B13)
  ///
  /// Alerts and final messages stay meaningful, unless they are resident, or came back after a snooze: that
  /// is an update that the user has asked for. (D14)
  fileprivate var isOfItsStage: Bool {
    request.map { !$0.insists || $0.resident || $0.returns == true } ?? false
  }
}
