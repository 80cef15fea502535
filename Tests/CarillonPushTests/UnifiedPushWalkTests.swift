import CarillonFeatures
import Testing

@testable import CarillonPush

/// A registration to which anything may happen, and what must hold all the same. (C3, C6)
@Suite struct UnifiedPushWalkTests {
  private typealias Registration = UnifiedPushRegistration

  @Test(
    "C3: whatever happens, one call is under way, what is reported is true, and the states agree")
  func anything() {
    var dice = SeededDice(state: 3)
    for _ in 0..<150 {
      var walk = Walk()
      walk.begin()
      for _ in 0..<400 {
        walk.jitter = .random(in: 0..<1, using: &dice)
        walk.now = walk.now + .milliseconds(.random(in: 0...20_000, using: &dice))
        walk.happen(Walk.events.randomElement(using: &dice) ?? .woke)
      }
      walk.finish()
      #expect(walk.registers.count > 5)
      for (earlier, later) in zip(walk.registers, walk.registers.dropFirst()) {
        #expect(later - earlier >= Registration.leastGap)
      }
    }
  }

  @Test(
    "C3: whatever a distributor does, it is asked no oftener in an hour than the back-off allows")
  func hostile() {
    var dice = SeededDice(state: 33)
    let own = Walk.events.filter { event in
      switch event {
      case .answered, .endpoint, .unregistered, .owner, .woke: true
      default: false
      }
    }
    for _ in 0..<30 {
      var walk = Walk()
      walk.begin()
      for _ in 0..<6000 {
        walk.now = walk.now + .milliseconds(.random(in: 0...4000, using: &dice))
        walk.happen(own.randomElement(using: &dice) ?? .woke)
      }
      // Two at once, 20, 40, and 80 seconds, and then every 120: with a jitter of 1 that is all.
      for (index, begin) in walk.registers.enumerated() {
        let hour = walk.registers[index...].prefix { $0 - begin < .hours(1) }
        #expect(hour.count <= 36)
      }
      #expect(walk.registers.count > 50)
    }
  }

  @Test("C3: after all that, a distributor that behaves is registered with within 15 minutes")
  func recovers() {
    var dice = SeededDice(state: 333)
    for _ in 0..<200 {
      var walk = Walk()
      walk.begin()
      for _ in 0..<50 {
        walk.now = walk.now + .milliseconds(.random(in: 0...4000, using: &dice))
        walk.happen(Walk.events.randomElement(using: &dice) ?? .woke)
      }
      walk.happen(.configured(.init(.auto)))
      walk.happen(.found(Distributors(running: [Walk.kde])))
      walk.happen(.owner(":1.99"))
      let began = walk.now
      while walk.registration.registeredSince == nil, walk.now - began < .hours(1) {
        guard let deadline = walk.registration.deadline else { break }
        walk.now = max(walk.now, deadline)
        walk.happen(.woke)
        if walk.registration.state == .registering {
          // As it does: the endpoint first.
          walk.happen(.endpoint("https://p.example/good"))
          walk.happen(.answered(.succeeded))
        }
      }
      #expect(walk.registration.registeredSince != nil, "\(walk.registration)")
      #expect(walk.now - began <= .minutes(15))
    }
  }
}

/// The world of a registration: what it was told, and what it has asked for.
private struct Walk {
  static let kde = Distributors.namespace + ".kde"
  static let other = Distributors.namespace + ".other"
  var registration = UnifiedPushRegistration()
  var now = Instant(seconds: 1_800_000_000)
  var jitter = 1.0
  /// When it began to register, in either version.
  private(set) var registers: [Instant] = []
  private var callAt: String?
  private var told: String?
  private var reported: String?

