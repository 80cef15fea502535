package import CarillonLedger

/// The services that the user is signed in to: each is told where this device can be reached. (D1)
///
/// The new endpoint is told before the old one is taken back, so that no message is lost in between. What
/// a service is told waits in the outbox; the keys to seal for are put in when it is sent, and never
/// stored.
package final class Accounts: Room {
  package let ledger: Ledger
  let inbox: Inbox
  package let all: [any Account.Type]
  package internal(set) var memory: Memory

  /// What outlives a turn.
  package struct Memory {
    /// The stored states; nil until they are read.
    var states: [String: AccountState]?
    /// What senders need of the keys that were read.
    var publicKeys: [SecretReference: PublicKeys] = [:]
    /// The accounts whose keys are being made or read, by the ticket's row.
    fileprivate var asked: [Int64: AskedKeys] = [:]
    fileprivate var lastTicket: Int64 = 0
    /// The entries of lists that are still to be taken in, by account.
    var listed: [String: [Listed]] = [:]
    /// Whether lists are wanted although no message asks for them: of accounts, by name.
    var wantsLists: Set<String> = []
    /// When a foreign sender last had lists asked for, and who is to be asked again later; by name.
    var foreignAt: [String: Instant] = [:]
    var later: Set<String> = []

    package init() {}
  }

  /// Keys that are being read, or made if `keys` is nil.
  fileprivate struct AskedKeys {
    var account: String
    var keys: SecretReference?
  }

  struct Listed {
    var list: String
    var entry: JSONValue
  }

  package init(_ ledger: Ledger, _ inbox: Inbox, _ all: [any Account.Type], _ memory: Memory) {
    self.ledger = ledger
    self.inbox = inbox
    self.all = all
    self.memory = memory
  }

  // MARK: State

  private func states() throws(StoreFailure) -> [String: AccountState] {
    if let known = memory.states { return known }
    // A damaged note counts as none: the services are told once more.
    let stored = try rows.note(Note.accounts).flatMap {
      deserialize([String: AccountState].self, from: $0)
    }
    var sound = stored ?? [:]
    // A database may have been edited, and the clock is added to instants.
    for (name, state) in sound where !(Span.days(-36_525)...Span.days(36_525)).contains(state.clock)
    {
      sound[name]?.clock = .zero
    }
    memory.states = sound
    return sound
  }

  package func state(of account: any Account.Type) throws(StoreFailure) -> AccountState {
    try states()[account.name] ?? AccountState()
  }

  func set(_ state: AccountState, of account: any Account.Type) throws(StoreFailure) {
    var states = try states()
    guard states[account.name] != state else { return }
    states[account.name] = state.isEmpty && state.origin == nil ? nil : state
    memory.states = states
    try rows.setNote(Note.accounts, states.isEmpty ? nil : serialize(states))
    changed(.state)
  }

  /// The secrets that it needs, beside those that the settings name. (T27)
  package var secrets: [SecretReference] {
    get throws(StoreFailure) {
      guard !all.isEmpty else { return [] }
      return try states().values.flatMap(\.secrets)
    }
  }

  /// The same with the addresses that they were given for, as documents have them.
  package var secretUses: JSONValue {
    get throws(StoreFailure) {
      guard !all.isEmpty else { return .array([]) }
      let states = try states().sorted { $0.key < $1.key }.map(\.value)
      let services = states.flatMap { [$0.service].compactMap(\.self) + $0.former.map(\.service) }
      let keys = states.compactMap(\.keys).map {
        JSONValue.object(["keys": .object(["secretReference": .text($0.id)])])
      }
      return .array(services.map(\.document) + keys)
    }
  }

  /// The keys of this device at each service. (C2)
  package var keys: [SecretReference] {
    get throws(StoreFailure) {
      guard !all.isEmpty else { return [] }
      return try states().sorted { $0.key < $1.key }.compactMap(\.value.keys)
    }
  }

  // MARK: Telling

  /// How long what a service was told counts. (D1)
  static let life = Span.days(7)
  /// When a device that was refused is tried again.
  static let patience = Span.days(1)

  /// A process begins: what happened meanwhile is asked for.
  package func begin() { for account in all { memory.wantsLists.insert(account.name) } }

  package func learn(_ change: Situation.Change) {
    switch change {
    // What came meanwhile may be lost. A connection that comes and goes all the time has it asked for no more
    // often than a stranger's message.
    case .outage: for account in all { wantListsSoon(of: account) }
    case .keyring: memory.asked = [:]
    default: break
    }
  }

  /// Has the services told what they do not know yet.
  ///
  /// `badge` says how many messages wait to be read. (D8)
  package func follow(badge: () throws(StoreFailure) -> Int) throws(StoreFailure) {
    for account in all {
      var state = try state(of: account)
      let former = state.service
      state.move(to: account.service(try settings))
      guard !state.isEmpty else {
        memory.later.remove(account.name)
        try set(state, of: account)
        continue
      }
      try leaveFormer(&state, of: account)
      if state.service != former {
        memory.listed[account.name] = nil
        if state.service != nil { memory.wantsLists.insert(account.name) }
        // Where postings go follows from it.
        try set(state, of: account)
      }
      try register(&state, at: account)
      try takeBack(&state, at: account)
      try tell(badge(), &state, to: account)
      try tellPreferences(&state, to: account)
      try set(state, of: account)
      try askForLists(of: account, state)
      try forgetFormer(account)
      try syncLater(account)
      try takeListed(by: account)
    }
  }

  private func register(
    _ state: inout AccountState, at account: any Account.Type
  ) throws(StoreFailure) {
    guard state.service != nil else { return }
    guard let endpoint = try ledger.endpoint() else {
      try withdraw(&state, at: account)
      return
    }
    guard let keys = state.keys else { return ask(for: nil, account) }
    let device = AccountDevice(endpoint: endpoint, keys: keys)
    if state.telling == endpoint {
      if memory.publicKeys[keys] == nil { ask(for: keys, account) }
      return
    }
    try withdraw(&state, at: account)
    if var told = state.told, told.device == device {
      if told.at > now {
        // The clock has gone back.
        told.at = now
        state.told = told
      }
      guard now - told.at >= Accounts.life else { return }
    } else if let refused = state.registering, refused.endpoint == endpoint, refused.at <= now,
      now - refused.at < Accounts.patience
    {
      return
    }
    guard memory.publicKeys[keys] != nil else { return ask(for: keys, account) }
    state.telling = endpoint
    state.remember(endpoint, account.path(.remove(endpoint: endpoint), try settings))
    try post(.post, "register", about: endpoint, to: Accounts.address(of: account))
  }

  /// What waits names an endpoint that is no more, also if the one before has come back.
  private func withdraw(
    _ state: inout AccountState, at account: any Account.Type
  ) throws(StoreFailure) {
    guard let endpoint = state.telling else { return }
    for posting in try forgetWaiting("register", at: account) where posting.attempts == 0 {
      // It was never sent, so there is nothing to be removed.
      if state.told?.device.endpoint != endpoint { state.removals[endpoint] = nil }
    }
    state.telling = nil
  }

  /// Tells how many messages wait to be read; of what waits to be told, only the last counts. (D8)
  private func tell(
    _ badge: Int, _ state: inout AccountState, to account: any Account.Type
  ) throws(StoreFailure) {
    guard state.service != nil, state.badge != badge else { return }
    let isNew = state.badge != nil || badge > 0
    state.badge = badge
    guard isNew else { return }
    try forgetWaiting("badge", at: account)
    try post(
      .put, "badge", about: String(badge), to: Accounts.address(of: account),
      account.badge(badge))
  }

  /// What waits to be told counts no more; returns it.
  @discardableResult
  func forgetWaiting(
    _ what: String, at account: any Account.Type
  ) throws(StoreFailure) -> [Posting] {
    let waiting = try rows.postings(to: Accounts.address(of: account), limit: Ledger.step)
      .filter { !$0.inFlight && Accounts.parts(of: $0)?.what == what }
    for posting in waiting { try ledger.hear(.toForget(posting)) }
    return waiting
  }

  private func takeBack(
    _ state: inout AccountState, at account: any Account.Type
  ) throws(StoreFailure) {
    guard let former = state.former.first else { return }
    let address = Accounts.address(ofFormer: account)
    guard try rows.postings(to: address, limit: 1).isEmpty else { return }
    if state.counts(former) {
      // The user has signed in again.
      state.former.removeFirst()
      return
    }
    try set(state, of: account)
    try post(.delete, "remove", about: former.endpoint, to: address)
  }

  func post(
    _ method: Posting.Method, _ what: String, about: String, to address: Address,
    _ body: JSONValue = .object([:]), for life: Span = Posting.life
  ) throws(StoreFailure) {
    let posting = Posting(
      to: address, method: method, key: "\(address.name):\(what):\(now.milliseconds):\(fnv(about))",
      body: body.serialized, policy: .atLeastOnce(for: life), about: "\(what) \(about)",
      createdAt: now)
    try ledger.hear(.toPost(posting))
  }

  // MARK: Keys

  private func ask(for keys: SecretReference?, _ account: any Account.Type) {
    guard situation.keyring != .locked,
      !memory.asked.values.contains(where: { $0.account == account.name })
    else { return }
    memory.lastTicket += 1
    memory.asked[memory.lastTicket] = AskedKeys(account: account.name, keys: keys)
    emit(.keys(keys, Ticket(kind: .deviceKeys, row: memory.lastTicket, attempt: 1)))
  }

  /// The keys of a device are there.
  package func finish(_ ticket: Ticket, _ result: KeysResult) throws(StoreFailure) {
    guard let asked = memory.asked.removeValue(forKey: ticket.row),
      let account = all.first(where: { $0.name == asked.account })
    else { return }
    var state = try state(of: account)
    switch result {
    case .ready(let reference, let p256dh, let auth):
      // The user may have signed out, and in again, meanwhile: what was read then is forgotten by now.
      guard state.service != nil, state.keys == asked.keys else {
        if asked.keys == nil { emit(.forget([reference])) }
        return
      }
      state.keys = reference
      memory.publicKeys = [reference: PublicKeys(p256dh: p256dh, auth: auth)]
    case .unreadable:
      // Locked: it is tried again when that changes. Else they are gone, and there are new ones.
      guard situation.keyring != .locked, state.keys != nil, state.keys == asked.keys else {
        return
      }
      state.keys = nil
      state.told = nil
      state.telling = nil
      try forgetWaiting("register", at: account)
    }
    try set(state, of: account)
  }

  /// When a service is told again that it can reach this device.
  package func wakes() throws(StoreFailure) -> [Instant] {
    guard !all.isEmpty else { return [] }
    return try states().values.flatMap { state in
      [
        state.telling == nil ? state.told.map { $0.at + Accounts.life } : nil,
        state.registering.map { $0.at + Accounts.patience },
      ].compactMap(\.self)
    } + syncWakes
  }
}
