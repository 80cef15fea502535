import CarillonEngine

/// Whether an occurrence has content that is young enough. (T3, T5)
///
/// The gate asks it through the plan source, when the occurrence is due.
final class Freshness: Room {
  let ledger: Ledger
  private let list: SlotList
  private let contents: Contents
  private let texts: Texts
  private let prefetch: Prefetch

  init(
    _ ledger: Ledger, _ list: SlotList, _ contents: Contents, _ texts: Texts, _ prefetch: Prefetch
  ) {
    self.ledger = ledger
    self.list = list
    self.contents = contents
    self.texts = texts
    self.prefetch = prefetch
  }

  /// Whether a ring waits for content: late ones make their attempt first, and what would be
  /// skipped for its content gives a fetch under way ten seconds. (T3)
  func waits(
    for delivery: inout Delivery, late: Span
  ) throws(StoreFailure) -> Bool {
    guard delivery.status == .scheduled,
      delivery.waiting == nil || delivery.waiting == .fetch,
      let slot = try list.slot(of: delivery)
    else { return false }
    let settings = try settings
    let spec = settings.source(of: slot)
    var started = false
    let isLate = try late > ledger.punctual
    if delivery.attemptAt == nil, isLate || settings.lead == .zero,
      situation.reaches(spec)
    {
      try prefetch.attempt(&delivery, spec)
      started = isLate
    }
    guard try prefetch.underWay(of: spec) != nil else { return false }
    if !started, delivery.fetchWaitSince == nil, try problem(with: delivery) == nil {
      return false
    }
    let since = delivery.fetchWaitSince ?? now
    guard now - since < Ledger.fetchPatience, try late < ledger.grace else {
      return false
    }
    if delivery.waiting != .fetch || delivery.fetchWaitSince != since {
      delivery.waiting = .fetch
      delivery.fetchWaitSince = since
      try save(delivery)
      try trace(delivery, .waiting(for: .fetch))
    }
    return true
  }

  /// Why the content of `delivery` may not be shown, if that is so.
  func problem(
    with delivery: Delivery
  ) throws(StoreFailure) -> (reason: Reason, evidence: GateCheck.Evidence)? {
    guard let id = delivery.content, let content = try rows.contentHead(id) else {
      return (.noContent, .none)
    }
    if delivery.title == nil, try !texts.awaitsKey(delivery) { return (.noContent, .none) }
    try watchValidation(of: content)
    let age = content.age(at: now)
    let ttl = try settings.ttl
    guard age > ttl else { return try isOld(delivery) ? (.notNew, .none) : nil }
    return (.ttl, .age(age, ttl: ttl))
  }

  /// Why an occurrence ahead would be skipped if the fetch before it fails as the last one did. (T36)
  func foreseenProblem(with delivery: Delivery) throws(StoreFailure) -> Reason? {
    let failed = try rows.failedFetches()
    guard !failed.isEmpty, let slot = try list.slot(of: delivery),
      try failed[contents.source(settings.source(of: slot))] != nil
    else { return nil }
    guard let id = delivery.content, let content = try rows.contentHead(id) else {
      return .noContent
    }
    if delivery.title == nil, try !texts.awaitsKey(delivery) { return .noContent }
    return try content.age(at: delivery.fireAt) > settings.ttl ? .ttl : nil
  }

  /// The sources that have failed, and whose next occurrence would be skipped for it. (T36)
  func failingSources() throws(StoreFailure) -> [FailingSource] {
    let failed = try rows.failedFetches()
    guard !failed.isEmpty, try settings.channel(Channel.daily.id).enabled else { return [] }
    var failing: [FailingSource] = []
    var asked: [Int64: Int?] = [:]
    for delivery in try awake()
    where delivery.isOfSlot && delivery.status == .scheduled && delivery.isAhead(of: now) {
      guard let slot = try list.slot(of: delivery) else { continue }
      let spec = try settings.source(of: slot)
      let source = try contents.source(spec)
      guard let failure = failed[source] else { continue }
      let isSilent = try foreseenProblem(with: delivery) != nil
      switch asked[source] {
      case nil where isSilent:
        asked[source] = failing.count
        failing.append(
          FailingSource(
            source: name(of: spec), code: EventCode.fetch(failure.code).rawValue,
            triedAt: failure.at.iso(in: zone), next: delivery.fireAt.iso(in: zone),
            slotIds: [slot.id.description]))
      // Its next occurrence has content.
      case nil: asked[source] = .some(nil)
      case .some(let index?) where isSilent: failing[index].slotIds.append(slot.id.description)
      default: break
      }
    }
    return failing
  }

