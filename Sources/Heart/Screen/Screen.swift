package import CarillonLedger

/// The notification server: one call at a time, and what it shows. (T21, T32)
///
/// What stands on the screen, what is on its way there and what is to be closed go through here, in one
/// order.
package final class Screen: Room {
  package let ledger: Ledger
  package private(set) var memory: Memory
  let presenter: any Presenter

  /// What outlives a turn: calls that are open.
  package struct Memory {
    /// Whether the bus has been asked to start the notification server.
    fileprivate var startingServer = false
    /// The delivery whose picture is being put into its notification: a call in flight. (B8)
    fileprivate var painting: Int64?
    /// Whether that one was closed first, because it could not be replaced.
    fileprivate(set) var paintsAnew = false
    /// What is to go while a call to replace it is under way: closed unless that does. (B11)
    fileprivate(set) var closesAfterCall: [OnScreen] = []

    package init() {}
  }

  package init(_ ledger: Ledger, _ memory: Memory, _ presenter: any Presenter) {
    self.ledger = ledger
    self.memory = memory
    self.presenter = presenter
  }

  package enum Availability {
    case none(reason: String)
    /// A call is in flight.
    case busy
    case some(NotificationServer)
  }

  /// Whether there is a server to show something now; starts it where the bus can. (T21)
  package func availability() throws(StoreFailure) -> Availability {
    guard situation.permitted else { return .none(reason: Waiting.noServer) }
    switch situation.server {
    case .present(let server): return try isBusy() ? .busy : .some(server)
    case .absent, .silent: return .none(reason: Waiting.noServer)
    case .startable:
      if ledger.memory.serverWouldNotStart { return .none(reason: Waiting.noServer) }
      // A call too early in a session starts the wrong server.
      if now >= ledger.memory.startedAt + Ledger.serverPatience, !memory.startingServer {
        memory.startingServer = true
        emit(.startServer(Ticket(kind: .startServer, row: 0, attempt: 1)))
      }
      return .none(reason: Waiting.starting)
    }
  }

  /// The server that a call could be made to now, without starting one.
  func presence() throws(StoreFailure) -> NotificationServer? {
    guard situation.permitted, case .present(let server) = situation.server, try !isBusy() else {
      return nil
    }
    return server
  }

  func beginPainting(_ delivery: Int64, anew: Bool) {
    memory.painting = delivery
    memory.paintsAnew = anew
  }

  /// Whether that call was open; it is not any more.
  func endPainting(_ delivery: Int64) -> Bool {
    guard memory.painting == delivery else { return false }
    memory.painting = nil
    return true
  }

  /// Closes `screen` when the call under way has its answer, unless that has replaced it. (B11)
  func closeAfterCall(_ screen: OnScreen) { memory.closesAfterCall.append(screen) }

  func takeClosesAfterCall() -> [OnScreen] {
    defer { memory.closesAfterCall = [] }
    return memory.closesAfterCall
  }

  /// Whether a call has been made that nobody has answered.
  private func isBusy() throws(StoreFailure) -> Bool {
    if memory.painting != nil { return true }
    return try live().contains { $0.isInFlight }
  }

  /// Asked to start a server, the bus has answered. (T21)
  package func finish(startingServer started: Bool) {
    guard memory.startingServer else { return }
    memory.startingServer = false
    if !started || situation.server == .startable { ledger.serverWouldNotStart() }
  }

  /// They wait for `reason`, or are taken back if they were asked for and there is no server. (T21)
  package func keepWaiting(_ ready: [Delivery], _ reason: String) throws(StoreFailure) {
    for var delivery in ready {
      if reason == Waiting.noServer, delivery.askedFor, delivery.status != .snoozed,
        !delivery.returning
      {
        if delivery.status == .showing {
          // Refused once, and nothing of it is on the screen.
          delivery.errorAt = nil
          try move(&delivery, to: .scheduled, reason)
        }
        try takeBack(&delivery)
        continue
      }
      guard delivery.waiting != reason else { continue }
      let news = delivery.waiting != Waiting.noServer
      delivery.waiting = reason
      try save(delivery)
      if reason != Waiting.busy { try trace(delivery, "waiting", ["for": reason]) }
      if reason == Waiting.noServer, news { try report("SCHEDULE_DENIED", about: delivery) }
      changed(.state)
    }
  }

  /// Hands `delivery` to the server.
  package func show(_ delivery: Delivery, _ server: NotificationServer) throws(StoreFailure) {
    var delivery = delivery
    let traits = ServerTraits(server)
    delivery.calls += 1
    delivery.waiting = nil
    delivery.showingAt = now
    let again = delivery.status == .showing
    if again {
      // The second attempt: `error` stays, so that another refusal is the last.
      delivery.errorAt = nil
      delivery.replaced = false
      try save(delivery)
      try trace(delivery, "retry")
    } else {
      delivery.returning = delivery.status == .snoozed
      delivery.error = nil
      delivery.response = nil
      delivery.respondedAt = nil
      delivery.replaced = false
      delivery.onScreen = nil
      try move(&delivery, to: .showing)
    }
    if delivery.request?.image != nil { try takeOverPicture(&delivery) }
    var replaced: OnScreen?
    for old in try rows.onScreen(tag: delivery.tag) where old.id != delivery.id {
      replaced = old.onScreen
    }
    if let screen = replaced, screen.owner != server.owner || screen.bus != server.bus {
      replaced = nil
    }
    // What takes the place of another is none more, also where that has to be closed first; a second
    // attempt is what the first one was. (J26)
    if let request = delivery.request {
      if !request.asked, !request.silent, replaced == nil, !again { delivery.poppedUp = true }
      try save(delivery)
    }
    // Buttons that a replacement has not are not missed.
    if replaced != nil, traits.replacingLosesButtons, delivery.request?.actions.isEmpty != true {
      try close(tag: delivery.tag, as: "replaced")
      replaced = nil
    }
    var call = NotifyCall(
      delivery, channel: try settings.channel(delivery.channel), traits: traits,
      replaces: replaced, buttons: presenter.buttons(of: delivery), words: words)
    call.picture = try presenter.picture(of: delivery, side: traits.imageSide)
    ledger.handedOver()
    emit(
      .show(call, Ticket(kind: .show, row: delivery.id, attempt: delivery.calls)))
  }
}
