import CarillonFeatures
import CarillonStore
import Testing

/// Messages on the screen, stage by stage. (B11, B13, B22)
@Suite struct MessageScreenTests {
  private let staying = ["requireInteraction": "true"]

  @Test("B11: five stages are one notification, replaced four times")
  func replaced() throws {
    let device = try Device.forMessages()
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
    let device = try Device.forMessages()
    device.push(stage("brewing"))
    device.run(for: .seconds(1))
    for name in ["heating", "grinding", "preInfusion"] {
      #expect(device.push(stage(name)) == "skipped earlier-stage")
    }
    #expect(device.calls.count == 1)
  }

  @Test("B11: within a stage it is replaced silently, and only while it is on the screen")
  func silently() throws {
    let device = try Device.forMessages()
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
    let device = try Device.forMessages()
    device.push(stage("brewing"))
    device.run(for: .seconds(1))
    device.push(["type": "brew_alert", "brewId": "b1", "title": "Pressure drops", "body": "Look."])
    let call = try #require(device.calls.last?.call)
    #expect(call.summary == "Pressure drops" && !call.suppressSound)
    #expect(call.actions.map(\.key) == ["default", "stop_shot", "view_live"])
  }

  @Test("B22: after a dismissal, only alerts and complete pop up")
  func dismissed() throws {
    let device = try Device.forMessages()
    device.push(stage("heating"))
    device.run(for: .seconds(1))
    try device.respond(.dismissed)
    #expect(device.push(stage("grinding")) == "skipped dismissed")
    #expect(device.push(["type": "brew_alert", "brewId": "b1", "title": "!"]) == "showing")
    device.run(for: .seconds(1))
    #expect(device.push(stage("complete")) == "showing")
  }