  private func name(of spec: FetchSpec?) -> String {
    guard let spec else { return "" }
    return spec.host ?? String(spec.url.split(separator: "/").last ?? "")
  }

  /// Whether an occurrence says what its slot showed last, and the slot shows only what is new. (T35)
  ///
  /// What the user asks for is shown all the same.
  private func isOld(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard delivery.isPlanned, let slot = try list.slot(of: delivery), slot.onlyNew,
      let mark = Freshness.mark(of: delivery)
    else { return false }
    return mark == slot.shown
  }

  /// Notes what a slot has shown. (T35)
  func noteShown(_ delivery: Delivery) throws(StoreFailure) {
    guard let id = delivery.item.flatMap({ SlotID($0.name) }),
      let mark = Freshness.mark(of: delivery)
    else { return }
    try list.setShown(id, mark)
  }

  /// What tells one shown text and link from another, without being either; nil if the text cannot be
  /// read.
  private static func mark(of delivery: Delivery) -> String? {
    guard delivery.text == .open, let title = delivery.title else { return nil }
    return String(
      fnv("\(title)\0\(delivery.body ?? "")\0\(delivery.link ?? "")"), radix: 16)
  }

  /// Corrects a validation time that has been in the future for a day. (T5)
  private func watchValidation(of content: ContentHead) throws(StoreFailure) {
    guard content.validatedAt > now else {
      if content.futureSince != nil {
        try rows.setValidation(of: content.id, at: content.validatedAt, futureSince: nil)
      }
      return
    }
    guard let since = content.futureSince, since <= now else {
      try rows.setValidation(of: content.id, at: content.validatedAt, futureSince: now)
      return
    }
    if now - since >= .days(1) {
      try rows.setValidation(of: content.id, at: now, futureSince: nil)
    }
  }

  func evidence(of delivery: Delivery) throws(StoreFailure) -> GateCheck.Evidence {
    guard let id = delivery.content, let content = try rows.contentHead(id) else {
      return .none
    }
    return .age(content.age(at: now), ttl: try settings.ttl)
  }

  func hints() throws(StoreFailure) -> [StateReport.Hint] {
    guard let needed = try ageAfterMissedFetch(), try needed > settings.ttl else { return [] }
    let hours = Freshness.helpfulHours.first { .hours($0) >= needed }
    guard let hours else { return [] }
    let seconds = hours * 3600
    return [
      .init(
        code: "TTL_ONE_DAY",
        text: words.say(
          "If one fetch fails, nothing is shown the next time: the stored content would be too old. "
            + "With ttlSeconds {seconds} a single missed fetch does no harm.",
          ["seconds": String(seconds)]),
        ttlSeconds: seconds)
    ]
  }

  /// What the hint and the window offer.
  ///
  /// Some are an hour or two more than whole days, to allow for the lead and the end of daylight saving.
  private static let helpfulHours: [Int64] = [6, 12, 24, 26, 48, 72, 168, 720]

  /// How old a source's content would be at its next occurrence if the fetch for it failed. (T5)
  ///
  /// The highest age of all sources that need the network; nil if there are none.
  private func ageAfterMissedFetch() throws(StoreFailure) -> Span? {
    let settings = try settings
    var items: [String: [PlanItem]] = [:]
    for slot in try list.slots where slot.enabled {
      guard let spec = settings.source(of: slot), !spec.worksOffline else { continue }
      items[try contents.key(of: spec), default: []].append(slot.item)
    }
    return items.values.compactMap(distance(between:)).max().map { $0 + settings.lead }
  }

  /// From the last occurrence of `items` that has passed, or else the first to come, to the one after it.
  private func distance(between items: [PlanItem]) -> Span? {
    let zone = zone
    let today = zone.wallClock(at: now).date
    var instants: [Instant] = []
    // A week holds every weekday, and a few days more for dates that do not exist.
    for days in -9...9 as ClosedRange<Int64> {
      let date = today.adding(days: days)
      for item in items where item.occurs(on: date) {
        if let at = item.instant(on: date, in: zone) { instants.append(at) }
      }
    }
    instants.sort()
    guard let next = instants.first(where: { $0 > now }),
      let last = instants.last(where: { $0 <= now })
    else { return nil }
    return next - last
  }
}

extension Reason {
  /// It says what its slot showed last. (T35)
  static let notNew = Reason.own("not-new")
}
