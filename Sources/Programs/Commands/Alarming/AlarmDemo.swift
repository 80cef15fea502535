import CarillonEngine
import CarillonGLib
import CarillonHTTP

/// Runs a maintenance service by this process's clock: sends its messages to the app, and answers what
/// the app asks it. (J30, D1, D9)
///
/// While this runs, the app is signed in to the service. If the user is signed in somewhere else, nothing is
/// changed.
@MainActor final class AlarmDemo {
  private let client: DemoClient
  private let clock: DemoClock
  /// How long to wait for the acknowledgement once all is told.
  private let patience: Span
  private let log: AlarmLog
  private let loop = DemoLoop()
  private let token = DemoClient.randomName(24)
  private var service: AlarmService
  private var server: LocalServer?
  /// How many messages waited to be read before.
  private var badgeBefore = 0
  private var repeatMinutes = 0

  init(on bus: Bus, startsApp: Bool, speed: Double, patience: Span, json: Bool) {
    client = DemoClient(on: bus, startsApp: startsApp, json: json)
    clock = DemoClock(speed: speed)
    self.patience = patience
    log = AlarmLog(json: json)
    service = AlarmService(
      run: DemoClient.randomName(6), token: token, dueAt: WallClock.now() + .days(1),
      words: .ofDemo(json: json))
  }

  /// Returns when the alarm was acknowledged or nobody wants to, or on Ctrl+C.
  func run() throws(Failure) {
    try loop.run(
      begin: { () throws(Failure) in
        let former = try formerPort()
        try signIn(at: former)
        act { () throws(Failure) in try begin(tookOver: former != nil) }
      }, interrupted: { [unowned self] in loop.end() }, leave: { leave() })
  }

  // MARK: Signing in

  /// The port of a demo that could not sign out; nil if Carillon is signed in nowhere.
  ///
  /// Throws if the user is signed in somewhere else.
  private func formerPort() throws(Failure) -> UInt16? {
    let configuration = try client.members(of: .configuration)
    if case .integer(let minutes) = configuration["repeatMinutes"] {
      repeatMinutes = Int(clamping: minutes)
    }
    guard let url = AlarmDemo.backend(in: configuration) else { return nil }
    guard let port = AlarmDemo.port(ofDemoAt: url) else {
      throw .refused(
        say(
          "Carillon is signed in to {service}. The demo would take its place, so sign out first: "
            + "{command}", ["service": Text.oneLine(url), "command": AlarmDemo.signOut]))
    }
    return port
  }

  private static let signOut = #"carillonctl config set '{"backend": null}'"#

  private func signIn(at former: UInt16?) throws(Failure) {
    do throws(GLibError) {
      // At the same address, what Carillon still has to tell a demo of before is answered too.
      server = try LocalServer(port: former) { [unowned self] in answer($0) }
    } catch {
      guard let former else {
        throw .refused(say("The demo cannot listen: {reason}", ["reason": error.message]))
      }
      throw .refused(
        say(
          "Another demo is running at {address}, or another program has taken its place. In that "
            + "case, sign out first: {command}",
          ["address": "127.0.0.1:\(former)", "command": AlarmDemo.signOut]))
    }
    let backend = JSONValue.object([
      "url": .text(url), "token": .object(["secret": .text(token)]),
    ])
    try client.ask(.set(mergePatch: JSONValue.object(["backend": backend]).serialized))
  }

  private func begin(tookOver: Bool) throws(Failure) {
    try log.signedIn(to: url, tookOver: tookOver)
    let state = try client.members(of: .wholeState)
    if case .integer(let badge) = state["badge"], !tookOver { badgeBefore = Int(clamping: badge) }
    guard case .array(let threads) = state["threads"] else { return }
    for case .object(let thread) in threads {
      if case .text(let tag) = thread["tag"],
        let resolution = AlarmService.resolution(ofLeft: tag)
      {
        try client.ask(.push(message: resolution.serialized))
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
      loop.attempt { () throws(Failure) in try log.heard(news, at: second) }
    }
    if case .acknowledged = reaction.news, service.nextMoment == nil, service.isQuiet { endSoon() }
    return reaction.answer
  }

  /// Performs an action and waits for the next event.
  private func act(_ body: () throws(Failure) -> Void) {
    guard !loop.isOver else { return }
    loop.stopWaiting()
    loop.attempt(body)
    guard !loop.isOver else { return }
    if let moment = service.nextMoment {
      loop.wait(clock.wait(until: moment)) { [unowned self] in
        act { () throws(Failure) in try advance() }
      }
    } else if service.isQuiet {
      endSoon()
    } else {
      loop.attempt { () throws(Failure) in
        try log.waits(seconds: Double(patience.milliseconds) / 1000, at: second)
      }
      if !loop.isOver { loop.wait(patience) { [unowned self] in loop.end() } }
    }
  }

  private func advance() throws(Failure) {
    for report in service.advance(to: clock.now) {
      let answer = try client.ask(.push(message: report.text))
      try log.told(report, answer)
      switch report.event {
      case .raised(.vibration): try log.warn(repeating: repeatMinutes, at: report.second)
      case .raised(.temperature): try log.counts(AlarmService.badge, at: report.second)
      default: break
      }
    }
  }

  /// Ends once what is being answered has been.
  private func endSoon() {
    guard !loop.isOver else { return }
    loop.wait(.seconds(1)) { [unowned self] in loop.end() }
  }

  // MARK: Signing out

  /// Leaves Carillon as it was, as far as it can be reached.
  private func leave() {
    do throws(Failure) {
      for report in service.leave(at: clock.now, badge: badgeBefore) {
        let answer = try client.ask(.push(message: report.text))
        loop.attempt { () throws(Failure) in try log.told(report, answer) }
      }
      let configuration = try client.members(of: .configuration)
      let isOurs = AlarmDemo.backend(in: configuration) == url
      if isOurs { try client.ask(.set(mergePatch: #"{"backend": null}"#)) }
      waitForRemoval()
      loop.attempt { () throws(Failure) in try log.signedOut(at: second, byDemo: isOurs) }
    } catch {
      loop.fail(error)
    }
  }

  /// Answers what Carillon still has to say, which it would otherwise try again for days. (D1)
  private func waitForRemoval() {
    MainLoop.run(atMost: .seconds(3)) { service.devices.isEmpty || loop.isImpatient }
    MainLoop.run(atMost: .milliseconds(300)) { loop.isImpatient }
  }

  private var second: Int { service.second(at: clock.now) }
}
