import CarillonFeatures
import CarillonStore

/// A device for tests: the real engine, host, and schema with controllable adapters.
final class Device: Scheduler, ContentSource, Callbacks, MediaStore, Secrets, Notifier, Shell,
  CarrierConnections, SealedMail
{
  let store: SQLiteDataStore
  private(set) var host: Host
  private let features: Features
  var now: Instant
  var situation: Situation
  /// The language and region at the start.
  var words = Words.english

  // The calls to the adapters, and the adapters' behavior.
  private(set) var wakes: [Wake] = []
  private(set) var fetches: [(job: FetchJob, ticket: Ticket)] = []
  private(set) var posts: [(job: PostJob, ticket: Ticket, at: Instant)] = []
  private(set) var pictures: [(job: MediaJob, ticket: Ticket)] = []
  private(set) var exports: [(job: ExportJob, ticket: Ticket)] = []
  private(set) var secrets: [SecretReference: String] = [:]
  /// Whether what is forgotten stays until later, as in a locked keyring.
  var deletesLater = false
  private var undeleted: Set<SecretReference> = []
  private(set) var erased = 0
  /// How often all connections were left for good.
  private(set) var left = 0
  /// The connections to keep, each time they were named. (C4)
  private(set) var listened: [[Connection]] = []
  private(set) var reconnects: [Reconnect] = []
  /// The registrations to have, each time one was named. (C3)
  private(set) var registered: [RegistrationWish] = []
  private(set) var openings: [(job: OpeningJob, ticket: Ticket)] = []
  private(set) var selfTests: [(test: SelfTest, ticket: Ticket)] = []
  /// The keys that were read or made, and are not given yet; nil to give them at once.
  var keysWaiting: [Event]?
  /// What is in a sealed message; nil leaves it open.
  var opens: ((OpeningJob) -> OpeningResult)?
  private(set) var probes: [(topic: TopicSubscription, ticket: Ticket)] = []
  private(set) var calls: [(call: NotifyCall, ticket: Ticket, at: Instant)] = []
  private(set) var closed: [OnScreen] = []
  private(set) var opened: [Page] = []
  private(set) var copied: [String] = []
  private(set) var questions: [ButtonQuestion] = []
  /// The token of each opened page.
  private(set) var activations: [String?] = []
  private(set) var signals: [Signal] = []
  /// What has changed; a test may empty it.
  var topics: Set<Topic> = []
  private(set) var attention = false
  private(set) var badges: [Int] = []
  private(set) var attentionCalls = 0
  private(set) var sounds: [String] = []
  private(set) var autostarts: [Bool] = []
  private(set) var serverStarts: [Ticket] = []
  /// The immediate answer to a fetch; nil leaves it open.
  var feed: ((FetchJob) -> FetchResult)?
  /// The immediate answer of the callback server; nil leaves it open.
  var callbackAnswers: ((PostJob) -> PostResult?)?
  /// The problem that is left when everything is deleted.
  var eraseProblem: String?
  private var lastSecret = 0
  /// The immediate answer of the server; nil leaves it open.
  var serverAnswers: ((NotifyCall) -> NotifyResult)?
  /// Whether wakes come as late as allowed.
  var late = false
  private var lastID: UInt32 = 0

  static let server = NotificationServer(
    name: "Stand-in", vendor: "Tests", version: "1", capabilities: ["actions", "body"],
    owner: ":1.7", bus: "bus-1")

  /// How many rows long work takes up in one event; counts from the next start.
  var step = Ledger.step
  /// Whether `.idle` waits until ``idle()`` is called.
  var holdsIdle = false
  /// How many events came while nothing else was waiting.
  private(set) var idled = 0

  init(
    at now: Instant, zone: FixedZone = Zones.berlin, start: Bool = true,
    store: SQLiteDataStore? = nil, features: Features = .all, _ prepare: (Device) -> Void = { _ in }
  ) throws {
    self.store = try store ?? .inMemory()
    self.now = now
    self.features = features
    situation = Situation(zone: zone.identifier)
    situation.server = .present(Device.server)
    situation.keyring = .open
    host = Device.makeHost(self.store)
    feed = { _ in .reading(#"{"headline":"Hello","summary":"World"}"#, etag: "\"1\"") }
    serverAnswers = nil
    serverAnswers = { [unowned self] _ in .shown(self.nextScreen()) }
    prepare(self)
    if start { self.start() }
  }

  static func makeHost(_ store: SQLiteDataStore) -> Host {
    let environment = Environment(
      zone: { Zones.named($0) }, words: .english, defaultPack: "file:///pack.json",
      version: "0", build: "test")
    return Host(
      engine: Engine(store: store, environment: environment, features: .all), now: { .distantPast })
  }

  func start() {
    var environment = Environment(
      zone: { Zones.named($0) }, words: words, defaultPack: "file:///pack.json",
      version: "0", build: "test")
    environment.step = step
    host = Host(
      engine: Engine(store: store, environment: environment, features: features),
      now: { [unowned self] in self.now })
    host.connect(
      Host.World(
        scheduler: self, content: self, callbacks: self, media: self, secrets: self,
        notifier: self, shell: self, carriers: self, mail: self))
    host.send(.started(situation))
  }

  func listen(_ connections: [Connection]) { listened.append(connections) }
  func reconnect(_ why: Reconnect) { reconnects.append(why) }
  func register(_ wish: RegistrationWish) { registered.append(wish) }
  func leave() { left += 1 }

  func open(_ job: OpeningJob, _ ticket: Ticket) {
    openings.append((job, ticket))
    if let result = opens?(job) { host.send(.finished(ticket, .unsealed(result))) }
  }

  func keys(_ reference: SecretReference?, _ ticket: Ticket) {
    let keys = reference ?? keep("keys")
    let isThere = secrets[keys] != nil && (reference == nil || situation.keyring != .locked)
    let event = Event.finished(
      ticket,
      .keys(
        isThere ? .ready(keys, p256dh: "P-\(keys.id)", auth: "A-\(keys.id)") : .unreadable))
    if keysWaiting == nil { host.send(event) } else { keysWaiting?.append(event) }
  }

  /// Gives what was asked for while `keysWaiting` was set.
  func giveKeys() {
    let waiting = keysWaiting ?? []
    keysWaiting = nil
    for event in waiting { host.send(event) }
  }

  func send(_ test: SelfTest, _ ticket: Ticket) { selfTests.append((test, ticket)) }
  func probe(_ topic: TopicSubscription, _ ticket: Ticket) { probes.append((topic, ticket)) }

  /// Kills the process; calls in flight are never answered.
  func crash() {
    host.stop()
    fetches = []
    posts = []
    wakes = []
  }

  /// Lets time pass, with all wakes that the engine requested.
  func run(until end: Instant) {
    while let next = wakes.map({ late ? $0.at + $0.slack : $0.at }).min(), next <= end {
      now = max(now, next)
      wakes.removeAll { $0.at <= now }
      host.send(.woke)
    }
    now = end
  }

  /// Disarms the wakes that are due, as a scheduler does before it reports one.
  func dropDueWakes() { wakes.removeAll { $0.at <= now } }

  func run(for span: Span) { run(until: now + span) }

  /// Sleeps through `span`; missed wakes come afterward.
  func sleep(for span: Span) {
    now = now + span
    host.send(.situation(.resumed(span)))
    host.send(.woke)
  }

  func nextScreen() -> OnScreen {
    lastID += 1
    return OnScreen(bus: Device.server.bus, owner: Device.server.owner, id: lastID)
  }

  func ask(_ question: Question) -> Answer? {
    var answer: Answer?
    host.put(question) { answer = $0 }
    return answer
  }

  func state() -> StateReport {
    guard let text = ask(.state)?.text, let report = deserialize(StateReport.self, from: text)
    else { preconditionFailure("a started device has a state") }
    return report
  }

  func delivery(_ occasion: String) throws -> Delivery? {
    guard let occasion = Occasion(slot: occasion) else { return nil }
    return try store.read { rows throws(StoreFailure) in try rows.delivery(of: occasion) }
  }

  func history() -> [HistoryEntry] {
    guard let text = ask(.history(query: ""))?.text,
      let page = deserialize(HistoryPage.self, from: text)
    else { return [] }
    return page.entries
  }

  func trace(_ occasion: String) throws -> [TraceStep] {
    guard let delivery = try delivery(occasion) else { return [] }
    return try store.read { rows throws(StoreFailure) in try rows.trace(of: delivery.id) }
  }

  func events() throws -> [String] {
    try store.read { rows throws(StoreFailure) in try rows.lastEvents(50) }.map(\.code.rawValue)
  }

  /// The codes of what no message could be made of.
  func drops() throws -> [String] {
    try store.read { rows throws(StoreFailure) in try rows.drops() }.map(\.code)
  }

  func respond(_ response: Response, to index: Int) {
    host.send(
      .responded(
        OnScreen(bus: Device.server.bus, owner: Device.server.owner, id: UInt32(index + 1)),
        response))
  }

  // MARK: Adapters

  func arm(_ wakes: [Wake]) { self.wakes = wakes }

  func fetch(_ job: FetchJob, _ ticket: Ticket) {
    fetches.append((job, ticket))
    if let result = feed?(job) { host.send(.finished(ticket, .fetched(result))) }
  }

  func post(_ job: PostJob, _ ticket: Ticket) {
    posts.append((job, ticket, now))
    if let result = callbackAnswers?(job) { host.send(.finished(ticket, .posted(result))) }
  }

  func load(_ job: MediaJob, _ ticket: Ticket) {
    pictures.append((job, ticket))
  }

  func keep(_ value: String) -> SecretReference {
    lastSecret += 1
    let reference = SecretReference("secret-\(lastSecret)")
    secrets[reference] = value
    return reference
  }

  func value(of reference: SecretReference, then: @escaping (String?) -> Void) {
    then(secrets[reference])
  }

  func forget(_ references: [SecretReference]) {
    if deletesLater { return undeleted.formUnion(references) }
    for reference in references { secrets[reference] = nil }
  }

  func isForgotten(_ reference: SecretReference) -> Bool { undeleted.contains(reference) }

  func forgetAll(except references: [SecretReference]) {
    secrets = secrets.filter { references.contains($0.key) }
  }

  func export(_ job: ExportJob, _ ticket: Ticket) { exports.append((job, ticket)) }

  func erase(done: @escaping (String?) -> Void) {
    erased += 1
    done(eraseProblem)
  }

  func show(_ call: NotifyCall, _ ticket: Ticket) {
    calls.append((call, ticket, now))
    if let result = serverAnswers?(call) { host.send(.finished(ticket, .notified(result))) }
  }

  func close(_ notification: OnScreen) { closed.append(notification) }

  func startServer(_ ticket: Ticket) { serverStarts.append(ticket) }

  func play(_ sound: String) { sounds.append(sound) }

  func attention(_ wanted: Bool) { attention = wanted }
  func badge(_ count: Int) { badges.append(count) }
  func callAttention() { attentionCalls += 1 }

  func open(_ page: Page, activation: String?) {
    opened.append(page)
    activations.append(activation)
  }

  func copy(_ text: String, activation: String?) { copied.append(text) }

  func ask(_ question: ButtonQuestion, activation: String?) { questions.append(question) }

  func setAutostart(_ enabled: Bool, _ ticket: Ticket) {
    autostarts.append(enabled)
    host.send(.finished(ticket, .autostart(enabled: enabled, error: nil)))
  }

  func tell(_ signal: Signal) { signals.append(signal) }

  func changed(_ topic: Topic) { topics.insert(topic) }

  func wantIdle() {
    idled += 1
    guard !holdsIdle else { return }
    host.send(.idle)
  }

  /// What comes while nothing else is waiting.
  func idle() { host.send(.idle) }

  func retry(after delay: Span) {}
}
