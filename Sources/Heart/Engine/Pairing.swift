import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Senders that may send sealed messages: each has keys of its own. (C2, C8)
struct Pairing {
  let turn: Turn
  private var ledger: Ledger { turn.ledger }
  private var words: Words { ledger.environment.words }

  /// A pairing whose keys are being made or read.
  struct Open {
    var caller: Caller
    var name: String
    /// Whether the keys are new.
    var isNew: Bool
    /// Whether the sender was paired when it was asked for: it may be unpaired before the keys are there.
    var wasPaired: Bool
  }

  /// `Pair`: answers with what the sender needs. (C8)
  func pair(_ name: String, for caller: Caller) throws(StoreFailure) -> Answer? {
    let settings = try ledger.settings
    let hasEndpoint = try ledger.endpoint() != nil
    do throws(Refusal) {
      let name = try PairedSender.name(Field(path: "name", value: .text(name)))
      let known = settings.senders.first { $0.name == name }
      if known == nil, settings.senders.count >= PairedSender.most {
        throw Refusal(.refused, words.say("There are too many paired senders. Remove one first."))
      }
      guard hasEndpoint else { throw noEndpoint }
      request(known?.keys, for: caller, name, wasPaired: known != nil)
      return nil
    } catch {
      return .refused(error)
    }
  }

  /// Gives a sender new keys; what it still sends with the former ones is opened for two days. (C2)
  func renew(_ name: String, for caller: Caller) throws(StoreFailure) -> Answer? {
    guard let sender = try sender(name) else { return .refused(unknown) }
    guard try ledger.endpoint() != nil else { return .refused(noEndpoint) }
    request(nil, for: caller, sender.name, wasPaired: true)
    return nil
  }

  private var noEndpoint: Refusal {
    Refusal(
      .refused,
      words.say(
        "There is no address yet that senders could send to. Choose a distributor, or add a topic.")
    )
  }

  /// `Unpair`: what the sender sends from now on is not opened any more. (C8)
  func unpair(_ name: String) throws(StoreFailure) -> Answer {
    guard try sender(name) != nil else { return .refused(unknown) }
    try change { settings in settings.senders.removeAll { $0.name == name } }
    let left = try ledger.settings.senders.map { JSONValue.text($0.name) }
    return .done(Reply(JSONValue.object(["senders": .array(left)])))
  }

  private func sender(_ name: String) throws(StoreFailure) -> PairedSender? {
    try ledger.settings.senders.first { $0.name == name }
  }

  private var unknown: Refusal {
    Refusal(.notFound, "name: " + words.say("no sender of that name is paired"))
  }

  private func request(
    _ keys: SecretReference?, for caller: Caller, _ name: String, wasPaired: Bool
  ) {
    var row: Int64 = 0
    turn.remember { memory in
      memory.lastPairing += 1
      row = memory.lastPairing
      memory.pairings[row] = Open(
        caller: caller, name: name, isNew: keys == nil, wasPaired: wasPaired)
    }
    ledger.emit(.keys(keys, Ticket(kind: .keys, row: row, attempt: 1)))
  }

  /// The keys are there.
  func finish(_ ticket: Ticket, _ result: KeysResult) throws(StoreFailure) {
    guard let open = turn.memory.pairings[ticket.row] else { return }
    turn.remember { $0.pairings[ticket.row] = nil }
    guard case .ready(let reference, let p256dh, let auth) = result else {
      return ledger.answer(.refused(unreadable), to: open.caller)
    }
    if open.wasPaired {
      guard let sender = try sender(open.name) else {
        // Whoever was unpaired meanwhile stays so.
        if open.isNew { ledger.emit(.forget([reference])) }
        return ledger.answer(.refused(unknown), to: open.caller)
      }
      guard open.isNew || sender.keys == reference else {
        // It has other keys meanwhile.
        return request(sender.keys, for: open.caller, open.name, wasPaired: true)
      }
    }
    guard let endpoint = try ledger.endpoint() else {
      if open.isNew { ledger.emit(.forget([reference])) }
      let sentence = words.say("The address for senders has just been lost. Try again later.")
      return ledger.answer(.refused(Refusal(.refused, sentence)), to: open.caller)
    }
    try change { settings in keep(reference, of: open.name, in: &settings) }
    // The form in which web push hands over a subscription.
    ledger.answer(
      .done(
        Reply(
          JSONValue.object([
            "endpoint": .text(endpoint),
            "keys": .object(["p256dh": .text(p256dh), "auth": .text(auth)]),
          ]))), to: open.caller)
  }

  private var unreadable: Refusal {
    Refusal(
      .refused,
      ledger.situation.keyring == .locked
        ? words.say("The keyring is locked. Unlock it first.")
        : words.say("The keys of this sender are not in the keyring any more. Renew the pairing."))
  }

  private func keep(_ keys: SecretReference, of name: String, in settings: inout Settings) {
    guard let index = settings.senders.firstIndex(where: { $0.name == name }) else {
      settings.senders.append(PairedSender(name: name, keys: keys, pairedAt: ledger.now))
      return
    }
    var sender = settings.senders[index]
    if let before = sender.keys, before != keys {
      sender.former = PairedSender.Former(keys: before, until: ledger.now + PairedSender.overlap)
    }
    sender.keys = keys
    sender.pairedAt = ledger.now
    settings.senders[index] = sender
  }

  private func change(_ change: (inout Settings) -> Void) throws(StoreFailure) {
    let configuring = Configuring(turn: turn)
    let before = try ledger.settings
    let secrets = try configuring.secretsInUse()
    var settings = before
    change(&settings)
    settings.forgetChannels()
    guard settings != before else { return }
    try ledger.store(settings, instead: before)
    try configuring.forgetUnused(before: secrets)
    ledger.changed(.configuration)
    ledger.changed(.state)
  }

  // MARK: Former keys

  /// When former keys are to be forgotten.
  func wakes() throws(StoreFailure) -> [Instant] {
    turn.sealed.mayWait ? [] : try ledger.settings.senders.compactMap { $0.former?.until }
  }

  /// Forgets former keys that count no more, unless something waits that they may open. (C2)
  func forgetFormerKeys() throws(StoreFailure) {
    let now = ledger.now
    let isAnyOver = try ledger.settings.senders.contains {
      $0.former.map { $0.until <= now } ?? false
    }
    guard isAnyOver, !turn.sealed.mayWait else { return }
    try change { settings in
      for index in settings.senders.indices {
        guard let former = settings.senders[index].former, former.until <= now else { continue }
        settings.senders[index].former = nil
      }
    }
  }
}
