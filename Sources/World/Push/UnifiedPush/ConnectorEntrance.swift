import CarillonEngine
import CarillonGLib

/// The door for distributors: checks who calls and what, and passes on what is meant for us. (C3)
///
/// Every process of the session can call it. Only the one that owns the distributor's name is heard, and
/// only with our token. A distributor that has just started may call before we have been told of it, or
/// before it has its name: then the bus is asked, and once more a second later.
@MainActor final class ConnectorEntrance {
  /// A call that has passed the checks.
  enum Arrival {
    case message([UInt8], id: String?, PushReceipt)
    case endpoint(String)
    case unregistered
  }

  /// Nil before the start: then calls wait.
  var token: String? { didSet { look() } }
  /// The name of the distributor in use.
  var distributor: String? {
    didSet {
      guard distributor != oldValue else { return }
      owner = nil
      look()
    }
  }
  /// Who has that name, as far as we were told.
  var owner: String? { didSet { if owner != oldValue { pass() } } }
  private(set) var counts = UnifiedPushCounts()

  private let bus: Bus
  private let arrived: (Arrival) -> Void
  private var object: Subscription?
  private var isClosed = false
  /// Calls whose caller is not known yet, in order.
  private var held: [Held] = []
  /// Calls of the owner that wait for their turn, in order: a flood is handled a few at a time.
  private var passed: ArraySlice<BusCall> = []
  private let work = LongWork()
  private var isWorking = false
  /// How many messages were passed on and are neither committed nor refused.
  private var uncommitted = 0
  private var isAsking = false
  private var timer: Source?

  private struct Held {
    var call: BusCall
    var since: ContinuousClock.Instant
  }

  /// The most calls that wait, and the most messages that are not committed.
  ///
  /// The distributor has to keep what is beyond that. KUnifiedPush hands over a night's messages at once,
  /// and may not bring again what was refused.
  static let most = 1000
  /// How long a caller may take to get its name.
  static let patience = Duration.seconds(1)

  init(on bus: Bus, arrived: @escaping (Arrival) -> Void) throws(GLibError) {
    self.bus = bus
    self.arrived = arrived
    object = try bus.export(Connector.description, at: Connector.path) { [weak self] call in
      self?.receive(call)
    }
  }

  isolated deinit {
    close()
  }

  /// Refuses what waits, and everything from now on.
  func close() {
    isClosed = true
    timer?.cancel()
    work.cancel()
    for call in passed { refuse(call) }
    for one in held { refuse(one.call) }
    (passed, held) = ([], [])
    object?.cancel()
    object = nil
  }

  private func receive(_ call: BusCall) {
    guard !isClosed else { return refuse(call) }
    guard call.weight <= ConnectorCall.mostBytes else {
      counts.malformed += 1
      return reply(to: call, id: nil)
    }
    // Behind what the same caller has said before.
    if token != nil, call.sender == owner, !held.contains(where: { $0.call.sender == call.sender })
    {
      return enqueue(call)
    }
    guard held.count < Self.most else {
      counts.refused += 1
      return refuseForNow(call)
    }
    held.append(Held(call: call, since: .now))
    ask()
  }

  private func look() {
    pass()
    ask()
  }

  /// Lets through what the owner has said, and keeps what others have.
  private func pass() {
    guard token != nil, let owner else { return }
    let known = held.filter { $0.call.sender == owner }
    held.removeAll { $0.call.sender == owner }
    for one in known { enqueue(one.call) }
  }

  private func enqueue(_ call: BusCall) {
    if tellsRegistration(call) {
      // Nobody says it again, so it is never refused. Of several in a row, the last counts.
      if let last = passed.last, tellsRegistration(last) {
        passed.removeLast()
        reply(to: last, id: nil)
      }
    } else if passed.count >= Self.most {
      counts.refused += 1
      return refuseForNow(call)
    }
    passed.append(call)
    guard !isWorking else { return }
    isWorking = true
    // Not now: GLib dispatches all calls that have come before anything else has its turn.
    MainLoop.after(.zero) { [weak self] in
      guard let self, !isClosed else { return }
      work.start { [weak self] in self?.handleNext() ?? false }
    }
  }

  /// Whether there is more.
  private func handleNext() -> Bool {
    if let call = passed.popFirst() { handle(call) }
    isWorking = !passed.isEmpty
    return isWorking
  }

