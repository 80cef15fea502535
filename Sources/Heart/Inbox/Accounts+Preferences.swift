import CarillonLedger

/// What the user prefers, here and at the service: whoever changed it last is right. (D10)
///
/// Both instants are by the service's clock, so that it does not matter whose clock is wrong.
extension Accounts {
  /// Tells what the user has changed here; of what waits to be told, only the last counts.
  func tellPreferences(
    _ state: inout AccountState, to account: any Account.Type
  ) throws(StoreFailure) {
    guard state.service != nil else { return }
    let here = account.preferences(try settings)
    guard var preferences = state.preferences else {
      // Not known yet: what the service says counts.
      state.preferences = AccountState.Preferences(here: here)
      return
    }
    guard preferences.here != here else { return }
    preferences.here = here
    preferences.changedAt = now + state.clock
    state.preferences = preferences
    try put(preferences, to: account)
  }

  private func put(
    _ preferences: AccountState.Preferences, to account: any Account.Type
  ) throws(StoreFailure) {
    try forgetWaiting("preferences", at: account)
    var document = preferences.here.mapValues { JSONValue.bool($0) }
    document["updatedAt"] = preferences.changedAt.map { .text($0.isoUTC) }
    try post(
      .put, "preferences", about: "here", to: Accounts.address(of: account), .object(document))
  }

  func askForPreferences(of account: any Account.Type) throws(StoreFailure) {
    guard try !waits("preferences there", at: account) else { return }
    try post(.get, "preferences", about: "there", to: Accounts.address(of: account))
  }

  private func waits(_ about: String, at account: any Account.Type) throws(StoreFailure) -> Bool {
    try rows.postings(to: Accounts.address(of: account), limit: Ledger.step)
      .contains { $0.about == about }
  }

  /// Takes in what the service says, unless the user has changed it here since.
  func take(
    preferences text: String, from account: any Account.Type, _ state: inout AccountState
  ) throws(StoreFailure) {
    guard case .object(let members) = JSONValue(parsing: text),
      let preferences = state.preferences
    else { return }
    var there: [String: Bool] = [:]
    for name in preferences.here.keys {
      if case .bool(let value) = members[name] { there[name] = value }
    }
    let changedThere: Instant? =
      if case .text(let text) = members["updatedAt"] { Instant(sent: text) } else { nil }
    if let changedHere = preferences.changedAt {
      let isOurs =
        if let changedThere { changedThere <= changedHere } else {
          try waits("preferences here", at: account)
        }
      guard !isOurs else {
        let differs = there.contains { preferences.here[$0.key] != $0.value }
        if differs, try !waits("preferences here", at: account) {
          try put(preferences, to: account)
        }
        return
      }
    }
    let before = try settings
    var settings = before
    account.adopt(there, in: &settings)
    if settings != before {
      try ledger.store(settings, instead: before)
      changed(.configuration)
    }
    state.preferences = AccountState.Preferences(
      here: account.preferences(settings), changedAt: changedThere)
    try forgetWaiting("preferences", at: account)
  }
}

extension AccountState {
  private static let exact = Span.seconds(5)

  /// The service's clock says `instant` at `now`.
  mutating func noteClock(_ instant: Instant, at now: Instant) {
    let ahead = instant - now
    let change = abs(ahead.milliseconds - clock.milliseconds)
    // Its `Date` has whole seconds, and the answer took a while.
    if change > AccountState.exact.milliseconds { clock = ahead }
  }
}
