import CarillonCore
import CarillonStore
import Testing

/// Messages at the gate, on the screen, and answered. (§5, B11, B13, B17, B22, J26)
@Suite struct MessageGateTests {
  private let start = at("2026-11-21T09:00:00Z")

  private func device() throws -> Device {
    let device = try Device(at: start)
    device.setSlots([])
    return device
  }

  private func stage(_ stage: String, _ brew: String = "b1", _ more: [String: String] = [:])
    -> [String: String]
  {
    ["type": "brew_stage", "stage": stage, "brewId": brew].merging(more) { $1 }
  }

  @Test("B9, B18: a brew's notification brings its drawing along, an hour's and a sentence's none")
  func brings() throws {
    let device = try device()
    device.push(stage("preinfusion", "b1", ["elapsedTime": "4", "preInfusionTime": "8"]))
    device.push(["title": "Hello"])
    let picture = try #require(device.calls.first?.call.picture)
    #expect(picture.emblem?.total == 8 && picture.tone == .blue && picture.at == device.now)
    #expect(device.calls.count == 2 && device.calls.last?.call.picture == nil)
  }

  // MARK: Accepted, and why not

  @Test("§5: a message with the id of another is a copy, within the retention")
  func copies() throws {
    let device = try device()
    #expect(device.push(stage("heating"), id: "m1") == "showing")
    device.run(for: .hours(1))
    #expect(device.push(stage("heating", "b1", ["dose": "20"]), id: "m1") == "skipped duplicate")
    #expect(device.calls.count == 1)
  }

  @Test("§5: without an id the same content within 10 minutes is a copy, later it is not")
  func sameContent() throws {
    let device = try device()
    #expect(device.push(["title": "Hello"]) == "showing")
    #expect(device.push(["title": "Hello"]) == "skipped duplicate")
    #expect(device.push(["title": "Hello", "x": "y"]) == "showing")
    device.run(for: .minutes(10))
    #expect(device.push(["title": "Hello"]) == "showing")
  }

  @Test("§5: what has expired when it comes is skipped, to the millisecond")
  func expired() throws {
    let device = try device()
    func push(_ ttl: String) -> String {
      device.push(
        stage("heating", "b\(ttl.count)", ["timestamp": "2026-11-21T08:59:00Z"]),
        more: ["android": .object(["ttl": .text(ttl)])])
    }
    #expect(push("60s") == "skipped expired")
    #expect(push("60.001s") == "showing")
  }

  @Test("§5: what waits is skipped when it expires, at once")
  func expiresWaiting() throws {
    let device = try device()
    device.setServer(.absent)
    let verdict = device.push(
      stage("heating"), more: ["android": .object(["ttl": .text("90s")])])
    #expect(verdict == "scheduled no-server")
    device.run(for: .seconds(91))
    #expect(device.outcomes().first == "message skipped expired")
  }

  @Test("D7: a kind that is switched off is not shown, and its thread goes on")
  func channelOff() throws {
    let device = try device()
    device.set(#"{"channels":{"brew_notifications":{"enabled":false}}}"#)
    #expect(device.push(stage("heating")) == "skipped channel-off")
    #expect(device.push(["title": "General"]) == "showing")
    device.set(#"{"channels":{"brew_notifications":{"enabled":true}}}"#)
    #expect(device.push(stage("grinding")) == "showing")
    #expect(device.push(stage("heating", "b1", ["x": "1"])) == "skipped earlier-stage")
  }

  @Test("J14: what comes in quiet hours waits, several released together are one notification")
  func quietHours() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    #expect(device.push(["title": "One"]) == "held paused")
    #expect(device.push(["title": "Two"]) == "held paused")
    device.run(for: .minutes(61))
    #expect(device.calls.count == 1)
    #expect(device.calls.last?.call.summary == "2 notifications")
    #expect(device.calls.last?.call.body == "10:00 One\n10:00 Two")
  }

  @Test("J26: the sixth popup within 10 minutes waits until there is room; updates do not count")
  func throttle() throws {
    let device = try device()
    for number in 1...5 {
      #expect(device.push(stage("brewing", "b\(number)")) == "showing")
      device.run(for: .seconds(10))
    }
    #expect(device.push(stage("heating", "b6")) == "held throttle")
    // In the place of one that stands there.
    #expect(device.push(stage("brewing", "b5", ["elapsedTime": "5"])) == "showing")
    // What its user asks for comes at once.
    _ = device.ask(.sendTest)
    #expect(device.calls.last?.call.summary == "This is a test")
    device.run(until: start + .minutes(10) - .milliseconds(1))
    #expect(device.outcomes().filter { $0.contains("message") && $0.contains("shown") }.count == 6)
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.category == "BREW_HEATING")
  }

