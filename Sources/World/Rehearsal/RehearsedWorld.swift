import CarillonEngine

/// The adapters of a rehearsal: their results wait until they are taken, like those of real ones.
final class RehearsedWorld: Scheduler, ContentSource, Callbacks, MediaStore, Secrets, Notifier,
  Shell
{
  private let store: any DataStore
  private let isOnline: Bool
  private let server: NotificationServer
  /// The sources whose last fetch failed, as it was when the rehearsal began.
  private let failing: [Int64: FailedFetch]
  private var results: [Event] = []
  private var lastScreen: UInt32 = 0
  var wakes: [Wake] = []
  private(set) var usedNetwork = false

  init(_ store: any DataStore, _ situation: Situation) throws(StoreFailure) {
    self.store = store
    isOnline = situation.online
    server =
      if case .present(let server) = situation.server {
        server
      } else {
        NotificationServer(
          name: "", vendor: "", version: "", capabilities: ["actions", "body"], owner: ":1.1",
          bus: "rehearsal")
      }
    failing = try store.read { rows throws(StoreFailure) in try rows.failedFetches() }
  }

  /// The oldest result that the engine has not been told.
  func takeResult() -> Event? {
    results.isEmpty ? nil : results.removeFirst()
  }

  func arm(_ wakes: [Wake]) { self.wakes = wakes }

  func fetch(_ job: FetchJob, _ ticket: Ticket) {
    results.append(.finished(ticket, .fetched(answer(to: job, ticket))))
  }

  /// What the source said last time: the same content, or the same failure.
  private func answer(to job: FetchJob, _ ticket: Ticket) -> FetchResult {
    if !job.spec.worksOffline {
      usedNetwork = true
      guard isOnline else { return .failed(FetchFailure(.offline)) }
    }
    do throws(StoreFailure) {
      return try store.read { rows throws(StoreFailure) in
        guard let source = try rows.fetch(ticket.row)?.source else {
          return .failed(FetchFailure(.unreachable))
        }
        if let failure = failing[source] { return .failed(FetchFailure(failure.code)) }
        return try rows.latestContent(of: source) == nil
          ? .failed(FetchFailure(.unreachable)) : .notModified
      }
    } catch {
      return .failed(FetchFailure(.unreachable))
    }
  }

  func post(_ job: PostJob, _ ticket: Ticket) {
    results.append(.finished(ticket, .posted(.answered(status: 204, retryAfter: nil))))
  }

  func load(_ job: MediaJob, _ ticket: Ticket) {
    results.append(.finished(ticket, .media(.failed(FetchFailure(.offline)))))
  }

  // A value that is being tried is not stored anywhere.
  func keep(_ value: String) -> SecretReference { SecretReference("rehearsed") }
  func value(of reference: SecretReference, then: @escaping (String?) -> Void) { then(nil) }
  func forget(_ references: [SecretReference]) {}
  func isForgotten(_ reference: SecretReference) -> Bool { false }
  func forgetAll(except references: [SecretReference]) {}

  func show(_ call: NotifyCall, _ ticket: Ticket) {
    lastScreen += 1
    let screen = OnScreen(bus: server.bus, owner: server.owner, id: lastScreen)
    results.append(.finished(ticket, .notified(.shown(screen))))
  }

  func close(_ notification: OnScreen) {}

  func startServer(_ ticket: Ticket) {
    results += [
      .situation(.server(.present(server))), .finished(ticket, .startedServer(true)),
    ]
  }

  func play(_ sound: String) {}
  func attention(_ wanted: Bool) {}
  func badge(_ count: Int) {}
  func callAttention() {}
  func open(_ page: Page, activation: String?) {}
  func copy(_ text: String, activation: String?) {}
  func ask(_ question: ButtonQuestion, activation: String?) {}

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
