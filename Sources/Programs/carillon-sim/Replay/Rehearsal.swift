import ArgumentParser
import CarillonFeatures
import CarillonStore

/// Plays the days after an export without faults; every source repeats its last response.
final class Rehearsal: Scheduler, ContentSource, Callbacks, MediaStore, Secrets, Notifier, Shell {
  private let export: Export
  private let narrator: Narrator
  private let store: SQLiteDataStore
  private let globe = Globe()
  private var host: Host
  private var now: Instant
  private var wakes: [Wake] = []
  private var results: [Event] = []
  private var lastScreen: UInt32 = 0

  init(_ export: Export, patch: String?, _ narrator: Narrator) throws {
    self.export = export
    self.narrator = narrator
    now = export.at
    store = try .inMemory()
    let environment = Environment(
      zone: { [globe] in globe.zone(named: $0) }, words: .english, defaultPack: "file:///pack.json",
      version: Release.version, build: "rehearsal")
    var current: () -> Instant = { .distantPast }
    host = Host(
      engine: Engine(store: store, environment: environment, features: .all), now: { current() })
    current = { [unowned self] in self.now }
    host.connect(
      Host.World(
        scheduler: self, content: self, callbacks: self, media: self, secrets: self,
        notifier: self, shell: self))
    var situation = Situation(zone: export.zone)
    situation.server = .present(
      NotificationServer(
        name: "your desktop", vendor: "", version: "", capabilities: ["actions", "body"],
        owner: ":1.1", bus: "bus"))
    situation.keyring = .open
    situation.autostart = true
    host.send(.started(situation))
    for document in [export.patch, patch].compactMap(\.self) {
      host.ask(.patch(document)) { [unowned self] in refusal = refusal ?? $0.refusal }
    }
    if let refusal { throw ValidationError(refusal.message) }
  }

  private var refusal: Refusal?

  func run(for span: Span) throws {
    let end = now + span
    settle()
    while let next = wakes.map(\.at).min(), next <= end {
      now = max(now, next)
      wakes.removeAll { $0.at <= now }
      host.send(.woke)
      settle()
    }
  }

  /// Sends all results, then prints the decisions.
  private func settle() {
    while !results.isEmpty { host.send(results.removeFirst()) }
    narrator.tell(host)
  }

  func arm(_ wakes: [Wake]) { self.wakes = wakes }

  func fetch(_ job: FetchJob, _ ticket: Ticket) {
    let key = job.spec.url == "file:///pack.json" ? "default-pack" : serialize(job.spec)
    let known = export.payloads.first { $0.key == key || $0.key.hasPrefix(key + " ") }?.value
    let result =
      known.map { FetchResult.payload(Fetched(payload: $0, format: .content, size: 0), etag: nil) }
      ?? .failed(FetchFailure(.unreachable, "nothing was exported of it"))
    results.append(.finished(ticket, .fetched(result)))
  }

  func post(_ job: PostJob, _ ticket: Ticket) {
    results.append(.finished(ticket, .posted(.answered(status: 204, retryAfter: nil))))
  }

  func load(_ job: MediaJob, _ ticket: Ticket) {
    results.append(.finished(ticket, .media(.failed(FetchFailure(.offline)))))
  }

  func keep(_ value: String) -> SecretReference { SecretReference("rehearsed") }
  func value(of reference: SecretReference, then: @escaping (String?) -> Void) { then(nil) }
  func forget(_ references: [SecretReference]) {}
  func forgetAll(except references: [SecretReference]) {}

  func show(_ call: NotifyCall, _ ticket: Ticket) {
    lastScreen += 1
    let screen = OnScreen(bus: "bus", owner: ":1.1", id: lastScreen)
    results.append(.finished(ticket, .notified(.shown(screen))))
  }

  func close(_ notification: OnScreen) {}
  func startServer(_ ticket: Ticket) {}
  func play(_ sound: String) {}
  func attention(_ wanted: Bool) {}
  func open(_ page: Page, activation: String?) {}

  func setAutostart(_ enabled: Bool, _ ticket: Ticket) {
    results.append(.finished(ticket, .autostart(enabled: enabled, error: nil)))
  }

  func export(_ job: ExportJob, _ ticket: Ticket) {}
  func erase(done: @escaping (String?) -> Void) { done(nil) }
  func tell(_ signal: Signal) {}
  func changed(_ topic: Topic) {}
  func wantIdle() { results.append(.idle) }
  func retry(after delay: Span) {}
}

extension Answer {
  fileprivate var refusal: Refusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }
}
