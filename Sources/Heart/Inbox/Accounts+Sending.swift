package import CarillonLedger

/// What is sent to the services that the user is signed in to, and what they answer. (D1, D8, D9, D10)
extension Accounts: Addressees {
  private static let formerSuffix = "/former"

  static func address(of account: any Account.Type) -> Address {
    Address(Address.accounts + account.name)
  }

  static func address(ofFormer account: any Account.Type) -> Address {
    Address(Address.accounts + account.name + formerSuffix)
  }

  private func account(at address: Address) -> (any Account.Type)? {
    all.first { Accounts.address(of: $0) == address || Accounts.address(ofFormer: $0) == address }
  }

  static func parts(of posting: Posting) -> (what: String, about: String)? {
    let parts = posting.about.split(separator: " ", maxSplits: 1)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }

  package func destination(of address: Address) throws(StoreFailure) -> FetchSpec? {
    guard let account = account(at: address) else { return nil }
    let state = try state(of: account)
    return address == Accounts.address(of: account) ? state.service : state.former.first?.service
  }

  package func destination(of posting: Posting) throws(StoreFailure) -> FetchSpec? {
    guard let account = account(at: posting.address),
      let (what, about) = Accounts.parts(of: posting),
      var spec = try destination(of: posting.address)
    else { return nil }
    if what == "remove" {
      spec.url += try state(of: account).former.first?.path ?? ""
      return spec
    }
    let call: AccountCall =
      switch what {
      case "register": .register
      case "badge": .badge
      case "preferences": .preferences
      case Accounts.status: .status
      default: .list(about)
      }
    spec.url += account.path(call, try settings)
    return spec
  }

  /// The endpoint that it names was lost while its first attempt was under way.
  package func leadsNowhere(_ posting: Posting) throws(StoreFailure) -> Bool {
    guard account(at: posting.address) != nil,
      let (what, about) = Accounts.parts(of: posting), what == "register"
    else { return false }
    return try ledger.endpoint() != about
  }

  package func body(of posting: Posting) -> String? {
    guard let account = account(at: posting.address),
      let (what, about) = Accounts.parts(of: posting), what == "register",
      let (reference, keys) = keysAtHand(account)
    else { return nil }
    return account.registration(AccountDevice(endpoint: about, keys: reference), keys).serialized
  }

  package func isReady(_ posting: Posting) -> Bool {
    guard let account = account(at: posting.address),
      Accounts.parts(of: posting)?.what == "register"
    else { return true }
    return keysAtHand(account) != nil
  }

  private func keysAtHand(_ account: any Account.Type) -> (SecretReference, PublicKeys)? {
    guard let reference = memory.states?[account.name]?.keys,
      let keys = memory.publicKeys[reference]
    else { return nil }
    return (reference, keys)
  }

  /// A token that counts no more: what waits is sent once the user has signed in again. (D1)
  package func keeps(_ status: Int, at address: Address) -> Bool {
    status == 401 && all.contains { Accounts.address(of: $0) == address }
  }

  package func keptWaiting(_ posting: Posting, _ status: Int?) throws(StoreFailure) {
    guard let account = account(at: posting.address) else { return }
    var state = try state(of: account)
    guard posting.id != state.formerPosting else { return }
    state.signedOutAt = state.signedOutAt ?? now
    state.tokenIsGone = status == nil
    try set(state, of: account)
  }

  /// A posting has ended, which may have been one to a service.
  package func posted(_ posting: Posting, _ end: Posting.End) throws(StoreFailure) {
    guard let account = account(at: posting.address),
      let (what, about) = Accounts.parts(of: posting)
    else { return }
    var state = try state(of: account)
    if what == "remove" {
      // Whatever it was answered: there is nothing to do about it.
      if state.former.first?.endpoint == about { state.former.removeFirst() }
      try registerAgain(about, &state, at: account)
      return try set(state, of: account)
    }
    // What the former service answers late says nothing about this one.
    guard state.service != nil, posting.id != state.formerPosting else { return }
    if case .taken = end { state.signedOutAt = nil }
    if case .read(_, let at) = end {
      state.signedOutAt = nil
      if let at { state.noteClock(at, at: now) }
    }
    if what == "register" {
      note(end, of: about, in: &state)
    } else if what == "preferences" {
      if case .read(let text, _) = end { try take(preferences: text, from: account, &state) }
    } else if what == "list", case .refused(let status) = end {
      state.listing = AccountState.Trouble(status: status, at: now)
    } else if what == "list", case .read(let text, _) = end {
      state.listing = nil
      state.syncedAt = now
      take(text, of: about, from: account, &state)
    }
    try set(state, of: account)
  }

  /// Has this device registered once more, since the removal of a former one may have taken it away.
  ///
  /// It has the same endpoint, and its service may be the same: under another address, or after the user has
  /// signed out and in again.
  private func registerAgain(
    _ removed: String, _ state: inout AccountState, at account: any Account.Type
  ) throws(StoreFailure) {
    if state.told?.device.endpoint == removed { state.told = nil }
    guard state.telling == removed else { return }
    try forgetWaiting("register", at: account)
    state.telling = nil
  }

  private func note(_ end: Posting.End, of endpoint: String, in state: inout AccountState) {
    if state.telling == endpoint { state.telling = nil }
    switch end {
    // It knows this device already.
    case .taken, .read, .refused(status: 409):
      guard let keys = state.keys else { return }
      state.leave(except: endpoint)
      state.told = AccountState.Told(
        device: AccountDevice(endpoint: endpoint, keys: keys), at: now)
      state.registering = nil
    case .refused(let status):
      state.registering = AccountState.Trouble(status: status, at: now, endpoint: endpoint)
    case .failed, .unreachable, .interrupted, .overdue: break
    }
  }
}
