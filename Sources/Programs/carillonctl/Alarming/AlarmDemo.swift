import CarillonBus
import CarillonEngine
import CarillonGLib
import CarillonHTTP
import Glibc

/// Runs a maintenance service by this process's clock: sends its messages to the app, and answers what
/// the app asks it. (J30, D1, D9)
///
/// While this runs, the app is signed in to the service. If the user is signed in somewhere else, nothing is
/// changed.
@MainActor final class AlarmDemo {
  private let client: BusClient
  private let speed: Double
  /// How long to wait for the acknowledgement once all is told.
  private let patience: Span
  private let log: AlarmLog
  private let token = AlarmDemo.random(24)
  private let loop = MainLoop()
  private let began = AlarmDemo.clock
  private var service: AlarmService
  private var server: LocalServer?
  private var timer: Source?
  private var failure: Failure?
  private var isOver = false
  /// Whether the user does not want to wait for the farewell either.
  private var isImpatient = false
  /// How many messages waited to be read before.
  private var badgeBefore = 0
  private var repeatMinutes = 0

  init(on bus: Bus, startsApp: Bool, speed: Double, patience: Span, log: AlarmLog) {
    client = BusClient(on: bus, startsApp: startsApp)
    self.speed = speed
    self.patience = patience
    self.log = log
    service = AlarmService(
      run: AlarmDemo.random(6), token: token, dueAt: WallClock.now() + .days(1))
  }

