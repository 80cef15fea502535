package import CarillonEngine

/// Whether what is to be said is there, and young enough. (T3, T5)
extension Slots {
  /// Whether a ring waits for content: late ones make their attempt first, and what would be
  /// skipped for its content gives a fetch under way ten seconds. (T3)
  package func waits(
    for delivery: inout Delivery, late: Span
  ) throws(StoreFailure) -> Bool {
    guard delivery.status == .scheduled,
      delivery.waiting == nil || delivery.waiting == .fetch,
      let slot = try slot(of: delivery)
    else { return false }
    let settings = try settings
    let spec = settings.source(of: slot)
    var started = false
    let isLate = try late > ledger.punctual
    if delivery.attemptAt == nil, isLate || settings.lead == .zero,
      ledger.reachable(spec)
    {
      try attempt(&delivery, spec)
      started = isLate
    }
    let source = try rows.source(key(of: spec))
    guard try rows.openFetch(of: source) != nil else { return false }
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
  package func problem(
    with delivery: Delivery
  ) throws(StoreFailure) -> (reason: Reason, evidence: GateCheck.Evidence)? {
    guard let id = delivery.content, let content = try rows.content(id) else {
      return (.noContent, .none)
    }
    if delivery.title == nil, try !awaitsKey(delivery) { return (.noContent, .none) }
    try watchValidation(of: content)
    let age = content.age(at: now)
    let ttl = try settings.ttl
    guard age > ttl else { return nil }
    return (.ttl, .age(age, ttl: ttl))
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

  package func evidence(of delivery: Delivery) throws(StoreFailure) -> GateCheck.Evidence {
    guard let id = delivery.content, let content = try rows.content(id) else {
      return .none
    }
    return .age(content.age(at: now), ttl: try settings.ttl)
  }
}