  // MARK: On the screen

  @Test("B11: five stages are one notification, replaced four times")
  func replaced() throws {
    let device = try device()
    for name in ["heating", "grinding", "preInfusion", "brewing", "complete"] {
      #expect(device.push(stage(name)) == "showing")
      device.run(for: .seconds(10))
    }
    #expect(device.calls.count == 5)
    #expect(device.calls.map { $0.call.replaces == nil } == [true, false, false, false, false])
    #expect(device.calls.allSatisfy { !$0.call.suppressSound })
  }

  @Test("B11: a stage never goes back")
  func earlier() throws {
    let device = try device()
    device.push(stage("brewing"))
    device.run(for: .seconds(1))
    for name in ["heating", "grinding", "preInfusion"] {
      #expect(device.push(stage(name)) == "skipped earlier-stage")
    }
    #expect(device.calls.count == 1)
  }

  @Test("B11: within a stage it is replaced silently, and only while it stands on the screen")
  func silently() throws {
    let device = try device()
    device.push(stage("brewing", "b1", ["elapsedTime": "1"]))
    device.run(for: .seconds(1))
    #expect(device.push(stage("brewing", "b1", ["elapsedTime": "2"])) == "showing")
    let call = try #require(device.calls.last?.call)
    #expect(call.suppressSound && call.replaces != nil)
    device.run(for: .seconds(1))
    try device.respond(.expired)
    #expect(device.push(stage("brewing", "b1", ["elapsedTime": "3"])) == "skipped quiet")
    #expect(device.push(stage("complete")) == "showing")
  }

  @Test("B1: an alert keeps the stage and its buttons, replaces the text and sounds again")
  func alert() throws {
    let device = try device()
    device.push(stage("brewing"))
    device.run(for: .seconds(1))
    device.push(["type": "brew_alert", "brewId": "b1", "title": "Pressure drops", "body": "Look."])
    let call = try #require(device.calls.last?.call)
    #expect(call.summary == "Pressure drops" && !call.suppressSound)
    #expect(call.actions.map(\.key) == ["default", "stop_shot", "view_live"])
  }

  @Test("B22: dismissed, only alerts and complete pop up by themselves")
  func dismissed() throws {
    let device = try device()
    device.push(stage("heating"))
    device.run(for: .seconds(1))
    try device.respond(.dismissed)
    #expect(device.push(stage("grinding")) == "skipped dismissed")
    #expect(device.push(["type": "brew_alert", "brewId": "b1", "title": "!"]) == "showing")
    device.run(for: .seconds(1))
    #expect(device.push(stage("complete")) == "showing")
  }

