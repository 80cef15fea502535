import CarillonEngine

/// `deliverStoredNow`, and the callers that wait for its content. (T12)
///
/// The time of the last call is stored, so that the cooldown holds across a restart.
final class RingNow: Room {
  let ledger: Ledger
  private let list: SlotList
  private let contents: Contents
  private let texts: Texts
  private let prefetch: Prefetch
  private(set) var memory: Memory

  private static let cooldown = Span.seconds(60)

  struct Memory: Sendable {
    /// The callers that asked before there was content, by the fetch that will bring it.
    var expecting: [(fetch: Int64, slot: String, caller: Caller)] = []
  }

  init(
    _ ledger: Ledger, _ list: SlotList, _ contents: Contents, _ texts: Texts, _ prefetch: Prefetch,
    _ memory: Memory
  ) {
    self.ledger = ledger
    self.list = list
    self.contents = contents
    self.texts = texts
    self.prefetch = prefetch
    self.memory = memory
  }

  /// `deliverStoredNow`: shows stored content at once, or says why not. (T12)
  ///
  /// - Returns: nil if the answer follows, from the server or the watchdog.
  func ring(_ id: String, for caller: Caller) throws(StoreFailure) -> Answer? {
    var slot: Slot?
    if id.isEmpty {
      slot = try list.slot(list.next()?.slot)
      if slot == nil { slot = try list.slots.first }
      if slot == nil {
        return .refused(Refusal(.notFound, words.say("There are no hours yet.")))
      }
    } else {
      guard let slotID = SlotID(id) else {
        return .refused(Refusal(.invalidArgument, "slotId: must be a time such as 0800"))
      }
      slot = try list.slot(slotID)
    }
    guard let slot else {
      return .refused(Refusal(.notFound, "slotId: there is no slot \(beginning(of: id, 10))"))
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
      .asked(slot.id.item), tag: slot.id.item.slotTag, at: now, now: now)
    if let fetch = try firstFetch(of: slot) {
      // Carillon has just started, and the first content is being fetched.
      memory.expecting.append((fetch, slot.id.description, caller))
      return nil
    }
    let missing: [String]
    switch try fill(&delivery, slot, on: date) {
    case .failure(let refusal): return .refused(refusal)
    case .success(let rendered): missing = rendered.missing
    }
    if ledger.denied {
      try report(.scheduleDenied, about: delivery)
      return .refused(Refusal(.refused, ledger.noServerSentence))
    }
    try rows.setNote(Note.ringNowAt, at: now)
    try add(&delivery)
    try trace(delivery, .asked)
    try texts.reportMissing(missing, in: delivery)
    ledger.await(delivery.id, for: caller)
    changed(.state)
    return nil
  }

  /// The fetch in flight that will bring the first content of the slot's source.
  private func firstFetch(of slot: Slot) throws(StoreFailure) -> Int64? {
    let spec = try settings.source(of: slot)
    guard try contents.latest(of: spec) == nil else { return nil }
    return try prefetch.underWay(of: spec)?.id
  }

  /// Rings for the callers that waited for this fetch, or tells them why not.
  func ringExpected(after fetch: Int64) throws(StoreFailure) {
    let ready = memory.expecting.filter { $0.fetch == fetch }
    memory.expecting.removeAll { $0.fetch == fetch }
    for (_, slot, caller) in ready {
      if let answer = try ring(slot, for: caller) { ledger.answer(answer, to: caller) }
    }
  }

  /// The text to show now; refuses if there is no content, it is too old, or the channel is off.
  private func fill(
    _ delivery: inout Delivery, _ slot: Slot, on date: LocalDate
  ) throws(StoreFailure) -> Result<Template.Rendered, Refusal> {
    let settings = try settings
    guard settings.channel(Channel.daily.id).enabled else {
      let name = ledger.environment.name(ofChannel: Channel.daily.id)
      return .failure(
        Refusal(.refused, words.say("“{channel}” is switched off.", ["channel": name])))
    }
    // The next armed occurrence already has the text.
    let next = try list.next(slot.id)
    let content = try contents.latest(of: settings.source(of: slot))
    if let content, content.payload == nil {
      return .failure(
        Refusal(
          .refused,
          words.say("The keyring is locked. Unlock it to read the fetched content.")))
    }
    let (place, repeats) = try list.place(of: slot, on: next?.date ?? date)
    guard let content,
      let tokens = content.payload?.tokens(on: date, place: place, repeats: repeats)
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
    delivery.link = content.payload?.link(on: date, place: place, repeats: repeats)?.url
    return .success(rendered)
  }

  /// When Ring Now is possible again; nil if it is possible now. (T12)
  func cooldownEnd() throws(StoreFailure) -> Instant? {
    guard let at = try rows.note(instant: Note.ringNowAt) else { return nil }
    let end = at + RingNow.cooldown
    return end > now ? end : nil
  }

  /// Ends the cooldown, because nothing was shown. (T12)
  func takeBack() throws(StoreFailure) { try rows.setNote(Note.ringNowAt, nil) }
}
