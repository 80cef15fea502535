package import CarillonLedger
package import CarillonTime

/// Keeps sealed messages as they came, and has them opened one by one once the keys can be read. (C2)
package final class SealedParcels: Room {
  package let ledger: Ledger
  private let inbox: Inbox
  private let accounts: Accounts
  package private(set) var memory: Memory

  /// What outlives a turn.
  package struct Memory {
    /// Whether rows may say that something waits.
    fileprivate var mayWait = true
    fileprivate var lastTicket = 0
    fileprivate var open: Ticket?
    /// Of whom some may wait, the one first whose turn is longest ago; nil if that is not known.
    ///
    /// However many somebody sends to one address, others do not wait for all of them.
    fileprivate var sources: [SealedParcel.Source]?
    /// The last one of each whose keys could not be read: those up to it are tried again later.
    fileprivate var passedOver: [SealedParcel.Source: Int64] = [:]
    /// When that is, unless the keyring changes before; and how often it was in vain.
    fileprivate var tryAgainAt: Instant?
    fileprivate var failures = 0
    /// The carriers of whose backlog something waits; nil if that is not known.
    fileprivate var backlogs: Set<String>?
    /// The carrier of what was opened last, if it belongs to a backlog.
    fileprivate var justOpened: String?

    package init() {}
  }

  package init(_ ledger: Ledger, _ inbox: Inbox, _ accounts: Accounts, _ memory: Memory) {
    self.ledger = ledger
    self.inbox = inbox
    self.accounts = accounts
    self.memory = memory
  }

  /// Stores what a carrier brought; it may be acknowledged then. (C1)
  ///
  /// One with an id that waits already is a copy of that.
  package func take(_ parcel: Parcel) throws(StoreFailure) {
    guard case .sealed(let bytes) = parcel.body else {
      preconditionFailure("only what is sealed is kept")
    }
    if let topic = parcel.topic, try settings.subscriptions.of(topic: topic) == nil { return }
    try inbox.moveMark(parcel)
    guard bytes.count <= SealedParcel.longest else {
      return try inbox.drop("sealed-too-long", parcel)
    }
    if let id = parcel.id, try rows.hasSealed(by: parcel.carrier, id) { return }
    var kept = parcel
    kept.body = .sealed([])
    kept.mark = nil
    // What has waited for the keyring is told like what has waited at a server. (C4)
    if situation.keyring == .locked { kept.isBacklog = true }
    let sealed = SealedParcel(id: 0, parcel: kept, bytes: bytes, receivedAt: now)
    try rows.insert(sealed)
    memory.mayWait = true
    if memory.sources?.contains(sealed.source) == false { memory.sources?.append(sealed.source) }
    if kept.isBacklog { memory.backlogs?.insert(kept.carrier) }
    changed(.state)
  }

  package func learn(_ change: Situation.Change) {
    guard case .keyring = change else { return }
    beginAnew()
    memory.failures = 0
  }

  /// Those that were passed over are tried again.
  private func beginAnew() {
    memory.passedOver = [:]
    memory.sources = nil
    memory.backlogs = nil
    memory.tryAgainAt = nil
  }

  private static let shortestWait = Span.minutes(1)
  private static let longestWait = Span.hours(24)

  /// Lets others be opened while the keys of this one cannot be read: they may be gone, or a service that is
  /// slow may give them later.
  private func passOver(_ waiting: SealedParcel) {
    memory.passedOver[waiting.source] = waiting.id
    memory.backlogs = nil
    // However many come meanwhile, they put nothing off.
    guard memory.tryAgainAt == nil else { return }
    let doubled = SealedParcels.shortestWait.milliseconds << Int64(min(memory.failures, 12))
    memory.failures += 1
    memory.tryAgainAt = now + min(.milliseconds(doubled), SealedParcels.longestWait)
  }

  /// When what could not be opened is tried again.
  package func wakes() -> [Instant] {
    situation.keyring == .locked ? [] : [memory.tryAgainAt].compactMap(\.self)
  }

  /// Has the next one opened.
  package func follow() throws(StoreFailure) {
    let just = memory.justOpened
    memory.justOpened = nil
    // The gate sees the end of the backlog in a turn of its own, when all of it is there.
    if just != nil { emit(.idleWanted) }
    var backlogs = [just].compactMap(\.self)
    defer { ledger.isOpening(backlogs) }
    guard memory.mayWait else { return }
    // It may also be far ahead, because the clock has gone back.
    if let at = memory.tryAgainAt, at <= now || at > now + SealedParcels.longestWait {
      beginAnew()
    }
    guard situation.keyring != .locked else { return }
    guard memory.open == nil else {
      backlogs += try waitingBacklogs()
      return
    }
    guard let next = try next() else {
      memory.mayWait = !memory.passedOver.isEmpty
      memory.backlogs = nil
      return
    }
    backlogs += try waitingBacklogs()
    memory.lastTicket += 1
    let ticket = Ticket(kind: .unseal, row: next.id, attempt: memory.lastTicket)
    memory.open = ticket
    memory.sources?.removeAll { $0 == next.source }
    memory.sources?.append(next.source)
    let senders = try settings.senders
    let former = senders.compactMap(\.former).filter { next.receivedAt < $0.until }.map(\.keys)
    let keys = try senders.compactMap(\.keys) + former + accounts.keys
    emit(.unseal(OpeningJob(bytes: next.bytes, keys: keys), ticket))
  }

  /// The next one, each source in turn; nil if none waits but those that were passed over.
  private func next() throws(StoreFailure) -> SealedParcel? {
    while let source = try sources().first {
      let passedOver = memory.passedOver[source] ?? 0
      if let next = try rows.firstSealed(of: source, after: passedOver) { return next }
      memory.sources?.removeFirst()
    }
    return nil
  }

  private func sources() throws(StoreFailure) -> [SealedParcel.Source] {
    if let known = memory.sources { return known }
    let found = try rows.sealedSources()
    memory.sources = found
    return found
  }

  /// The carriers of whose backlog something waits: not asked for at each of thousands.
  private func waitingBacklogs() throws(StoreFailure) -> [String] {
    if let known = memory.backlogs { return known.sorted() }
    var found: Set<String> = []
    for source in try sources() where try hasBacklog(source) { found.insert(source.carrier) }
    memory.backlogs = found
    return found.sorted()
  }

  private func hasBacklog(_ source: SealedParcel.Source) throws(StoreFailure) -> Bool {
    try rows.hasSealedBacklog(of: source, after: memory.passedOver[source] ?? 0)
  }

  private func remove(_ waiting: SealedParcel) throws(StoreFailure) {
    try rows.deleteSealed(waiting.id)
    let carrier = waiting.parcel.carrier
    guard waiting.parcel.isBacklog else { return }
    for source in try sources() where source.carrier == carrier {
      if try hasBacklog(source) { return }
    }
    memory.backlogs?.remove(carrier)
  }

  /// Whether something may wait that former keys open.
  package var mayWait: Bool { memory.mayWait }

  /// Takes in what was opened; false if this is the end of other work.
  package func finish(_ ticket: Ticket, _ outcome: Outcome) throws(StoreFailure) -> Bool {
    guard ticket.kind == .unseal, case .unsealed(let result) = outcome else { return false }
    guard ticket == memory.open else { return true }
    memory.open = nil
    guard let waiting = try rows.sealed(ticket.row) else { return true }
    var parcel = waiting.parcel
    switch result {
    case .unreadable:
      passOver(waiting)
      return true
    case .failed(let code): try inbox.drop("sealed-\(code)", parcel)
    case .opened(let text, let keys):
      let sender = try keys.flatMap { (keys) throws(StoreFailure) in
        try settings.senders.first { $0.secrets.contains(keys) }
      }
      let isFromAccount = try keys.map { (keys) throws(StoreFailure) in
        try accounts.keys.contains(keys)
      }
      parcel.isFromAccount = isFromAccount ?? false
      if keys != nil, sender == nil, !parcel.isFromAccount {
        // It was revoked in the meantime.
        try inbox.drop("sealed-no-sender", parcel)
        break
      }
      if parcel.isBacklog { memory.justOpened = parcel.carrier }
      parcel.body = .text(text)
      parcel.sentAt = parcel.sentAt ?? waiting.receivedAt
      parcel.sender = sender?.name
      parcel.seal = SealedParcels.seal(of: waiting.bytes)
      try ledger.hear(.opened(waiting, isOwn: keys == nil))
      try inbox.receive(parcel)
    }
    try remove(waiting)
    changed(.state)
    return true
  }

  /// The salt and the sender's key of a sealed message, which differ for each; nil for what is too short. (C1, C2)
  ///
  /// Unlike a hash of all bytes, they are the same in every copy that can still be opened: the record size, which is
  /// not authenticated, is left out.
  private static func seal(of bytes: [UInt8]) -> String? {
    guard bytes.count > 86, bytes[20] == 65 else { return nil }
    return (bytes[..<16] + bytes[22..<54]).map { byte in
      byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16)
    }.joined()
  }
}
