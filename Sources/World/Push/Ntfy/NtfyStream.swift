package import CarillonEngine
import CarillonGLib
import CarillonHTTP

/// Reads the topics of one server, as ``NtfyConnection`` says. (C4)
///
/// On the main loop, without a thread and without polling: while it waits, nothing happens but the
/// server's keepalives, and a timer that they put off.
@MainActor package final class NtfyStream {
  /// What a stream has to tell.
  package enum News {
    /// Lines, in order, how many beside them could not be read, and whether they are of the backlog:
    /// nothing of that is to be shown before ``backlogEnded``.
    ///
    /// Nothing more is read before `taken` is called, once, when all of it is committed or safe in a
    /// queue.
    case received([NtfyEvent], malformed: Int, isBacklog: Bool, taken: () -> Void)
    /// The backlog is complete.
    case backlogEnded
    /// A line was skipped, because it was too long.
    case tooLong
    /// The connection has another state.
    case changed
    case outage(NtfyConnection.Outage)
  }

  package private(set) var connection: NtfyConnection
  private var server: NtfyServer
  private let http: HTTPStream
  private let secrets: any Secrets
  private let clock: () -> Instant
  private let tell: (News) -> Void
  private var lines = NtfyLines()
  private var memory = NtfyMemory()
  /// Lines that have come and have not been taken in yet.
  private var rest: ArraySlice<[UInt8]> = []
  private let work = LongWork()
  private lazy var deadline = Deadline(clock: clock) { [weak self] in self?.handle(.woke) }
  /// The topics that the server has refused, while it allowed others: only another token helps.
  package private(set) var refusedTopics: [String] = []
  /// Counts requests, so that a token that comes late is not used for another one.
  private var attempt = 0

  /// `tell` is called on the main loop, perhaps before a call of this has returned.
  package init(
    _ server: NtfyServer, version: String, secrets: any Secrets,
    clock: @escaping () -> Instant = WallClock.now, tell: @escaping (News) -> Void
  ) {
    self.server = server
    self.secrets = secrets
    self.clock = clock
    self.tell = tell
    connection = NtfyConnection(cache: server.keeps, keepalive: server.keepalive)
    http = HTTPStream(version: version)
  }

  isolated deinit {
    http.close()
  }

  /// `position` is what was stored last; `deafSince` when the server was last heard, nil if never.
  package func start(from position: Mark, deafSince: Instant? = nil) {
    if let id = position.id { memory.note(id) }
    handle(.started(from: position, deafSince: deafSince))
  }

  package func stop() { handle(.stopped) }
  package func resumed() { handle(.resumed) }
  package func networkIsBack() { handle(.networkBack) }

  /// Takes other topics or another token; call it also once the keyring is unlocked.
  package func configure(_ server: NtfyServer) {
    self.server = server
    refusedTopics = []
    handle(.configured)
  }

  private var allowed: NtfyServer {
    var allowed = server
    allowed.topics.removeAll { refusedTopics.contains($0) }
    return allowed
  }

  private func handle(_ event: NtfyConnection.Event) {
    let before = connection.state
    let step = connection.handle(event, at: clock(), jitter: .random(in: 0..<1))
    switch step.command {
    case .connect(let request): connect(request)
    case .close:
      attempt += 1
      http.close()
    case nil: break
    }
    deadline.set(connection.deadline)
    if let over = step.over { tell(.outage(over)) }
    if connection.state != before { tell(.changed) }
  }

  private func connect(_ request: NtfyConnection.Request) {
    attempt += 1
    let attempt = attempt
    lines = NtfyLines()
    rest = []
    http.close()
    let url = allowed.address(of: request)
    guard let token = server.token else { return ask(url, nil) }
    secrets.value(of: token) { [weak self] value in
      guard let self, attempt == self.attempt else { return }
      if let value {
        self.ask(url, Authorization.value(of: value))
      } else {
        // Not at once: whoever called `connect` has not armed its timer yet.
        MainLoop.soon {
          if attempt == self.attempt { self.handle(.failed(.secret)) }
        }
      }
    }
  }

  private func ask(_ url: String, _ authorization: String?) {
    http.get(url, authorization: authorization) { [weak self] part in
      guard let self else { return }
      // A server refuses all topics if one of them is not allowed.
      if case .answered(let status, _) = part, [401, 403].contains(status), allowed.topics.count > 1
      {
        return sort(allowed.topics[...], [], status, authorization)
      }
      receive(part)
    }
  }

  /// Asks for each topic alone, and then for all that are allowed.
  ///
  /// ``NtfyConnection`` still waits for its answer: if one of these takes too long, it ends it.
  private func sort(
    _ rest: ArraySlice<String>, _ refused: [String], _ status: Int, _ authorization: String?
  ) {
    guard let topic = rest.first else {
      guard !refused.isEmpty, refused.count < allowed.topics.count else {
        return receive(.answered(status: status, retryAfter: nil))
      }
      refusedTopics += refused
      tell(.changed)
      return handle(.configured)
    }
    var alone = server
    alone.topics = [topic]
    let url = alone.address(of: NtfyConnection.Request(kind: .backlog, since: "none"))
    http.get(url, authorization: authorization) { [weak self] part in
      guard let self else { return }
      guard case .answered(let answer, _) = part else { return receive(part) }
      // It goes on: the patience is for each answer.
      handle(.bytes)
      let isRefused = [401, 403].contains(answer)
      sort(rest.dropFirst(), refused + (isRefused ? [topic] : []), status, authorization)
    }
  }

  private func receive(_ part: HTTPStream.Part) {
    switch part {
    case .answered(let status, let retryAfter):
      handle(.answered(status: status, retryAfter: retryAfter))
    case .bytes(let bytes): read(bytes)
    case .ended:
      let wasBacklog = connection.state == .backlog
      handle(.ended)
      if wasBacklog { tell(.backlogEnded) }
    case .failed(let failure): handle(.failed(failure.code))
    }
  }

  private func read(_ bytes: [UInt8]) {
    handle(.bytes)
    let skipped = lines.skipped
    rest = lines.take(bytes)[...]
    for _ in skipped..<lines.skipped { tell(.tooLong) }
    takeIn()
  }

  /// How many lines are handed over at once.
  private static let most = 50

  /// Takes in the lines that have come, a few at a time, and then reads on: a server may send thousands
  /// at once, and the window answers meanwhile.
  private func takeIn() {
    let attempt = attempt
    let isBacklog = connection.state == .backlog
    var events: [NtfyEvent] = []
    var malformed = 0
    work.start { [weak self] in
      guard let self, attempt == self.attempt else { return false }
      if events.count + malformed < NtfyStream.most, let line = rest.popFirst() {
        do throws(Refusal) {
          if let event = try news(of: line) { events.append(event) }
        } catch {
          malformed += 1
        }
        return true
      }
      guard !events.isEmpty || malformed > 0 else {
        http.readOn()
        return false
      }
      tell(
        .received(events, malformed: malformed, isBacklog: isBacklog) {
          // Others first: this may be called before `tell` has returned.
          MainLoop.soon { [weak self] in
            if let self, attempt == self.attempt { takeIn() }
          }
        })
      return false
    }
  }

  /// What a line brings, if it is to be handed over.
  private func news(of line: [UInt8]) throws(Refusal) -> NtfyEvent? {
    let event = try NtfyEvent(line: line)
    handle(.line(event))
    switch event {
    case .open, .keepalive: return nil
    default: return memory.isNews(event) ? event : nil
    }
  }
}
