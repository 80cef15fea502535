import CarillonBus
import CarillonEngine
import CarillonGLib

/// Plays a transit service by this process's clock: adds a journey to the user's plan, says what happens to
/// it, and hears what the user does about it. (J30)
///
/// Nothing else of the plan is changed, and the journey is removed at the end.
final class JourneyDemo {
  private let bus: Bus
  private let client: DemoClient
  private let clock: DemoClock
  private let plan: JourneyPlan
  /// How long to wait for the user's decision once the tram is canceled.
  private let patience: Span
  private let log: JourneyLog
  private let loop = DemoLoop()
  private var service: JourneyService
  /// The requests that its messages have become.
  private var pushed: Set<String> = []

  /// Changes nothing yet; throws if Carillon cannot be reached, or another demo is running.
  init(on bus: Bus, startsApp: Bool, speed: Double, patience: Span, json: Bool) throws(Failure) {
    self.bus = bus
    client = DemoClient(on: bus, startsApp: startsApp, json: json)
    clock = DemoClock(speed: speed)
    plan = JourneyPlan(client: client)
    self.patience = patience
    let zone = try JourneyDemo.zone(of: client)
    log = JourneyLog(json: json, zone: zone)
    try JourneyDemo.claimName(on: bus)
    // The service's own departure comes before the plan's, at any speed. (J20)
    let told = Span.milliseconds(Int64(10_000 / speed)) + .seconds(20)
    guard
      let journey = DemoJourney(
        id: DemoJourney.idPrefix + DemoClient.randomName(6),
        leavingFrom: WallClock.now() + told, in: zone)
    else {
      throw .refused(
        say("Your clock is just being set back. Try again when that hour is over."))
    }
    service = JourneyService(journey, words: .ofDemo(json: json))
  }

  /// Returns when the journey is over, or on Ctrl+C.
  func run() throws(Failure) {
    // `ended` is ignored, because the next message starts the app again if necessary.
    let monitor = BusMonitor(
      on: bus, heard: { [unowned self] in heard($0, $1) }, ended: {})
    try withExtendedLifetime(monitor) { () throws(Failure) in
      try loop.run(
        begin: { () throws(Failure) in
          let tookOver = try plan.add(service.journey, service.words)
          act { () throws(Failure) in
            try endLeft()
            try log.added(service.journey, tookOver: tookOver)
          }
        }, interrupted: { [unowned self] in loop.end() }, leave: { leave() })
    }
  }

  // MARK: Beginning

  /// The zone of the user's plan, which may be another than this computer's.
  private static func zone(of client: DemoClient) throws(Failure) -> any ZoneRules {
    guard case .text(let name) = try client.members(of: .wholeState)["timezone"],
      let zone = ZoneTable().zone(named: name)
    else { throw .refused(say("Carillon’s time zone is not known on this computer.")) }
    return zone
  }

  /// Two demos would remove each other's journeys.
  ///
  /// A killed one has lost the name.
  private static func claimName(on bus: Bus) throws(Failure) {
    let noQueue: UInt32 = 4
    let reply: [Variant]
    do throws(GLibError) {
      reply = try bus.callAndWait(
        .daemon, "RequestName", [.string("\(Door.name).JourneyDemo"), .uint32(noQueue)])
    } catch {
      throw .refused(
        say("The demo cannot get its name on the bus: {reason}", ["reason": error.message]))
    }
    guard reply[at: 0]?.uint32Value == 1 else {
      throw .refused(say("Another demo is running."))
    }
  }

  /// Ends what a killed demo has left on the screen.
  private func endLeft() throws(Failure) {
    guard case .array(let threads) = try client.members(of: .wholeState)["threads"] else { return }
    for case .object(let thread) in threads {
      if case .text(let tag) = thread["tag"], let farewell = DemoJourney.farewell(toLeft: tag) {
        try client.ask(.push(message: farewell.serialized))
      }
    }
  }

  // MARK: Events

  private func heard(_ signal: String, _ document: String) {
    if let press = JourneyPress(signal, document, about: service.journey.tag) { heard(press) }
  }

