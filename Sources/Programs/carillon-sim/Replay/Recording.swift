import ArgumentParser
import CarillonFeatures
import CarillonStore

/// A recorded life: one line of JSON for each input of the engine.
struct Recording {
  /// One line.
  struct Line: Codable {
    var at: Instant
    var event: Event?
    var asked: Order?
    var read: Query?
    /// The process died.
    var crash: Bool?
  }

  private let lines: [Line]

  /// Throws, naming the line, if `text` is not a recording.
  init(_ text: String) throws {
    lines = try text.split(separator: "\n").enumerated().map { number, line in
      do {
        return try decode(Line.self, from: String(line))
      } catch {
        throw ValidationError(
          "line \(number + 1): is neither an export nor a recorded life: \(error)")
      }
    }
    guard !lines.isEmpty else { throw ValidationError("line 1: is missing") }
  }

  /// Sends the inputs to a fresh engine at the recorded instants.
  ///
  /// Effects are not performed again.
  func play(_ narrator: Narrator) throws {
    let store = try SQLiteDataStore.inMemory()
    let globe = Globe()
    var now = lines[0].at
    var host: Host?
    for line in lines {
      now = line.at
      if line.crash == true {
        host?.stop()
        host = nil
        continue
      }
      let running = host ?? Recording.boot(store, globe) { now }
      host = running
      if let event = line.event { running.send(event) }
      if let order = line.asked { running.ask(order) { _ in } }
      if let query = line.read { _ = running.read(query) }
      narrator.tell(running)
    }
  }

  private static func boot(
    _ store: SQLiteDataStore, _ globe: Globe, now: @escaping () -> Instant
  ) -> Host {
    let environment = Environment(
      zone: { globe.zone(named: $0) }, words: .english, defaultPack: "file:///pack.json",
      version: "0", build: "simulated")
    let host = Host(
      engine: Engine(store: store, environment: environment, features: .all), now: now)
    let nobody = Nobody()
    host.connect(
      Host.World(
        scheduler: nobody, content: nobody, callbacks: nobody, media: nobody, secrets: nobody,
        notifier: nobody, shell: nobody))
    return host
  }
}

/// Adapters that do nothing, because the results are in the recording.
private final class Nobody: Scheduler, ContentSource, Callbacks, MediaStore, Secrets, Notifier,
  Shell
{
  private var secrets = 0

  func arm(_ wakes: [Wake]) {}
  func fetch(_ job: FetchJob, _ ticket: Ticket) {}
  func post(_ job: PostJob, _ ticket: Ticket) {}
  func load(_ job: MediaJob, _ ticket: Ticket) {}

  /// Returns the same references as the simulated life.
  func keep(_ value: String) -> SecretReference {
    secrets += 1
    return SecretReference("secret-\(secrets)")
  }

  func value(of reference: SecretReference, then: @escaping (String?) -> Void) { then(nil) }
  func forget(_ references: [SecretReference]) {}
  func isForgotten(_ reference: SecretReference) -> Bool { false }
  func forgetAll(except references: [SecretReference]) {}
  func show(_ call: NotifyCall, _ ticket: Ticket) {}
  func close(_ notification: OnScreen) {}
  func startServer(_ ticket: Ticket) {}
  func play(_ sound: String) {}
  func attention(_ wanted: Bool) {}
  func badge(_ count: Int) {}
  func callAttention() {}
  func open(_ page: Page, activation: String?) {}
  func copy(_ text: String, activation: String?) {}
  func ask(_ question: ButtonQuestion, activation: String?) {}
  func setAutostart(_ enabled: Bool, _ ticket: Ticket) {}
  func export(_ job: ExportJob, _ ticket: Ticket) {}
  func erase(done: @escaping (String?) -> Void) { done(nil) }
  func tell(_ signal: Signal) {}
  func changed(_ topic: Topic) {}
  func wantIdle() {}
  func retry(after delay: Span) {}
}