  @Test("B24: two brews at a time are two notifications")
  func concurrent() throws {
    let device = try Device.forMessages()
    device.push(stage("brewing", "a"))
    device.push(stage("heating", "b"))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 2)
    #expect(device.calls.allSatisfy { $0.call.replaces == nil })
  }

  @Test("B11: of several messages that come during a call, only the newest follows")
  func burst() throws {
    let device = try Device.forMessages()
    device.serverAnswers = nil
    device.push(stage("brewing", "b1", ["elapsedTime": "0"]))
    for second in 1...20 { device.push(stage("brewing", "b1", ["elapsedTime": "\(second)"])) }
    #expect(device.calls.count == 1)
    try device.answer(.shown(device.nextScreen()))
    #expect(device.calls.count == 2)
    #expect(device.calls.last?.call.body.contains("20s elapsed") == true)
  }

  @Test("B11: a refused message is not retried after a later one, which inherits its attention")
  func refusedThenNewer() throws {
    let device = try Device.forMessages()
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

  @Test(
    "T18: a late hour's feed that does not answer keeps no brew waiting that a hold has released")
  func besideLateHour() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.feed = nil
    device.done(.pause(until: "1h"))
    device.push(stage("grinding", "b1", ["remainingTime": "3600"]))
    device.sleep(for: .minutes(65))
    #expect(device.calls.map(\.call.category) == ["BREW_GRINDING"])
    try device.finishFetch(.headline("Fresh"))
    device.run(for: .seconds(20))
    #expect(device.calls.count == 2 && device.calls.last?.call.summary == "Fresh")
  }

  @Test("B11: a notification that the server already shows is replaced by the next one")
  func excess() throws {
    let device = try Device.forMessages()
    device.push(stage("heating"))
    device.serverAnswers = { _ in .excess }
    device.push(stage("grinding"))
    device.push(stage("brewing"))
    #expect(device.calls.last?.call.replaces?.id == 1)
  }

  @Test("B17: a button that the server kept through a replacement works")
  func keptButton() throws {
    let device = try Device.forMessages()
    device.push(stage("grinding"))
    device.serverAnswers = { _ in .excess }
    device.push(stage("brewing"))
    device.push(stage("brewing", "b1", ["elapsedTime": "5"]))
    #expect(device.calls.count == 3)
    device.press("unknown")
    #expect(device.commands.isEmpty && device.closed.isEmpty)
    device.press("pause_grinding")
    #expect(device.commands.count == 1)
    // Servers close answered notifications as if they had been dismissed.
    device.respond(.dismissed, to: 0)
    // Within the stage: there is no notification to update.
    device.push(stage("brewing", "b1", ["elapsedTime": "9"]))
    #expect(device.calls.count == 3)
    #expect(device.outcomes().first == "message skipped quiet")
    device.push(stage("complete"))
    #expect(device.calls.last?.call.replaces == nil && device.calls.count == 4)
  }

  @Test("B13: a silent brew is closed 15 minutes after the end it announced")
  func silence() throws {
    let device = try Device.forMessages()
    device.push(stage("brewing", "b1", ["remainingTime": "30"]))
    device.run(for: .minutes(15) + .milliseconds(29_999))
    #expect(device.closed.isEmpty)
    device.run(for: .milliseconds(1))
    #expect(device.closed.count == 1)
  }

  @Test("T32: a closing that a dead process may not have finished is repeated once by the next")
  func killedWhileClosing() throws {
    let device = try Device.forMessages()
    device.push(stage("brewing"))
    device.run(for: .minutes(15))
    #expect(device.closed.count == 1)
    // The server may or may not have received it.
    device.crash()
    device.start()
    #expect(device.closed.count == 2 && device.closed[0] == device.closed[1])
    device.host.send(.woke)
    device.crash()
    device.start()
    #expect(device.closed.count == 2)
  }

  @Test("B13: a message held until its brew is over is not shown; an alert is, and does not stay")
  func heldTooLong() throws {
    let device = try Device.forMessages()
    device.push(stage("heating", "b1"))
    device.done(.pause(until: "1h"))
    device.push(stage("brewing", "b1", ["requireInteraction": "true"]))
    device.push(["type": "brew_alert", "brewId": "b2", "title": "!", "requireInteraction": "true"])
    device.run(for: .minutes(61))
    #expect(device.calls.map(\.call.category) == ["BREW_HEATING", "BREW_HEATING"])
    #expect(device.calls.last?.call.resident == false)
    #expect(device.outcomes().contains("message skipped earlier-stage"))
  }

  @Test("B11: a complete that comes while its last stage is being shown replaces it")
  func completeMeanwhile() throws {
    let device = try Device.forMessages()
    device.serverAnswers = nil
    device.push(stage("brewing"))
    device.push(stage("complete"))
    let screen = device.nextScreen()
    try device.answer(.shown(screen))
    #expect(device.calls.last?.call.category == "BREW_COMPLETE")
    #expect(device.calls.last?.call.replaces == screen)
    #expect(device.closed.isEmpty)
  }

  @Test(
    "B11: a message refused within a stage is retried only while the stage is on the screen",
    arguments: [nil, Response.expired, .dismissed])
  func quietRetry(_ response: Response?) throws {
    let device = try Device.forMessages()
    device.push(stage("grinding"))
    device.serverAnswers = nil
    device.push(stage("grinding", "b1", ["elapsedTime": "9"]))
    try device.answer(.refused(name: "org.example.No", message: ""))
    if let response { device.respond(response, to: 0) }
    device.run(for: .seconds(2))
    #expect(device.calls.count == (response == nil ? 3 : 2))
    let outcome = response == .expired ? "quiet" : "dismissed"
    if response != nil { #expect(device.outcomes().first == "message failed \(outcome)") }
  }

  @Test("B13: an answered resident notification is closed")
  func residentAnswered() throws {
    let device = try Device.forMessages()
    device.push(stage("grinding", "b1", ["requireInteraction": "true"]))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "pause_grinding", activation: nil))
    #expect(device.closed.count == 1)
  }

  @Test("B11: opened through a door, a notification is closed as by a click")
  func openedByDoor() throws {
    let device = try Device.forMessages()
    device.push(stage("brewing"))
    device.run(for: .seconds(1))
    let id = try #require(device.history().first?.requestId)
    device.done(.respond(requestID: id, action: "open"))
    #expect(device.closed.map(\.id) == [1])
  }

  @Test("§5: a message that was not shown passes on its attention")
  func inherits() throws {
    let device = try Device.forMessages()
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

  @Test(
    "B13: a resident notification goes when its button sends a command, and returns with the result"
  )
  func comesBack() throws {
    let device = try Device.forMessages()
    device.push(stage("grinding", "b1", staying))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "pause_grinding", activation: nil))
    // Even on a server that would leave it: the brew would have two notifications.
    #expect(device.closed.count == 1)
    #expect(
      device.push(stage("grinding", "b1", ["dose": "19"].merging(staying) { $1 })) == "showing")
    let call = try #require(device.calls.last?.call)
    #expect(call.replaces == nil && call.suppressSound)
    #expect(call.actions.map(\.key) == ["default", "pause_grinding", "adjust_grind"])
    // It can be answered again, and returns again.
    device.run(for: .seconds(1))
    try device.respond(.action(key: "pause_grinding", activation: nil))
    #expect(device.commands.count == 2)
    #expect(
      device.push(stage("grinding", "b1", ["dose": "20"].merging(staying) { $1 })) == "showing")
  }

  @Test(
    "B13: a stage with buttons stays while it is under way, on servers that let it",
    arguments: [("heating", -1), ("grinding", 0), ("brewing", 0), ("complete", -1)])
  func staysUnderWay(_ name: String, _ timeout: Int32) throws {
    let device = try Device.forMessages()
    device.push(stage(name))
    let call = try #require(device.calls.last?.call)
    #expect(call.expireTimeout == timeout && call.resident == (timeout == 0))
  }

  @Test("B11: a message of the same stage with other buttons pops up, because the old ones lie")
  func otherButtons() throws {
    let device = try Device.forMessages()
    device.push(stage("grinding"))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "pause_grinding", activation: nil))
    let resume = [
      "title": "Grinding paused",
      "actions": #"[{"id":"resume_grinding","title":"Resume Grinding"}]"#,
    ]
    #expect(device.push(stage("grinding", "b1", resume)) == "showing")
    device.run(for: .seconds(1))
    device.done(.commandDone(id: "command-1", error: ""))
    device.run(for: .seconds(1))
    let call = try #require(device.calls.last?.call)
    #expect(call.summary == "Grinding paused", "one popup for one click")
    #expect(call.actions.map(\.label) == ["Open", "Resume Grinding"] && !call.suppressSound)
    try device.respond(.action(key: "resume_grinding", activation: nil))
    guard case .object(let sent)? = device.commands.last else { return #expect(Bool(false)) }
    #expect(sent["command"] == .text("resume"))
  }

  @Test(
    "B11: an opened notification does not return within its stage",
    arguments: [("default", true), ("adjust_grind", true), ("default", false)])
  func staysAway(_ key: String, _ isResident: Bool) throws {
    let device = try Device.forMessages()
    let more = isResident ? staying : [:]
    device.push(stage("grinding", "b1", more))
    device.run(for: .seconds(1))
    try device.respond(.action(key: key, activation: nil))
    device.run(for: .seconds(1))
    #expect(
      device.push(stage("grinding", "b1", ["dose": "19"].merging(more) { $1 })) == "skipped quiet")
    #expect(device.push(stage("brewing", "b1", more)) == "showing")
  }

  @Test("B22: a running brew is in the state until it is over, dismissed or not")
  func running() throws {
    let device = try Device.forMessages()
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
}
