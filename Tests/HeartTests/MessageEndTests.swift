import CarillonFeatures
import CarillonStore
import Testing

/// The notifications and reports that remain when a brew ends. (B11, B13)
@Suite struct MessageEndTests {
  private let staying = ["requireInteraction": "true"]

  /// Ways in which a brew's final message does not replace its last stage.
  enum Untold: String, CaseIterable {
    case held, channelOff, refused, otherIdentity, missed
  }

  @Test(
    "B13: a resident notification is closed with its brew, even if the final message is not shown",
    arguments: Untold.allCases)
  func untold(_ way: Untold) throws {
    let device = try Device.forMessages()
    device.push(stage("brewing", "b1", staying))
    device.run(for: .seconds(1))
    switch way {
    case .held: device.done(.pause(until: "1h"))
    case .channelOff: device.set(#"{"channels":{"brew_notifications":{"enabled":false}}}"#)
    case .refused: device.serverAnswers = { _ in .refused(name: "org.example.No", message: "") }
    case .otherIdentity: break
    case .missed: device.setServer(.silent(owner: Device.server.owner))
    }
    if way == .otherIdentity {
      device.setServer(.silent(owner: Device.server.owner))
      device.push(stage("complete"))
      device.set(#"{"did":"did:web:example.org"}"#)
    } else {
      device.push(stage("complete"))
    }
    if way == .missed { device.run(for: .minutes(31)) }
    device.run(for: .seconds(2))
    #expect(device.closed.map(\.id) == [1])
  }

  @Test("B13: a resident complete stays until it is answered, and no longer")
  func completeLasts() throws {
    let device = try Device.forMessages()
    device.push(stage("brewing", "b1", staying))
    device.push(stage("complete", "b1", staying))
    let call = try #require(device.calls.last?.call)
    #expect(call.expireTimeout == 0 && !call.resident)
    device.run(for: .hours(1))
    #expect(device.closed.isEmpty)
    device.push(stage("complete", "b2"))
    #expect(device.calls.last?.call.expireTimeout == -1)
  }

  /// The server's answer to an alert that replaces a stage, and what is closed then.
  enum SaidToAlert: CaseIterable {
    case shownThere, shownElsewhere, refused, overdue
  }

  @Test(
    "B11: an alert that is replacing its stage when the brew ends is not closed with the stage",
    arguments: SaidToAlert.allCases)
  func endedUnderAnAlert(_ said: SaidToAlert) throws {
    let device = try Device.forMessages()
    device.push(stage("heating"))
    device.serverAnswers = nil
    device.push(["type": "brew_alert", "brewId": "b1", "title": "Cancelled"])
    let alert = try #require(device.calls.last)
    let screen = try #require(alert.call.replaces)
    device.done(.act(tag: "brew:b1", action: "cancel_brew", data: ""))
    device.done(.commandDone(id: "command-1", error: ""))
    #expect(device.closed.isEmpty)
    switch said {
    case .shownThere: try device.answer(.shown(screen))
    case .shownElsewhere: try device.answer(.shown(device.nextScreen()))
    case .refused: try device.answer(.refused(name: "org.example.No", message: ""))
    case .overdue: try device.answer(.overdue)
    }
    #expect(device.closed == (said == .shownThere ? [] : [screen]))
    guard said == .overdue else { return }
    // The server did both in order: nothing is on the screen, although there is an id.
    device.host.send(.finished(alert.ticket, .notified(.shown(screen))))
    #expect(device.closed == [screen, screen])
  }

  @Test("T32: a closing that waited for a call is done by the next process")
  func killedWhileAnAlertCame() throws {
    let device = try Device.forMessages()
    device.push(stage("heating"))
    device.serverAnswers = nil
    device.push(["type": "brew_alert", "brewId": "b1", "title": "Cancelled"])
    let screen = try #require(device.calls.last?.call.replaces)
    device.done(.act(tag: "brew:b1", action: "cancel_brew", data: ""))
    device.done(.commandDone(id: "command-1", error: ""))
    device.crash()
    device.start()
    #expect(device.closed == [screen])
  }

  @Test("B13: a complete on the screen is not closed by later messages")
  func completeStays() throws {
    let device = try Device.forMessages()
    device.push(stage("complete"))
    device.run(for: .seconds(1))
    #expect(device.push(stage("complete")) == "skipped duplicate")
    #expect(device.push(stage("heating")) == "skipped earlier-stage")
    device.done(.pause(until: "1h"))
    #expect(device.push(["type": "brew_alert", "brewId": "b1", "title": "!"]) == "held paused")
    #expect(device.closed.isEmpty)
  }

  @Test("B11: answering a notification does not close the stage that is replacing it")
  func answeredMeanwhile() throws {
    for isDoor in [false, true] {
      let device = try Device.forMessages()
      device.push(stage("heating", "b1", staying))
      let id = try #require(device.history().first?.requestId)
      device.serverAnswers = nil
      device.push(stage("grinding", "b1", staying))
      let screen = try #require(device.calls.last?.call.replaces)
      if isDoor {
        device.done(.respond(requestID: id, action: "open"))
      } else {
        device.press("default")
      }
      // The server would already have replaced it by the time of the closing.
      #expect(device.closed.isEmpty)
      try device.answer(.shown(screen))
      device.push(stage("grinding", "b1", ["elapsedTime": "9"].merging(staying) { $1 }))
      #expect(device.calls.last?.call.replaces == screen)
    }
  }

  @Test("B11: an answered notification is closed after all if the call to replace it fails")
  func answeredInVain() throws {
    let device = try Device.forMessages()
    device.push(stage("heating", "b1", staying))
    device.serverAnswers = nil
    device.push(stage("grinding", "b1", staying))
    let screen = try #require(device.calls.last?.call.replaces)
    device.press("default")
    try device.answer(.refused(name: "org.example.Busy", message: ""))
    #expect(device.closed == [screen])
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.run(for: .seconds(2))
    #expect(device.calls.last?.call.category == "BREW_GRINDING")
    #expect(device.closed == [screen])
  }

  @Test("B13: a final message that still comes replaces the notification on the screen")
  func endStillComes() throws {
    let device = try Device.forMessages()
    device.push(stage("brewing", "b1", staying))
    device.setServer(.silent(owner: Device.server.owner))
    device.push(stage("brewing", "b1", ["elapsedTime": "9"].merging(staying) { $1 }))
    device.push(stage("complete"))
    #expect(device.closed.isEmpty)
    device.setServer(.present(Device.server))
    #expect(device.calls.last?.call.category == "BREW_COMPLETE")
    #expect(device.calls.last?.call.replaces?.id == 1 && device.closed.isEmpty)
  }

  @Test("B11: a held message that replaces a notification is not part of a digest")
  func heldInPlace() throws {
    let device = try Device.forMessages()
    device.push(stage("grinding", "b1", staying))
    device.run(for: .seconds(1))
    device.done(.pause(until: "1h"))
    device.push(stage("brewing", "b1", ["remainingTime": "3600"].merging(staying) { $1 }))
    device.push(["title": "One"])
    device.push(["title": "Two"])
    device.run(for: .minutes(61))
    let calls = device.calls.map(\.call)
    #expect(calls.map(\.summary).contains("2 notifications"))
    let brewing = try #require(calls.first { $0.category == "BREW_EXTRACTION" })
    #expect(brewing.replaces?.id == 1)
  }

  @Test("B11: a replaced request cannot be answered; its replacement is on the screen")
  func replacedByDoor() throws {
    let device = try Device.forMessages()
    device.serverAnswers = { call in
      .shown(call.replaces ?? OnScreen(bus: "bus-1", owner: ":1.7", id: 1))
    }
    device.push(stage("grinding"))
    let old = try #require(device.history().first?.requestId)
    device.run(for: .seconds(1))
    device.push(stage("brewing"))
    device.run(for: .seconds(1))
    #expect(device.refusal(.respond(requestID: old, action: "pause_grinding"))?.kind == .refused)
    #expect(device.refusal(.respond(requestID: old, action: "dismiss"))?.kind == .refused)
    device.done(.respond(requestID: old, action: "open"))
    #expect(device.opened.count == 1)
    #expect(device.commands.isEmpty && device.closed.isEmpty)
    device.push(stage("brewing", "b1", ["elapsedTime": "5"]))
    #expect(device.calls.last?.call.replaces?.id == 1)
  }

  @Test("T21: an unknown button in an answer leaves a message in the banner to be shown")
  func unknownInBanner() throws {
    let device = try Device.forMessages()
    device.setServer(.absent)
    #expect(device.push(["title": "Hello"]) == "scheduled no-server")
    let waiting = try #require(
      try device.store.read { rows throws(StoreFailure) in try rows.live() }.last)
    let refusal = device.refusal(.respond(requestID: String(waiting.id), action: "nonsense"))
    #expect(refusal?.kind == .invalidArgument)
    device.setServer(.present(Device.server))
    device.run(for: .seconds(1))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  @Test("B13: late news does not restart a canceled brew; its end is shown")
  func newsAfterCancel() throws {
    let device = try Device.forMessages()
    let actions = [
      "actions": #"[{"id":"cancel_brew","title":"Cancel"},{"id":"stop_early","title":"Stop"}]"#
    ].merging(staying) { $1 }
    device.push(stage("brewing", "b1", actions))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "cancel_brew", activation: nil))
    device.done(.commandDone(id: "command-1", error: ""))
    device.push(stage("brewing", "b1", ["elapsedTime": "3"].merging(actions) { $1 }))
    device.run(for: .seconds(1))
    #expect(device.calls.map(\.call.category) == ["BREW_EXTRACTION", "transfer.complete"])
    #expect(device.state().threads.isEmpty)
    #expect(device.push(stage("complete")) == "showing")
  }

