package import CarillonEngine

extension Slots {
  static let cooldown = Span.seconds(60)

  /// `deliverStoredNow`: shows stored content at once, or says why not. (T12)
  ///
  /// Nil: the answer follows when the server or the watchdog has answered.
  package func ringNow(_ id: String, for caller: Caller) throws(StoreFailure) -> Answer? {
    var slot: Slot?
    if id.isEmpty {
      slot = try self.slot(next()?.slot)
      if slot == nil { slot = try slots.first }
      if slot == nil {
        return .refused(Refusal(.notFound, words.say("There are no hours yet.")))
      }
    } else {
      guard let slotID = SlotID(id) else {
        return .refused(Refusal(.invalidArgument, "slotId: must be a time such as 0800"))
      }
      slot = try self.slot(slotID)
    }
    guard let slot else {
      return .refused(Refusal(.notFound, "slotId: there is no slot \(id.prefix(10))"))
    }
    if let end = try cooldownEnd() {
      let seconds = (end - now).secondsRoundedUp
      return .refused(
        Refusal(
          .refused,
          words.count(
            "Ring Now is available again in {n} second.",
            "Ring Now is available again in {n} seconds.", Int(seconds))))
    }
    let date = zone.wallClock(at: now).date
    var delivery = Delivery(
      .asked(slot.id.item), tag: tag(of: slot.id.item), at: now, now: now)
    if let fetch = try firstFetch(of: slot) {
      // Just started, and the first content is on its way.
      memory.expecting.append((fetch, slot.id.description, caller))
      return nil
    }
    let missing: [String]
    switch try fill(&delivery, slot, on: date) {
    case .failure(let refusal): return .refused(refusal)
    case .success(let rendered): missing = rendered.missing
    }
    if ledger.denied {
      try report("SCHEDULE_DENIED", about: delivery)
      return .refused(Refusal(.refused, ledger.noServerSentence))
    }
    try ledger.setNote(Note.ringNowAt, now)
    try add(&delivery)
    try trace(delivery, "asked")
    try reportMissing(missing, in: delivery)
    ledger.await(delivery.id, for: caller)
    changed(.state)
    return nil
  }

  /// The next occasion of this slot; without one, of any.
  func next(_ id: SlotID? = nil) throws(StoreFailure) -> (slot: SlotID, date: LocalDate)? {
    for want in try planning.wanted() where want.occasion.item.source == Slots.source {
      guard let slot = SlotID(want.occasion.item.name), id == nil || id == slot else { continue }
      return (slot, want.occasion.date)
    }
    return nil
  }

  /// The fetch under way that is to bring the first content of the slot's source.
  private func firstFetch(of slot: Slot) throws(StoreFailure) -> Int64? {
    let spec = try settings.source(of: slot)
    guard try latest(of: spec) == nil else { return nil }
    return try rows.openFetch(of: rows.source(key(of: spec)))?.id
  }

  /// A fetch ended: who waited for its content rings now, or hears why not.
  func ringExpected(after fetch: Int64) throws(StoreFailure) {
    let ready = memory.expecting.filter { $0.fetch == fetch }
    memory.expecting.removeAll { $0.fetch == fetch }
    for (_, slot, caller) in ready {
      if let answer = try ringNow(slot, for: caller) { ledger.answer(answer, to: caller) }
    }
  }

  /// What it would say now; refuses without content, past its age, or with its channel off.
  private func fill(
    _ delivery: inout Delivery, _ slot: Slot, on date: LocalDate
  ) throws(StoreFailure) -> Result<Template.Rendered, Refusal> {
    let settings = try settings
    guard settings.channel(Channel.daily.id).enabled else {
      let name = ledger.environment.name(ofChannel: Channel.daily.id)
      return .failure(
        Refusal(.refused, words.say("“{channel}” is switched off.", ["channel": name])))
    }
    // What is armed next says already what this hour would say.
    let next = try next(slot.id)
    let content = try latest(of: settings.source(of: slot))
    if let content, content.payload == nil {
      return .failure(
        Refusal(
          .refused,
          words.say("The keyring is locked. Unlock it to read the fetched content.")))
    }
    guard let content,
      let tokens = content.payload?.tokens(
        on: date, place: try place(of: slot, on: next?.date ?? date))
    else {
      return .failure(
        Refusal(.refused, words.say("There is no content yet. Nothing has been fetched.")))
    }
    let age = content.age(at: now)
    guard age <= settings.ttl else {
      let hours = Int(age.milliseconds / 3_600_000)
      return .failure(
        Refusal(
          .refused,
          words.count(
            "The content is too old: {n} hour.", "The content is too old: {n} hours.", hours)))
    }
    let rendered = (slot.template ?? settings.template).render(slot.values(tokens, on: date))
    delivery.content = content.id
    delivery.did = settings.did
    delivery.title = rendered.title
    delivery.body = rendered.body
    return .success(rendered)
  }

  /// When ring now is possible again; nil: it is. (T12)
  package func cooldownEnd() throws(StoreFailure) -> Instant? {
    guard let at = try ledger.note(instant: Note.ringNowAt) else { return nil }
    let end = at + Slots.cooldown
    return end > now ? end : nil
  }

  /// `runFullPipelineNow`: fetch, store, arm what is left; joins what is under way. (T3, T13)
  package func runPipeline(for caller: Caller) throws(StoreFailure) {
    var pipeline = Pipeline(caller: caller, open: [], results: [])
    let settings = try settings
    for spec in try sourcesInUse() {
      if let obstacle = ledger.obstacle(to: spec) {
        pipeline.results.append(Slots.result(obstacle.rawValue))
        continue
      }
      pipeline.open.insert(try openFetch(of: spec, asked: true))
      for var delivery in try live()
      where isMine(delivery) && delivery.status == .scheduled && delivery.fireAt > now
        && delivery.attemptAt == nil && delivery.fireAt - now <= settings.lead
      {
        guard let slot = try slot(of: delivery),
          try key(of: settings.source(of: slot)) == key(of: spec)
        else { continue }
        try attempt(&delivery, spec)
      }
    }
    if pipeline.open.isEmpty {
      ledger.answer(try document(of: pipeline), to: caller)
    } else {
      memory.pipelines.append(pipeline)
    }
  }

  /// A fetch ended: whoever waited for it, and for no other, is answered.
  func settlePipelines(_ fetch: Int64, _ outcome: String) {
    for index in memory.pipelines.indices
    where memory.pipelines[index].open.remove(fetch) != nil {
      memory.pipelines[index].results.append(Slots.result(outcome))
    }
  }

  /// Answers the pipelines whose fetches are all done, after planning.
  package func answerPipelines() throws(StoreFailure) {
    for pipeline in memory.pipelines where pipeline.open.isEmpty {
      ledger.answer(try document(of: pipeline), to: pipeline.caller)
    }
    memory.pipelines.removeAll { $0.open.isEmpty }
  }

  private func document(of pipeline: Pipeline) throws(StoreFailure) -> Answer {
    .done(
      Reply(
        PipelineReport(
          sources: pipeline.results, pendingCount: try ledger.pendingCount())))
  }

  private static func result(_ outcome: String) -> PipelineReport.Source {
    let ok = outcome == "stored" || outcome == "not-modified"
    return PipelineReport.Source(ok: ok, outcome: outcome)
  }
}
