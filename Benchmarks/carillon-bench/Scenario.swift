import CarillonFeatures
import CarillonGLib

/// A fixed scenario: the same events in the same order on every machine.
///
/// Every day has three hours. Their content is fetched in advance (new in the morning, unchanged
/// afterwards). One is opened, one snoozed and dismissed, one expires. The network comes and goes,
/// the machine sleeps at night, and questions are asked. Events are counted and timed.
final class Scenario {
  private let environment = Environment(
    zone: ZoneTable().zone(named:), words: .english, defaultPack: "file:///pack.json",
    version: "0", build: "bench")
  private var engine: Engine
  private(set) var now = Instant(seconds: 1_795_219_200)  // 2026-11-21T00:00:00Z
  private var wakes: [Wake] = []
  private var coming: [(at: Instant, event: Event)] = []
  private var onScreen: OnScreen?
  private var callers = 0
  private var screens: UInt32 = 0
  private var day = 0

  private(set) var events = 0
  private(set) var nanosecondsSpent: Int64 = 0
  private var longest: Int64 = 0
  private(set) var shown = 0
  private(set) var refusals: [String] = []

  static let server = NotificationServer(
    name: "bench", vendor: "carillon", version: "1", capabilities: ["actions", "body"],
    owner: ":1.7", bus: "bus")

  private let store: any DataStore

  init(store: any DataStore) {
    self.store = store
    engine = Engine(store: store, environment: environment, features: .all)
  }

  /// The state of the world at the start.
  var situation: Situation {
    var situation = Situation(zone: "Europe/Berlin")
    situation.server = .present(Scenario.server)
    return situation
  }

  func begin() throws {
    try send(.started(situation))
    let source = #"{"fetchContent": {"method": "GET", "url": "https://example.org/a"}}"#
    let times = [(8, 0), (12, 30), (18, 0)].map { hour, minute in
      JSONValue.object(["hour": .integer(hour), "minute": .integer(minute)])
    }
    try ask(
      .configure(
        Document([
          "times": .array(times), "storage": .text("private"), "ttlSeconds": .integer(93600),
          "contentTemplate": Template(title: "{{headline}}", body: "{{summary}}").document,
          "callbackProfile": JSONValue(parsing: source) ?? .null,
        ])))
  }

  /// One day, from midnight in UTC.
  func liveOneDay() throws {
    day += 1
    let midnight = now
    func at(_ hour: Int64, _ minute: Int64 = 0) -> Instant {
      midnight + .hours(hour) + .minutes(minute)
    }
    try pass(until: at(0, 30))
    now = at(5)  // asleep until then
    try send(.situation(.resumed(.minutes(270))))
    try pass(until: at(7, 5))
    try respond(.action(key: "default", activation: nil))
    try pass(until: at(9))
    try send(.situation(.online(false)))
    try pass(until: at(9, 20))
    try send(.situation(.online(true)))
    try pass(until: at(11, 35))
    try respond(.action(key: "snooze", activation: nil))
    try pass(until: at(11, 50))
    try respond(.dismissed)
    try pass(until: at(14))
    try ask(.deliverStoredNow(slotID: ""))
    try pass(until: at(14, 1))
    try respond(.dismissed)
    try ask(.skipNext(slotID: "1800"))
    try pass(until: at(14, 5))
    try ask(.unskip(slotID: "1800"))
    try pass(until: at(17, 10))
    try respond(.expired)
    try ask(.pause(until: "1h"))
    try pass(until: at(20))
    try ask(.change(Patch(["lateGraceMinutes": .integer(Int64(20 + day % 20))])))
    try pass(until: at(24))
  }

  /// A page of 50 of the history, as in the answer on the bus, and the time it took in
  /// milliseconds.
  func history(before cursor: String) throws -> (page: HistoryPage, milliseconds: Double) {
    let query = HistoryQuery(limit: 50, before: HistoryQuery.Cursor(cursor))
    let began = nanoseconds()
    let answer = try engine.read(.history(query), at: now)
    let took = Double(nanoseconds() - began) / 1e6
    guard case .done(let reply) = answer, let page = reply.value(as: HistoryPage.self) else {
      throw Unusable("the history was refused: \(answer)")
    }
    return (page, took)
  }

