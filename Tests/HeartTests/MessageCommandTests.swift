import CarillonFeatures
import CarillonStore
import Testing

/// Commands sent by message buttons, and their results. (B16, B17)
@Suite struct MessageCommandTests {
  @Test("B17: a failed command can be retried only for its own subject")
  func retriedElsewhere() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.run(for: .seconds(31))
    device.push(stage("heating", "b2"))
    #expect(
      device.refusal(.act(tag: "brew:b2", action: "retry-1", data: ""))?.kind == .refused)
    #expect(device.commands.count == 1)
    device.done(.act(tag: "brew:b1", action: "retry-1", data: ""))
    #expect(device.commands.count == 2)
  }

  @Test("B17: a message's own button does the same in the window as in the popup")
  func ownButtonInWindow() throws {
    let device = try Device.forMessages()
    let actions =
      #"[{"id":"turbo","title":"Turbo","data":{"mode":"fast"}},"#
      + #"{"id":"recipe","title":"Recipe","deepLink":"firstcrack://brew/b1/details"}]"#
    device.push(stage("brewing", "b1", ["actions": actions]))
    device.run(for: .seconds(1))
    device.done(.act(tag: "brew:b1", action: "turbo", data: ""))
    #expect(
      device.commands == [
        .object([
          "commandId": .text("command-1"), "brewId": .text("b1"), "command": .text("turbo"),
          "data": .object(["mode": .text("fast")]),
        ])
      ])
    device.done(.act(tag: "brew:b1", action: "recipe", data: ""))
    #expect(device.commands.count == 1)
    #expect(device.opened.last == .thread(LinkTarget(tag: "brew:b1", kind: "brew")))
    // The window ignores a message that came too late.
    let late = #"[{"id":"turbo","title":"Turbo","data":{"mode":"slow"}}]"#
    #expect(device.push(stage("heating", "b1", ["actions": late])) == "skipped earlier-stage")
    device.done(.act(tag: "brew:b1", action: "turbo", data: ""))
    guard case .object(let last) = device.commands.last else { return #expect(Bool(false)) }
    #expect(last["data"] == .object(["mode": .text("fast")]))
  }

  @Test("B17: from outside of a notification, at most 100 commands are under way at once")
  func manyAtOnce() throws {
    let device = try Device.forMessages()
    device.push(stage("brewing", "b1"))
    func stop() { device.done(.act(tag: "brew:b1", action: "stop_shot", data: "")) }
    for _ in 1...100 { stop() }
    #expect(
      device.refusal(.act(tag: "brew:b1", action: "stop_shot", data: ""))?.message
        == "Too many commands are under way. Try again in half a minute.")
    #expect(device.commands.count == 100)
    // Other buttons are no commands.
    device.done(.act(tag: "brew:b1", action: "view_live", data: ""))
    device.run(for: .seconds(31))
    stop()
    #expect(device.commands.count == 101)
  }

  @Test("B17: a button sends a signal on the bus, and is done when a listener says so")
  func signal() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    try device.respond(.action(key: "stop_shot", activation: nil))
    #expect(
      device.commands == [
        .object([
          "commandId": .text("command-1"), "brewId": .text("b1"), "command": .text("stop"),
          "data": .object([:]),
        ])
      ])
    device.done(.commandDone(id: "command-1", error: ""))
    #expect(device.calls.last?.call.summary == "Stop Shot Now: done")
    #expect(device.calls.last?.call.picture?.emblem != nil)
    #expect(device.refusal(.commandDone(id: "command-1", error: ""))?.kind == .refused)
  }

  @Test("B13: a brew canceled by its machine is over and closed; a refusal changes nothing")
  func cancelled() throws {
    let device = try Device.forMessages()
    device.showBrewing()
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

  @Test("B13: an alert about the cancellation does not restart the brew")
  func toldOfCancelling() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    device.done(.act(tag: "brew:b1", action: "cancel_brew", data: ""))
    device.done(.commandDone(id: "command-1", error: ""))
    device.push(["type": "brew_alert", "brewId": "b1", "title": "Brew cancelled"])
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.summary == "Brew cancelled")
    let thread = try device.store.read { rows throws(StoreFailure) in try rows.thread("brew:b1") }
    #expect(thread?.silentAt == nil)
  }

  @Test(
    "D5, B16: a button's link opens its page, or else the brew's own window, and is recorded",
    arguments: [
      ("firstcrack://brew/b2/live", Page.thread(LinkTarget(tag: "brew:b2", kind: "brew")), 0),
      ("firstcrack://brew/live", .thread(LinkTarget(tag: "brew:b1", kind: "brew")), 0),
      (
        "firstcrack://brew/share",
        .thread(LinkTarget(tag: "brew:b1", kind: "brew", place: "share")), 0
      ),
      ("firstcrack://brew/b3", .thread(LinkTarget(tag: "brew:b1", kind: "brew")), 0),
      ("carillon://settings/status", .settings("status"), 0),
      ("evil://brew/b2/live", .thread(LinkTarget(tag: "brew:b1", kind: "brew")), 1),
      ("https://example.org/a", .thread(LinkTarget(tag: "brew:b1", kind: "brew")), 1),
    ])
  func link(_ link: String, page: Page, refusals: Int) throws {
    let device = try Device.forMessages()
    device.push(stage("heating", "b2"))
    let button = #"[{"id":"recipe","title":"Recipe","deepLink":"\#(link)"}]"#
    device.push(stage("brewing", "b1", ["actions": button]))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "recipe", activation: nil))
    #expect(device.opened == [page])
    #expect(try device.events().count { $0 == "LINK_REFUSED" } == refusals)
  }

  @Test(
    "B26: people see a button's title, in the history and in its confirmation")
  func titles() throws {
    let device = try Device.forMessages()
    let button = #"[{"id":"descale_now","title":"Descale"}]"#
    device.push(stage("brewing", "b1", ["actions": button]))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "descale_now", activation: nil))
    let entry = try #require(device.history().first { $0.response != nil })
    #expect(entry.response == "descale_now" && entry.responseText == "Descale")
    let report = try #require(
      deserialize(ExplanationReport.self, from: device.done(.explain(id: entry.requestId))))
    #expect(report.items[0].steps.contains { $0.text == "You clicked “Descale”" })
    device.push(stage("complete", "b1"))
    device.run(for: .seconds(1))
    device.done(.commandDone(id: "command-1", error: "No."))
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.summary == "Descale failed")
    try device.respond(.action(key: "retry-1", activation: nil))
    #expect(device.history().contains { $0.responseText == "Retry" })
  }

  @Test("B17: a machine with an address gets one POST")
  func posted() throws {
    let device = try Device.forMessages()
    device.callbackAnswers = nil
    device.showBrewing(machine: #"{"machine":{"url":"https://machine.example.org/do"}}"#)
    try device.respond(.action(key: "stop_shot", activation: nil))
    let job = try #require(device.posts.last?.job)
    #expect(job.spec.url == "https://machine.example.org/do" && job.key == "command-1")
    #expect(device.commands.isEmpty)
    device.run(for: .minutes(2))
    #expect(device.posts.count == 1)
  }

  @Test("B17: a command does not wait behind a callback, nor behind its server's back-off")
  func besideCallbacks() throws {
    let device = try Device.forMessages()
    device.callbackAnswers = nil
    device.showBrewing(
      machine: """
        {"machine":{"url":"https://machine.example.org/do"},"callbackProfile":{
        "fetchContent":{"method":"GET","url":"https://e.org/today"},
        "heartbeat":{"method":"POST","url":"https://e.org/beat"}}}
        """)
    let beat = try #require(device.posts.last)
    #expect(beat.job.key.hasPrefix("heartbeat:"))
    try device.respond(.action(key: "stop_shot", activation: nil))
    #expect(device.posts.map(\.job.key) == [beat.job.key, "command-1"])
    #expect(device.state().outbox == 1)
    // One answer ends one of them.
    device.host.send(.finished(beat.ticket, .posted(.answered(status: 503, retryAfter: nil))))
    let command = try #require(device.posts.last)
    device.host.send(.finished(command.ticket, .posted(.answered(status: 204, retryAfter: nil))))
    #expect(device.calls.last?.call.summary == "Stop Shot Now: done")
    #expect(device.state().outbox == 1)
  }

  @Test("B17: a command whose answer a crash cost has failed and is not sent again")
  func crashed() throws {
    let device = try Device.forMessages()
    device.callbackAnswers = nil
    device.showBrewing(machine: #"{"machine":{"url":"https://machine.example.org/do"}}"#)
    try device.respond(.action(key: "stop_shot", activation: nil))
    let command = try #require(device.posts.last)
    device.crash()
    device.start()
    #expect(try device.events().contains("COMMAND_FAILED"))
    #expect(device.calls.last?.call.summary == "Stop Shot Now failed")
    device.host.send(.finished(command.ticket, .posted(.answered(status: 204, retryAfter: nil))))
    device.run(for: .minutes(2))
    #expect(device.posts.isEmpty)
    #expect(device.calls.last?.call.summary == "Stop Shot Now failed")
  }

  @Test(
    "B17: a failed command is reported with Retry, which is a command of its own",
    arguments: [
      PostResult.answered(status: 500, retryAfter: nil), .answered(status: 404, retryAfter: nil),
      .failed(FetchFailure(.timeout)),
    ])
  func failed(_ result: PostResult) throws {
    let device = try Device.forMessages()
    device.callbackAnswers = { _ in result }
    device.showBrewing(machine: #"{"machine":{"url":"https://machine.example.org/do"}}"#)
    try device.respond(.action(key: "stop_shot", activation: nil))
    let call = try #require(device.calls.last?.call)
    #expect(call.summary == "Stop Shot Now failed")
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

  @Test("B17: a command fails after 30 seconds without an answer; a later one changes nothing")
  func late() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.run(for: .milliseconds(29_999))
    #expect(try !device.events().contains("COMMAND_FAILED"))
    device.run(for: .milliseconds(1))
    #expect(try device.events().contains("COMMAND_FAILED"))
    #expect(device.refusal(.commandDone(id: "command-1", error: ""))?.kind == .refused)
  }

  @Test("B17: a command expires with its brew: it has failed and is not done late")
  func expiredWithBrew() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.done(.act(tag: "brew:b1", action: "cancel_brew", data: ""))
    device.done(.act(tag: "brew:b1", action: "adjust_grind", data: #"{"grind":12}"#))
    device.done(.commandDone(id: "command-2", error: ""))
    let told = device.calls.suffix(2).map(\.call)
    #expect(told.map(\.summary).contains("Stop Shot Now failed"))
    #expect(told.first { $0.summary == "Stop Shot Now failed" }?.actions.map(\.label) == ["Open"])
    #expect(device.refusal(.commandDone(id: "command-1", error: ""))?.kind == .refused)
    // A command for the next brew does not end with this one.
    device.done(.commandDone(id: "command-3", error: ""))
  }

  @Test("B17: after complete, stop is not sent, neither by an old button nor by Retry")
  func afterBrew() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    device.done(.act(tag: "brew:b1", action: "stop_shot", data: ""))
    device.done(.commandDone(id: "command-1", error: "Jammed."))
    device.push(stage("complete"))
    device.run(for: .seconds(1))
    let sent = device.commands.count
    device.done(.act(tag: "brew:b1", action: "retry-1", data: ""))
    device.done(.act(tag: "brew:b1", action: "stop_shot", data: ""))
    #expect(device.commands.count == sent)
    #expect(device.calls.last?.call.summary == "Stop Shot Now failed")
    #expect(device.calls.last?.call.body == "It is already over.")
    device.done(.act(tag: "brew:b1", action: "brew_again", data: ""))
    #expect(device.commands.count == sent + 1)
  }

  @Test("B13: a stop that the machine answers first with complete is done all the same")
  func stoppedAndFull() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.push(stage("complete"))
    device.run(for: .seconds(1))
    device.done(.commandDone(id: "command-1", error: ""))
    #expect(device.calls.last?.call.summary == "Espresso shot complete", "one popup for one click")
    #expect(try !device.events().contains("COMMAND_FAILED"))
  }

  @Test("B17: what a command has brought takes the place of its confirmation, but not of a failure")
  func newsAfterSuccess() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    device.done(.act(tag: "brew:b1", action: "stop_shot", data: ""))
    device.done(.commandDone(id: "command-1", error: ""))
    device.run(for: .seconds(1))
    let closed = device.closed.count
    device.push(stage("complete"))
    device.run(for: .seconds(1))
    #expect(
      device.calls.map(\.call.summary).suffix(2) == [
        "Stop Shot Now: done", "Espresso shot complete",
      ])
    #expect(device.closed.count == closed + 1)
    device.done(.act(tag: "brew:b1", action: "brew_again", data: ""))
    device.done(.commandDone(id: "command-2", error: "No water."))
    device.run(for: .seconds(1))
    let before = device.closed.count
    device.push(stage("heating", "b2"))
    device.run(for: .seconds(1))
    #expect(device.closed.count == before)
  }

  @Test("B17: what was shown while the clock was ahead has not told the outcome of a later command")
  func newsOfClockAhead() throws {
    let device = try Device.forMessages()
    device.setClock(to: device.now + .days(1))
    device.showBrewing()
    device.setClock(to: device.now - .days(1))
    device.done(.act(tag: "brew:b1", action: "stop_shot", data: ""))
    device.done(.commandDone(id: "command-1", error: ""))
    #expect(device.calls.last?.call.summary == "Stop Shot Now: done")
  }

  @Test("B17: a grind size for a brew that is over applies to the next one, and the popup says so")
  func grindAfterwards() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    device.push(stage("complete"))
    device.run(for: .seconds(1))
    device.done(.act(tag: "brew:b1", action: "adjust_grind", data: #"{"grind":12}"#))
    device.done(.commandDone(id: "command-1", error: ""))
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.summary == "Adjust Grind Size: done")
    #expect(device.calls.last?.call.body == "It applies to the next brew.")
  }

  @Test("B17: found half-sent after a crash, a command has failed and is not sent again")
  func halfSent() throws {
    let device = try Device.forMessages()
    device.callbackAnswers = nil
    device.showBrewing(machine: #"{"machine":{"url":"https://machine.example.org/do"}}"#)
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.crash()
    device.start()
    #expect(device.posts.isEmpty)
    #expect(device.calls.last?.call.summary == "Stop Shot Now failed")
  }

  @Test("B17: navigation opens the window and sends no command; so does a foreign link")
  func navigation() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    try device.respond(.action(key: "view_live", activation: "token"))
    #expect(device.opened.last == .thread(LinkTarget(tag: "brew:b1", kind: "brew")))
    device.done(.open(link: "firstcrack://brew/b1/live", activation: nil))
    #expect(device.commands.isEmpty)
  }

  @Test("B17: a form's Apply is a command with its values")
  func form() throws {
    let device = try Device.forMessages()
    device.showBrewing()
    device.done(.act(tag: "brew:b1", action: "adjust_grind", data: #"{"grind":12}"#))
    guard case .object(let command) = device.commands.last else {
      Issue.record("no command")
      return
    }
    #expect(command["command"] == .text("settings"))
    #expect(command["data"] == .object(["grind": .integer(12)]))
  }
}
