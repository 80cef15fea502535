import CarillonLedger

/// The user has left a service for another one: what the first has said, and what it was to be told, is not
/// about the second, although both may use the same ids. (D1)
///
/// Signing out alone forgets nothing: the user may sign in again.
extension Accounts {
  /// Takes back what waits for the former service, if there is one.
  func leaveFormer(
    _ state: inout AccountState, of account: any Account.Type
  ) throws(StoreFailure) {
    guard let service = state.service else { return }
    let origin = String(fnv(service.url), radix: 16)
    defer { state.origin = origin }
    guard let former = state.origin, former != origin else { return }
    state.movedAt = now
    try ledger.hear(.serviceLeft)
    try forgetPostings(to: Accounts.address(of: account)) { posting in
      guard posting.inFlight, Accounts.parts(of: posting)?.what == "register" else { return true }
      // The removal there has to arrive after it, so it stays.
      state.formerPosting = posting.id
      return false
    }
    for kind in account.kinds {
      try forgetPostings(to: Services.address(of: kind)) { posting throws(StoreFailure) in
        try ledger.hear(.posted(posting, .unreachable))
        return true
      }
    }
  }

  /// Forgets what waits there; of what is on its way, the answer changes nothing.
  private func forgetPostings(
    to address: Address, where isToGo: (Posting) throws(StoreFailure) -> Bool
  ) throws(StoreFailure) {
    for posting in try rows.postings(to: address, limit: .max) where try isToGo(posting) {
      try ledger.hear(.toForget(posting))
    }
  }

  /// Forgets the subjects of the former service, one step at a time: nothing of them stays on the screen.
  func forgetFormer(_ account: any Account.Type) throws(StoreFailure) {
    var state = try state(of: account)
    guard let movedAt = state.movedAt else { return }
    for kind in account.kinds {
      let former = try rows.ownThreads(
        of: kind.name, heardUntil: movedAt, limit: Accounts.atOnce)
      for subject in former {
        try ledger.hear(.settled(tag: subject.tag))
        try rows.remove(thread: subject.tag)
      }
      guard former.isEmpty else {
        changed(.threads)
        changed(.state)
        return emit(.idleWanted)
      }
    }
    state.movedAt = nil
    try set(state, of: account)
  }
}
