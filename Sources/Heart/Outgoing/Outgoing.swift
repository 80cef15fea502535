package import CarillonLedger

/// The outbox: whatever is posted, stored on disk before it is sent. (T24, B17)
///
/// It knows neither what is posted nor to whom. Others ask for a posting by ``Happening/toPost(_:)``
/// and hear by ``Happening/posted(_:_:)`` how it ended. What must arrive goes to each address one at a time, and a
/// server that failed is left alone for a while; what may arrive only once goes at once.
package final class Outgoing: Room {
  package let ledger: Ledger
  package private(set) var memory: Memory
  private let addressees: [any Addressees]
  /// When the back-offs of what waits end.
  private var waits: [Instant] = []

  /// The state that is kept between turns.
  package struct Memory {
    /// Whether the outbox has entries; nil if not yet known.
    fileprivate var holds: Bool?

    package init() {}
  }

  package init(_ ledger: Ledger, _ memory: Memory, to addressees: [any Addressees]) {
    self.ledger = ledger
    self.memory = memory
    self.addressees = addressees
  }

  private func destination(of address: Address) throws(StoreFailure) -> FetchSpec? {
    for addressee in addressees {
      if let spec = try addressee.destination(of: address) { return spec }
    }
    return nil
  }

  /// Adds `posting` to the outbox, once per key. (T24)
  ///
  /// Does nothing if nobody is configured at its address. What may arrive only once is sent now, or
  /// never.
  package func post(_ posting: Posting) throws(StoreFailure) {
    guard let spec = try destination(of: posting.address) else {
      if !posting.policy.repeats { try ledger.hear(.posted(posting, .unreachable)) }
      return
    }
    guard !posting.policy.repeats else {
      _ = try rows.insert(posting)
      memory.holds = nil
      return
    }
    guard situation.reaches(spec) || isPatient(with: posting.address) else {
      return try ledger.hear(.posted(posting, .unreachable))
    }
    guard let id = try rows.insert(posting) else { return }
    var posting = posting
    posting.id = id
    memory.holds = true
    if situation.reaches(spec) { try send(&posting, to: spec) }
  }

  private func isPatient(with address: Address) -> Bool {
    addressees.contains { $0.isPatient(with: address) }
  }

  private func send(_ posting: inout Posting, to spec: FetchSpec) throws(StoreFailure) {
    posting.attempts += 1
    posting.inFlight = true
    try rows.update(posting)
    try ledger.contact(spec, for: .callback)
    var job = PostJob(
      spec: try place(of: posting) ?? spec, method: posting.method, body: posting.body,
      key: posting.key)
    for addressee in addressees {
      if let body = addressee.body(of: posting) { job.body = body }
      guard let button = try addressee.button(of: posting.address) else { continue }
      job.button = button
      // Its sender chose the address: like a picture's, it may be one of the user's own network. (B8)
      job.mayBeLocal = try settings.localMedia
    }
    emit(.post(job, Ticket(kind: .post, row: posting.id, attempt: posting.attempts)))
  }

  private func place(of posting: Posting) throws(StoreFailure) -> FetchSpec? {
    for addressee in addressees {
      if let spec = try addressee.destination(of: posting) { return spec }
    }
    return nil
  }

  private func end(_ posting: Posting, _ end: Posting.End) throws(StoreFailure) {
    try rows.remove(posting: posting.id)
    memory.holds = nil
    try ledger.hear(.posted(posting, end))
  }

  /// Takes back what is not under way; nobody hears of it.
  package func forget(_ posting: Posting) throws(StoreFailure) {
    try rows.remove(posting: posting.id)
    memory.holds = nil
  }

  /// Settles what was in flight when the last process died. (T32)
  ///
  /// What must arrive is sent again, under the same key.
  package func begin() throws(StoreFailure) {
    for var posting in try rows.postingsInFlight() {
      posting.inFlight = false
      try rows.update(posting)
    }
    for posting in try rows.promptPostings() where posting.inFlight {
      try end(posting, .interrupted)
    }
  }

  /// Sends what may go next.
  package func drain() throws(StoreFailure) {
    var waiting: [Instant] = []
    waits = []
    guard try outboxHolds() else { return }
    try sendAgain(noting: &waiting)
    for address in try rows.waitingAddresses() {
      guard let spec = try destination(of: address) else {
        // Nothing leaves the device unless it is configured. (T29)
        let waiting = try rows.postings(to: address, limit: Ledger.step)
        var someEnded = false
        for old in waiting where try canHear(of: old) {
          try end(old, .unreachable)
          someEnded = true
        }
        if someEnded { emit(.idleWanted) }
        continue
      }
      guard situation.reaches(spec), var next = try nextPosting(to: address),
        addressees.allSatisfy({ $0.isReady(next) })
      else { continue }
      if let backOff = try backOffs()[address.name], backOff.holds(at: now, for: spec) {
        waiting.append(backOff.since + backOff.length)
        continue
      }
      try send(&next, to: spec)
    }
    memory.holds = try isHolding()
    waits = waiting
  }

  private func outboxHolds() throws(StoreFailure) -> Bool {
    if let known = memory.holds { return known }
    let holds = try isHolding()
    memory.holds = holds
    return holds
  }

  private func isHolding() throws(StoreFailure) -> Bool {
    if try rows.postingCount() > 0 { return true }
    return try !rows.promptPostings().isEmpty
  }

  /// Gives up what is sent at most once and has no answer in time; a late answer has no effect.
  ///
  /// Before the gate, so that this event can tell it.
  package func endOverdue() throws(StoreFailure) {
    guard try outboxHolds() else { return }
    for var posting in try rows.promptPostings() {
      if posting.createdAt > now {
        // The clock has gone back; its time starts again now.
        posting.createdAt = now
        try rows.update(posting)
      } else if posting.createdAt + posting.policy.span <= now {
        try end(posting, .overdue)
      }
    }
  }

  /// Sends what may arrive only once and has not been let out yet.
  private func sendAgain(noting waiting: inout [Instant]) throws(StoreFailure) {
    for var posting in try rows.promptPostings() where !posting.inFlight {
      guard let spec = try destination(of: posting.address) else {
        try end(posting, .unreachable)
        continue
      }
      guard situation.reaches(spec) else { continue }
      let next = posting.createdAt + Outgoing.pause(after: posting.attempts)
      if next > now { waiting.append(next) } else { try send(&posting, to: spec) }
    }
  }

  /// How long after the press: at once, then after 5, 15 and 35 seconds.
  private static func pause(after attempts: Int) -> Span {
    .seconds(5 * ((1 << Int64(min(attempts, 10))) - 1))
  }

  /// The oldest posting to this address.
  ///
  /// Those whose time is over, and those that lead nowhere, are given up on the way.
  private func nextPosting(to address: Address) throws(StoreFailure) -> Posting? {
    var given = 0
    for posting in try rows.postings(to: address, limit: Ledger.step) {
      if !posting.inFlight, try leadsNowhere(posting) {
        try end(posting, .unreachable)
        given += 1
        continue
      }
      guard now - posting.createdAt > posting.policy.span, !posting.inFlight,
        try ledger.mayGiveUp(), try canHear(of: posting)
      else {
        return posting.inFlight ? nil : posting
      }
      try end(posting, .overdue)
      given += 1
    }
    if given > 0 { emit(.idleWanted) }
    return nil
  }

  /// When the outbox next has work to do.
  package func wakes() -> [Instant] { waits }

  /// When what is sent at most once is given up.
  package func deadlines() throws(StoreFailure) -> [Instant] {
    guard try outboxHolds() else { return [] }
    return try rows.promptPostings().map { $0.createdAt + $0.policy.span }
  }

  package func finish(post ticket: Ticket, _ result: PostResult) throws(StoreFailure) {
    guard let posting = try rows.posting(ticket.row), posting.inFlight,
      posting.attempts == ticket.attempt
    else { return }
    memory.holds = nil
    if result.mayBeRepeated, isPatient(with: posting.address) {
      var posting = posting
      posting.inFlight = false
      return try rows.update(posting)
    }
    let isHeard = try canHear(of: posting)
    switch result {
    case .answered where posting.policy.repeats && !isHeard: try putOff(posting, atLeast: nil)
    case .answered(200..<300, _):
      try leaveAlone(posting.address, nil)
      try end(posting, .taken)
    case .document(let text, let at):
      try leaveAlone(posting.address, nil)
      try end(posting, .read(text, at: at))
    case .answered(let status, _) where !posting.policy.repeats:
      try end(posting, .refused(status: status))
    case .failed(let failure) where !posting.policy.repeats,
      .unsent(let failure) where !posting.policy.repeats:
      try end(posting, .failed(failure))
    case .answered(let status, _) where ends(status) && !keeps(status, posting.address):
      try leaveAlone(posting.address, nil)
      try end(posting, .refused(status: status))
    case .answered(let status, let retryAfter):
      try putOff(posting, atLeast: retryAfter)
      if keeps(status, posting.address) { try ledger.hear(.keptWaiting(posting, status: status)) }
    case .failed(let failure), .unsent(let failure):
      try putOff(posting, atLeast: nil)
      if failure.code == .secret, situation.keyring != .locked {
        try ledger.hear(.keptWaiting(posting, status: nil))
      }
    }
  }

  private func leadsNowhere(_ posting: Posting) throws(StoreFailure) -> Bool {
    for addressee in addressees where try addressee.leadsNowhere(posting) { return true }
    return false
  }

  private func canHear(of posting: Posting) throws(StoreFailure) -> Bool {
    for addressee in addressees where try !addressee.canHear(of: posting) { return false }
    return true
  }

  private func keeps(_ status: Int, _ address: Address) -> Bool {
    addressees.contains { $0.keeps(status, at: address) }
  }

  /// 4xx ends a callback, except for the codes that ask for a retry. (T24)
  private func ends(_ status: Int) -> Bool {
    (400..<500).contains(status) && ![408, 425, 429].contains(status)
  }

  // MARK: Back-offs

  private func putOff(_ posting: Posting, atLeast asked: Span?) throws(StoreFailure) {
    var posting = posting
    posting.inFlight = false
    try rows.update(posting)
    let failures = (try backOffs()[posting.address.name]?.failures ?? 0) + 1
    try leaveAlone(
      posting.address,
      BackOff(
        failures: failures, at: now, atLeast: asked,
        seed: "\(posting.key) \(posting.attempts) \(now.milliseconds)",
        destination: try destination(of: posting.address)))
  }

  private func leaveAlone(_ address: Address, _ backOff: BackOff?) throws(StoreFailure) {
    var all = try backOffs()
    guard all[address.name] != nil || backOff != nil else { return }
    all[address.name] = backOff
    try rows.setNote(Note.backOffs, all.isEmpty ? nil : serialize(all))
  }

  /// Which servers are left alone, by address.
  ///
  /// A damaged note counts as none: a server is then asked earlier, which is better than a turn that
  /// fails.
  private func backOffs() throws(StoreFailure) -> [String: BackOff] {
    try rows.note(Note.backOffs).flatMap { deserialize([String: BackOff].self, from: $0) } ?? [:]
  }

  /// Ends all back-offs, once the network or the keyring is available: what waits goes at once.
  /// (T24)
  package func endBackOffs() throws(StoreFailure) {
    if try rows.note(Note.backOffs) != nil { try rows.setNote(Note.backOffs, nil) }
  }
}

extension PostResult {
  /// Whether nothing was done there, and another attempt may help: no connection was made, or the server
  /// says that it has no time.
  fileprivate var mayBeRepeated: Bool {
    switch self {
    case .unsent(let failure): [.offline, .unreachable, .timeout].contains(failure.code)
    case .answered(503, _): true
    case .answered, .document, .failed: false
    }
  }
}
