package import CarillonEngine

extension Slots {
  /// Makes T3's one attempt for what is inside its lead, and first fetches where nothing is stored.
  ///
  /// `first`: sources without any content are to be fetched now.
  package func prefetch(first: Bool) throws(StoreFailure) {
    let settings = try settings
    for var delivery in try live() {
      guard isMine(delivery), delivery.status == .scheduled, delivery.fireAt > now,
        delivery.attemptAt == nil, delivery.fireAt - now <= settings.lead,
        let slot = try slot(of: delivery), ledger.reachable(settings.source(of: slot))
      else { continue }
      try attempt(&delivery, settings.source(of: slot))
    }
    guard first else { return }
    for spec in try sourcesInUse() where try latest(of: spec) == nil {
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
    guard ledger.reachable(spec) else { return }
    _ = try openFetch(of: spec)
  }

  /// The fetch of that source that is under way, or a new one. (T3: one at a time)
  func openFetch(of spec: FetchSpec?, asked: Bool = false) throws(StoreFailure) -> Int64 {
    let source = try rows.source(key(of: spec))
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

  /// Whether it is an occasion of a slot.
  func isMine(_ delivery: Delivery) -> Bool {
    delivery.isPlanned && delivery.item?.source == Slots.source
  }

  /// The sources of the slots that are on, each once, in the order of the slots.
  func sourcesInUse() throws(StoreFailure) -> [FetchSpec?] {
    let settings = try settings
    var seen: Set<String> = []
    var sources: [FetchSpec?] = []
    for slot in try slots where slot.enabled {
      let spec = settings.source(of: slot)
      if try seen.insert(key(of: spec)).inserted { sources.append(spec) }
    }
    return sources
  }

  /// What tells sources apart: what is asked of whom, and the identity it is fetched for. (T29)
  ///
  /// How long to wait for an answer is no part of it, nor is which secret is sent. The default pack is one
  /// source wherever it lies.
  func key(of spec: FetchSpec?) throws(StoreFailure) -> String {
    let source = spec.map { written(source: $0) } ?? "default-pack"
    guard let did = try settings.did else { return source }
    return "\(source) \(did)"
  }

  private func written(source spec: FetchSpec) -> String {
    if let known = memory.sourceKeys[spec] { return known }
    let text = serialize(spec.source)
    if memory.sourceKeys.count >= Slots.sourceKeysKept { memory.sourceKeys = [:] }
    memory.sourceKeys[spec] = text
    return text
  }

  /// More than anybody's slots have.
  private static let sourceKeysKept = 100

  /// The newest content of a source; nil if there is none, or none that will ever be read. (T28)
  func latest(of spec: FetchSpec?) throws(StoreFailure) -> Content? {
    guard let content = try rows.latestContent(of: rows.source(key(of: spec))),
      content.readable != .lost
    else { return nil }
    return content
  }

  /// A fetch ended: its content is stored, and what is armed says what it brought. (T4)
  package func finish(fetch ticket: Ticket, _ result: FetchResult) throws(StoreFailure) {
    guard let fetch = try rows.fetch(ticket.row), fetch.finishedAt == nil else { return }
    let waiting = try occurrences(of: fetch.source)
    let outcome: String
    var brought: Step.Fetched?
    switch try store(result, of: fetch) {
    case .success(.stored):
      brought = .stored
      outcome = Step.Fetched.stored.rawValue
      for delivery in waiting {
        guard try takes(delivery, the: fetch) else { continue }
        var delivery = delivery
        try render(&delivery, why: .fetched)
      }
    case .success(.validated):
      brought = .notModified
      outcome = Step.Fetched.notModified.rawValue
      try report(.notModified, about: waiting.first { $0.joined(fetch) })
      // One may still say what older content of the source said. (T6)
      for delivery in waiting {
        if delivery.title != nil, try !takes(delivery, the: fetch) { continue }
        var delivery = delivery
        try render(&delivery, why: .fetched)
      }
    case .failure(let failure):
      outcome = failure.code.rawValue
      // No noise right after waking up, when there is hardly a network yet. (T17)
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
    settlePipelines(fetch.id, outcome)
    try ringExpected(after: fetch.id)
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
    for delivery in try live() where isMine(delivery) && delivery.status == .scheduled {
      guard delivery.fireAt > now || delivery.waiting == .fetch,
        let slot = try slot(of: delivery),
        try rows.source(key(of: settings.source(of: slot))) == source
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

  /// Renders the text of `delivery` from the newest content of its source, if there is any. (T9)
  func render(_ delivery: inout Delivery, why: Step.Rendering.Why) throws(StoreFailure) {
    let settings = try settings
    guard let slot = try slot(of: delivery), let date = delivery.occasion?.date,
      let content = try latest(of: settings.source(of: slot))
    else { return }
    guard let payload = content.payload else {
      return try awaitKey(&delivery, to: content)
    }
    guard let tokens = payload.tokens(on: date, place: try place(of: slot, on: date)) else {
      return
    }
    let rendered = (slot.template ?? settings.template).render(slot.values(tokens, on: date))
    let same = delivery.title == rendered.title && delivery.body == rendered.body
    guard !same || delivery.content != content.id else { return }
    delivery.content = content.id
    delivery.did = settings.did
    delivery.title = rendered.title
    delivery.body = rendered.body
    try save(delivery)
    try trace(
      delivery, .rendered(Step.Rendering(why: why, content: content.id, same: same)))
    try reportMissing(rendered.missing, in: delivery)
    changed(.state)
  }

  /// Records each token of the template that had no value. (T9)
  func reportMissing(_ tokens: [String], in delivery: Delivery) throws(StoreFailure) {
    for token in tokens {
      try report(.templateMissingToken, about: delivery)
      try trace(delivery, .missingToken(String(token.prefix(40))))
    }
  }

  /// Renders again what the configuration may have changed; recorded as a re-arm.
  package func renderArmed(why: Step.Rendering.Why) throws(StoreFailure) {
    for var delivery in try live()
    where isMine(delivery) && delivery.status == .scheduled && delivery.fireAt > now {
      guard let slot = try slot(of: delivery) else { continue }
      if try latest(of: settings.source(of: slot)) == nil,
        delivery.title != nil || delivery.text != .open
      {
        // What another source said is not this one's.
        delivery.content = nil
        delivery.title = nil
        delivery.body = nil
        try save(delivery)
        try trace(delivery, .rendered(Step.Rendering(why: why, content: nil, same: nil)))
      }
      try render(&delivery, why: why)
    }
  }

  /// The slot's place among those that ring that day, for a content pack. (T25)
  func place(of slot: Slot, on date: LocalDate) throws(StoreFailure) -> Payload.Place {
    let ringing = try slots.filter { $0.rings(on: date) }.map(\.id).sorted()
    return Payload.Place(index: ringing.firstIndex(of: slot.id) ?? 0)
  }
}

extension Slot {
  /// What its template is filled in with: the `tokens` of its content, and what is its own. (T9)
  func values(_ tokens: [String: String], on date: LocalDate) -> [String: String] {
    let own = ["date": date.description, "time": id.time.description, "label": label]
    return tokens.merging(own) { $1 }
  }
}

extension Delivery {
  /// Whether its attempt was used up by `fetch`.
  fileprivate func joined(_ fetch: Fetch) -> Bool {
    attemptAt.map { $0 >= fetch.startedAt } ?? false
  }
}
