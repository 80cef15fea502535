extension Decision {
  /// Hands the most wanted of `ready`, of which there is one, to the server; the others wait.
  func letOut(_ ready: [Delivery]) throws(StoreFailure) {
    let inFlight = try live().contains { $0.isInFlight }
    switch try availability() {
    case .none(let reason): try keepWaiting(ready, reason)
    case .some where inFlight || memory.painting != nil: try keepWaiting(ready, Waiting.busy)
    case .some(let server):
      var ready = ready.sorted {
        ($0.isUrgent ? 0 : 1, $0.askedFor ? 0 : 1, $0.fireAt, $0.id)
          < ($1.isUrgent ? 0 : 1, $1.askedFor ? 0 : 1, $1.fireAt, $1.id)
      }
      // What comes by itself goes first; then what is late or was released, together.
      var alone: [Delivery] = []
      for delivery in ready where try !mayMerge(delivery) { alone.append(delivery) }
      if alone.isEmpty, ready.count > 1 { return try show(try merge(ready), server) }
      let next = alone.first ?? ready[0]
      ready.removeAll { $0.id == next.id }
      try show(next, server)
      try keepWaiting(ready, Waiting.busy)
    }
  }

  private enum Availability {
    case none(reason: String)
    case some(NotificationServer)
  }

  /// Whether there is a server to show something now; starts it where the bus can. (T21)
  private func availability() throws(StoreFailure) -> Availability {
    guard situation.permitted else { return .none(reason: Waiting.noServer) }
    switch situation.server {
    case .present(let server): return .some(server)
    case .absent, .silent: return .none(reason: Waiting.noServer)
    case .startable:
      if memory.serverWouldNotStart { return .none(reason: Waiting.noServer) }
      // A call too early in a session starts the wrong server.
      if now >= memory.startedAt + Decision.serverPatience, !memory.startingServer {
        memory.startingServer = true
        effects.append(.startServer(Ticket(kind: .startServer, row: 0, attempt: 1)))
      }
      return .none(reason: Waiting.starting)
    }
  }

  static let serverPatience = Span.seconds(10)

  /// Whether notifications can be shown at all, as far as is known. (T21)
  var denied: Bool {
    if !situation.permitted { return true }
    switch situation.server {
    case .absent, .silent: return true
    case .startable: return memory.serverWouldNotStart
    case .present: return false
    }
  }

  private func keepWaiting(_ ready: [Delivery], _ reason: String) throws(StoreFailure) {
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

  private func show(_ delivery: Delivery, _ server: NotificationServer) throws(StoreFailure) {
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
      replaces: replaced, words: environment.words)
    call.picture = try picture(of: delivery, traits)
    memory.handedOverAt = now
    effects.append(
      .show(call, Ticket(kind: .show, row: delivery.id, attempt: delivery.calls)))
  }
}