  @Test("B16: a command's confirmation leads to its brew")
  func confirmationOpens() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.done(.commandDone(id: "command-1", error: "Jammed."))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "default", activation: nil))
    #expect(device.opened.last == .thread(LinkTarget(tag: "brew:b1", kind: "brew")))
  }

  @Test("B17: a command's result is not shown again after the next command's")
  func refusedConfirmation() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    let answers = device.serverAnswers
    device.serverAnswers = { _ in .refused(name: "org.example.Busy", message: "") }
    device.done(.act(tag: "brew:b1", action: "stop_shot", data: ""))
    device.done(.commandDone(id: "command-1", error: "Jammed."))
    device.serverAnswers = answers
    device.done(.act(tag: "brew:b1", action: "retry-1", data: ""))
    device.done(.commandDone(id: "command-2", error: ""))
    device.run(for: .seconds(5))
    #expect(device.calls.last?.call.summary == "Stop Shot Now: done")
  }

  @Test("B17: a stop that failed because its brew was over has no Retry")
  func noRetry() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.push(stage("complete"))
    device.run(for: .seconds(31))
    let call = try #require(device.calls.last?.call)
    #expect(call.summary == "Stop Shot Now failed")
    #expect(call.actions.map(\.label) == ["Open"])
  }

  @Test("B12: a complete without a progress does not keep that of its last stage")
  func progressOfComplete() throws {
    let device = try Device.forMessages()
    device.setServer(.present(Device.dunst))
    device.push(stage("brewing", "b1", ["progress": "80"]))
    device.run(for: .seconds(1))
    device.push(stage("complete"))
    #expect(device.calls.map(\.call.progress) == [80, 100])
    device.push(stage("complete", "b2"))
    #expect(device.calls.last?.call.progress == nil)
  }

  @Test(
    "B8, J14: no picture causes a popup in a pause, or after the channel was switched off",
    arguments: [true, false])
  func pictureInPause(_ pause: Bool) throws {
    let device = try Device.forMessages()
    device.setServer(.present(Device.gnome))
    device.push(stage("grinding", "b4", ["imageUrl": "https://example.org/a.png"]))
    let ticket = try #require(device.pictures.last?.ticket)
    if pause {
      device.done(.pause(until: "1h"))
    } else {
      device.set(#"{"channels":{"brew_notifications":{"enabled":false}}}"#)
    }
    device.host.send(.finished(ticket, .media(.ready(file: "/cache/a.png"))))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 1)
  }

  @Test("B29: opening its page later does not change a message's first answer")
  func openedAfterAnswer() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.run(for: .seconds(1))
    let entry = try #require(device.history().first)
    device.done(.respond(requestID: entry.requestId, action: "open"))
    #expect(device.opened.last == .thread(LinkTarget(tag: "brew:b1", kind: "brew")))
    #expect(device.history().first { $0.requestId == entry.requestId }?.response == "stop_shot")
  }
  @Test("J22: the history names a message's brew, and whether it had to be seen")
  func threads() throws {
    let device = try Device.forMessages()
    device.push(["type": "brew_stage", "stage": "grinding", "brewId": "b1"])
    device.push(["type": "brew_alert", "brewId": "b1", "title": "Hopper empty"])
    device.push(["title": "Hello"])
    device.showBrewing()
    try device.respond(.action(key: "stop_shot", activation: nil))
    let command = device.commands.count
    device.done(.commandDone(id: "command-\(command)", error: "jammed"))
    device.run(for: .seconds(1))
    let told = device.history().map { "\($0.title), \($0.thread ?? ""), \($0.insists ?? false)" }
    #expect(told.first == "Stop Shot Now failed, brew:b1, true")
    #expect(told.filter { $0.contains("brew:b1") }.count == 4)
    #expect(told.contains("Hopper empty, brew:b1, true"))
    #expect(told.contains { $0.hasPrefix("Hello, general:") && $0.hasSuffix(", false") })
    #expect(told.filter { $0.hasSuffix(", brew:b1, false") }.count == 2, "the stages")
  }
}