  @Test("B24: two brews side by side are two notifications")
  func concurrent() throws {
    let device = try device()
    device.push(stage("brewing", "a"))
    device.push(stage("heating", "b"))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 2)
    #expect(device.calls.allSatisfy { $0.call.replaces == nil })
  }

  @Test("B11: while one is being shown, of several that come only the newest follows")
  func burst() throws {
    let device = try device()
    device.serverAnswers = nil
    device.push(stage("brewing", "b1", ["elapsedTime": "0"]))
    for second in 1...20 { device.push(stage("brewing", "b1", ["elapsedTime": "\(second)"])) }
    #expect(device.calls.count == 1)
    try device.answer(.shown(device.nextScreen()))
    #expect(device.calls.count == 2)
    #expect(device.calls.last?.call.body.contains("20s elapsed") == true)
  }

  @Test("B11: what was refused is not tried again after what came later, which has its attention")
  func refusedThenNewer() throws {
    let device = try device()
    device.serverAnswers = { _ in .refused(name: "org.example.No", message: "") }
    device.push(stage("heating"))
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    #expect(device.push(stage("heating", "b1", ["elapsedTime": "5"])) == "showing")
    #expect(device.calls.last?.call.suppressSound == false)
    device.push(stage("grinding"))
    device.run(for: .seconds(5))
    #expect(device.calls.map(\.call.category) == ["BREW_HEATING", "BREW_HEATING", "BREW_GRINDING"])
    #expect(device.outcomes().contains("message failed newer"))
  }

  @Test("B11: what the server says stands there already is replaced by what comes next")
  func excess() throws {
    let device = try device()
    device.push(stage("heating"))
    device.serverAnswers = { _ in .excess }
    device.push(stage("grinding"))
    device.push(stage("brewing"))
    #expect(device.calls.last?.call.replaces?.id == 1)
  }

  @Test("B13: a brew that falls silent is closed 15 minutes past what it said remains")
  func silence() throws {
    let device = try device()
    device.push(stage("brewing", "b1", ["remainingTime": "30"]))
    device.run(for: .minutes(15) + .milliseconds(29_999))
    #expect(device.closed.isEmpty)
    device.run(for: .milliseconds(1))
    #expect(device.closed.count == 1)
  }

  @Test("T32: what a process that died was closing is closed by the next one, and not for ever")
  func killedWhileClosing() throws {
    let device = try device()
    device.push(stage("brewing"))
    device.run(for: .minutes(15))
    #expect(device.closed.count == 1)
    // Whether its server heard of it, nobody knows.
    device.crash()
    device.start()
    #expect(device.closed.count == 2 && device.closed[0] == device.closed[1])
    device.host.send(.woke)
    device.crash()
    device.start()
    #expect(device.closed.count == 2)
  }

  @Test("B13: what was held until its brew was over is not shown; an alert is, and does not stay")
  func heldTooLong() throws {
    let device = try device()
    device.push(stage("heating", "b1"))
    device.done(.pause(until: "1h"))
    device.push(stage("brewing", "b1", ["requireInteraction": "true"]))
    device.push(["type": "brew_alert", "brewId": "b2", "title": "!", "requireInteraction": "true"])
    device.run(for: .minutes(61))
    #expect(device.calls.map(\.call.category) == ["BREW_HEATING", "BREW_HEATING"])
    #expect(device.calls.last?.call.resident == false)
    #expect(device.outcomes().contains("message skipped earlier-stage"))
  }

  @Test("B11: an answer that comes after all does not bring back what was overtaken")
  func overtaken() throws {
    let device = try device()
    device.serverAnswers = nil
    device.push(stage("heating"))
    try device.answer(.overdue)
    let late = try #require(device.calls.last?.ticket)
    device.setServer(.present(Device.server))
    device.push(stage("grinding"))
    let newer = device.nextScreen()
    try device.answer(.shown(newer))
    let older = device.nextScreen()
    device.host.send(.finished(late, .notified(.shown(older))))
    #expect(device.closed == [older])
    device.push(stage("brewing"))
    #expect(device.calls.last?.call.replaces == newer)
  }

  @Test("B11: an answer that comes after all while the next is being shown is closed")
  func overtakenInFlight() throws {
    let device = try device()
    device.serverAnswers = nil
    device.push(stage("heating"))
    try device.answer(.overdue)
    let late = try #require(device.calls.last?.ticket)
    device.setServer(.present(Device.server))
    device.push(stage("grinding"))
    let older = device.nextScreen()
    device.host.send(.finished(late, .notified(.shown(older))))
    #expect(device.closed == [older])
    let newer = device.nextScreen()
    try device.answer(.shown(newer))
    device.push(stage("brewing"))
    #expect(device.calls.last?.call.replaces == newer)
  }

  @Test("B13: an answer that comes after all when its brew is over is closed")
  func overBeforeItsAnswer() throws {
    let device = try device()
    device.push(stage("heating"))
    device.serverAnswers = nil
    device.push(stage("grinding"))
    try device.answer(.overdue)
    let late = try #require(device.calls.last)
    let screen = try #require(late.call.replaces)
    device.run(for: .minutes(16))
    #expect(device.closed == [screen])
    device.push(stage("grinding", "b1", ["elapsedTime": "9"]))
    // The server did both in their order: nothing stands there, though it has an id.
    device.host.send(.finished(late.ticket, .notified(.shown(screen))))
    device.setServer(.present(Device.server))
    #expect(device.closed == [screen, screen])
    #expect(device.calls.count == 2 && device.outcomes().first == "message skipped quiet")
  }

  @Test("B13: what was refused is not tried again when its brew is over")
  func overBeforeItsRetry() throws {
    let device = try device()
    device.serverAnswers = nil
    device.push(stage("grinding"))
    try device.answer(.refused(name: "org.example.No", message: ""))
    device.setServer(.silent(owner: Device.server.owner))
    device.run(for: .minutes(16))
    device.setServer(.present(Device.server))
    #expect(device.calls.count == 1 && device.outcomes().first == "message failed earlier-stage")
  }

  @Test("B13: a resident one that was answered leaves the screen to what comes next")
  func residentAnswered() throws {
    let device = try device()
    device.push(stage("grinding", "b1", ["requireInteraction": "true"]))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "pause_grinding", activation: nil))
    #expect(device.closed.count == 1)
  }

  @Test("B11: opened through a door it leaves the screen, as it does when it is clicked")
  func openedByDoor() throws {
    let device = try device()
    device.push(stage("brewing"))
    device.run(for: .seconds(1))
    let id = try #require(device.history().first?.requestId)
    device.done(.respond(requestID: id, action: "open"))
    #expect(device.closed.map(\.id) == [1])
  }

  @Test("§5: what was not shown hands down the attention it asked for")
  func inherits() throws {
    let device = try device()
    device.push(stage("brewing"))
    device.serverAnswers = nil
    device.push(["title": "In flight"])
    device.push(["type": "brew_alert", "brewId": "b1", "title": "Look"])
    device.push(stage("brewing", "b1", ["elapsedTime": "9"]))
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    try device.answer(.shown(device.nextScreen()))
    let call = try #require(device.calls.last?.call)
    #expect(call.body.contains("9s elapsed") && !call.suppressSound)
  }

  // MARK: Identity, keyring, clock

  @Test("T29: with an identity set, messages and confirmations are shown and stay on the screen")
  func identity() throws {
    let device = try device()
    device.set(#"{"did":"did:web:example.org"}"#)
    brewing(device)
    #expect(device.closed.isEmpty)
    #expect(device.history().first?.title == "Extraction in progress")
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.done(.commandDone(id: "command-1", error: ""))
    #expect(device.calls.last?.call.summary == "Done: Stop Shot Now")
    #expect(device.closed.isEmpty)
  }

  @Test("T29: what was held when the identity changed is not shown to the other")
  func otherIdentity() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    device.push(["title": "Secret"])
    device.set(#"{"did":"did:web:example.org"}"#)
    device.run(for: .hours(2))
    #expect(device.calls.isEmpty)
    #expect(device.outcomes().first == "message skipped other-did")
  }

  @Test("T28: a held message whose text is sealed waits for the keyring, and comes with its text")
  func sealed() throws {
    let key = [UInt8](repeating: 7, count: 32)
    let device = try device()
    device.store.useKey(key)
    device.done(.pause(until: "1h"))
    device.push(["title": "Hello"])
    device.store.useKey(nil)
    device.host.send(.situation(.keyring(.locked)))
    device.run(for: .minutes(65))
    #expect(device.calls.isEmpty)
    #expect(device.state().waiting.map(\.reason) == ["locked"])
    device.store.useKey(key)
    device.host.send(.situation(.keyring(.open)))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  @Test("J26: popups of a clock that was ahead hold nothing back")
  func throttleAndClock() throws {
    let device = try device()
    for number in 1...5 { device.push(stage("brewing", "b\(number)")) }
    device.run(for: .seconds(1))
    #expect(device.push(stage("heating", "b6")) == "held throttle")
    device.setClock(to: start - .days(365))
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.category == "BREW_HEATING")
  }

  @Test("§5: what said the same by a clock that was ahead is no copy's original")
  func copiesAndClock() throws {
    let device = try device()
    device.push(["title": "Hello"])
    device.setClock(to: start - .days(365))
    #expect(device.push(["title": "Hello"]) == "showing")
  }

  @Test("B13: the wait for a silent brew begins anew where the clock went back")
  func silenceAndClock() throws {
    let device = try device()
    device.push(stage("brewing", "b1", ["remainingTime": "30"]))
    device.run(for: .seconds(1))
    device.setClock(to: start - .days(365))
    device.run(for: .minutes(15) + .milliseconds(29_999))
    #expect(device.closed.isEmpty)
    device.run(for: .milliseconds(1))
    #expect(device.closed.count == 1)
  }

  @Test("J14: held again after a release that nobody could show, it counts from its new release")
  func heldAgain() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    device.push(["title": "Hello"])
    device.setServer(.absent)
    device.run(for: .minutes(61))
    #expect(device.state().waiting.map(\.reason) == ["no-server"])
    device.done(.pause(until: "1h"))
    device.run(for: .minutes(50))
    #expect(device.state().waiting.map(\.reason) == ["paused"])
    device.run(for: .minutes(11))
    device.setServer(.present(Device.server))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  // MARK: Commands

  private func brewing(_ device: Device, machine: String? = nil) {
    if let machine { device.set(machine) }
    device.push(stage("brewing"))
    device.run(for: .seconds(1))
  }

  private func commands(_ device: Device) -> [JSONValue] {
    device.signals.compactMap { signal in
      if case .command(let text) = signal { JSONValue(parsing: text) } else { nil }
    }
  }

  @Test("B17: a failed command is tried again from its own thread only")
  func retriedElsewhere() throws {
    let device = try device()
    brewing(device)
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.run(for: .seconds(31))
    device.push(stage("heating", "b2"))
    #expect(
      device.refusal(.act(tag: "brew:b2", action: "retry-1", data: ""))?.kind == .refused)
    #expect(commands(device).count == 1)
    device.done(.act(tag: "brew:b1", action: "retry-1", data: ""))
    #expect(commands(device).count == 2)
  }

  @Test("B17: a button is a signal to whoever listens, and done when it says so")
  func signal() throws {
    let device = try device()
    brewing(device)
    try device.respond(.action(key: "stop_shot", activation: nil))
    #expect(
      commands(device) == [
        .object([
          "commandId": .text("command-1"), "brewId": .text("b1"), "command": .text("stop"),
          "data": .object([:]),
        ])
      ])
    device.done(.commandDone(id: "command-1", error: ""))
    #expect(device.calls.last?.call.summary == "Done: Stop Shot Now")
    #expect(device.calls.last?.call.picture?.emblem != nil)
    #expect(device.refusal(.commandDone(id: "command-1", error: ""))?.kind == .refused)
  }

  @Test("B13: a brew whose machine has cancelled it is over, and closed; a refusal changes nothing")
  func cancelled() throws {
    let device = try device()
    brewing(device)
    device.done(.act(tag: "brew:b1", action: "cancel_brew", data: ""))
    device.done(.commandDone(id: "command-1", error: "Not now."))
    #expect(device.closed.isEmpty)
    device.done(.act(tag: "brew:b1", action: "cancel_brew", data: ""))
    device.done(.commandDone(id: "command-2", error: ""))
    #expect(device.closed.count == 1)
    let detail = try #require(
      deserialize(Detail.self, from: device.done(.detail(tag: "brew:b1"))))
    #expect(detail.isOver)
  }

  @Test("B17: a machine with an address is posted to, once")
  func posted() throws {
    let device = try device()
    device.callbackAnswers = nil
    brewing(device, machine: #"{"machine":{"url":"https://machine.example.org/do"}}"#)
    try device.respond(.action(key: "stop_shot", activation: nil))
    let job = try #require(device.posts.last?.job)
    #expect(job.spec.url == "https://machine.example.org/do" && job.key == "command-1")
    #expect(commands(device).isEmpty)
    device.run(for: .minutes(2))
    #expect(device.posts.count == 1)
  }

  @Test(
    "B17: a command that fails is told with Retry, which is a command of its own",
    arguments: [
      PostResult.answered(status: 500, retryAfter: nil), .answered(status: 404, retryAfter: nil),
      .failed(FetchFailure(.timeout)),
    ])
  func failed(_ result: PostResult) throws {
    let device = try device()
    device.callbackAnswers = { _ in result }
    brewing(device, machine: #"{"machine":{"url":"https://machine.example.org/do"}}"#)
    try device.respond(.action(key: "stop_shot", activation: nil))
    let call = try #require(device.calls.last?.call)
    #expect(call.summary == "Not done: Stop Shot Now")
    let reasons = [
      "The machine refused it (500).", "The machine refused it (404).",
      "The machine did not answer in time.",
    ]
    #expect(reasons.contains(call.body))
    #expect(call.actions.map(\.label) == ["Open", "Retry"])
    #expect(device.posts.count == 1)
    try device.respond(.action(key: "retry-1", activation: nil))
    #expect(device.posts.map(\.job.key) == ["command-1", "command-2"])
  }

  @Test("B17: without an answer for 30 seconds it has failed, and what comes later changes nothing")
  func late() throws {
    let device = try device()
    brewing(device)
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.run(for: .milliseconds(29_999))
    #expect(try !device.events().contains("COMMAND_FAILED"))
    device.run(for: .milliseconds(1))
    #expect(try device.events().contains("COMMAND_FAILED"))
    #expect(device.refusal(.commandDone(id: "command-1", error: ""))?.kind == .refused)
  }

  @Test("B17: with its brew a command expires: what was under way has failed, and is not done late")
  func expiredWithBrew() throws {
    let device = try device()
    brewing(device)
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.done(.act(tag: "brew:b1", action: "cancel_brew", data: ""))
    device.done(.act(tag: "brew:b1", action: "adjust_grind", data: #"{"grind":12}"#))
    device.done(.commandDone(id: "command-2", error: ""))
    let told = device.calls.suffix(2).map(\.call)
    #expect(told.map(\.summary).contains("Not done: Stop Shot Now"))
    #expect(told.first { $0.summary.hasPrefix("Not") }?.actions.map(\.label) == ["Open"])
    #expect(device.refusal(.commandDone(id: "command-1", error: ""))?.kind == .refused)
    // What is said for the next brew does not end with this one.
    device.done(.commandDone(id: "command-3", error: ""))
  }

  @Test("B17: once the cup is full a stop is not sent, pressed on what is left of it or as a Retry")
  func afterBrew() throws {
    let device = try device()
    brewing(device)
    device.done(.act(tag: "brew:b1", action: "stop_shot", data: ""))
    device.done(.commandDone(id: "command-1", error: "Jammed."))
    device.push(stage("complete"))
    device.run(for: .seconds(1))
    let sent = commands(device).count
    device.done(.act(tag: "brew:b1", action: "retry-1", data: ""))
    device.done(.act(tag: "brew:b1", action: "stop_shot", data: ""))
    #expect(commands(device).count == sent)
    #expect(device.calls.last?.call.summary == "Not done: Stop Shot Now")
    #expect(device.calls.last?.call.body == "It is over already.")
    device.done(.act(tag: "brew:b1", action: "brew_again", data: ""))
    #expect(commands(device).count == sent + 1)
  }

  @Test("B13: a stop that the machine answers with the full cup first is done all the same")
  func stoppedAndFull() throws {
    let device = try device()
    brewing(device)
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.push(stage("complete"))
    device.run(for: .seconds(1))
    device.done(.commandDone(id: "command-1", error: ""))
    #expect(device.calls.last?.call.summary == "Done: Stop Shot Now")
  }

  private let staying = ["requireInteraction": "true"]

  @Test(
    "B13: what stays goes when its button commands something, and comes back with what became of it"
  )
  func comesBack() throws {
    let device = try device()
    device.push(stage("grinding", "b1", staying))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "pause_grinding", activation: nil))
    // Also where the server would leave it: two of one brew would stand there.
    #expect(device.closed.count == 1)
    #expect(
      device.push(stage("grinding", "b1", ["dose": "19"].merging(staying) { $1 })) == "showing")
    let call = try #require(device.calls.last?.call)
    #expect(call.replaces == nil && call.suppressSound)
    #expect(call.actions.map(\.key) == ["default", "pause_grinding", "adjust_grind"])
    // It can be answered again, and again it comes back.
    device.run(for: .seconds(1))
    try device.respond(.action(key: "pause_grinding", activation: nil))
    #expect(commands(device).count == 2)
    #expect(
      device.push(stage("grinding", "b1", ["dose": "20"].merging(staying) { $1 })) == "showing")
  }

  @Test(
    "B11: it does not come back within its stage where its window was opened, or it was not to stay",
    arguments: [("default", true), ("adjust_grind", true), ("pause_grinding", false)])
  func staysAway(_ key: String, _ isResident: Bool) throws {
    let device = try device()
    let more = isResident ? staying : [:]
    device.push(stage("grinding", "b1", more))
    device.run(for: .seconds(1))
    try device.respond(.action(key: key, activation: nil))
    device.run(for: .seconds(1))
    #expect(
      device.push(stage("grinding", "b1", ["dose": "19"].merging(more) { $1 })) == "skipped quiet")
    #expect(device.push(stage("brewing", "b1", more)) == "showing")
  }

  @Test("B22: what goes on is in the state, dismissed or not, until it is over")
  func running() throws {
    let device = try device()
    device.push(stage("heating"))
    device.run(for: .seconds(1))
    try device.respond(.dismissed)
    #expect(
      device.state().threads == [
        .init(
          tag: "brew:b1", kind: "brew", title: device.state().threads.first?.title ?? "",
          heading: "Heating water for espresso")
      ])
    device.push(stage("complete"))
    #expect(device.state().threads.isEmpty)
  }

  @Test("B17: found half-sent after a crash it has failed, and is not sent again")
  func halfSent() throws {
    let device = try device()
    device.callbackAnswers = nil
    brewing(device, machine: #"{"machine":{"url":"https://machine.example.org/do"}}"#)
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.crash()
    device.start()
    #expect(device.posts.isEmpty)
    #expect(device.calls.last?.call.summary == "Not done: Stop Shot Now")
  }

  @Test("B17: navigation opens the window and commands nothing; so does a foreign link")
  func navigation() throws {
    let device = try device()
    brewing(device)
    try device.respond(.action(key: "view_live", activation: "token"))
    #expect(device.opened.last == .thread(LinkTarget(tag: "brew:b1", kind: "brew")))
    device.done(.open(link: "firstcrack://brew/b1/live", activation: nil))
    #expect(commands(device).isEmpty)
  }

  @Test("B17: a form's Apply is a command with what it holds")
  func form() throws {
    let device = try device()
    brewing(device)
    device.done(.act(tag: "brew:b1", action: "adjust_grind", data: #"{"grind":12}"#))
    guard case .object(let command) = commands(device).last else {
      Issue.record("no command")
      return
    }
    #expect(command["command"] == .text("settings"))
    #expect(command["data"] == .object(["grind": .integer(12)]))
  }

  @Test("T32: a message found being shown after a crash is unconfirmed, and not shown again")
  func crashed() throws {
    let device = try device()
    device.serverAnswers = nil
    device.push(stage("brewing"), id: "m1")
    device.crash()
    device.start()
    #expect(device.outcomes().first == "message unconfirmed restarted")
    #expect(device.push(stage("brewing"), id: "m1") == "skipped duplicate")
    #expect(device.calls.count == 1)
  }

  @Test("J23: every message is explained with the checks it passed")
  func explained() throws {
    let device = try device()
    device.push(stage("brewing"))
    let id = try #require(
      device.history().first?.requestId ?? device.calls.last.map { "\($0.ticket.row)" })
    let report = try #require(
      deserialize(ExplanationReport.self, from: device.done(.explain(id: id))))
    let checks = report.items[0].steps.compactMap(\.checks).flatMap { $0 }
    #expect(checks.map(\.code) == ["unexpired", "duplicate", "channel", "active", "hold"])
    #expect(checks.allSatisfy { $0.passed && $0.text != $0.code })
  }
}
