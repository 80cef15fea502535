import CarillonFeatures
import CarillonStore

/// A device's life drawn from one seed: the real engine, host, and schema in a simulated world.
///
/// The world owns clock, zone, network, servers, keyring, and user. It acts on the device in steps.
/// Each step is drawn from the seed and its own number, so a life without some of its steps is
/// still the same life. ``Watch`` checks the rules after every event.
final class Life {
  /// The parameters of a life; equal drafts give equal lives in every process.
  struct Draft: Sendable {
    var seed: UInt64
    var days: Int64 = 95
    /// The numbers of the steps to take; nil for all.
    var steps: [Int]?
    /// The possible faults.
    var faults = Set(Fault.allCases)
    /// The features of the device.
    var features = Features.all
    /// A merge patch that configures it before anything happens.
    var configuration: String?
    /// Whether lists without an ORDER BY come in reverse order.
    var reversed = false
    /// Whether to keep a hash of everything that happens.
    var traced = false
    /// Receives everything that happens, as it happens.
    var tell: (@Sendable (String) -> Void)?
  }

  let draft: Draft
  var random: SplitMix
  let store: FaultyStore
  let globe = Globe()
  var host: Host
  var now: Instant
  var situation: Situation
  var wakes: [Wake] = []
  /// What the window asks the user. (C5)
  var questions: [ButtonQuestion] = []
  var pending: [(at: Instant, event: Event)] = []
  var running = false
  let watch: Watch
  let changes: CommitWatch
  var recent: [(at: Instant, happening: Happening)] = []
  private(set) var trace = Trace()
  /// Receives everything that happens, with its instant.
  var listener: ((Happening, Instant) -> Void)?

  // The current behavior of the world.
  var feedFails = false
  var etag = 1
  var serverRefuses = false
  /// Whether the server answers minutes later.
  var answersLate = false
  /// When the last process ended.
  var endedAt: Instant?
  var callbacksFail = false
  var owner = 1
  let desktop: Desktop
  var popups: [Popup] = []
  /// The notifications that were last removed from the screen.
  var gone: [Popup] = []
  /// The rows whose answers the running process has received.
  var toldOf: Set<Int64> = []
  /// Places that left the screen while no process ran; the next one cannot know.
  var unseen: Set<OnScreen> = []
  /// Those that left while a full disk kept the running process from storing it.
  var unstored: Set<OnScreen> = []
  /// The row that the last process was showing when it died.
  var orphan: Int64?
  /// The call that the server has accepted but not carried out.
  var unplaced: (call: NotifyCall, ticket: Ticket, server: NotificationServer)?
  /// User actions on notifications while a call was in flight.
  var parked: [(popup: Popup, response: Response)] = []
  /// The tag of the notification closed last, and when.
  private var closed: (tag: String, at: Instant)?
  var lastScreen: UInt32 = 0
  var secrets = 0
  /// The number of effects until the process dies; nil if it does not.
  var effectsToLive: Int?
  /// Whether the next wake comes as late as allowed.
  var tardy = false
  var retryDelay: Span?
  /// When a transaction that a full disk refused is retried.
  var retryAt: Instant?
  /// Whether events that waited for the store are being handled.
  var resuming = false
  /// When the disk has room again.
  var fullUntil: Instant?
  /// Whether the process dies inside the next refused transaction.
  var diesInside = false
  /// When the calm period began, in which nothing is done to the device; nil outside it.
  var calmSince: Instant?
  /// When a pause was last requested.
  var pausedAt: Instant?
  /// Whether server and network work properly.
  var fair = false
  /// Mail from outside, soonest first; it arrives whether or not a process is running.
  var mail: [(at: Instant, mail: Mail)] = []
  var topics = TopicServer()
  var push = PushService()
  /// Whether the store has the key that a life begins with.
  var hasUsualKey = true
  /// The last key that it had.
  var storeKey = Life.key
  var plant = MaintenanceServer()
  /// The alarms of the last days, which may be raised anew.
  var plantIDs: [String] = []
  /// When the topic was last subscribed to; nil before the first time.
  var subscribedAt: Instant?
  /// The file of the picture that was last requested.
  var lastPicture = ""
  /// The number of the current step.
  private(set) var step = 0
  private(set) var events = 0
  /// The number of brews so far.
  var brews = 0
  /// The steps taken so far.
  private(set) var taken: [Int] = []
  private var passed = Span.zero

