import CarillonFeatures
import Testing

@testable import CarillonPush

private let prefix = "org.unifiedpush.Distributor."
private let (kde, other) = (prefix + "kde", prefix + "other")

/// A registration, with a clock of its own.
private struct Desk {
  var registration = UnifiedPushRegistration()
  var now = Instant(seconds: 1_800_000_000)
  var jitter = 1.0

  @discardableResult
  mutating func handle(
    _ event: UnifiedPushRegistration.Event, after seconds: Int64 = 0
  ) -> UnifiedPushRegistration.Step {
    now = now + .seconds(seconds)
    return registration.handle(event, at: now, jitter: jitter)
  }

  mutating func start(
    _ setting: DistributorSetting = .auto, after memory: UnifiedPushRegistration.Memory = .init()
  ) {
    handle(.started(.init(setting), after: memory))
  }

  /// Starts, finds a running distributor, and is registered there.
  mutating func register() {
    start()
    handle(.found(Distributors(running: [kde])))
    handle(.owner(":1.1"))
    accept()
  }

  mutating func accept(_ endpoint: String = "https://p.example/1") {
    handle(.endpoint(endpoint))
    handle(.answered(.succeeded))
  }

  var state: UnifiedPushRegistration.State { registration.state }
  var isRegistered: Bool { registration.registeredSince != nil }

  /// How many seconds from now the next try is.
  var wait: Int64? { registration.nextTry.map { ($0 - now).milliseconds / 1000 } }

  /// What is reported within two seconds.
  mutating func reported() -> UnifiedPushRegistration.EndpointChange? {
    handle(.woke, after: 2).endpoint
  }
}

extension UnifiedPushRegistration.Command {
  fileprivate static func register(
    _ name: String, _ version: UnifiedPushRegistration.Version = .second
  ) -> Self { .register(at: name, version, vapid: nil) }
}

/// The registration with a distributor. (C3, C6)
@Suite struct UnifiedPushRegistrationTests {
  private var desk = Desk()