  /// A message, and the second after it.
  func push(_ message: String) throws {
    try ask(.push(message: message))
    try pass(until: now + .seconds(1))
  }

  func rest(_ span: Span) throws {
    try pass(until: now + span)
  }

  /// The size of the state in bytes, as it goes over the bus.
  func stateSize() throws -> Int {
    guard case .done(let reply) = try engine.read(.state, at: now) else {
      throw Unusable("the state was refused")
    }
    return reply.text.utf8.count
  }

  /// The milliseconds that the longest event of `events` took.
  func longestEvent(_ events: () throws -> Void) rethrows -> Double {
    longest = 0
    try events()
    return Double(longest) / 1e6
  }

  private func pass(until end: Instant) throws {
    while let next = (wakes.map(\.at) + coming.map(\.at)).min(), next <= end {
      now = max(now, next)
      if let index = coming.firstIndex(where: { $0.at <= now }) {
        try send(coming.remove(at: index).event)
      } else {
        wakes.removeAll { $0.at <= now }
        try send(.woke)
      }
    }
    now = end
  }

  private func respond(_ response: Response) throws {
    guard let screen = onScreen else { throw Unusable("nothing is shown on day \(day)") }
    try send(.responded(screen, response))
  }

  func tell(_ event: Event) throws { try send(event) }

  func screen(_ id: UInt32) -> OnScreen {
    OnScreen(bus: Scenario.server.bus, owner: Scenario.server.owner, id: id)
  }

  /// Puts messages into the store that were shown, one a second, and starts another process.
  func fill(
    _ count: Int, _ situation: Situation, _ change: (inout Delivery, UInt32) -> Void
  ) throws {
    let now = now
    try store.transaction { rows throws(StoreFailure) in
      for number in 1...count {
        let at = now - .seconds(20_000) + .seconds(Int64(number))
        var delivery = Delivery(
          .message, tag: "filled:\(number)", at: at, now: at,
          request: Request(channel: "general", category: "general"))
        delivery.status = .shown
        delivery.title = "Message \(number)"
        delivery.body = "Said once, and then again."
        delivery.calls = 1
        delivery.shownAt = at
        delivery.decidedAt = at
        change(&delivery, UInt32(number))
        _ = try rows.insert(delivery)
      }
    }
    engine = Engine(store: store, environment: environment, features: .all)
    try send(.started(situation))
    try pass(until: now + .minutes(1))
  }

  func ask(_ order: Order) throws {
    callers += 1
    try send(.asked(order, by: Caller(number: callers)))
  }

  private func send(_ event: Event) throws {
    let began = nanoseconds()
    let effects = try engine.handle(event, at: now)
    let took = nanoseconds() - began
    nanosecondsSpent += took
    longest = max(longest, took)
    events += 1
    for effect in effects { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .arm(let wakes): self.wakes = wakes
    case .fetch(let job, let ticket):
      let etag = "\"\(day)\""
      let result: FetchResult =
        job.etag == etag
        ? .notModified
        : .reading(
          #"{"headline": "What day \#(day) brings", "summary": "Said once, and then again."}"#,
          etag: etag)
      later(.finished(ticket, .fetched(result)), 300)
    case .show(_, let ticket):
      screens += 1
      shown += 1
      let screen = OnScreen(bus: Scenario.server.bus, owner: Scenario.server.owner, id: screens)
      onScreen = screen
      later(.finished(ticket, .notified(.shown(screen))), 4)
    case .post(_, let ticket):
      later(.finished(ticket, .posted(.answered(status: 204, retryAfter: nil))), 100)
    case .autostart(let enabled, let ticket):
      later(.finished(ticket, .autostart(enabled: enabled, error: nil)), 1)
    case .answer(.refused(let refusal), _): refusals.append(refusal.message)
    case .idleWanted: later(.idle, 0)
    default: break
    }
  }

  private func later(_ event: Event, _ milliseconds: Int64) {
    coming.append((now + .milliseconds(milliseconds), event))
    coming.sort { $0.at < $1.at }
  }
}