  /// Returns when the alarm was acknowledged or nobody wants to, or on Ctrl+C.
  func run() throws(Failure) {
    // If the reader has gone, Carillon is signed out before this process ends with SIGPIPE.
    signal(SIGPIPE, SIG_IGN)
    // Closing the terminal ends the demo too.
    let interruptions = [SIGINT, SIGTERM, SIGHUP].map { signal in
      MainLoop.onSignal(signal) { [unowned self] in interrupted() }
    }
    defer { for interruption in interruptions { interruption.cancel() } }
    let former = try formerPort()
    try signIn(at: former)
    act { demo throws(Failure) in try demo.begin(tookOver: former != nil) }
    if !isOver { loop.run() }
    leave()
    if failure == .nobodyReads {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    if let failure { throw failure }
  }

  // MARK: Signing in

  /// The port of a demo that could not sign out; nil if Carillon is signed in nowhere.
  ///
  /// Throws if the user is signed in somewhere else.
  private func formerPort() throws(Failure) -> UInt16? {
    let configuration = try members(of: ask(.configuration))
    if case .integer(let minutes) = configuration["repeatMinutes"] {
      repeatMinutes = Int(clamping: minutes)
    }
    guard let url = AlarmDemo.backend(in: configuration) else { return nil }
    guard let port = AlarmDemo.port(ofDemoAt: url) else {
      throw .refused(
        "Carillon is signed in to \(Text.oneLine(url)). The demo would take its place, so sign out "
          + "first: carillonctl config set '{\"backend\": null}'")
    }
    return port
  }

  private func signIn(at former: UInt16?) throws(Failure) {
    do throws(GLibError) {
      // At the same address, what Carillon still has to tell a demo of before is answered too.
      server = try LocalServer(port: former) { [unowned self] in answer($0) }
    } catch {
      guard let former else { throw .refused("The demo cannot listen: \(error.message)") }
      throw .refused(
        "Another demo is running at 127.0.0.1:\(former), or another program has taken its place. In "
          + "that case, sign out first: carillonctl config set '{\"backend\": null}'")
    }
    let backend = JSONValue.object([
      "url": .text(url), "token": .object(["secret": .text(token)]),
    ])
    _ = try ask(.set(mergePatch: JSONValue.object(["backend": backend]).serialized))
  }

  private func begin(tookOver: Bool) throws(Failure) {
    try log.signedIn(to: url, tookOver: tookOver)
    let state = try members(of: ask(.wholeState))
    if case .integer(let badge) = state["badge"], !tookOver { badgeBefore = Int(clamping: badge) }
    guard case .array(let threads) = state["threads"] else { return }
    for case .object(let thread) in threads {
      if case .text(let tag) = thread["tag"],
        let resolution = AlarmService.resolution(ofLeft: tag)
      {
        _ = try ask(.push(message: resolution.serialized))
      }
    }
  }

  private var url: String {
    "http://127.0.0.1:\(server?.port ?? 0)\(AlarmService.path)"
  }

  private static func backend(in configuration: [String: JSONValue]) -> String? {
    guard case .object(let backend) = configuration["backend"], case .text(let url) = backend["url"]
    else { return nil }
    return url
  }

  static func port(ofDemoAt url: String) -> UInt16? {
    let start = "http://127.0.0.1:"
    guard url.hasPrefix(start), url.hasSuffix(AlarmService.path) else { return nil }
    return UInt16(url.dropFirst(start.count).dropLast(AlarmService.path.count))
  }

  // MARK: Events

  private func answer(_ request: LocalServer.Request) -> LocalServer.Answer {
    let reaction = service.answer(request)
    if let news = reaction.news {
      say { demo throws(Failure) in try demo.log.heard(news, at: demo.second) }
    }
    if case .acknowledged = reaction.news, service.nextMoment == nil, service.isQuiet { endSoon() }
    return reaction.answer
  }

  private func interrupted() {
    isImpatient = isOver
    end()
  }

  /// Performs an action and waits for the next event; a failure ends the demo.
  private func act(_ body: (AlarmDemo) throws(Failure) -> Void) {
    guard !isOver else { return }
    timer?.cancel()
    say(body)
    guard !isOver else { return }
    if let moment = service.nextMoment {
      let wait = Double((moment - now).milliseconds) / speed
      timer = MainLoop.after(.milliseconds(max(0, Int64(wait.rounded(.up))))) { [unowned self] in
        act { demo throws(Failure) in try demo.advance() }
      }
    } else if service.isQuiet {
      endSoon()
    } else {
      say { demo throws(Failure) in
        try demo.log.waits(
          seconds: Double(demo.patience.milliseconds) / 1000, at: demo.second)
      }
      timer = MainLoop.after(patience) { [unowned self] in end() }
    }
  }

  private func advance() throws(Failure) {
    for report in service.advance(to: now) {
      let answer = try ask(.push(message: report.text))
      try log.told(report, answer)
      switch report.event {
      case .raised(.vibration): try log.warn(repeating: repeatMinutes, at: report.second)
      case .raised(.temperature): try log.counts(AlarmService.badge, at: report.second)
      default: break
      }
    }
  }

  private func say(_ body: (AlarmDemo) throws(Failure) -> Void) {
    guard failure == nil else { return }
    do throws(Failure) {
      try body(self)
    } catch {
      failure = error
      end()
    }
  }

  /// Ends once what is being answered has been.
  private func endSoon() {
    timer?.cancel()
    timer = MainLoop.after(.seconds(1)) { [unowned self] in end() }
  }

  private func end() {
    isOver = true
    timer?.cancel()
    loop.quit()
  }

  // MARK: Signing out

  /// Leaves Carillon as it was, as far as it can be reached.
  private func leave() {
    do throws(Failure) {
      for report in service.leave(at: now, badge: badgeBefore) {
        let answer = try ask(.push(message: report.text))
        say { demo throws(Failure) in try demo.log.told(report, answer) }
      }
      let configuration = try members(of: ask(.configuration))
      let isOurs = AlarmDemo.backend(in: configuration) == url
      if isOurs { _ = try ask(.set(mergePatch: #"{"backend": null}"#)) }
      waitForRemoval()
      say { demo throws(Failure) in try demo.log.signedOut(at: demo.second, byDemo: isOurs) }
    } catch {
      failure = failure ?? error
    }
  }

  /// Answers what Carillon still has to say, which it would otherwise try again for days. (D1)
  private func waitForRemoval() {
    MainLoop.run(atMost: .seconds(3)) { service.devices.isEmpty || isImpatient }
    MainLoop.run(atMost: .milliseconds(300)) { isImpatient }
  }

  // MARK: Asking

  private func ask(_ question: DoorCall) throws(Failure) -> String {
    do throws(CallFailure) {
      return try client.ask(question)
    } catch {
      guard case .refused(let refusal) = error, !log.json else { throw Failure(error) }
      throw .refused(Text().refused(refusal))
    }
  }

  private func members(of answer: String) throws(Failure) -> [String: JSONValue] {
    guard case .object(let members) = JSONValue(parsing: answer) else {
      throw .refused("carillonctl \(Release.version) cannot read this answer of Carillon.")
    }
    return members
  }

  // MARK: Time and chance

  /// The service's clock.
  private var now: Instant {
    Instant(milliseconds: Int64(Double(AlarmDemo.clock - began) / 1_000_000 * speed))
  }

  private var second: Int { service.second(at: now) }

  /// A clock that cannot be set, in nanoseconds.
  private static var clock: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func random(_ length: Int) -> String {
    let letters = Array("0123456789abcdefghijklmnopqrstuvwxyz")
    return String((0..<length).map { _ in letters[Int.random(in: letters.indices)] })
  }
}
