import CarillonFeatures
import CarillonStore

/// A device's life drawn from one seed: the real engine, Host and schema in a simulated world.
///
/// The world owns clock, zone, network, servers, keyring and user. What it does to the device is a
/// list of steps, each drawn from the seed and its own number, so that a life with some of its steps
/// left out is still the same life. ``Watch`` checks the rules after every event.
final class Life {
  /// What a life is made from; equal ones are lived equally, in every process.
  struct Draft: Sendable {
    var seed: UInt64
    var days: Int64 = 95
    /// The steps that are taken, by their numbers; nil: all.
    var steps: [Int]?
    /// What may go wrong.
    var faults = Fault.usual
    /// What the device can do.
    var features = Features.all
    /// A merge patch that configures it before anything happens.
    var configuration: String?
    /// Whether lists that no ORDER BY holds in place come the other way round.
    var reversed = false
    /// Whether a hash of everything that happens is kept.
    var traced = false
    /// Told of everything that happens, as it happens.
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
  var pending: [(at: Instant, event: Event)] = []
  var running = false
  let watch: Watch
  let changes: CommitWatch
  var recent: [(at: Instant, happening: Happening)] = []
  private(set) var trace = Trace()
  /// Told of everything that happens, with its instant.
  var listener: ((Happening, Instant) -> Void)?

  // How the world behaves just now.
  var feedFails = false
  var etag = 1
  var serverRefuses = false
  var callbacksFail = false
  var owner = 1
  let desktop: Desktop
  var popups: [Popup] = []
  /// What stood on the screen last.
  var gone: [Popup] = []
  /// The rows whose answers were told to the process that runs.
  var toldOf: Set<Int64> = []
  /// What left the screen while nobody ran: whoever runs next cannot know.
  var unseen: Set<OnScreen> = []
  /// The call that its server has taken, but not carried out.
  var unplaced: (call: NotifyCall, ticket: Ticket, server: NotificationServer)?
  /// What was done to notifications while a call was under way.
  var parked: [(popup: Popup, response: Response)] = []
  /// The thread whose notification was closed last, and when.
  private var closed: (tag: String, at: Instant)?
  var lastScreen: UInt32 = 0
  var secrets = 0
  /// Kills the process before or after so many more effects.
  var effectsToLive: Int?
  /// Whether the next wake comes as late as it may.
  var tardy = false
  var retryDelay: Span?
  /// When what a full disk refused is tried again.
  var retryAt: Instant?
  /// Whether events are handled that have waited for the store, one after another.
  var resuming = false
  /// When there is room on the disk again.
  var fullUntil: Instant?
  /// Whether the process dies inside the next transaction that is refused.
  var diesInside = false
  /// Nothing is done to the device while it lasts.
  var calmSince: Instant?
  /// When a pause was asked for last.
  var pausedAt: Instant?
  /// Whether server and network answer as they should.
  var fair = false
  /// What comes from outside, soonest first; it comes whether anybody is there or not.
  var mail: [(at: Instant, mail: Mail)] = []
  /// Where the picture lies that was asked for last.
  var lastPicture = ""
  /// The number of the step that is taken.
  private(set) var step = 0
  private(set) var events = 0
  /// The brews that machines began.
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
    host = Host(engine: Life.engine(store, globe, draft.features), now: { .distantPast })
    situation.server = .present(server)
    situation.keyring = .open
    store.real.useKey(Life.key)
  }

  static func engine(
    _ store: FaultyStore, _ globe: Globe, _ features: Features
  ) -> Engine {
    Engine(
      store: store,
      environment: Environment(
        zone: { globe.zone(named: $0) }, words: .english, defaultPack: "file:///pack.json",
        version: "0", build: "simulated"), features: features)
  }

  /// Whether a pause may still hold something, or have released it just now.
  var wasPaused: Bool { pausedAt.map { abs((now - $0).milliseconds) < 259_200_000 } ?? false }

  /// The system's zone: no life configures another.
  var zone: any ZoneRules {
    guard let rules = globe.zone(named: situation.zone) else {
      preconditionFailure("lives are lived in zones that exist")
    }
    return rules
  }

  /// Lives: calm weeks and stormy ones in turn.
  func live() throws {
    boot()
    if let patch = draft.configuration { _ = ask(.set(mergePatch: patch)) }
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
    }
    try watch.checkEnd(self)
    if draft.traced { for line in try store.real.lines() { trace.add(line) } }
  }

  /// Runs until `end`, giving every wake and every result in its turn.
  func pass(until end: Instant) throws {
    // The clock may be set to anything meanwhile, so days are counted as they pass.
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
    // A wake that may still come late, and has not come: its duty is not done yet. (T15)
    // Nor what waits for room on the disk.
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

/// What a life's log is made of.
enum Happening: CustomStringConvertible {
  case event(Event)
  case asked(Question)
  case effect(Effect)
  case answered(Answer)
  case crash

  var description: String {
    switch self {
    case .event(let event): serialize(event)
    case .asked(let question): serialize(question)
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
