import CarillonCore
import CarillonStore

/// A device's life drawn from one seed: the real engine, Host and schema in a simulated world.
///
/// The world owns clock, zone, network, server and user. What it does to the device is drawn by
/// ``disturb()``; ``Watch`` checks the rules after every event.
final class Life: Scheduler, ContentSource, Callbacks, Secrets, Notifier, Shell {
  var random: SplitMix
  let store: FaultyStore
  private(set) var host: Host
  private(set) var now: Instant
  private(set) var situation: Situation
  private(set) var wakes: [Wake] = []
  private var pending: [(at: Instant, event: Event)] = []
  private(set) var running = false
  private(set) var watch: Watch
  var log: [String] = []

  // How the world behaves just now.
  private var feedFails = false
  private var etag = 1
  private var serverRefuses = false
  private var callbacksFail = false
  private var owner = 1
  private var screens: [OnScreen] = []
  private var lastScreen: UInt32 = 0
  /// Kills the process before or after so many more effects.
  private var effectsToLive: Int?
  /// Whether the next wake comes as late as it may.
  private var tardy = false
  private var retryDelay: Span?
  /// Nothing is done to the device while it lasts.
  private(set) var calmSince: Instant?
  /// Whether server and network answer as they should.
  private var fair = false
  private(set) var events = 0
  private var passed = Span.zero

  init(seed: UInt64) throws {
    random = SplitMix(seed: seed)
    store = FaultyStore(try .inMemory())
    now = Instant(seconds: 1_772_000_000 + random.span(0...60_000_000))
    situation = Situation(zone: random.pick(SeasonalZone.all).identifier)
    watch = Watch()
    host = Host(engine: Life.engine(store), now: { .distantPast })
    situation.server = .present(server)
    situation.keyring = .open
    store.real.useKey(Life.key)
  }

  private static func engine(_ store: FaultyStore) -> Engine {
    Engine(
      store: store,
      environment: Environment(
        zone: { SeasonalZone.named($0) }, words: .english, defaultPack: "file:///pack.json",
        version: "0", build: "simulated"))
  }

  private var server: NotificationServer {
    NotificationServer(
      name: "Stand-in", vendor: "Simulator", version: "1", capabilities: ["actions", "body"],
      owner: ":1.\(owner)", bus: "bus")
  }

  var zone: any ZoneRules { SeasonalZone.named(situation.zone) ?? SeasonalZone.all[0] }

  /// Lives for `days`: calm weeks and stormy ones in turn.
  func live(days: Int64) throws {
    // The clock may be set to anything meanwhile, so days are counted as they pass.
    boot()
    while passed < .days(days) {
      try calm(for: .hours(random.span(30...90)))
      for _ in 0..<random.span(5...25) { try disturb() }
    }
  }