  /// Asks who owns the name, unless that is being done.
  private func ask() {
    guard token != nil, !isAsking, !held.isEmpty else { return }
    guard let distributor else {
      let strangers = held
      held = []
      for one in strangers { turnAway(one.call) }
      return
    }
    isAsking = true
    bus.call(
      .daemon, "GetNameOwner", [.string(distributor)], timeout: .seconds(5), mayStart: false
    ) { [weak self] result in
      guard let self, !isClosed else { return }
      isAsking = false
      // Another one was chosen meanwhile.
      guard distributor == self.distributor else { return ask() }
      // Without an owner, the call fails.
      if let name = (try? result.get())?[at: 0]?.stringValue { owner = name }
      turnAwayStrangers()
    }
  }

  private func turnAwayStrangers() {
    let now = ContinuousClock.now
    let late = held.filter { now - $0.since >= Self.patience }
    held.removeAll { now - $0.since >= Self.patience }
    for one in late { turnAway(one.call) }
    timer?.cancel()
    timer = nil
    guard let first = held.first else { return }
    let wait = Self.patience - (now - first.since)
    let milliseconds =
      wait.components.seconds * 1000
      + wait.components.attoseconds / 1_000_000_000_000_000
    timer = MainLoop.after(.milliseconds(max(0, milliseconds) + 5)) { [weak self] in self?.ask() }
  }
}

extension ConnectorEntrance {
  private func handle(_ call: BusCall) {
    guard let understood = ConnectorCall(call.interface, call.method, call.arguments) else {
      counts.malformed += 1
      return reply(to: call, id: call.arguments[at: 0]?["id"]?.stringValue)
    }
    guard understood.token == token else {
      // In the old version, an empty token confirms that we have unregistered.
      if !understood.token.isEmpty { counts.unknownToken += 1 }
      return reply(to: call, id: call.arguments[at: 0]?["id"]?.stringValue)
    }
    switch understood {
    case .message(_, let bytes, let id): take(bytes, id, call)
    case .endpoint(_, let endpoint):
      reply(to: call, id: nil)
      arrived(.endpoint(endpoint))
    case .unregistered:
      reply(to: call, id: nil)
      arrived(.unregistered)
    }
  }

  /// Whether it says where messages come from now, or that none will come any more.
  private func tellsRegistration(_ call: BusCall) -> Bool {
    guard call.method != "Message" else { return false }
    let understood = ConnectorCall(call.interface, call.method, call.arguments)
    return switch understood {
    case .endpoint(let token, _), .unregistered(let token): token == self.token
    case .message, nil: false
    }
  }

  private func take(_ bytes: [UInt8], _ id: String?, _ call: BusCall) {
    guard uncommitted < Self.most else {
      counts.refused += 1
      return refuseForNow(call)
    }
    uncommitted += 1
    let given = call.arguments[at: 0]?["id"]?.stringValue
    let receipt = PushReceipt { [weak self] isCommitted in
      self?.uncommitted -= 1
      if isCommitted { Self.reply(to: call, id: given) } else { Self.refuse(call) }
    }
    arrived(.message(bytes, id: id, receipt))
  }

  private func reply(to call: BusCall, id: String?) { Self.reply(to: call, id: id) }
  private func refuse(_ call: BusCall) { Self.refuse(call) }

  /// Answers as the protocol wants it: a message with its id, if it had one.
  private static func reply(to call: BusCall, id: String?) {
    guard call.interface == Connector.second else { return call.reply() }
    let isMessage = call.method == "Message"
    call.reply([.dictionary(isMessage ? id.map { ["id": .string($0)] } ?? [:] : [:])])
  }

  private static func refuse(_ call: BusCall) {
    call.fail("org.freedesktop.DBus.Error.Failed", "The message is not stored. Send it again.")
  }

  private func refuseForNow(_ call: BusCall) {
    call.fail(
      "org.freedesktop.DBus.Error.LimitsExceeded", "Too many messages are waiting. Try again later."
    )
  }

  private func turnAway(_ call: BusCall) {
    counts.strangers += 1
    call.fail(
      "org.freedesktop.DBus.Error.AccessDenied", "This is not the distributor that Carillon uses.")
  }
}
