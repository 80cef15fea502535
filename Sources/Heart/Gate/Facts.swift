import CarillonLedger

/// What rules may know about one delivery; facts are looked up when a rule asks.
final class Facts: Room {
  let ledger: Ledger
  let delivery: Delivery
  let standing: Standing
  /// The hold that applies now; urgent deliveries are never held. (§5)
  let currentHold: Ledger.Hold?
  private let answersCommand: (Action, Subject) -> Bool

  init(
    _ ledger: Ledger, _ delivery: Delivery, _ standing: Standing,
    heldBy currentHold: Ledger.Hold? = nil,
    answersCommand: @escaping (Action, Subject) -> Bool
  ) {
    self.ledger = ledger
    self.delivery = delivery
    self.standing = standing
    self.currentHold = currentHold
    self.answersCommand = answersCommand
  }

  /// Whether there is content that is young enough. (T4, T5)
  func content() throws(StoreFailure) -> Ruling {
    // The age of content does not matter when a snooze returns. (T33)
    guard let source = ledger.source(of: delivery), !delivery.returning else { return .pass(nil) }
    if let problem = try source.problem(with: delivery) {
      return .skip(problem.reason, problem.evidence)
    }
    if delivery.title == nil, try !source.awaitsKey(delivery) {
      return .skip(.noContent)
    }
    guard standing == .planned else { return .pass(nil) }
    return .pass(.passed(.content, try source.evidence(of: delivery)))
  }

  /// Whether the message is still valid by its own `expiresAt`. (B1)
  func expiry() -> Ruling {
    guard let request = delivery.request, !delivery.returning else { return .pass(nil) }
    if request.hasExpired(at: now) { return .skip(.expired) }
    return .pass(.passed(.unexpired))
  }

  /// Whether it was fetched for the current identity. (T29)
  func identity() throws(StoreFailure) -> Ruling {
    guard try ledger.isOurs(delivery) else { return .skip(.otherIdentity) }
    let isNews = standing == .planned && delivery.did != nil
    return .pass(isNews ? .passed(.identity) : nil)
  }

  /// Whether its channel is on. (D7)
  func channel() throws(StoreFailure) -> Ruling {
    // Its members have been asked.
    if delivery.isDigest || delivery.isAway { return .pass(nil) }
    let evidence = GateCheck.Evidence.channel(delivery.channel)
    if let channel = try ledger.channelOff(of: delivery) {
      return .skip(.channelOff, .channel(channel))
    }
    if delivery.request?.isUnwanted == true { return .skip(.channelOff, evidence) }
    return .pass(.passed(.channel, evidence))
  }

  /// Whether the user has answered it on another device, or its sender has taken it back; what insists
  /// comes all the same. (J28, C4)
  func elsewhere() throws(StoreFailure) -> Ruling {
    guard delivery.isOrdinary, delivery.request?.insists != true,
      let answer = try rows.elsewhere(delivery.tag)
    else { return .pass(nil) }
    guard answer.operation == .withdrawn else { return .skip(.elsewhere) }
    if let sentAt = delivery.request?.sentAt, answer.isBefore(sentAt) { return .pass(nil) }
    return .skip(.takenBack)
  }

  /// Whether what waited at its server is still being read. (C4)
  func backlog() -> Ruling {
    if let currentHold, currentHold.cause == .backlog { return .hold(currentHold) }
    return .pass(nil)
  }

  /// Whether it is shown in the window, which the user has before them. (D3)
  ///
  /// If the window is full, it is told like all others, unless it takes the place of an older banner.
  func window() throws(StoreFailure) -> Ruling {
    guard delivery.isOrdinary, delivery.request?.inWindow == true, situation.focused,
      !situation.locked
    else { return .pass(nil) }
    if try ledger.windowIsFull, !(try rows.banners().contains { $0.tag == delivery.tag }) {
      return .pass(nil)
    }
    return .banner
  }

  /// Whether a pause or quiet hours hold it. (T37, J14)
  func hold() -> Ruling {
    guard let currentHold, currentHold.cause == .paused || currentHold.cause == .quietHours else {
      return .pass(.passed(.hold))
    }
    return .hold(currentHold)
  }