  @Test("C3: a start registers with the distributor that is found, and its endpoint is reported")
  mutating func begins() {
    desk.start()
    #expect(desk.state == .absent)
    #expect(
      desk.handle(.found(Distributors(running: [other, kde]))).commands == [.register(kde)])
    #expect(desk.registration.distributor == kde)
    #expect(desk.state == .registering)
    #expect(desk.registration.deafSince == desk.now)
    desk.handle(.answered(.succeeded))
    #expect(desk.state == .accepted(at: desk.now))
    desk.handle(.endpoint("https://p.example/1"), after: 1)
    #expect(desk.state == .registered(since: desk.now))
    #expect(desk.registration.deafSince == nil)
    #expect(desk.reported() == .new("https://p.example/1"))
    #expect(desk.registration.deadline == nil)
  }

  @Test("C3, C6: the connection is open once senders can be given its endpoint")
  mutating func open() {
    desk.register()
    #expect(Carrier(desk.registration, at: desk.now)?.phase == .connecting)
    #expect(desk.reported() == .new("https://p.example/1"))
    #expect(Carrier(desk.registration, at: desk.now)?.phase == .open)
    desk.handle(.endpoint("https://p.example/2"))
    #expect(Carrier(desk.registration, at: desk.now)?.phase == .connecting)
    #expect(desk.reported() == .new("https://p.example/2"))
    #expect(Carrier(desk.registration, at: desk.now)?.phase == .open)
  }

  @Test("C1: a message without an id is known by its bytes")
  func identity() {
    let ids = [[1, 2, 3], [1, 2, 3], [1, 2, 4]].map { PushCarriers.identity(of: $0) }
    #expect(ids[0] == ids[1])
    #expect(ids[0] != ids[2])
    #expect(ids[0] == "039058c6f2c0cb492c533b0a4d14ef77")
  }

  @Test("C3: an endpoint may come before the answer")
  mutating func early() {
    desk.start()
    desk.handle(.found(Distributors(running: [kde])))
    desk.handle(.endpoint("https://p.example/1"))
    #expect(desk.state == .registering)
    desk.handle(.answered(.succeeded))
    #expect(desk.isRegistered)
    #expect(desk.reported() == .new("https://p.example/1"))
  }

  @Test("C3: an endpoint without an answer is a registration, an answer without one is none")
  mutating func half() {
    desk.start()
    desk.handle(.found(Distributors(running: [kde])))
    desk.handle(.endpoint("https://p.example/1"))
    desk.handle(.answered(.silent))
    #expect(desk.isRegistered)
    desk.start()
    desk.handle(.found(Distributors(running: [kde])))
    desk.handle(.answered(.succeeded))
    desk.handle(.woke, after: 29)
    #expect(desk.state == .accepted(at: desk.now - .seconds(29)))
    desk.handle(.woke, after: 1)
    #expect(desk.registration.trouble == .silent)
    #expect(desk.wait == 10)
  }

  @Test("C3: a known endpoint is not reported again, and the distributor in use stays")
  mutating func restarted() {
    desk.start(after: .init(distributor: other, endpoint: "https://p.example/1"))
    #expect(
      desk.handle(.found(Distributors(running: [kde], startable: [other]))).commands
        == [.register(other)])
    desk.accept()
    #expect(desk.isRegistered)
    #expect(desk.reported() == nil)
    desk.handle(.endpoint("https://p.example/2"))
    #expect(desk.reported() == .new("https://p.example/2"))
  }

  @Test("C3: a rotation is reported once, and needs no registration")
  mutating func rotation() {
    desk.register()
    #expect(desk.reported() == .new("https://p.example/1"))
    #expect(desk.handle(.endpoint("")).endpoint == nil)
    #expect(!desk.isRegistered)
    #expect(desk.registration.trouble == .lost)
    #expect(desk.wait == 5)
    desk.handle(.endpoint("https://p.example/2"))
    #expect(desk.isRegistered)
    #expect(desk.reported() == .new("https://p.example/2"))
    #expect(desk.handle(.woke, after: 100).commands == [])
  }

  @Test("C3: a lost endpoint is reported, and asked for again after 5 seconds")
  mutating func lost() {
    desk.register()
    _ = desk.reported()
    desk.handle(.endpoint(""))
    #expect(desk.handle(.woke, after: 1).endpoint == .lost)
    #expect(desk.handle(.woke, after: 3).commands == [])
    #expect(desk.handle(.woke, after: 1).commands == [.register(kde)])
  }

  @Test("C3: who is forgotten registers again after 5 seconds, then as the back-off allows")
  mutating func purged() {
    desk.register()
    var waits: [Int64?] = []
    for _ in 0..<6 {
      desk.handle(.unregistered)
      #expect(desk.registration.trouble == .unregistered)
      waits.append(desk.wait)
      #expect(desk.handle(.woke, after: desk.wait ?? 0).commands == [.register(kde)])
      desk.accept()
      #expect(desk.isRegistered)
    }
    #expect(waits == [5, 20, 40, 80, 120, 120])
    // What has lasted makes up for that.
    desk.handle(.unregistered, after: 600)
    #expect(desk.wait == 5)
  }

  @Test("C3: errors and missing answers wait from 5 to 120 seconds, with jitter")
  mutating func backOff() {
    desk.start()
    desk.handle(.found(Distributors(running: [kde])))
    var waits: [Int64?] = []
    let answers: [UnifiedPushRegistration.Answer] = [
      .refused(.internalError), .silent, .failed, .refused(.internalError), .silent, .failed,
    ]
    for answer in answers {
      #expect(desk.handle(.answered(answer)).commands == [])
      waits.append(desk.wait)
      #expect(desk.handle(.woke, after: (desk.wait ?? 0) - 1).commands == [])
      #expect(desk.handle(.woke, after: 1).commands == [.register(kde)])
    }
    #expect(waits == [10, 20, 40, 80, 120, 120])
    desk.jitter = 0
    desk.handle(.answered(.refused(.internalError)))
    #expect(desk.registration.trouble == .refused(.internalError))
    #expect(desk.wait == 5)
  }

  @Test("C3: an answer may take 5 minutes, and a late one says nothing")
  mutating func patience() {
    desk.start()
    desk.handle(.found(Distributors(running: [kde])))
    desk.handle(.woke, after: 299)
    #expect(desk.state == .registering)
    desk.handle(.woke, after: 1)
    #expect(desk.registration.trouble == .silent)
    desk.handle(.answered(.succeeded))
    #expect(desk.wait == 10)
  }

  @Test("C3: without a network, it registers when that is back", arguments: [true, false])
  mutating func network(isResume: Bool) {
    desk.start()
    desk.handle(.found(Distributors(running: [kde])))
    desk.handle(.answered(.refused(.network)))
    #expect(desk.wait == 900)
    #expect(desk.handle(.woke, after: 300).commands == [])
    #expect(desk.handle(isResume ? .resumed : .networkBack).commands == [.register(kde)])
    desk.handle(.answered(.refused(.network)))
    // Not even then twice a second.
    #expect(desk.handle(.networkBack).commands == [])
    #expect(desk.handle(.woke, after: 2).commands == [.register(kde)])
  }

  @Test("C3: what only the user can mend is said, and tried again with a new process of it")
  mutating func blocked() {
    for reason: UnifiedPushRegistration.Reason in [.actionRequired, .vapidRequired] {
      desk.start()
      desk.handle(.found(Distributors(running: [kde])))
      desk.handle(.owner(":1.1"))
      desk.handle(.answered(.refused(reason)))
      #expect(desk.state == .blocked)
      #expect(desk.registration.trouble == .refused(reason))
      for event: UnifiedPushRegistration.Event in [
        .woke, .resumed, .networkBack, .unregistered, .endpoint(""), .owner(nil),
      ] { #expect(desk.handle(event, after: 100).commands == []) }
      #expect(desk.handle(.owner(":1.2")).commands == [.register(kde)])
    }
  }

  @Test("C3: who is not allowed stops, until the user asks again")
  mutating func unauthorized() {
    desk.start()
    desk.handle(.found(Distributors(running: [kde])))
    desk.handle(.owner(":1.1"))
    desk.handle(.answered(.refused(.unauthorized)))
    for event: UnifiedPushRegistration.Event in [
      .woke, .resumed, .networkBack, .owner(nil), .owner(":1.2"), .found(.init(running: [kde])),
    ] { #expect(desk.handle(event, after: 100).commands == []) }
    #expect(desk.state == .blocked)
    #expect(desk.handle(.configured(.init(.auto))).commands == [.register(kde)])
  }

  @Test("C3: an endpoint ends a wait that only the distributor could end")
  mutating func unasked() {
    for reason: UnifiedPushRegistration.Reason in [.actionRequired, .network, .internalError] {
      desk.start()
      desk.handle(.found(Distributors(running: [kde])))
      desk.handle(.answered(.refused(reason)))
      desk.handle(.endpoint("https://p.example/1"))
      #expect(desk.isRegistered)
    }
  }

  @Test("C3: an old distributor is asked in its version, a new process of it in the new one")
  mutating func versions() {
    desk.start()
    desk.handle(.found(Distributors(running: [kde])))
    desk.handle(.owner(":1.1"))
    #expect(desk.handle(.answered(.unknownMethod)).commands == [.register(kde, .first)])
    #expect(desk.state == .registering)
    desk.accept()
    desk.handle(.unregistered)
    #expect(desk.handle(.woke, after: 5).commands == [.register(kde, .first)])
    desk.accept()
    desk.handle(.owner(nil), after: 600)
    #expect(desk.handle(.owner(":1.2")).commands == [.register(kde)])
    desk.handle(.answered(.unknownMethod))
    desk.handle(.answered(.unknownMethod))
    #expect(desk.registration.trouble == .unsupported)
    #expect(desk.wait == 20)
  }

  @Test("C3: a key of the sender goes along, and another one means another registration")
  mutating func vapid() {
    desk.handle(.started(.init(.auto, vapid: "k1"), after: .init()))
    #expect(
      desk.handle(.found(Distributors(running: [kde]))).commands
        == [.register(at: kde, .second, vapid: "k1")])
    desk.accept()
    _ = desk.reported()
    #expect(
      desk.handle(.configured(.init(.auto, vapid: "k2")), after: 5).commands
        == [.unregister(at: kde, .second), .register(at: kde, .second, vapid: "k2")])
    // The confirmation, and the endpoint for the key before.
    desk.handle(.unregistered)
    #expect(desk.state == .registering)
    desk.accept("https://p.example/2")
    #expect(desk.isRegistered)
    #expect(desk.reported() == .new("https://p.example/2"))
  }

  @Test("C3: a distributor that our call starts is asked once")
  mutating func activated() {
    desk.start()
    #expect(desk.handle(.found(Distributors(startable: [kde]))).commands == [.register(kde)])
    desk.handle(.owner(nil))
    desk.handle(.found(Distributors(running: [kde], startable: [kde])))
    #expect(desk.handle(.owner(":1.7")).commands == [])
    #expect(desk.state == .registering)
    desk.accept()
    #expect(desk.isRegistered)
  }

  @Test(
    "C3: a new process of the distributor is asked again, at once and then as the back-off allows")
  mutating func owners() {
    desk.register()
    desk.handle(.owner(nil), after: 600)
    #expect(desk.registration.trouble == .vanished)
    #expect(desk.registration.deafSince == desk.now)
    #expect(desk.handle(.owner(":1.2"), after: 1).commands == [.register(kde)])
    desk.accept()
    #expect(desk.isRegistered)
    desk.handle(.owner(nil), after: 3)
    desk.handle(.owner(":1.3"))
    #expect(desk.wait == 20)
    // In the middle of a call, and directly after one another.
    desk.handle(.woke, after: 20)
    desk.handle(.owner(":1.4"))
    #expect(desk.registration.trouble == .vanished)
    #expect(desk.wait == 40)
  }

  @Test("C3: an endpoint of a new process does not stand for a registration there")
  mutating func newProcess() {
    desk.register()
    desk.handle(.owner(nil), after: 1)
    desk.handle(.endpoint("https://p.example/2"))
    #expect(!desk.isRegistered)
    #expect(desk.handle(.owner(":1.2"), after: 1).commands == [.register(kde)])
  }

  @Test("C3: a distributor that has gone for a minute is replaced")
  mutating func gone() {
    desk.register()
    _ = desk.reported()
    desk.handle(.found(Distributors(running: [kde, other])))
    desk.handle(.owner(nil))
    desk.handle(.found(Distributors(running: [other])))
    #expect(desk.handle(.woke, after: 59).commands == [])
    #expect(
      desk.handle(.woke, after: 1).commands == [.unregister(at: kde, .second), .register(other)])
    #expect(desk.registration.distributor == other)
    #expect(desk.reported() == .lost)
    desk.handle(.owner(":1.9"))
    desk.accept("https://o.example/1")
    #expect(desk.isRegistered)
    // The first one stays away from now on.
    desk.handle(.found(Distributors(running: [kde, other])))
    #expect(desk.registration.distributor == other)
  }

  @Test("C3: one that has gone for good, without another, is waited for")
  mutating func waitedFor() {
    desk.register()
    desk.handle(.owner(nil))
    desk.handle(.found(Distributors()))
    desk.handle(.woke, after: 200)
    #expect(desk.state == .absent)
    #expect(desk.registration.deadline == nil)
    #expect(desk.registration.distributor == kde)
    #expect(desk.handle(.owner(":1.2"), after: 1000).commands == [.register(kde)])
  }

  @Test("C3: a name that is set is waited for, whoever else is there")
  mutating func named() {
    desk.start(.named(kde))
    desk.handle(.found(Distributors(running: [other])))
    desk.handle(.woke, after: 1000)
    #expect(desk.state == .absent)
    #expect(desk.registration.deadline == nil)
    #expect(
      desk.handle(.found(Distributors(running: [other], startable: [kde]))).commands
        == [.register(kde)])
  }

  @Test("C3: another choice unregisters there and registers here, even in the middle of a call")
  mutating func replaced() {
    desk.start()
    desk.handle(.found(Distributors(running: [kde, other])))
    let step = desk.handle(.configured(.init(.named(other))), after: 1)
    #expect(step.commands == [.unregister(at: kde, .second)])
    #expect(
      desk.handle(.woke, after: 1).commands == [.register(other)])
    desk.handle(.owner(":1.5"))
    desk.accept()
    #expect(desk.isRegistered)
  }

  @Test("C3: switched off, it unregisters, and the endpoint is lost")
  mutating func off() {
    desk.register()
    _ = desk.reported()
    #expect(
      desk.handle(.configured(.init(.off))).commands == [.unregister(at: kde, .second)])
    #expect(desk.state == .off)
    #expect(desk.registration.deafSince == nil)
    #expect(desk.reported() == .lost)
    for event: UnifiedPushRegistration.Event in [
      .woke, .resumed, .networkBack, .endpoint("https://p.example/1"), .owner(":1.3"),
      .answered(.succeeded), .unregistered, .found(Distributors(running: [kde])),
    ] { #expect(desk.handle(event, after: 9) == UnifiedPushRegistration.Step()) }
    #expect(desk.registration.deadline == nil)
    #expect(desk.handle(.configured(.init(.auto))).commands == [])
    #expect(desk.handle(.found(Distributors(running: [kde]))).commands == [.register(kde)])
  }

  @Test("C3: switched off while Carillon was closed, it unregisters at the next start")
  mutating func offMeanwhile() {
    let memory = UnifiedPushRegistration.Memory(distributor: kde, endpoint: "https://p.example/1")
    #expect(
      desk.handle(.started(.init(.off), after: memory)).commands
        == [.unregister(at: kde, .second)])
    #expect(desk.reported() == .lost)
    #expect(desk.registration.deadline == nil)
  }

  @Test("C3: the end of the program unregisters nothing")
  mutating func stopped() {
    desk.register()
    _ = desk.reported()
    #expect(desk.handle(.stopped) == UnifiedPushRegistration.Step())
    #expect(desk.state == .off)
    #expect(desk.registration.deadline == nil)
  }

  @Test("C3: a flood of endpoints is reported once a second, and the last of them at the end")
  mutating func flood() {
    desk.register()
    _ = desk.reported()
    var reports: [UnifiedPushRegistration.EndpointChange] = []
    for number in 0..<10_500 {
      desk.now = desk.now + .milliseconds(1)
      let step = desk.handle(.endpoint("https://p.example/f\(number)"))
      if let change = step.endpoint { reports.append(change) }
    }
    #expect(reports.count == 10)
    #expect(desk.reported() == .new("https://p.example/f10499"))
  }

  @Test("C6: an outage is told when it is over; before the first registration there was none")
  mutating func outages() {
    desk.start()
    desk.handle(.found(Distributors(running: [kde])))
    desk.handle(.answered(.refused(.internalError)))
    desk.handle(.woke, after: 10)
    desk.handle(.endpoint("https://p.example/1"))
    #expect(desk.handle(.answered(.succeeded)).over == nil)
    desk.handle(.endpoint(""), after: 50)
    let from = desk.now
    desk.handle(.woke, after: 60)
    desk.handle(.endpoint("https://p.example/2"))
    #expect(
      desk.handle(.answered(.succeeded)).over == .init(from: from, to: desk.now, why: .lost))
    #expect(desk.registration.trouble == nil)
    #expect(desk.registration.registeredSince == desk.now)
  }

  @Test("C6: what a process that had ended was deaf for counts, too")
  mutating func deafBefore() {
    let since = desk.now - .days(2)
    desk.start(after: .init(distributor: kde, endpoint: "https://p.example/1", deafSince: since))
    #expect(desk.registration.deafSince == since)
    desk.handle(.found(Distributors(running: [kde])))
    desk.handle(.endpoint("https://p.example/1"))
    #expect(desk.handle(.answered(.succeeded)).over?.from == since)
  }

  @Test("C3: a clock that is set back keeps nobody waiting")
  mutating func setBack() {
    desk.start()
    desk.handle(.found(Distributors(running: [kde])))
    desk.handle(.answered(.refused(.internalError)))
    desk.now = desk.now - .days(1)
    desk.handle(.woke)
    #expect(desk.wait ?? .max <= 120)
    desk.handle(.woke, after: 120)
    #expect(desk.state == .registering)
    desk.now = desk.now - .days(1)
    desk.handle(.woke)
    desk.handle(.woke, after: 300)
    #expect(desk.registration.trouble == .silent)
  }
}
