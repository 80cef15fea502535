import CarillonEngine

/// How it goes on.
extension UnifiedPushRegistration {
  /// What is due, after every event.
  mutating func settle(at now: Instant, _ step: inout Step) {
    if state != .off {
      _ = choose(at: now, &step)
      if state == .absent, isThere { askSoon(at: now) }
      if let due = nextTry, due <= now { register(at: now, &step) }
    }
    report(at: now, &step)
  }

  /// Whether the distributor in use exists, running or not.
  var isThere: Bool {
    guard let distributor else { return false }
    return owner != nil || distributors?.contains(distributor) == true
  }

  /// When another distributor takes the place of the one that is away; nil if none can.
  var replacementAt: Instant? {
    guard wish.setting == .auto, let distributor, let missingSince, let distributors,
      distributors.choice(using: distributor) != nil
    else { return nil }
    return missingSince + Self.grace
  }

  /// Takes the distributor that is wanted; returns whether that is another one.
  mutating func choose(at now: Instant, _ step: inout Step) -> Bool {
    missingSince = isThere || distributor == nil ? nil : missingSince ?? now
    let next: String?
    switch wish.setting {
    case .off: return false
    case .named(let name): next = name
    case .auto:
      if distributor != nil {
        guard let replacementAt, replacementAt <= now else { return false }
      }
      next = distributors?.choice(using: distributor)
    }
    guard next != distributor else { return false }
    if distributor != nil { lose(.replaced, at: now) }
    unregister(&step)
    distributor = next
    (owner, isOwnerKnown, version, missingSince) = (nil, false, .second, nil)
    failures = 0
    state = .absent
    return true
  }

  /// Ends what there is, because it is not wanted any more.
  mutating func leave(at now: Instant, _ step: inout Step) {
    unregister(&step)
    let former = self
    self = UnifiedPushRegistration()
    (reported, reportedAt, askedAt) = (former.reported, former.reportedAt, former.askedAt)
  }

  private mutating func unregister(_ step: inout Step) {
    if let distributor { step.commands.append(.unregister(at: distributor, version)) }
    endpoint = nil
    isTold = false
  }

  private mutating func register(at now: Instant, _ step: inout Step) {
    guard isThere, let distributor else { return state = .absent }
    state = .registering
    askedAt = now
    isTold = false
    // The old version knows no keys of senders.
    let vapid = version == .second ? wish.vapid : nil
    step.commands.append(.register(at: distributor, version, vapid: vapid))
  }

  /// Asks at once after the first failure, and otherwise when the back-off allows it.
  mutating func askSoon(at now: Instant) {
    let earliest = failures <= 1 ? now : max(now, notBefore)
    state = .waiting(until: max(earliest, askedAt + Self.leastGap))
  }

  /// Asks at once, for a reason that is not the distributor's.
  mutating func askAgain(at now: Instant) {
    state = .waiting(until: max(now, askedAt + Self.leastGap))
  }

  mutating func hear(at now: Instant, _ step: inout Step) {
    if wasHeard, let from = deafSince { step.over = Outage(from: from, to: now, why: trouble) }
    state = .registered(since: now)
    (deafSince, trouble, wasHeard) = (nil, nil, true)
  }

  /// Notes why no message can come any more.
  mutating func lose(_ trouble: Trouble, at now: Instant) {
    if case .registered(let since) = state {
      deafSince = now
      if now - since >= Self.steady { failures = 0 }
    }
    self.trouble = trouble
  }

  /// Waits because of the distributor.
  mutating func fall(_ trouble: Trouble, at now: Instant, _ jitter: Double) {
    lose(trouble, at: now)
    // Anything between the shortest wait and a limit that doubles, so that not all come back at once.
    let shortest = Self.shortestWait.milliseconds
    let limit = min(Self.longestWait.milliseconds, shortest << min(failures + 1, 8))
    var wait = shortest + Int64(Double(limit - shortest) * min(max(jitter, 0), 1))
    // Nobody else loses an endpoint at the same moment.
    if failures == 0, trouble == .lost || trouble == .unregistered { wait = shortest }
    failures += 1
    notBefore = now + .milliseconds(wait)
    state = .waiting(until: notBefore)
  }

  /// Reports the endpoint once it has settled, at most once a second.
  private mutating func report(at now: Instant, _ step: inout Step) {
    guard endpoint != reported else { return reportAt = nil }
    let due = reportAt ?? max(now + Self.settling, reportedAt + Self.reportGap)
    reportAt = due
    guard due <= now else { return }
    step.endpoint = endpoint.map { .new($0) } ?? .lost
    (reported, reportedAt, reportAt) = (endpoint, now, nil)
  }
}