  /// Lets time pass without doing anything to the device.
  private func calm(for span: Span) throws {
    feedFails = false
    serverRefuses = false
    store.refusals = 0
    effectsToLive = nil
    if !running { boot() }
    setServer(.present(server))
    callbacksFail = false
    setKeyring(.open, Life.key)
    situation.exact = true
    send(.situation(.exact(true)))
    send(.situation(.online(true)))
    situation.online = true
    _ = ask(.pause(until: "off"))
    _ = ask(
      .set(
        mergePatch:
          #"{"quietHours":null,"mode":"auto","ttlSeconds":129600,"exactness":"exact","channels":{"timesafari.daily":{"enabled":true}}}"#
      ))
    // More hours than may be armed are for rough weather: every event with them costs a hundredfold.
    if try slotCount() > 64 {
      watch.configured()
      _ = ask(.set(mergePatch: #"{"slots":[{"hour":8,"minute":0},{"hour":2,"minute":30}]}"#))
    }
    fair = true
    defer { fair = false }
    try settleDown()
    setServer(.present(server))
    calmSince = now
    watch.calmSince = now
    try pass(until: now + span)
    calmSince = nil
    watch.calmSince = nil
    if running, nothingIsOpen { try replaceEngine() }
  }

  /// Waits until what was in flight has ended.
  private func settleDown() throws { try pass(until: now + .minutes(2)) }

  /// Runs until `end`, giving every wake and every result in its turn.
  func pass(until end: Instant) throws {
    passed = passed + (end - now)
    while true {
      let wake = running ? wakes.map { $0.at + (tardy ? $0.slack : .zero) }.min() : nil
      let result = pending.map(\.at).min()
      guard let next = [wake, result].compactMap({ $0 }).min(), next <= end else { break }
      now = max(now, next)
      if let result, result <= now,
        let index = pending.firstIndex(where: { $0.at == result })
      {
        send(pending.remove(at: index).event)
      } else {
        wakes.removeAll { $0.at <= now }
        tardy.toggle()
        send(.woke)
      }
      try check()
    }
    now = max(now, end)
  }

  private func check() throws {
    events += 1
    // A wake that may still come late, and has not come: its duty is not done yet. (T15)
    guard running, !wakes.contains(where: { $0.at <= now }) else { return }
    try watch.check(self)
  }

  // MARK: What happens to a device

  private func disturb() throws {
    switch random.span(0...32) {
    case 0...5: try pass(until: now + .minutes(random.span(1...600)))
    case 6: try sleep()
    case 7: try powerOff()
    case 8: crash()
    case 9: effectsToLive = Int(random.span(0...6))
    case 10: try setClock()
    case 11: changeZone()
    case 12: flapNetwork()
    case 13: changeServer()
    case 14: serverRefuses.toggle()
    case 15: feedFails.toggle()
    case 16: store.refusals = Int(random.span(1...4))
    case 17...18: configure()
    case 19: _ = ask(.pause(until: random.pick(["1h", "tomorrow", "off", "1h"])))
    case 20: _ = ask(.skipNext(slotID: slotID()))
    case 21: _ = ask(.unskip(slotID: slotID()))
    case 22...23: _ = ask(.deliverStoredNow(slotID: random.once(in: 2) ? "" : slotID()))
    case 24: _ = ask(.runFullPipelineNow)
    case 25: _ = ask(random.pick([.reschedule, .sendTest, .requestPermissions]))
    case 26: repeatResult()
    case 27: changeKeyring()
    case 28: callbacksFail.toggle()
    case 29:
      situation.exact.toggle()
      send(.situation(.exact(situation.exact)))
    default: useNotification()
    }
    try check()
    if !running { try reboot() }
  }

  private func reboot() throws {
    if random.once(in: 2) { now = now + .minutes(random.span(0...3000)) }
    boot()
    try check()
  }

  private func sleep() throws {
    let span = Span.minutes(random.once(in: 6) ? random.span(1440...40_000) : random.span(1...900))
    now = now + span
    // Which of the two comes first is the kernel's affair.
    if random.once(in: 2) { send(.situation(.resumed(span))) } else { send(.woke) }
    try check()
    if random.once(in: 2) { send(.situation(.resumed(span))) }
  }

  private func powerOff() throws {
    crash()
    now = now + .minutes(random.once(in: 6) ? random.span(1440...60_000) : random.span(1...900))
  }

  private func setClock() throws {
    let sizes: [Int64] = [5, 90, 1800, 7200, 86_400, 1_000_000]
    let size = random.pick(sizes)
    let step = Span.seconds(random.span(-size...size))
    now = now + step
    // What is under way takes as long as it takes, whatever the clock says.
    pending = pending.map { ($0.at + step, $0.event) }
    watch.clockMoved(by: step)
    send(.situation(.clockSet(step)))
  }

  private func changeZone() {
    situation.zone = random.pick(SeasonalZone.all).identifier
    watch.zoneChanged()
    send(.situation(.zone(situation.zone)))
  }

  private func flapNetwork() {
    situation.online.toggle()
    send(.situation(.online(situation.online)))
  }

  private func changeServer() {
    if random.once(in: 2) { owner += 1 }
    screens = []
    setServer(
      random.pick([
        .absent, .startable, .silent(owner: ":1.\(owner)"), .present(server), .present(server),
      ]))
  }

  static let key = [UInt8](repeating: 1, count: 32)
  private static let otherKey = [UInt8](repeating: 2, count: 32)

  private func changeKeyring() {
    switch random.span(0...5) {
    case 0: setKeyring(.none, Life.key)
    case 1...2: setKeyring(.locked, nil)
    case 3: setKeyring(.open, Life.otherKey)
    default: setKeyring(.open, Life.key)
    }
  }

  /// The key comes before the news of it, and is taken away before that. (T28)
  private func setKeyring(_ state: Situation.Keyring, _ key: [UInt8]?) {
    store.real.useKey(key)
    situation.keyring = state
    send(.situation(.keyring(state)))
  }

  private func setServer(_ presence: NotificationServer.Presence) {
    if presence == .absent || presence == .startable { owner += 1 }
    situation.server = presence
    send(.situation(.server(presence)))
  }

  private func configure() {
    let hour = random.span(0...23)
    let minute = random.pick([0, 0, 1, 30, 59] as [Int64])
    let patch = random.pick([
      #"{"quietHours":{"from":"22:00","to":"07:00"}}"#,
      #"{"quietHours":{"from":"\#(padded(Int(hour), to: 2)):00","to":"\#(padded(Int(hour + 3) % 24, to: 2)):30"}}"#,
      #"{"quietHours":null}"#,
      #"{"mode":"online-first"}"#, #"{"mode":"offline-first"}"#, #"{"mode":"auto"}"#,
      #"{"prefetchLeadMinutes":0}"#, #"{"prefetchLeadMinutes":90}"#,
      #"{"prefetchLeadMinutes":20}"#,
      #"{"lateGraceMinutes":0}"#, #"{"lateGraceMinutes":30}"#, #"{"lateGraceMinutes":720}"#,
      #"{"ttlSeconds":7200}"#, #"{"ttlSeconds":129600}"#,
      #"{"channels":{"timesafari.daily":{"enabled":false}}}"#,
      #"{"channels":{"timesafari.daily":{"enabled":true}}}"#,
      #"{"autostart":true,"depth":1}"#, #"{"depth":0}"#,
      #"{"contentTemplate":{"title":"{{headline}} {{time}}","body":"{{summary}} {{date}} {{who}}"}}"#,
      #"{"callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/a.json"}}}"#,
      #"{"callbackProfile":null}"#, Life.callbacks, Life.callbacks,
      #"{"did":"did:web:a.example"}"#, #"{"did":"did:web:b.example"}"#, #"{"did":null}"#,
      #"{"exactness":"windowed"}"#, #"{"exactness":"exact"}"#,
      #"{"retentionDays":1}"#, #"{"retentionDays":14}"#,
      slots(hour, minute), slots(hour, minute), slots(hour, minute),
    ])
    watch.configured()
    _ = ask(.set(mergePatch: patch))
  }

  private static let callbacks = """
    {"callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/a.json"},
    "ackDelivery":{"method":"POST","url":"https://example.org/ack"},
    "reportError":{"method":"POST","url":"https://example.org/error"},
    "heartbeat":{"method":"POST","url":"https://example.org/beat","intervalMinutes":240}}}
    """

  private func slots(_ hour: Int64, _ minute: Int64) -> String {
    var slots: [String] = []
    if random.once(in: 60) {
      for hour in 0..<23 {
        for minute in [3, 17, 41] { slots.append(#"{"hour":\#(hour),"minute":\#(minute)}"#) }
      }
    } else {
      let days = random.pick(["[1,2,3,4,5,6,7]", "[1,3,5]", "[7]", "[6,7]"])
      slots = [
        #"{"hour":\#(hour),"minute":\#(minute),"weekdays":\#(days)}"#,
        #"{"hour":\#((hour + 5) % 24),"minute":30,"enabled":\#(random.once(in: 4) ? "false" : "true")}"#,
        #"{"hour":2,"minute":30}"#, #"{"hour":\#((hour + 5) % 24),"minute":31}"#,
      ]
      if hour == 2, minute == 30 { slots.removeFirst() }
    }
    return #"{"slots":[\#(slots.joined(separator: ","))]}"#
  }

  private func slotCount() throws -> Int {
    try store.read { rows throws(StoreFailure) in try rows.slots().count }
  }

  private func slotID() -> String {
    let slots =
      (try? store.read { rows throws(StoreFailure) in try rows.slots() })?.map(\.id.description)
      ?? []
    return random.pick(slots + ["0800"])
  }

  private func useNotification() {
    guard !screens.isEmpty else { return }
    let screen = random.pick(screens)
    let response = random.pick(
      [
        .dismissed, .expired, .action(key: "default", activation: nil),
        .action(key: "snooze", activation: nil), .action(key: "snooze", activation: nil),
        .action(key: "skip", activation: nil), .action(key: "unknown", activation: nil),
      ] as [Response])
    send(.responded(screen, response))
  }

  /// A result that came before comes again.
  private func repeatResult() {
    guard let last = watch.lastTicket else { return }
    switch last.kind {
    case .fetch: send(.finished(last, .fetched(.notModified)))
    default: send(.finished(last, .notified(.refused(name: "again", message: ""))))
    }
  }

  // MARK: Process

  private func boot() {
    running = true
    // What a former process was waiting for is never answered.
    pending = []
    wakes = []
    retryDelay = nil
    effectsToLive = nil
    host = Host(engine: Life.engine(store), now: { [unowned self] in self.now })
    host.connect(
      Host.World(
        scheduler: self, content: self, callbacks: self, secrets: self, notifier: self,
        shell: self))
    watch.booted()
    send(.started(situation))
  }

  private func crash() {
    host.stop()
    running = false
    // What a dying process committed holds.
    let duePerhaps = wakes.contains { $0.at <= now }
    do { if !duePerhaps { try watch.check(self) } } catch { watch.fail("at a crash: \(error)") }
    watch.crashed()
    log.append("\(now.isoUTC) crash")
  }

  private func send(_ event: Event) {
    guard running else { return }
    log.append("\(now.isoUTC) \(serialize(event))")
    if log.count > 400 { log.removeFirst(200) }
    watch.willSend(event, self)
    host.send(event)
    retry()
  }

  /// Tries again what the store refused, a moment later each time.
  private func retry() {
    while let delay = retryDelay, running {
      retryDelay = nil
      if let failure = store.unplanned {
        return watch.fail("the schema refused: \(failure.detail)")
      }
      now = now + delay
      host.resume()
    }
  }

  private func ask(_ question: Question) -> Answer? {
    guard running else { return nil }
    log.append("\(now.isoUTC) \(question)")
    var answers = 0
    var answer: Answer?
    let watch = watch
    watch.asked()
    host.ask(question) {
      answers += 1
      answer = $0
      watch.answered(times: answers)
    }
    retry()
    return answer
  }

  /// A fresh engine that is told `.started` with the situation of the running one. (DESIGN)
  private func replaceEngine() throws {
    let (rows, wake) = (try liveRows(), wakes)
    host.stop()
    boot()
    guard try liveRows() == rows, wakes == wake else {
      throw Broken(
        "a fresh engine decides otherwise: \(rows) \(wake), now \(try liveRows()) \(wakes)")
    }
  }

  /// What the store knows of everything that is live, for a report.
  func traces() -> [String] {
    let found = try? store.read { rows throws(StoreFailure) in
      var lines: [String] = []
      for delivery in try rows.live().prefix(12) {
        lines.append("\(delivery)")
        for step in try rows.trace(of: delivery.id).suffix(12) {
          lines.append(
            "    \(step.at.isoUTC) \(step.code) \(step.values.sorted { $0.key < $1.key })")
        }
      }
      return lines
    }
    return found ?? []
  }

  private func liveRows() throws -> [Delivery] {
    try store.read { rows throws(StoreFailure) in try rows.live() }
  }

  var nothingIsOpen: Bool {
    !pending.contains { if case .finished = $0.event { true } else { false } }
  }

  // MARK: Adapters

  /// Counts an effect; false if the process dies before it is performed.
  private func performing(_ effect: () -> Void) {
    guard let left = effectsToLive else { return effect() }
    effectsToLive = left - 1
    guard left <= 0 else { return effect() }
    // Dead before, or just after.
    if random.once(in: 2) { effect() }
    crash()
  }

  private func later(_ event: Event, _ range: ClosedRange<Int64>) {
    pending.append((now + .milliseconds(random.span(range)), event))
  }

  func arm(_ wakes: [Wake]) { performing { self.wakes = wakes } }

  func fetch(_ job: FetchJob, _ ticket: Ticket) {
    performing {
      watch.fetching(ticket)
      let result: FetchResult
      if feedFails || (!situation.online && !job.spec.worksOffline) {
        result = .failed(FetchFailure(random.pick([.timeout, .status, .payload])))
      } else if job.etag == "\"\(etag)\"", !random.once(in: 4) {
        result = .notModified
      } else {
        etag += 1
        result = .reading(
          #"{"headline":"News \#(etag)","summary":"Said at \#(now.milliseconds)"}"#,
          etag: "\"\(etag)\"")
      }
      // In calm weather an answer comes before it is needed.
      later(.finished(ticket, .fetched(result)), fair ? 0...2000 : 0...15_000)
    }
  }

  func post(_ job: PostJob, _ ticket: Ticket) {
    performing {
      watch.posting(job, ticket, self)
      var result = PostResult.answered(status: 204, retryAfter: nil)
      if callbacksFail || !situation.online {
        result = random.pick([
          .failed(FetchFailure(.timeout)), .answered(status: 503, retryAfter: .minutes(3)),
          .answered(status: 400, retryAfter: nil),
        ])
      }
      later(.finished(ticket, .posted(result)), 0...2000)
    }
  }

  func keep(_ value: String) -> SecretReference { SecretReference(value) }

  func value(of reference: SecretReference, then: @escaping (String?) -> Void) {
    then(reference.id)
  }

  func forget(_ references: [SecretReference]) {}

  func forgetAll(except references: [SecretReference]) {}

  func export(_ job: ExportJob, _ ticket: Ticket) {}

  func erase(done: @escaping (String?) -> Void) { done(nil) }

  func show(_ call: NotifyCall, _ ticket: Ticket) {
    performing {
      watch.calling(ticket, self)
      guard case .present(let server) = situation.server else {
        return later(.finished(ticket, .notified(.unowned)), 0...20)
      }
      if serverRefuses {
        return later(
          .finished(ticket, .notified(.refused(name: "org.example.No", message: "no"))), 0...20)
      }
      if !fair, random.once(in: 8) {
        switch random.span(0...3) {
        case 0:
          later(.finished(ticket, .notified(.overdue)), 5000...5000)
          if random.once(in: 2) {
            later(.finished(ticket, .notified(.shown(screen(server)))), 6000...60_000)
          }
          later(.situation(.server(.present(server))), 61_000...90_000)
        case 1: later(.finished(ticket, .notified(.abandoned)), 0...4000)
        case 2: later(.finished(ticket, .notified(.excess)), 0...20)
        default: later(.finished(ticket, .notified(.unowned)), 0...20)
        }
        return
      }
      let shown = screen(server)
      screens.append(shown)
      later(.finished(ticket, .notified(.shown(shown))), 0...20)
    }
  }

  private func screen(_ server: NotificationServer) -> OnScreen {
    lastScreen += 1
    return OnScreen(bus: server.bus, owner: server.owner, id: lastScreen)
  }

  func close(_ notification: OnScreen) {
    performing { screens.removeAll { $0 == notification } }
  }

  func startServer(_ ticket: Ticket) {
    performing {
      let works = !random.once(in: 3)
      if works {
        situation.server = .present(server)
        pending.append((now + .milliseconds(200), .situation(.server(situation.server))))
      }
      pending.append((now + .milliseconds(300), .finished(ticket, .startedServer(works))))
    }
  }

  func attention(_ wanted: Bool) { performing {} }
  func open(_ page: Page, activation: String?) { performing {} }

  func setAutostart(_ enabled: Bool, _ ticket: Ticket) {
    performing {
      situation.autostart = enabled
      later(.finished(ticket, .autostart(enabled: enabled, error: nil)), 0...50)
    }
  }

  func tell(_ signal: Signal) {}
  func changed(_ topic: Topic) {}
  func wantIdle() { later(.idle, 0...0) }

  func retry(after delay: Span) { retryDelay = delay }
}
