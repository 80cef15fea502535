import CarillonEngine

/// What the user wants, and what the distributor does.
extension UnifiedPushRegistration {
  mutating func begin(_ wish: Wish, _ memory: Memory, at now: Instant, _ step: inout Step) {
    self = UnifiedPushRegistration()
    distributor = memory.distributor
    (endpoint, reported) = (memory.endpoint, memory.endpoint)
    guard wish.setting != .off else { return leave(at: now, &step) }
    self.wish = wish
    state = .absent
    deafSince = min(memory.deafSince ?? now, now)
    wasHeard = memory.deafSince != nil
  }

  mutating func configure(_ wish: Wish, at now: Instant, _ step: inout Step) {
    let former = self.wish
    self.wish = wish
    guard wish.setting != .off else { return leave(at: now, &step) }
    if former.setting == .off {
      state = .absent
      (deafSince, wasHeard) = (now, false)
    }
    failures = 0
    let isReplaced = choose(at: now, &step)
    if wish.vapid != former.vapid, former.setting != .off, !isReplaced, let distributor {
      // It keeps the key that it was given first.
      step.commands.append(.unregister(at: distributor, version))
      lose(.replaced, at: now)
      endpoint = nil
      askAgain(at: now)
    } else if state == .blocked || nextTry != nil {
      askAgain(at: now)
    }
  }

  mutating func owned(by new: String?, at now: Instant, _ jitter: Double) {
    guard new != owner || !isOwnerKnown else { return }
    let (former, wasKnown) = (owner, isOwnerKnown)
    (owner, isOwnerKnown) = (new, true)
    if former != nil {
      switch state {
      case .registering, .accepted, .registered: fall(.vanished, at: now, jitter)
      case .off, .absent, .waiting, .blocked: break
      }
    }
    // Whoever was there when we looked is no new owner, nor is one that our call has started.
    guard new != nil, wasKnown, state != .registering else { return }
    version = .second
    switch state {
    case .off, .absent, .registering: break
    case .blocked where trouble == .refused(.unauthorized): break
    case .accepted, .registered, .waiting, .blocked:
      lose(.vanished, at: now)
      askSoon(at: now)
    }
  }

  mutating func answered(
    _ answer: Answer, at now: Instant, _ jitter: Double, _ step: inout Step
  ) {
    guard state == .registering, let distributor else { return }
    switch answer {
    case .succeeded:
      state = .accepted(at: now)
      if isTold { hear(at: now, &step) }
    case .silent where isTold: hear(at: now, &step)
    case .silent: fall(.silent, at: now, jitter)
    case .failed: fall(.failed, at: now, jitter)
    case .unknownMethod where version == .second:
      version = .first
      step.commands.append(.register(at: distributor, .first, vapid: nil))
    case .unknownMethod: fall(.unsupported, at: now, jitter)
    case .refused(let reason):
      fall(.refused(reason), at: now, jitter)
      switch reason {
      case .internalError: break
      case .network: state = .waiting(until: now + Self.networkWait)
      case .actionRequired, .vapidRequired, .unauthorized: state = .blocked
      }
    }
  }

  mutating func told(_ text: String, at now: Instant, _ jitter: Double, _ step: inout Step) {
    guard !text.isEmpty else {
      endpoint = nil
      isTold = false
      return fallWhenRegistered(.lost, at: now, jitter)
    }
    endpoint = text
    isTold = true
    switch state {
    case .accepted: hear(at: now, &step)
    case .waiting, .blocked:
      // Neither a new process of the distributor nor another key is known to it before we say so.
      if trouble != .vanished, trouble != .replaced { hear(at: now, &step) }
    case .off, .absent, .registering, .registered: break
    }
  }

  /// Either it has forgotten us, or it confirms that we did not want it any more.
  ///
  /// While we register, it is about a registration from before.
  mutating func forgotten(at now: Instant, _ jitter: Double) {
    endpoint = nil
    isTold = false
    fallWhenRegistered(.unregistered, at: now, jitter)
  }

  private mutating func fallWhenRegistered(_ trouble: Trouble, at now: Instant, _ jitter: Double) {
    switch state {
    case .accepted, .registered: fall(trouble, at: now, jitter)
    case .off, .absent, .registering, .waiting, .blocked: break
    }
  }
}
