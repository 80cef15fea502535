package import CarillonLedger

/// The notification server: one call at a time, and the notifications on screen. (T21, T32)
///
/// Everything that shows, replaces, or closes a notification goes through here, in order.
package final class Screen: Room {
  package let ledger: Ledger
  package private(set) var memory: Memory
  private let presenter: any Presenter

  /// The state that is kept between turns: open calls.
  package struct Memory {
    /// Whether the bus has been asked to start the notification server.
    fileprivate var startingServer = false
    /// The delivery whose picture call is in flight. (B8)
    fileprivate var painting: Int64?
    /// The notifications to close once the call in flight ends, unless it replaces them. (B11)
    fileprivate(set) var closesAfterCall: [OnScreen] = []
    /// The delivery that makes no sound, whatever it asks for: its place has had one. (D14)
    fileprivate(set) var quiet: Int64?

    package init() {}
  }

  package init(_ ledger: Ledger, _ memory: Memory, _ presenter: any Presenter) {
    self.ledger = ledger
    self.memory = memory
    self.presenter = presenter
  }

  package enum Availability {
    case none(reason: Waiting)
    /// A call is in flight.
    case busy
    case some(NotificationServer)
  }

  /// Whether a server can show a notification now; starts one if the bus can. (T21)
  package func availability() throws(StoreFailure) -> Availability {
    guard situation.permitted else { return .none(reason: .noServer) }
    switch situation.server {
    case .present(let server): return try isBusy() ? .busy : .some(server)
    case .absent, .silent: return .none(reason: .noServer)
    case .startable:
      if ledger.memory.serverWouldNotStart { return .none(reason: .noServer) }
      // A call too early in a session starts the wrong server.
      if now >= ledger.memory.startedAt + Ledger.serverPatience, !memory.startingServer {
        memory.startingServer = true
        emit(.startServer(Ticket(kind: .startServer, row: 0, attempt: 1)))
      }
      return .none(reason: .starting)
    }
  }

  /// The server that can take a call now; never starts one.
  func presence() throws(StoreFailure) -> NotificationServer? {
    guard situation.permitted, case .present(let server) = situation.server, try !isBusy() else {
      return nil
    }
    return server
  }

  /// Notes that a call for the picture of `delivery` is in flight.
  func beginPainting(_ delivery: Int64) { memory.painting = delivery }

  /// Ends the picture call; returns whether it was open.
  func endPainting(_ delivery: Int64) -> Bool {
    guard memory.painting == delivery else { return false }
    memory.painting = nil
    return true
  }

  /// Closes `screen` once the call in flight ends, unless that call replaces it. (B11)
  func closeAfterCall(_ screen: OnScreen) { memory.closesAfterCall.append(screen) }

  func takeClosesAfterCall() -> [OnScreen] {
    defer { memory.closesAfterCall = [] }
    return memory.closesAfterCall
  }

  /// Whether a call is still waiting for its answer.
  private func isBusy() throws(StoreFailure) -> Bool {
    if memory.painting != nil { return true }
    return try awake().contains { $0.isInFlight }
  }

  /// Handles the bus's answer to a request to start a server. (T21)
  package func finish(startingServer started: Bool) {
    guard memory.startingServer else { return }
    memory.startingServer = false
    if !started || situation.server == .startable { ledger.serverWouldNotStart() }
  }

  /// Lets deliveries wait for `reason`. (T21)
  ///
  /// Without a server, the deliveries that the user asked for are taken back instead.
  package func keepWaiting(_ ready: [Delivery], _ reason: Waiting) throws(StoreFailure) {
    for var delivery in ready where !delivery.isGathering {
      if reason == .noServer, delivery.askedFor, delivery.status != .snoozed,
        !delivery.returning
      {
        if delivery.status == .showing {
          // It was refused once, so nothing is on screen.
          delivery.errorAt = nil
          try move(&delivery, to: .scheduled, .waited(reason))
        }
        try takeBack(&delivery)
        continue
      }
      guard delivery.waiting != reason else { continue }
      let news = delivery.waiting != .noServer
      delivery.waiting = reason
      try save(delivery)
      if reason != .busy { try trace(delivery, .waiting(for: reason)) }
      if reason == .noServer, news { try report(.scheduleDenied, about: delivery) }
      changed(.state)
    }
  }

  /// Hands `delivery` to the server; `isQuiet`: without a sound, whatever it asks for.
  package func show(
    _ delivery: Delivery, _ server: NotificationServer, isQuiet: Bool = false
  ) throws(StoreFailure) {
    var delivery = try presenter.renewed(delivery) ?? delivery
    // A second attempt is as quiet as the first.
    if isQuiet {
      memory.quiet = delivery.id
    } else if delivery.status != .showing {
      memory.quiet = nil
    }
    let traits = ServerTraits(server)
    delivery.calls += 1
    delivery.waiting = nil
    delivery.showingAt = now
    // Committed before the call: a crash in between loses nothing. (T38)
    delivery.unseen = situation.locked && !delivery.isAway
    let again = delivery.status == .showing
    if again {
      // Second attempt: `error` stays set, so that another refusal is final.
      delivery.errorAt = nil
      delivery.replaced = false
      try save(delivery)
      try trace(delivery, .retry)
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
    var (isUpdate, isLeftover) = (false, false)
    for old in try placeholders(of: delivery) {
      replaced = old.onScreen
      if ledger.hasLeft(old) { isLeftover = true } else { isUpdate = true }
    }
    if let screen = replaced, screen.owner != server.owner || screen.bus != server.bus {
      replaced = nil
      isUpdate = false
    }
    // A replacement does not count as another popup, even if the old one has to be closed first. A
    // second attempt counts as the first did. (J26)
    if let request = delivery.request {
      if !request.asked, request.returns != true, !request.silent, !isUpdate, !again {
        delivery.poppedUp = true
      }
      try save(delivery)
    }
    // If the new notification has no buttons, losing them does no harm.
    let losesButtons = traits.replacingLosesButtons && delivery.request?.actions.isEmpty != true
    // What a former process has left is about to be closed, and what took its place would be closed with it. (T32)
    if replaced != nil, losesButtons || isLeftover {
      for old in try placeholders(of: delivery) { try close(old, as: .replaced) }
      replaced = nil
    }
    let call = try call(for: delivery, traits, replacing: replaced)
    ledger.handedOver()
    emit(
      .show(call, Ticket(kind: .show, row: delivery.id, attempt: delivery.calls)))
  }

  /// The notifications on screen that `delivery` is to replace: those with its tag, and for a digest also
  /// those that it tells of again. (B11, J24)
  func placeholders(of delivery: Delivery) throws(StoreFailure) -> [Delivery] {
    let own = try rows.onScreen(tag: delivery.tag).filter { $0.id != delivery.id }
    // What was in a group stands in its place, once it is the last one left.
    guard delivery.isDigest || delivery.request?.joining != nil else { return own }
    let told = try rows.told(in: delivery.id).filter { old in
      old.onScreen != nil && old.response == nil && !old.replaced && old.tag != delivery.tag
    }
    return own + told
  }

  /// The call that shows `delivery` in the place of `replaced`, with the picture that is at hand.
  func call(
    for delivery: Delivery, _ traits: ServerTraits, replacing replaced: OnScreen?
  ) throws(StoreFailure) -> NotifyCall {
    var call = NotifyCall(
      delivery, channel: try choice(for: delivery), traits: traits,
      replaces: replaced, buttons: try presenter.buttons(of: delivery), words: words)
    if isQuiet(delivery) { (call.soundName, call.suppressSound) = (nil, true) }
    call.picture = try presenter.picture(of: delivery, side: traits.imageSide)
    return call
  }

  func isQuiet(_ delivery: Delivery) -> Bool { memory.quiet == delivery.id }

  /// What the user has chosen for its channel; what stands for several has the channel of the newest.
  func choice(for delivery: Delivery) throws(StoreFailure) -> Settings.ChannelChoice {
    guard delivery.isDigest, let newest = try newestMember(of: delivery), newest.isMessage else {
      return try settings.choice(for: delivery)
    }
    return try settings.choice(for: newest)
  }

  /// The newest of those that it stands for; what only says anew what a group is stands for the former's.
  private func newestMember(of digest: Delivery) throws(StoreFailure) -> Delivery? {
    var seen: Set<Int64> = []
    var next = Optional(digest)
    while let digest = next, digest.isDigest, seen.insert(digest.id).inserted {
      if let newest = try rows.members(of: digest.id, after: nil, limit: 1).first { return newest }
      next = try rows.told(in: digest.id).last
    }
    return next
  }

  /// Reuses the picture of the notification that this one replaces, so it is there from the start.
  private func takeOverPicture(_ delivery: inout Delivery) throws(StoreFailure) {
    guard let image = delivery.request?.image, delivery.request?.photo == nil else { return }
    for old in try rows.onScreen(tag: delivery.tag)
    where old.id != delivery.id && old.request?.image == image {
      guard let file = old.request?.photo?.file else { continue }
      delivery.request?.photo = .settled(file: file)
    }
  }
}
