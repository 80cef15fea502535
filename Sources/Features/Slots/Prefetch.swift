import CarillonEngine

/// The fetches of the slots' content: which are under way, when one is due, and what it brings. (T3, T4)
///
/// An occurrence has one attempt, inside its lead; occurrences of the same source share a fetch. A
/// fetch is a row, so that it is settled even if its process dies.
final class Prefetch: Room {
  let ledger: Ledger
  private let list: SlotList
  private let contents: Contents
  private let texts: Texts
  private(set) var memory: Memory

  struct Memory: Sendable {
    /// Network failures until then are no news. (T17)
    var calmUntil: Instant?
  }

  /// A fetch that has ended, for those who waited for it.
  struct Ended {
    var fetch: Int64
    var outcome: String
  }

  init(
    _ ledger: Ledger, _ list: SlotList, _ contents: Contents, _ texts: Texts, _ memory: Memory
  ) {
    self.ledger = ledger
    self.list = list
    self.contents = contents
    self.texts = texts
    self.memory = memory
  }

  /// Closes the fetches that a process that died has lost. (T3)
  func settleLost() throws(StoreFailure) {
    for fetch in try rows.openFetches() {
      try rows.close(fetch: fetch.id, at: now, outcome: "lost")
    }
  }

  /// Right after waking up there is hardly any network, so failures are not reported. (T17)
  func beCalm() { memory.calmUntil = now + .seconds(30) }

  /// Makes T3's one attempt for each occurrence inside its lead.
  ///
  /// If `first`, also fetches sources that have no content at all.
  func prefetch(first: Bool) throws(StoreFailure) {
    let settings = try settings
    let (now, live) = (now, try awake())
    // By index: copying a row takes longer than looking at it.
    for index in live.indices
    where live[index].status == .scheduled && live[index].fireAt > now
      && live[index].attemptAt == nil && live[index].fireAt - now <= settings.lead
    {
      var delivery = live[index]
      guard delivery.isOfSlot, let slot = try list.slot(of: delivery),
        situation.reaches(settings.source(of: slot))
      else { continue }
      try attempt(&delivery, settings.source(of: slot))
    }
    guard first else { return }
    for spec in try contents.inUse() where try contents.latest(of: spec) == nil {
      try fetchOutsideCount(spec)
    }
  }

  /// Uses up the attempt of `delivery`: joins the fetch of its source, or starts one.
  func attempt(_ delivery: inout Delivery, _ spec: FetchSpec?) throws(StoreFailure) {
    let fetch = try openFetch(of: spec)
    delivery.attemptAt = now
    try save(delivery)
    try trace(delivery, .fetching(fetch: fetch))
  }

  /// Fetches without using up anybody's attempt, unless that is under way.
  func fetchOutsideCount(_ spec: FetchSpec?) throws(StoreFailure) {
    guard situation.reaches(spec) else { return }
    _ = try openFetch(of: spec)
  }

  /// The fetch of that source that is under way.
  func underWay(of spec: FetchSpec?) throws(StoreFailure) -> Fetch? {
    try rows.openFetch(of: contents.source(spec))
  }

  /// The fetch of that source that is under way, or a new one. (T3: one at a time)
  func openFetch(of spec: FetchSpec?, asked: Bool = false) throws(StoreFailure) -> Int64 {
    let source = try contents.source(spec)
    if let open = try rows.openFetch(of: source) {
      if asked { try rows.setAsked(fetch: open.id) }
      return open.id
    }
    let id = try rows.insert(Fetch(id: 0, source: source, startedAt: now, asked: asked))
    if let spec { try ledger.contact(spec, for: .content) }
    let job = FetchJob(
      spec: spec ?? FetchSpec(url: ledger.environment.defaultPack),
      etag: try rows.latestContent(of: source).flatMap { $0.payload == nil ? nil : $0.etag })
    emit(.fetch(job, Ticket(kind: .fetch, row: id, attempt: 1)))
    return id
  }

