package import CarillonLedger

/// What a service knows, asked for when a message says so, and when messages may be missing. (D9)
extension Accounts {
  /// How long a list is waited for; then another one is more useful.
  private static let listLife = Span.days(1)

  /// How many entries of a list are taken in, and how many subjects forgotten, in one turn.
  static let atOnce = 20

  /// How many entries of a list are looked at.
  private static let longestList = 2000

  /// Has these lists fetched, or all; a name that the service does not have is ignored.
  func sync(_ account: any Account.Type, _ names: [String]?) throws(StoreFailure) {
    guard try state(of: account).service != nil else { return }
    let address = Accounts.address(of: account)
    let waiting = try rows.postings(to: address, limit: Ledger.step)
      .filter { !$0.inFlight && Accounts.parts(of: $0)?.what == "list" }
      .compactMap { Accounts.parts(of: $0)?.about }
    for name in account.lists where names?.contains(name) ?? true {
      guard !waiting.contains(name) else { continue }
      try post(.get, "list", about: name, to: address, for: Accounts.listLife)
    }
  }

  /// Has all lists and the preferences fetched.
  private func syncAll(_ account: any Account.Type) throws(StoreFailure) {
    try sync(account, nil)
    try askForPreferences(of: account)
  }

  /// How long after one was asked for lists are asked for again, if a topic's sender or a paired one wants it.
  ///
  /// Each question is the user's at their service, and each answer may be long.
  static let calm = Span.minutes(1)

  /// A message asks for it.
  package func sync(_ wish: SyncWish) throws(StoreFailure) {
    guard let account = all.first(where: { $0.name == wish.account }) else { return }
    guard try state(of: account).service != nil else { return }
    guard wish.isForeign else { return try sync(account, wish.lists) }
    if isCalm(account) {
      memory.foreignAt[account.name] = now
      try sync(account, wish.lists)
    } else {
      memory.later.insert(account.name)
    }
  }

  /// Has the lists fetched now, or as soon as that is not too often.
  func wantListsSoon(of account: any Account.Type) {
    if isCalm(account) {
      memory.foreignAt[account.name] = now
      memory.wantsLists.insert(account.name)
    } else {
      memory.later.insert(account.name)
    }
  }

  /// Has what had to wait fetched.
  func syncLater(_ account: any Account.Type) throws(StoreFailure) {
    guard memory.later.contains(account.name), isCalm(account) else { return }
    memory.later.remove(account.name)
    memory.foreignAt[account.name] = now
    try sync(account, nil)
  }

  private func isCalm(_ account: any Account.Type) -> Bool {
    guard let at = memory.foreignAt[account.name], at <= now else { return true }
    return now - at >= Accounts.calm
  }

  /// When what had to wait is fetched.
  var syncWakes: [Instant] {
    memory.later.sorted().compactMap { memory.foreignAt[$0].map { $0 + Accounts.calm } }
  }

  func askForLists(
    of account: any Account.Type, _ state: AccountState
  ) throws(StoreFailure) {
    guard memory.wantsLists.remove(account.name) != nil, state.service != nil else { return }
    try syncAll(account)
  }

  func take(
    _ text: String, of list: String, from account: any Account.Type, _ state: inout AccountState
  ) {
    guard let document = JSONValue(parsing: text),
      let entries = account.entries(in: document, named: list)
    else {
      // As if it were not there.
      state.listing = AccountState.Trouble(status: 200, at: now)
      return
    }
    // What is left of a former answer says less than this one.
    let others = memory.listed[account.name, default: []].filter { $0.list != list }
    memory.listed[account.name] =
      others + entries.prefix(Accounts.longestList).map { Listed(list: list, entry: $0) }
  }

  /// Takes in some of what was listed.
  func takeListed(by account: any Account.Type) throws(StoreFailure) {
    guard let waiting = memory.listed[account.name], !waiting.isEmpty else { return }
    var refusal: Refusal?
    for next in waiting.prefix(Accounts.atOnce) {
      let taken = try inbox.takeListed(of: account.kinds) { () throws(Refusal) in
        try account.message(of: next.entry, in: next.list, receivedAt: now)
      }
      refusal = refusal ?? taken
    }
    // One of many says enough: the others are as wrong.
    if let refusal { try inbox.refuse(refusal) }
    let left = Array(waiting.dropFirst(Accounts.atOnce))
    memory.listed[account.name] = left.isEmpty ? nil : left
    if !left.isEmpty { emit(.idleWanted) }
  }
}

extension Inbox {
  /// Takes in what a service says of a subject without showing anything. (D9)
  ///
  /// Its entries may be about `kinds`.
  ///
  /// - Returns: why it was refused, and has changed nothing; nil if it was not.
  func takeListed(
    of kinds: [any Syncing.Type], _ read: () throws(Refusal) -> Message
  ) throws(StoreFailure) -> Refusal? {
    let message: Message
    let kind: any MessageKind.Type
    let tag: String
    do throws(Refusal) {
      message = try read()
      // A service's list says nothing of what another one has sent.
      kind = try Kinds(kinds).kind(of: message)
      tag = try kind.tag(of: message)
    } catch {
      return error
    }
    let before = try rows.thread(tag)
    var context = try subjects.kindContext()
    context.isListed = true
    let taken: Taken
    do throws(Refusal) { taken = try kind.take(message, after: before, context) } catch {
      return error
    }
    guard let known = taken.known, known.rank >= before?.rank ?? known.rank else { return nil }
    let next = try subject(tag, of: kind, known, after: before, beginsAnew: taken.isAnew)
    guard next.state != before?.state || next.rank != before?.rank else { return nil }
    try ledger.put(next)
    changed(.threads)
    changed(.state)
    if case .show(let shown) = taken, shown.voidsReports { try services.forgetReports(on: next) }
    if case .settled = taken { try ledger.hear(.settled(tag: tag)) }
    try services.reminders.review(next)
    return nil
  }
}
