package import CarillonLedger

/// A picture is added with a second call for a notification that is already shown. (B8)
extension Pictures {
  /// Shows `delivery` again with its picture; false if that is not worth a second popup.
  func paint(
    _ delivery: Delivery, over screen: OnScreen, _ server: NotificationServer
  ) throws(StoreFailure) -> Bool {
    guard let request = delivery.request else { return false }
    let traits = ServerTraits(server)
    var replaced: OnScreen? = screen
    if traits.replacingLosesButtons, !request.actions.isEmpty {
      // Closing and showing it anew makes it pop up again, which only the first popup of a stage is
      // worth.
      guard !request.silent, try ledger.hold(at: now) == nil,
        try settings.choice(for: delivery).enabled
      else { return false }
      emit(.close(screen))
      replaced = nil
    }
    var call = try self.screen.call(for: delivery, traits, replacing: replaced)
    // The sound was already played with the text.
    call.soundName = nil
    call.suppressSound = true
    self.screen.beginPainting(delivery.id)
    memory.paintsAnew = replaced == nil
    ledger.handedOver()
    emit(.show(call, Ticket(kind: .picture, row: delivery.id, attempt: 1)))
    return true
  }

  package func finish(picture ticket: Ticket, _ result: NotifyResult) throws(StoreFailure) {
    let isOpen = screen.endPainting(ticket.row)
    switch result {
    case .shown(let screen):
      guard var delivery = try rows.delivery(ticket.row) else { return }
      guard try maySettle(delivery) else {
        // The notification was over or answered in the meantime.
        emit(.close(screen))
        return
      }
      let isBack = delivery.response != nil
      guard isBack || delivery.onScreen != screen else { return }
      if isBack {
        // The server had taken it off before it read the call, which has shown it again: it still has to be
        // closed when it is over. (B13)
        delivery.response = nil
        delivery.respondedAt = nil
        changed(.history)
      }
      delivery.onScreen = screen
      try save(delivery)
    case .unowned where isOpen:
      try noteClosedForPicture(ticket.row)
      if case .present = situation.server { ledger.serverIs(.absent) }
    case .overdue where isOpen:
      try noteClosedForPicture(ticket.row)
      if case .present(let server) = situation.server {
        ledger.serverIs(.silent(owner: server.owner))
      }
    case .refused where isOpen, .abandoned where isOpen: try noteClosedForPicture(ticket.row)
    case .unowned, .overdue, .excess, .refused, .abandoned: break
    }
  }

  /// Notes that the notification is gone if it was closed for a picture that then could not be
  /// shown. (J26)
  private func noteClosedForPicture(_ row: Int64) throws(StoreFailure) {
    guard memory.paintsAnew, var delivery = try rows.delivery(row), delivery.onScreen != nil
    else { return }
    delivery.onScreen = nil
    try save(delivery)
    try trace(delivery, .closed)
  }

  /// Whether the picture's notification is still the current one of its tag. (B11, B13)
  ///
  /// It counts even if it was closed first and the answer came late.
  private func maySettle(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard delivery.status == .shown, !delivery.replaced, !delivery.isAnswered else { return false }
    let hasExpired = delivery.response != nil
    if delivery.onScreen != nil, !hasExpired { return true }
    guard memory.paintsAnew || hasExpired, try rows.successor(of: delivery) == nil
    else { return false }
    let thread = try rows.thread(delivery.tag)
    return thread.map { !$0.isOver } == true || delivery.request?.insists == true
  }
}