  /// A fetch ended: its content is stored, and what is armed says what it brought. (T4)
  ///
  /// - Returns: nil if it had ended before; then this result changes nothing.
  func finish(_ ticket: Ticket, _ result: FetchResult) throws(StoreFailure) -> Ended? {
    guard let fetch = try rows.fetch(ticket.row), fetch.finishedAt == nil else { return nil }
    let waiting = try occurrences(of: fetch.source)
    var brought: Step.Fetched?
    let outcome: String
    switch try store(result, of: fetch) {
    case .success(.stored):
      brought = .stored
      outcome = Step.Fetched.stored.rawValue
      for delivery in waiting {
        guard try takes(delivery, the: fetch) else { continue }
        var delivery = delivery
        try texts.render(&delivery, why: .fetched)
      }
    case .success(.validated):
      brought = .notModified
      outcome = Step.Fetched.notModified.rawValue
      try report(.notModified, about: waiting.first { $0.joined(fetch) })
      // Some may still show older content of the source. (T6)
      for delivery in waiting {
        if delivery.title != nil, try !takes(delivery, the: fetch) { continue }
        var delivery = delivery
        try texts.render(&delivery, why: .fetched)
      }
    case .failure(let failure):
      outcome = failure.code.rawValue
      // Not reported right after waking up, when there is hardly any network. (T17)
      let calm = memory.calmUntil.map { now < $0 && now >= $0 - .seconds(30) } ?? false
      if !calm || !failure.code.isOfNetwork {
        try report(.fetch(failure.code), about: waiting.first { $0.joined(fetch) })
      }
      for delivery in waiting where delivery.joined(fetch) {
        try trace(delivery, .fetchFailed(failure))
      }
    }
    if let brought {
      for delivery in waiting where delivery.joined(fetch) {
        try trace(delivery, .fetched(brought))
      }
    }
    try rows.close(fetch: fetch.id, at: now, outcome: outcome)
    changed(.state)
    return Ended(fetch: fetch.id, outcome: outcome)
  }

  private enum Stored {
    case stored, validated
  }

  private func store(
    _ result: FetchResult, of fetch: Fetch
  ) throws(StoreFailure) -> Result<Stored, FetchFailure> {
    switch result {
    case .failed(let failure): return .failure(failure)
    case .notModified:
      guard let content = try rows.latestContent(of: fetch.source) else {
        return .failure(FetchFailure(.payload, "not modified, but nothing is stored"))
      }
      try rows.setValidation(of: content.id, at: now, futureSince: nil)
      return .success(.validated)
    case .payload(let fetched, let etag):
      let content = Content(
        id: 0, source: fetch.source, payload: fetched.payload, etag: etag, fetchedAt: now,
        validatedAt: now)
      _ = try rows.insert(content)
      return .success(.stored)
    }
  }

  /// The occurrences whose text may still change: armed, or waiting for this very fetch.
  private func occurrences(of source: Int64) throws(StoreFailure) -> [Delivery] {
    let settings = try settings
    var found: [Delivery] = []
    for delivery in try awake() where delivery.isOfSlot && delivery.status == .scheduled {
      guard delivery.fireAt > now || delivery.waiting == .fetch,
        let slot = try list.slot(of: delivery),
        try contents.source(settings.source(of: slot)) == source
      else { continue }
      found.append(delivery)
    }
    return found
  }

  /// Whether an answer may still change `delivery`: with offline first, hardly inside its lead. (T6)
  private func takes(_ delivery: Delivery, the fetch: Fetch) throws(StoreFailure) -> Bool {
    let settings = try settings
    guard settings.mode == .offlineFirst, delivery.fireAt - now <= settings.lead, !fetch.asked,
      let id = delivery.content, let content = try rows.content(id), content.readable == .open
    else { return true }
    return content.age(at: max(now, delivery.fireAt)) > settings.ttl
  }
}

extension Delivery {
  /// Whether its attempt was used up by `fetch`.
  fileprivate func joined(_ fetch: Fetch) -> Bool {
    attemptAt.map { $0 >= fetch.startedAt } ?? false
  }
}