  static let events: [UnifiedPushRegistration.Event] = [
    .woke, .woke, .woke, .woke, .answered(.succeeded), .answered(.succeeded), .answered(.succeeded),
    .answered(.silent), .answered(.failed), .answered(.unknownMethod),
    .answered(.refused(.internalError)), .answered(.refused(.network)),
    .answered(.refused(.actionRequired)), .answered(.refused(.unauthorized)),
    .endpoint("https://p.example/1"), .endpoint("https://p.example/2"), .endpoint(""),
    .unregistered, .owner(nil), .owner(":1.1"), .owner(":1.2"), .resumed, .networkBack,
    .found(Distributors(running: [kde])), .found(Distributors(running: [kde, other])),
    .found(Distributors(startable: [other])), .found(Distributors()),
    .configured(.init(.auto)), .configured(.init(.named(other))), .configured(.init(.off)),
    .configured(.init(.auto, vapid: "key")),
  ]

  mutating func begin() {
    happen(.started(.init(.auto), after: .init()))
    happen(.found(Distributors(running: [Self.kde])))
  }

  mutating func finish() {
    // What is still to be reported.
    now = now + .seconds(2)
    happen(.woke)
    now = now + .seconds(2)
    happen(.woke)
    #expect(reported == told)
  }

  mutating func happen(_ event: UnifiedPushRegistration.Event) {
    // The answer of a call that is under way; without one there is none.
    if case .answered = event {
      guard callAt != nil else { return }
      callAt = nil
    }
    let wasUsed = registration.distributor != nil
    let step = registration.handle(event, at: now, jitter: jitter)
    switch event {
    case .endpoint(let text) where wasUsed: told = text.isEmpty ? nil : text
    case .unregistered where wasUsed: told = nil
    default: break
    }
    follow(step.commands, after: event)
    if registration.state != .registering { callAt = nil }
    if let change = step.endpoint { report(change) }
    checkState(after: event, step)
  }

  private mutating func follow(
    _ commands: [UnifiedPushRegistration.Command], after event: UnifiedPushRegistration.Event
  ) {
    for command in commands {
      switch command {
      case .unregister(let name, _):
        told = nil
        if callAt == name { callAt = nil }
      case .register(let name, let version, _):
        // A process that has gone answers no call.
        if case .owner = event { callAt = nil }
        #expect(callAt == nil, "two calls at a time, after \(event)")
        #expect(name == registration.distributor)
        callAt = name
        if version == .second || event != .answered(.unknownMethod) { registers.append(now) }
      }
    }
  }

  private mutating func report(_ change: UnifiedPushRegistration.EndpointChange) {
    let endpoint: String? = if case .new(let text) = change { text } else { nil }
    #expect(endpoint == told)
    #expect(endpoint != reported)
    reported = endpoint
  }

  private func checkState(
    after event: UnifiedPushRegistration.Event, _ step: UnifiedPushRegistration.Step
  ) {
    let (state, deadline) = (registration.state, registration.deadline)
    #expect((state == .registering) == (callAt != nil), "after \(event)")
    #expect((state == .off) == (registration.wish.setting == .off))
    #expect(deadline ?? .distantFuture > now || event != .woke)
    switch state {
    case .off:
      #expect(registration.deafSince == nil && registration.distributor == nil)
    case .registered:
      #expect(registration.deafSince == nil && registration.trouble == nil)
      #expect(registration.nextTry == nil && told != nil)
    case .registering, .accepted:
      #expect(registration.deafSince ?? .distantFuture <= now)
      #expect(deadline != nil && registration.nextTry == nil)
    case .waiting(let until):
      #expect(registration.deafSince != nil && registration.nextTry == until)
      #expect(until > now && until - now <= UnifiedPushRegistration.networkWait)
    case .blocked:
      guard case .refused = registration.trouble else {
        Issue.record("blocked by \(String(describing: registration.trouble))")
        return
      }
    case .absent: #expect(registration.deafSince != nil)
    }
    if let over = step.over {
      // It may be replaced at once, because it has been away for too long.
      #expect(registration.registeredSince == now || registration.trouble == .replaced)
      #expect(over.to == now && over.from <= over.to)
    }
  }
}