  /// The user has done something about the journey, however the demo has learned of it.
  private func heard(_ press: JourneyPress) {
    act { () throws(Failure) in
      let now = clock.now
      try tell(service.advance(to: now))
      service.heard(press, at: now)
      try log.heard(press, in: service, at: service.second(at: now))
    }
  }

  /// Performs an action and waits for the next event.
  private func act(_ body: () throws(Failure) -> Void) {
    guard !loop.isOver else { return }
    let wasDeciding = service.course == .deciding
    if !wasDeciding { loop.stopWaiting() }
    loop.attempt(body)
    guard !loop.isOver else { return }
    if let moment = service.nextMoment {
      loop.wait(clock.wait(until: moment)) { [unowned self] in
        act { () throws(Failure) in try tell(service.advance(to: clock.now)) }
      }
    } else if service.course == .deciding {
      // The first wait goes on, whatever else the user looks at.
      if !wasDeciding { waitForDecision() }
    } else {
      // What the user has just pressed is confirmed before its journey goes.
      loop.wait(.seconds(4)) { [unowned self] in loop.end() }
    }
  }

  private func waitForDecision() {
    loop.attempt { () throws(Failure) in
      try log.waits(
        seconds: Double(patience.milliseconds) / 1000, at: service.second(at: clock.now))
    }
    guard !loop.isOver else { return }
    loop.wait(patience) { [unowned self] in loop.end() }
  }

  private func tell(_ reports: [JourneyService.Report]) throws(Failure) {
    for report in reports { try tell(report) }
  }

  private func tell(_ report: JourneyService.Report) throws(Failure) {
    let answer = try client.ask(.push(message: report.text))
    if case .object(let members) = JSONValue(parsing: answer),
      case .text(let id) = members["requestId"]
    {
      pushed.insert(id)
    }
    loop.attempt { () throws(Failure) in try log.told(report, answer, about: service.journey) }
  }

  // MARK: Leaving

  /// Leaves the plan and the screen as they were, as far as Carillon can be reached.
  private func leave() {
    tidy { () throws(Failure) in try waitForDesktop() }
    let now = clock.now
    tidy { () throws(Failure) in
      if let report = service.end(at: now) { try tell(report) }
    }
    tidy { () throws(Failure) in
      let isRemoved = try plan.removeDemos()
      loop.attempt { () throws(Failure) in
        try log.removed(at: service.second(at: now), byDemo: isRemoved)
      }
    }
    tidy { () throws(Failure) in try dismissConfirmation() }
  }

  /// Does one of several things that do not depend on each other.
  private func tidy(_ body: () throws(Failure) -> Void) {
    do throws(Failure) {
      try body()
    } catch {
      loop.fail(error)
    }
  }

  /// Waits until the desktop has shown what it was told to: what is under way could not be taken off.
  private func waitForDesktop() throws(Failure) {
    let open = [Delivery.Status.scheduled, .showing].map { JSONValue.text($0.rawValue) }
    for _ in 0..<30 where !loop.isImpatient {
      guard try entries.contains(where: { $0["status"].map(open.contains) == true }) else { return }
      MainLoop.run(atMost: .milliseconds(100)) { loop.isImpatient }
    }
  }

  /// Takes off how Carillon has confirmed what was pressed, which has one place on the screen.
  ///
  /// The messages themselves have gone with the end.
  private func dismissConfirmation() throws(Failure) {
    for entry in try entries {
      guard case .text(let id) = entry["requestId"], !pushed.contains(id) else { continue }
      if entry["response"] == nil, entry["status"] == .text(Delivery.Status.shown.rawValue) {
        try client.ask(.respond(requestID: id, action: "dismiss"))
      }
      return
    }
  }

  /// What the history says of the journey, the newest first.
  private var entries: [[String: JSONValue]] {
    get throws(Failure) {
      let history = try client.members(of: .history(query: #"{"limit":20}"#))
      guard case .array(let entries) = history["entries"] else { return [] }
      return entries.compactMap { entry in
        guard case .object(let members) = entry,
          members["thread"] == .text(service.journey.tag)
        else { return nil }
        return members
      }
    }
  }
}
