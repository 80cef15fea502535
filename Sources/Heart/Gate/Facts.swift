import CarillonLedger

/// What rules may know of one delivery; each fact is looked up when it is first asked for.
final class Facts: Room {
  let ledger: Ledger
  let delivery: Delivery
  let standing: Standing
  /// What holds it back now, if anything; urgent ones are not held. (§5)
  let holding: Ledger.Hold?
  private let answersCommand: (Action, Subject) -> Bool

  init(
    _ ledger: Ledger, _ delivery: Delivery, _ standing: Standing, holding: Ledger.Hold? = nil,
    answersCommand: @escaping (Action, Subject) -> Bool
  ) {
    self.ledger = ledger
    self.delivery = delivery
    self.standing = standing
    self.holding = holding
    self.answersCommand = answersCommand
  }

  /// There is content, and it is young enough. (T4, T5)
  func content() throws(StoreFailure) -> Ruling {
    // The return of a snooze is as old as it was. (T33)
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

  /// What a message says is over when it says so. (B1)
  func expiry() -> Ruling {
    guard let request = delivery.request, !delivery.returning else { return .pass(nil) }
    if request.hasExpired(at: now) { return .skip(.expired) }
    return .pass(.passed(.unexpired))
  }

  /// It was fetched for the present identity. (T29)
  func identity() throws(StoreFailure) -> Ruling {
    guard try ledger.isOurs(delivery) else { return .skip(.otherIdentity) }
    let isNews = standing == .planned && delivery.did != nil
    return .pass(isNews ? .passed(.identity) : nil)
  }

  /// Its kind of notification is switched on. (D7)
  func channel() throws(StoreFailure) -> Ruling {
    // Its members were asked before they became one.
    if delivery.isDigest { return .pass(nil) }
    let evidence = GateCheck.Evidence.channel(delivery.channel)
    guard try settings.channel(delivery.channel).enabled else {
      return .skip(.channelOff, evidence)
    }
    return .pass(.passed(.channel, evidence))
  }

  /// Nothing holds it back. (T37, J14, J26)
  func hold() throws(StoreFailure) -> Ruling {
    if let holding { return .hold(holding) }
    return .pass(.passed(.hold))
  }

  /// It has a text that can be read, or will be.
  func text() -> Ruling {
    // A sealed text whose key is lost can never be shown: treat it as no text.
    delivery.text == .lost ? .skip(.noContent) : .pass(nil)
  }

  /// News of its subject is wanted on the screen: within a stage only where the subject stands there,
  /// once dismissed or over only what insists. (B11, B13, B22)
  func active() throws(StoreFailure) -> Ruling {
    guard let request = delivery.request else { return .pass(nil) }
    if standing == .retried, request.asked {
      // How the next command ended has been told meanwhile. (B17)
      return try rows.successor(of: delivery) == nil ? .pass(nil) : .skip(.newer)
    }
    if let reason = try unwanted(request) { return .skip(reason) }
    return .pass(.passed(.active))
  }

  private func unwanted(_ request: Request) throws(StoreFailure) -> Reason? {
    let thread = try rows.thread(delivery.tag)
    guard !request.insists else { return nil }
    if thread?.dismissed == true { return .dismissed }
    if thread?.isOver == true { return .earlierStage }
    guard request.silent else { return nil }
    let stands = try rows.onScreen(tag: delivery.tag).contains { $0.id != delivery.id }
    let comes = try live().contains {
      $0.tag == delivery.tag && $0.id != delivery.id && $0.status == .showing
    }
    guard stands || comes else { return try isAwaited() ? nil : .quiet }
    if case .present(let server) = situation.server, ServerTraits(server).replacingLosesButtons,
      !request.actions.isEmpty
    {
      return .keepsButtons
    }
    return nil
  }

  /// Whether the notification went only because the user gave a command: it comes back with what
  /// became of it. (B13)
  private func isAwaited() throws(StoreFailure) -> Bool {
    guard let thread = try rows.thread(delivery.tag),
      let last = try rows.lastShown(tag: delivery.tag), let request = last.request,
      request.resident, let action = request.actions.first(where: { $0.id == last.response })
    else { return false }
    return answersCommand(action, thread)
  }
}