  /// Whether it waits for an hour of its channel. (§5, At my hours)
  func hour() -> Ruling {
    if let currentHold, currentHold.cause == .at { return .hold(currentHold) }
    return .pass(delivery.heldUntil == nil ? nil : .passed(.at))
  }

  /// Whether there were too many popups. (J26)
  func throttle() -> Ruling {
    if let currentHold, currentHold.cause == .throttle { return .hold(currentHold) }
    return .pass(nil)
  }

  /// Whether its text can be read, now or later.
  func text() -> Ruling {
    // A sealed text whose key is lost can never be shown: treat it as no text. An hour that was snoozed is
    // not skipped: it stays as shown.
    delivery.text == .lost && delivery.status != .snoozed ? .skip(.noContent) : .pass(nil)
  }

  /// Whether the screen should show it: updates within a stage only if the subject is on the screen,
  /// and only what insists if the subject was dismissed or is over. (B11, B13, B22)
  func active() throws(StoreFailure) -> Ruling {
    guard let request = delivery.request else { return .pass(nil) }
    if standing == .retried, request.asked {
      // The outcome of a later command has been shown meanwhile. (B17)
      return try rows.successor(of: delivery) == nil ? .pass(nil) : .skip(.newer)
    }
    if let reason = try unwanted(request) { return .skip(reason) }
    return .pass(.passed(.active))
  }

  private func unwanted(_ request: Request) throws(StoreFailure) -> Reason? {
    let thread = try rows.thread(delivery.tag)
    guard !request.insists else { return nil }
    if thread?.dismissed == true, try predecessor()?.request?.insists != true { return .dismissed }
    if thread?.isOver == true { return .earlierStage }
    guard request.silent, try predecessor() == nil else { return nil }
    let stands = try rows.onScreen(tag: delivery.tag).contains {
      $0.id != delivery.id && !ledger.hasLeft($0)
    }
    let comes = try awake().contains {
      $0.tag == delivery.tag && $0.id != delivery.id && $0.status == .showing
    }
    let banners = ledger.mayBeInWindow ? try rows.banners() : []
    // Its banner is renewed, which loses no buttons. (D3)
    if !stands, banners.contains(where: { $0.tag == delivery.tag && $0.id != delivery.id }) {
      return nil
    }
    guard stands || comes else { return try isAwaited() ? nil : .quiet }
    if case .present(let server) = situation.server, ServerTraits(server).replacingLosesButtons,
      !request.actions.isEmpty
    {
      return .keepsButtons
    }
    return nil
  }

  /// An older one of its subject that is still to be shown: this one takes its place, and the attention
  /// that it asked for.
  private func predecessor() throws(StoreFailure) -> Delivery? {
    guard standing == .message else { return nil }
    let waiting = try awake().last { older in
      guard older.tag == delivery.tag, older.id < delivery.id, older.isOrdinary else {
        return false
      }
      // Held ones among them were let go, and wait for something else now.
      return switch older.status {
      case .scheduled, .held: true
      default: older.status == .showing && older.errorAt != nil
      }
    }
    if let waiting { return waiting }
    return try rows.resting(tag: delivery.tag).last { $0.id < delivery.id }
  }

  /// Whether the notification is gone only because the user pressed a button that sent a command: it
  /// comes back with the outcome. (B13)
  private func isAwaited() throws(StoreFailure) -> Bool {
    guard let thread = try rows.thread(delivery.tag),
      let last = try rows.lastShown(tag: delivery.tag), let request = last.request,
      request.resident, let action = request.actions.first(where: { $0.id == last.response })
    else { return false }
    return answersCommand(action, thread)
  }
}

extension Ledger {
  /// The first channel of a delivery that the user has switched off; nil if none is.
  ///
  /// A brew has the channel of brews, and the user may have switched off the topic it came by; a work order may name
  /// the channel of alarms. (C4, D2)
  func channelOff(of delivery: Delivery) throws(StoreFailure) -> String? {
    let others = [delivery.request?.topic, delivery.request?.usualChannel].compactMap(\.self)
    for channel in [delivery.channel] + others where try !settings.channel(channel).enabled {
      return channel
    }
    return nil
  }
}
