import CarillonFeatures
import CarillonStore

/// The real engine in memory, on a desktop that shows everything, for the texts of its answers.
///
/// The time is Saturday 21 November 2026, 16:00 in Berlin.
final class InMemoryApp: Scheduler, ContentSource, Callbacks, MediaStore, Secrets, Notifier, Shell {
  static let zone = Berlin()
  private let host: Host
  private(set) var now = Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast
  private var wakes: [Wake] = []
  private var lastScreen: UInt32 = 0
  /// What was shown, in order.
  private(set) var shown: [NotifyCall] = []
  /// What every source answers.
  var source = FetchResult.reading(#"{"headline":"Hello","summary":"World"}"#, etag: nil)
  /// What every picture fails with.
  var picture = FetchFailure(.tooLarge)
  private let server: NotificationServer

  struct Berlin: ZoneRules {
    let identifier = "Europe/Berlin"
    func offset(at instant: Instant) -> Int { 3600 }
    func transition(after instant: Instant) -> Instant? { nil }
  }

  /// `server` is the name of the notification server, whose traits depend on it.
  init(server name: String = "Stand-in") throws {
    server = NotificationServer(
      name: name, vendor: "Tests", version: "1", capabilities: ["actions", "body"],
      owner: ":1.7", bus: "bus-1")
    let environment = Environment(
      zone: { $0 == InMemoryApp.zone.identifier ? InMemoryApp.zone : nil }, words: .english,
      defaultPack: "file:///pack.json", version: "0", build: "test")
    let clock = Clock()
    host = Host(
      engine: Engine(
        store: try SQLiteDataStore.inMemory(), environment: environment, features: .all),
      now: { clock.app?.now ?? .distantPast })
    clock.app = self
    host.connect(
      Host.World(
        scheduler: self, content: self, callbacks: self, media: self, secrets: self,
        notifier: self, shell: self))
    var situation = Situation(zone: InMemoryApp.zone.identifier)
    situation.server = .present(server)
    situation.keyring = .open
    host.send(.started(situation))
  }

  private final class Clock {
    weak var app: InMemoryApp?
  }

  /// The answer's document; nil if it was refused.
  func ask(_ question: DoorCall) -> String? {
    var answer: Answer?
    host.serve(question) { answer = $0 }
    return answer?.text
  }

  /// Lets time pass, waking the engine whenever it wanted.
  func run(for span: Span) {
    let end = now + span
    while let next = wakes.map(\.at).min(), next <= end {
      now = max(now, next)
      wakes.removeAll { $0.at <= now }
      host.send(.woke)
    }
    now = end
  }

  /// The user presses a button of the last notification.
  func press(_ key: String) {
    let screen = OnScreen(bus: server.bus, owner: server.owner, id: lastScreen)
    host.send(.responded(screen, .action(key: key, activation: nil)))
  }

  func setOnline(_ online: Bool) { host.send(.situation(.online(online))) }

  func arm(_ wakes: [Wake]) { self.wakes = wakes }
  func fetch(_ job: FetchJob, _ ticket: Ticket) {
    host.send(.finished(ticket, .fetched(source)))
  }
  func post(_ job: PostJob, _ ticket: Ticket) {}
  func load(_ job: MediaJob, _ ticket: Ticket) {
    host.send(.finished(ticket, .media(.failed(picture))))
  }
  func keep(_ value: String) -> SecretReference { SecretReference("secret") }
  func value(of reference: SecretReference, then: @escaping (String?) -> Void) { then(nil) }
  func forget(_ references: [SecretReference]) {}
  func isForgotten(_ reference: SecretReference) -> Bool { false }
  func forgetAll(except references: [SecretReference]) {}
  func show(_ call: NotifyCall, _ ticket: Ticket) {
    shown.append(call)
    lastScreen += 1
    let screen = OnScreen(bus: server.bus, owner: server.owner, id: lastScreen)
    host.send(.finished(ticket, .notified(.shown(screen))))
  }
  func close(_ notification: OnScreen) {}
  func startServer(_ ticket: Ticket) {}
  func play(_ sound: String) {}
  func attention(_ wanted: Bool) {}
  func badge(_ count: Int) {}
  func callAttention() {}
  func open(_ page: Page, activation: String?) {}
  func copy(_ text: String, activation: String?) {}
  func ask(_ question: ButtonQuestion, activation: String?) {}
  func setAutostart(_ enabled: Bool, _ ticket: Ticket) {
    host.send(.finished(ticket, .autostart(enabled: enabled, error: nil)))
  }
  func tell(_ signal: Signal) {}
  func changed(_ topic: Topic) {}
  func wantIdle() { host.send(.idle) }
  func export(_ job: ExportJob, _ ticket: Ticket) {}
  func erase(done: @escaping (String?) -> Void) { done(nil) }
  func retry(after delay: Span) {}
}