  init(_ draft: Draft) throws {
    self.draft = draft
    random = SplitMix(seed: draft.seed)
    store = FaultyStore(try .inMemory(reverseUnorderedSelects: draft.reversed))
    now = Instant(seconds: 1_772_000_000 + random.span(0...60_000_000))
    situation = Situation(zone: random.pick(Globe.zones))
    desktop = random.pick(Desktop.lives)
    watch = Watch()
    changes = CommitWatch(store.real)
    host = Host(engine: Life.engine(store, globe, draft), now: { .distantPast })
    situation.server = .present(server)
    situation.keyring = .open
    store.real.useKey(Life.key)
  }

  static let pack = "file:///pack.json"

  static func engine(_ store: FaultyStore, _ globe: Globe, _ draft: Draft) -> Engine {
    var environment = Environment(
      zone: { globe.zone(named: $0) }, words: .english, defaultPack: Life.pack,
      version: "0", build: "simulated")
    // With short steps, a few rows are long work already.
    environment.step = [2, 5, Ledger.step][Int(draft.seed % 3)]
    return Engine(store: store, environment: environment, features: draft.features)
  }

  /// Whether a pause may still hold deliveries, or has just released them.
  var wasPaused: Bool { pausedAt.map { abs((now - $0).milliseconds) < 259_200_000 } ?? false }

  /// The system's zone; no life configures another.
  var zone: any ZoneRules {
    guard let rules = globe.zone(named: situation.zone) else {
      preconditionFailure("lives are lived in zones that exist")
    }
    return rules
  }

  /// Lives the life: calm and stormy weeks in turn.
  func live() throws {
    boot()
    if let patch = draft.configuration { _ = ask(.patch(patch)) }
    var number = 0
    while draft.steps.map({ number < $0.count }) ?? (passed < .days(draft.days)) {
      step = draft.steps?[number] ?? number
      taken.append(step)
      number += 1
      random = SplitMix(seed: draft.seed &+ UInt64(step) &* 0x9E37_79B9_7F4A_7C15)
      _ = random.next()
      if random.once(in: 15) {
        try calm(for: .hours(random.span(30...90)))
      } else {
        try disturb()
      }
      try tendPlant()
      try travel()
    }
    try watch.checkEnd(self)
    if draft.traced { for line in try store.real.lines() { trace.add(line) } }
  }

  /// Runs until `end`, delivering each wake and result at its time.
  func pass(until end: Instant) throws {
    // Days are counted as they pass, because the clock may be set at any time.
    passed = passed + (end - now)
    while true {
      let wake = running ? wakes.map { $0.at + (tardy ? $0.slack : .zero) }.min() : nil
      let result = pending.map(\.at).min()
      let letter = running ? mail.first?.at : nil
      guard let next = [wake, result, retryAt, letter].compactMap({ $0 }).min(), next <= end else {
        break
      }
      now = max(now, next)
      if let retryAt, retryAt <= now {
        tryAgain()
        if self.retryAt != nil { continue }
      } else if let result, result <= now,
        let index = pending.firstIndex(where: { $0.at == result })
      {
        if answersUnplaced(pending[index].event) { carryOut() }
        send(pending.remove(at: index).event)
      } else if let letter, letter <= now {
        open(mail.removeFirst().mail)
      } else {
        wakes.removeAll { $0.at <= now }
        tardy.toggle()
        send(.woke)
      }
      try check()
    }
    now = max(now, end)
  }

  func check() throws {
    events += 1
    // While a wake may still come late, its duty is not done yet. (T15) The same holds for work
    // that waits for room on the disk.
    guard running, retryAt == nil, !wakes.contains(where: { $0.at <= now }) else { return }
    try watch.check(self)
  }

  func justClosed(_ tag: String) -> Bool { closed.map { $0.tag == tag && $0.at == now } ?? false }

  func noteClosed(_ popup: Popup) { closed = (popup.tag, now) }

  func record(_ happening: Happening) {
    listener?(happening, now)
    recent.append((now, happening))
    if recent.count > 400 { recent.removeFirst(200) }
    guard draft.traced || draft.tell != nil else { return }
    let line = "\(now.isoUTC) \(happening)"
    if draft.traced { trace.add(line) }
    draft.tell?(line)
  }
}

/// An entry in a life's log.
enum Happening: CustomStringConvertible {
  case event(Event)
  case asked(Order)
  case read(Query)
  case effect(Effect)
  case answered(Answer)
  case crash

  var description: String {
    switch self {
    case .event(let event): serialize(event)
    case .asked(let order): serialize(order)
    case .read(let query): serialize(query)
    case .effect(let effect): "  → \(serialize(effect))"
    case .answered(let answer): "  = \(serialize(answer))"
    case .crash: "crash"
    }
  }
}

/// A hash of everything that happened, the same in every process. (FNV-1a)
struct Trace: Hashable {
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  init(_ line: String) { add(line) }

  mutating func add(_ line: String) {
    for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
