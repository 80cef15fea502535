/// Whether what is to be said is there, and young enough. (T3, T5)
extension Decision {
  /// Whether a ring waits for content: late ones make their attempt first, and what would be
  /// skipped for its content gives a fetch under way ten seconds. (T3)
  func waitsForFetch(
    _ delivery: inout Delivery, due: Instant
  ) throws(StoreFailure) -> Bool {
    guard delivery.kind == .slot, delivery.status == .scheduled,
      delivery.waiting == nil || delivery.waiting == Waiting.fetch,
      let slot = try slot(delivery.slot)
    else { return false }
    let settings = try settings
    let spec = settings.source(of: slot)
    let late = now - due
    var started = false
    let isLate = try late > punctual
    if delivery.attemptAt == nil, isLate || settings.lead == .zero,
      reachable(spec)
    {
      try attempt(&delivery, spec)
      started = isLate
    }
    let source = try rows.source(key(of: spec))
    guard try rows.openFetch(of: source) != nil else { return false }
    if !started, delivery.fetchWaitSince == nil, try contentProblem(delivery) == nil {
      return false
    }
    let since = delivery.fetchWaitSince ?? now
    guard now - since < Decision.fetchPatience, try late < grace else {
      return false
    }
    if delivery.waiting != Waiting.fetch || delivery.fetchWaitSince != since {
      delivery.waiting = Waiting.fetch
      delivery.fetchWaitSince = since
      try save(delivery)
      try trace(delivery, "waiting", ["for": Waiting.fetch])
    }
    return true
  }

  static let fetchPatience = Span.seconds(10)

  /// Why the content of `delivery` may not be shown, if that is so.
  func contentProblem(
    _ delivery: Delivery
  ) throws(StoreFailure) -> (code: String, values: [String: String])? {
    if let request = delivery.request {
      // What it says came with it; it is over when it says so.
      return request.expiresAt.map { $0 <= now } == true ? (SkipReason.expired, [:]) : nil
    }
    guard let id = delivery.content, let content = try rows.content(id) else {
      return (SkipReason.noContent, [:])
    }
    if delivery.title == nil, try !awaitsKey(delivery) { return (SkipReason.noContent, [:]) }
    try watchValidation(of: content)
    let age = content.age(at: now)
    let ttl = try settings.ttl
    guard age > ttl else { return nil }
    return (
      SkipReason.ttl, ["age": String(age.milliseconds), "ttl": String(ttl.milliseconds)]
    )
  }

  /// A validation that has lain in the future for a day is taken to be wrong. (T5)
  private func watchValidation(of content: Content) throws(StoreFailure) {
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

  func contentAge(_ delivery: Delivery) throws(StoreFailure) -> [String: String] {
    guard let id = delivery.content, let content = try rows.content(id) else { return [:] }
    return [
      "age": String(content.age(at: now).milliseconds),
      "ttl": String(try settings.ttl.milliseconds),
    ]
  }
}
