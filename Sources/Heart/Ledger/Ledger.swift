import CarillonDetail
import CarillonText
package import CarillonTime

/// The data of one turn: facts, rows, and the resulting effects.
///
/// A turn is one event, one transaction, and one list of effects. Rooms read rows through the
/// ledger, and change a delivery's state only here.
package final class Ledger {
  package let rows: any Rows
  package let environment: Environment
  package let now: Instant
  /// When the event happened; earlier than `now` if the store refused it for a while.
  private let happenedAt: Instant
  package internal(set) var memory: Memory
  package private(set) var effects: [Effect] = []
  private var topics: Set<Topic> = []
  /// What ``awake()`` read last; nil after a write.
  private var knownAwake: [Delivery]?
  /// The holds as they were last asked for.
  var knownHolds: Holds?
  /// The sources of planned deliveries; set once, before any decision.
  package var sources: [any PlanSource] = []
  /// Receives each happening at once; Turn passes it on.
  package var hear: (Happening) throws(StoreFailure) -> Void = { _ throws(StoreFailure) in }

  /// The state that is kept between turns: facts about the world, and copies of committed rows.
  package struct Memory {
    /// Nil until `.started`.
    package fileprivate(set) var situation: Situation?
    package fileprivate(set) var startedAt = Instant.distantPast
    package fileprivate(set) var settings: Settings?
    var pause: (text: String, pause: Pause?)?
    /// The zone's rules as last looked up, which costs a look at the disk, and what they were for.
    ///
    /// Forgotten with every event that may have changed them.
    fileprivate var zone: (wanted: String?, system: String?, rules: any ZoneRules)?
    /// The callers that wait for a delivery's outcome.
    var callers: [Int64: Caller] = [:]
    /// Whether the bus failed to start the server, which then counts as absent until that changes.
    package fileprivate(set) var serverWouldNotStart = false
    /// When a call was last handed to the server. (T18)
    ///
    /// A delivery that has waited its turn since then is not late.
    package fileprivate(set) var handedOverAt: Instant?
    /// Whether rows may say that something stands in the window. (D3)
    fileprivate var mayBeInWindow = true
    /// Whether rows may say that something was not seen. (T38)
    fileprivate var mayBeUnseen = true
    /// Whether what was not seen is to be looked at again: a fact has changed, or a row was added.
    fileprivate var unseenIsStirred = true
    /// How far what a server showed that has left is forgotten; nil if all is. (T21)
    var leaving: Leaving?
    /// The digests whose members are being marked as read.
    var marking: [Int64] = []
    /// The carriers of which something that came sealed is about to be opened. (C2)
    package internal(set) var opening: Set<String> = []
    /// What has changed since the gate last looked at the resting messages.
    package internal(set) var stirred = Stirred()

    package init() {}
  }

  package init(
    rows: any Rows, environment: Environment, memory: Memory, now: Instant, happenedAt: Instant
  ) {
    self.rows = rows
    self.environment = environment
    self.memory = memory
    self.now = now
    self.happenedAt = happenedAt
  }

  /// The number of rows per step of long work, unless the environment says otherwise.
  package static let step = 250

  /// How long a ring waits for its content. (T3)
  package static let fetchPatience = Span.seconds(10)

  /// How long to wait for the session's server to start. (T21)
  package static let serverPatience = Span.seconds(10)

  /// When the user acted; waits that begin with a press begin here.
  package var pressedAt: Instant { min(happenedAt, now) }

  // MARK: Effects

  package func emit(_ effect: Effect) { effects.append(effect) }

  /// Reports a changed topic to windows and bus listeners, once, at the end of the turn.
  package func changed(_ topic: Topic) { topics.insert(topic) }

  package func answer(_ answer: Answer, to caller: Caller) { emit(.answer(answer, to: caller)) }

  /// Adds the changed topics to the end of the turn's effects.
  package func emitTopics() {
    for topic in topics.sorted(by: { $0.rawValue < $1.rawValue }) { emit(.changed(topic)) }
    topics = []
  }

  /// Records an event in the envelope of spec 003 and signals it on the bus. (T23)
  package func report(
    _ code: EventCode, about delivery: Delivery? = nil, attempt: Int = 1, slot: String? = nil
  ) throws(StoreFailure) {
    let event = ErrorEvent(
      code: code, slotId: slot ?? delivery?.item?.name ?? "",
      whenMs: (delivery?.fireAt ?? now).milliseconds, attempt: attempt,
      networkState: situation.online ? "online" : "offline",
      tzOffset: zone.offset(at: now) / 60,
      appState: situation.focused ? "foreground" : "background", timestamp: now.milliseconds)
    try rows.record(event)
    try hear(.reported(event))
    emit(.tell(.errorReported(event)))
    changed(.state)
  }

  // MARK: Facts

  package var situation: Situation {
    guard let situation = memory.situation else {
      preconditionFailure("events before .started are declined")
    }
    return situation
  }

  package func begin(_ situation: Situation) {
    memory.situation = situation
    memory.zone = nil
    factsChanged()
  }

  package func startNow() { memory.startedAt = now }

  package func learn(_ change: Situation.Change) {
    switch change {
    case .server: memory.serverWouldNotStart = false
    case .zone, .clockSet, .resumed: memory.zone = nil
    default: break
    }
    memory.situation?.apply(change)
    // A connection concerns only what came by it, and the gate sees that by itself.
    if !change.isOfCarrier, !change.isOnlyNoted { factsChanged() }
  }

  /// Notes that the server has left, or has let a call time out. (T21)
  package func serverIs(_ presence: NotificationServer.Presence) {
    memory.situation?.server = presence
    factsChanged()
  }

  private func factsChanged() {
    stirAll()
    memory.unseenIsStirred = true
  }

  /// Whether what was not seen is to be looked at again; says so once. (T38)
  package func takeUnseenStirred() -> Bool {
    defer { memory.unseenIsStirred = false }
    return memory.unseenIsStirred
  }

  /// Whether anything may have been shown while the session was locked, and not told since. (T38)
  package var mayBeUnseen: Bool { memory.mayBeUnseen }

  /// Whether anything may stand in the window as a banner. (D3)
  package var mayBeInWindow: Bool { memory.mayBeInWindow }

  /// Whether the window has as many banners as it may have.
  package var windowIsFull: Bool {
    get throws(StoreFailure) {
      guard mayBeInWindow else { return false }
      return try rows.bannerCount() >= Ledger.mostBanners
    }
  }

  /// The most banners at once; a sender could send thousands. (D3)
  package static let mostBanners = 20

  package func noneIsInWindow() { memory.mayBeInWindow = false }

  package func noneIsUnseen() { memory.mayBeUnseen = false }

  package func serverWouldNotStart() { memory.serverWouldNotStart = true }

  package func handedOver() { memory.handedOverAt = now }

  /// Moves the start of the process back if the clock went back beyond it.
  package func startedBefore(_ instant: Instant) {
    memory.startedAt = min(memory.startedAt, instant)
  }

  /// Whether no notification can be shown, as far as is known. (T21)
  package var denied: Bool {
    if !situation.permitted { return true }
    switch situation.server {
    case .absent, .silent: return true
    case .startable: return memory.serverWouldNotStart
    case .present: return false
    }
  }

  package var noServerSentence: String {
    situation.permitted
      ? environment.words.say(
        "SCHEDULE_DENIED: nothing on this desktop shows notifications at the moment.")
      : environment.words.say(
        "PERMISSION_DENIED: your desktop is set not to show Carillon’s notifications.")
  }

  package var settings: Settings {
    get throws(StoreFailure) {
      if let settings = memory.settings { return settings }
      let settings = Settings(rows: try rows.config(), own: environment.settings)
      memory.settings = settings
      return settings
    }
  }

  /// Stores the settings that have changed.
  package func store(_ settings: Settings, instead before: Settings) throws(StoreFailure) {
    let old = before.document
    for (key, value) in settings.document.sorted(by: { $0.key < $1.key }) where old[key] != value {
      try rows.setConfig(key, value.serialized)
    }
    memory.settings = settings
    factsChanged()
  }

  /// Records the host that an outgoing request contacts; `file:` has none. (T29)
  package func contact(_ spec: FetchSpec, for purpose: ContactPurpose) throws(StoreFailure) {
    guard let host = spec.host else { return }
    try rows.contacted(host, for: purpose, at: now)
  }

  /// Loads the settings that `zone` uses, so that a store failure is not taken for an unset zone.
  package func readZone() throws(StoreFailure) { _ = try settings }

  /// The zone for slots and dates: the configured one, else the system's. (T16)
  package var zone: any ZoneRules {
    let wanted = memory.settings?.timezone
    let system = memory.situation?.zone
    if let known = memory.zone, known.wanted == wanted, known.system == system {
      return known.rules
    }
    let rules =
      environment.zone(wanted ?? system ?? "UTC") ?? system.flatMap(environment.zone) ?? UTCRules()
    memory.zone = (wanted, system, rules)
    return rules
  }

  // MARK: Deliveries

  /// The scheduled, held, snoozed, and showing deliveries, by (fireAt, id), without the messages that
  /// rest.
  package func awake() throws(StoreFailure) -> [Delivery] {
    if let known = knownAwake { return known }
    let awake = try rows.awake()
    knownAwake = awake
    return awake
  }

  /// Has ``awake()`` read anew, after rows were written by other ways.
  func forgetAwake() { knownAwake = nil }

  /// The live delivery with this id, as it is now: deciding on another one may have ended it.
  package func live(_ id: Int64) throws(StoreFailure) -> Delivery? {
    try rows.delivery(id).flatMap { $0.status.isLive ? $0 : nil }
  }

  package func save(_ delivery: Delivery) throws(StoreFailure) {
    if delivery.unseen {
      memory.mayBeUnseen = true
      memory.unseenIsStirred = true
    }
    if delivery.inBanner { memory.mayBeInWindow = true }
    knownAwake = nil
    try rows.update(delivery)
    stir(delivery)
  }

  /// Inserts the delivery and sets its id.
  package func add(_ delivery: inout Delivery) throws(StoreFailure) {
    knownAwake = nil
    try noteLabel(&delivery)
    delivery.id = try rows.insert(delivery)
    stir(delivery)
  }

  /// Sets the instants of several planned deliveries at once, so that two can swap theirs. (T7)
  package func reschedule(_ times: [(id: Int64, at: Instant)]) throws(StoreFailure) {
    knownAwake = nil
    try rows.reschedule(times)
  }

  /// Stores what is known of a subject.
  package func put(_ thread: Subject) throws(StoreFailure) {
    try rows.put(thread)
    memory.stirred.tags.insert(thread.tag)
    try hear(.known(thread))
  }

  /// Stores when a subject was heard of, when it ends, and whether it was dismissed: its state stays as it
  /// is, also while that cannot be read. (T28)
  package func putTimes(of thread: Subject) throws(StoreFailure) {
    try rows.setTimes(of: thread)
    stir(tag: thread.tag)
  }

  /// Changes a delivery's status and records the step.
  ///
  /// Nothing else changes a status.
  package func move(
    _ delivery: inout Delivery, to status: Delivery.Status, _ reason: Reason? = nil,
    _ circumstance: Step.Circumstance = .none
  ) throws(StoreFailure) {
    precondition(
      delivery.status.leads(to: status), "no way from \(delivery.status) to \(status)")
    let step = Step.status(
      Step.Move(from: delivery.status, to: status, reason: reason, circumstance))
    let ended = delivery.status == .snoozed && status == .shown
    delivery.status = status
    delivery.reason = reason
    if !ended { try noteLabel(&delivery) }
    switch status {
    case .scheduled, .held, .showing: delivery.decidedAt = nil
    case .snoozed: break
    default:
      // A snooze that ends without a ring keeps its original decision.
      delivery.decidedAt = ended ? delivery.decidedAt ?? delivery.shownAt ?? now : now
      delivery.waiting = nil
      delivery.fetchWaitSince = nil
    }
    try save(delivery)
    try trace(delivery, step)
    try hear(.moved(delivery))
    changed(.state)
    changed(.history)
  }

  /// Notes what its item is called now; one that was removed keeps the name it had.
  private func noteLabel(_ delivery: inout Delivery) throws(StoreFailure) {
    guard let id = delivery.item, let label = try item(id)?.label else { return }
    let known = label.isEmpty ? nil : label
    if delivery.label != known { delivery.label = known }
  }

  package func trace(_ delivery: Delivery, _ step: Step) throws(StoreFailure) {
    try rows.trace(TraceStep(delivery: delivery.id, at: now, step))
  }

  /// Records the gate's checks with their values at that moment. (J23)
  package func traceGate(_ delivery: Delivery, _ checks: [GateCheck]) throws(StoreFailure) {
    try trace(
      delivery,
      .gate(
        Step.Verdict(checks: checks, online: situation.online, permitted: situation.permitted)))
  }

  /// Skips a delivery because of a check that failed after the `passed` ones.
  package func skip(
    _ delivery: inout Delivery, _ reason: Reason, _ evidence: GateCheck.Evidence = .none,
    after passed: [GateCheck]
  ) throws(StoreFailure) {
    try traceGate(delivery, passed + [.stopped(reason, evidence)])
    try move(&delivery, to: .skipped, reason)
  }

  /// Records the user's answer. (T30)
  package func record(_ code: String, _ delivery: inout Delivery) throws(StoreFailure) {
    delivery.response = code
    delivery.respondedAt = pressedAt
    // The state lists banners, and counts what is unread.
    if delivery.inBanner || delivery.unread { changed(.state) }
    delivery.inBanner = false
    if code != ResponseCode.expired {
      delivery.unread = false
      delivery.unseen = false
    }
    try save(delivery)
    try trace(delivery, .response(code))
    try hear(.answered(delivery))
    changed(.history)
  }

  /// Notes that the user has read it. (§5, At my hours)
  package func markRead(_ delivery: Delivery) throws(StoreFailure) {
    guard delivery.unread else { return }
    var delivery = delivery
    delivery.unread = false
    try save(delivery)
    changed(.history)
    changed(.state)
  }

  /// The number of armed occasions; 0 while no notification can be shown. (T11, T21)
  package func pendingCount() throws(StoreFailure) -> Int {
    guard !denied else { return 0 }
    return try awake().count { $0.status == .scheduled && $0.isAhead(of: now) }
  }
}
