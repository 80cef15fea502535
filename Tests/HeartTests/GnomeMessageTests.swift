import CarillonFeatures
import Testing

/// Messages on a desktop where a replacement loses the buttons. (B11, J26)
@Suite struct GnomeMessageTests {
  private func device() throws -> Device {
    let device = try Device.forMessages()
    device.setServer(.present(Device.gnome))
    return device
  }

  /// Shows these brews grinding, one after the other: each is a popup.
  private func grind(_ brews: [String], on device: Device) {
    for brew in brews {
      #expect(device.push(stage("grinding", brew)) == "showing")
      device.run(for: .seconds(1))
    }
  }

  @Test("B11: a new stage is closed and shown anew, so that its buttons work")
  func shownAnew() throws {
    let device = try device()
    grind(["b1"], on: device)
    #expect(device.push(stage("brewing")) == "showing")
    #expect(device.closed.map(\.id) == [1])
    let call = try #require(device.calls.last?.call)
    #expect(call.replaces == nil)
    #expect(call.actions.map(\.key) == ["default", "stop_shot", "view_live"])
    // The server's signal about the closed one is not the user's answer.
    device.respond(.dismissed, to: 0)
    device.run(for: .seconds(1))
    #expect(device.push(stage("complete")) == "showing")
    #expect(device.history().allSatisfy { $0.response == nil })
  }

  @Test("B4: a popup that cannot be updated says nothing that is right only for a moment")
  func lasting() throws {
    let values = ["elapsedTime": "9", "flowRate": "1.1"]
    let device = try device()
    device.push(stage("brewing", "b1", values))
    #expect(device.calls.last?.call.body == "Your espresso shot is pulling. Click for live stats.")
    let plasma = try Device.forMessages()
    plasma.push(stage("brewing", "b1", values))
    #expect(
      plasma.calls.last?.call.body == """
        Espresso • 9s elapsed
        Your espresso shot is pulling. Click for live stats.
        Flow rate: 1.1 ml/s
        """)
  }

  @Test("J26: shown anew as a replacement, it does not count as another popup")
  func noPopupMore() throws {
    let device = try device()
    grind(["b1", "b2", "b3", "b4"], on: device)
    #expect(device.push(stage("brewing", "b1")) == "showing")
    #expect(device.push(stage("brewing", "b2")) == "showing")
    #expect(device.closed.count == 2)
    #expect(device.push(stage("grinding", "b5")) == "showing")
    #expect(device.push(stage("grinding", "b6")) == "held throttle")
    // Nor is it held itself.
    #expect(device.push(stage("brewing", "b3")) == "showing")
  }

  @Test("J26, D15: what takes the place of one that left with the last process is a popup")
  func leftWithProcess() throws {
    let device = try device()
    device.callbackAnswers = nil
    device.set(#"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#)
    device.push(alarm("a1"))
    device.run(for: .seconds(1))
    device.crash()
    device.now = device.now + .minutes(11)
    device.start()
    device.run(for: .seconds(1))
    #expect(device.calls.count == 2)
    grind(["b1", "b2", "b3", "b4"], on: device)
    #expect(device.push(stage("grinding", "b5")) == "held throttle")
  }

  @Test("J26: a second attempt of a replacement does not count as another popup either")
  func refusedOnce() throws {
    let device = try device()
    grind(["b1", "b2", "b3", "b4"], on: device)
    let answers = device.serverAnswers
    device.serverAnswers = { _ in .refused(name: "org.example.Busy", message: "") }
    device.push(stage("brewing", "b1"))
    device.serverAnswers = answers
    device.run(for: .seconds(1))
    #expect(device.calls.count == 6)
    #expect(device.push(stage("grinding", "b5")) == "showing")
    #expect(device.push(stage("grinding", "b6")) == "held throttle")
  }

  @Test("J26: a picture that is shown anew with its texts does not count as another popup")
  func picture() throws {
    let device = try device()
    grind(["b1", "b2", "b3"], on: device)
    device.push(stage("grinding", "b4", ["imageUrl": "https://example.org/a.png"]))
    let ticket = try #require(device.pictures.last?.ticket)
    device.host.send(.finished(ticket, .media(.ready(file: "/cache/a.png"))))
    #expect(device.closed.count == 1)
    #expect(device.push(stage("grinding", "b5")) == "showing")
    #expect(device.push(stage("grinding", "b6")) == "held throttle")
  }

  @Test("B8, B13: a picture that arrives after its notification was answered is closed")
  func answeredUnderPicture() throws {
    let device = try device()
    device.push(stage("grinding", "b1", ["imageUrl": "https://example.org/a.png"]))
    device.run(for: .seconds(1))
    let ticket = try #require(device.pictures.last?.ticket)
    let old = try #require(device.closed.isEmpty ? device.calls.last : nil).ticket
    device.serverAnswers = nil
    device.host.send(.finished(ticket, .media(.ready(file: "/cache/a.png"))))
    device.done(.respond(requestID: "\(old.row)", action: "open"))
    let screen = device.nextScreen()
    try device.answer(.shown(screen))
    #expect(device.closed.last == screen)
  }

  @Test(
    "B8, B13: shown late with its picture, a notification stays, though a copy has come meanwhile")
  func copyUnderPicture() throws {
    let device = try device()
    let message = stage("grinding", "b1", ["imageUrl": "https://example.org/a.png"])
    device.push(message, id: "m1")
    device.run(for: .seconds(1))
    let ticket = try #require(device.pictures.last?.ticket)
    device.serverAnswers = nil
    device.host.send(.finished(ticket, .media(.ready(file: "/cache/a.png"))))
    try device.answer(.overdue)
    device.setServer(.present(Device.server))
    #expect(device.push(message, id: "m1") == "skipped duplicate")
    let closed = device.closed.count
    let screen = device.nextScreen()
    try device.answer(.shown(screen))
    #expect(device.closed.count == closed)
  }

  @Test("B11: within a stage, a notification with buttons is kept and not shown anew")
  func keepsButtons() throws {
    let device = try device()
    grind(["b1"], on: device)
    #expect(device.push(stage("grinding", "b1", ["dose": "19"])) == "skipped keeps-buttons")
    #expect(device.closed.isEmpty)
  }

  @Test("B7, B11: a notification without buttons is replaced as on other desktops")
  func withoutButtons() throws {
    let device = try device()
    device.push(stage("heating"))
    device.run(for: .seconds(1))
    #expect(device.push(stage("heating", "b1", ["dose": "19"])) == "showing")
    #expect(device.calls.last?.call.replaces?.id == 1)
    #expect(device.closed.isEmpty)
  }

  @Test("J23: a notification closed for its successor is reported as replaced, not as over")
  func explained() throws {
    let device = try device()
    grind(["b1"], on: device)
    let id = try #require(device.history().first?.requestId)
    device.push(stage("brewing"))
    let report = try #require(
      deserialize(ExplanationReport.self, from: device.done(.explain(id: id))))
    #expect(report.items[0].steps.last?.text == "Replaced on the screen by a newer one")
    #expect(report.items[0].entry.responseText == "Replaced by a newer one")
  }
}
