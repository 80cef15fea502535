import CarillonFeatures
import CarillonStore
import Testing

/// Messages of an alarm that come late, twice, in another order, or to a device whose clock was ahead. (D2)
@Suite struct AlarmOrderTests {
  private func call(_ device: Device) throws -> NotifyCall { try #require(device.calls.last?.call) }

  @Test("D2: an older message changes neither the severity nor the text")
  func older() throws {
    let device = try Device.forMessages()
    device.push(alarm("a1", ["timestamp": "2026-11-21T08:50:00Z", "body": "Hotter"]))
    device.push(
      alarm("a1", ["severity": "warning", "timestamp": "2026-11-21T08:40:00Z", "body": "Warm"]))
    device.run(for: .minutes(6))
    let call = try call(device)
    #expect(device.calls.count == 2 && call.body == "Hotter" && call.urgency == .critical)
  }

  @Test("§5, D2: resolved twice within ten minutes, in the same words, it is resolved twice")
  func flaps() throws {
    let device = try Device.forMessages()
    for _ in 1...2 {
      device.push(alarm())
      device.run(for: .seconds(5))
      #expect(device.push(alarm("a1", ["status": "resolved"])) == "skipped silent")
    }
    #expect(device.push(alarm("a1", ["status": "resolved"])) == "skipped duplicate")
    device.run(for: .hours(1))
    #expect(device.calls.count == 2)
  }

  @Test("D2, T16: what came while the clock was ahead makes nothing look late")
  func clockWasAhead() throws {
    let device = try Device.forMessages()
    let start = device.now
    device.setClock(to: start + .days(10))
    device.push(alarm())
    device.push(alarm("a1", ["status": "resolved"]))
    device.push(["type": "work_order", "workOrderId": "w1", "title": "Seal", "body": "Old"])
    device.run(for: .seconds(1))
    device.setClock(to: start)
    device.push(alarm("a1", ["body": "Again"]))
    device.run(for: .seconds(1))
    #expect(try call(device).body == "Again")
    device.push(["type": "work_order", "workOrderId": "w1", "title": "Seal", "body": "New"])
    device.run(for: .seconds(1))
    #expect(try call(device).body == "New")
  }

  @Test("D2, B22: a warning that is raised anew is shown, though it was dismissed the time before")
  func dismissedBefore() throws {
    let device = try Device.forMessages()
    device.push(alarm("a1", ["severity": "warning"]))
    device.run(for: .seconds(1))
    try device.respond(.dismissed)
    device.push(alarm("a1", ["status": "resolved"]))
    device.run(for: .days(1))
    device.push(alarm("a1", ["severity": "warning", "body": "Again"]))
    #expect(device.calls.count == 2)
    #expect(try call(device).body == "Again")
  }

  @Test(
    "D2, B22: raised anew, it is shown, though what is left of the time before is dismissed meanwhile",
    arguments: ["warning", "info"])
  func dismissedMeanwhile(_ severity: String) throws {
    let device = try Device.forMessages()
    device.push(alarm("a1", ["severity": severity]))
    device.run(for: .seconds(1))
    let ticket = try #require(device.calls.last?.ticket)
    let screen = try #require(
      try device.store.read { rows throws(StoreFailure) in
        try rows.delivery(ticket.row)
      }?.onScreen)
    device.push(alarm("a1", ["status": "acknowledged"]))
    device.setServer(.silent(owner: Device.server.owner))
    device.push(alarm("a1", ["severity": severity, "body": "Again"]))
    device.host.send(.responded(screen, .dismissed))
    device.setServer(.present(Device.server))
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.body == "Again")
  }

  @Test(
    "D2, B22: raised anew, it is shown, though an update that was confirmed late is dismissed meanwhile",
    arguments: ["warning", "info"])
  func dismissedLate(_ severity: String) throws {
    let device = try Device.forMessages()
    device.push(alarm("a1", ["severity": severity]))
    device.run(for: .seconds(1))
    device.serverAnswers = { _ in .overdue }
    device.push(alarm("a1", ["severity": severity, "body": "Hotter"]))
    device.run(for: .seconds(1))
    let update = try #require(device.calls.last)
    #expect(update.call.body == "Hotter")
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.push(alarm("a1", ["status": "acknowledged"]))
    device.host.send(
      .finished(
        update.ticket,
        .notified(.shown(OnScreen(bus: Device.server.bus, owner: Device.server.owner, id: 1)))))
    device.setServer(.present(Device.server))
    device.done(.pause(until: "20m"))
    device.push(alarm("a1", ["severity": severity, "body": "Again"]))
    device.respond(.dismissed, to: 0)
    device.run(for: .minutes(21))
    #expect(device.calls.last?.call.body == "Again")
  }

  @Test("D2, B11: an update takes the place of what was held and waits for a server now")
  func updateOfReleased() throws {
    let device = try Device.forMessages()
    device.done(.pause(until: "20m"))
    device.push(alarm("a1", ["severity": "warning"]))
    device.setServer(.absent)
    device.run(for: .minutes(21))
    device.push(alarm("a1", ["severity": "warning", "body": "Hotter"]))
    device.setServer(.present(Device.server))
    device.run(for: .seconds(1))
    #expect(device.calls.map(\.call.body) == ["Hotter"])
  }

  @Test("D2: what the server has refused is not tried again once there is nothing left to do")
  func settledMeanwhile() throws {
    let device = try Device.forMessages()
    device.serverAnswers = { _ in .refused(name: "org.example.Error", message: "no") }
    device.push(alarm())
    device.push(alarm("a1", ["status": "acknowledged"]))
    device.run(for: .minutes(1))
    #expect(device.calls.count == 1)
    #expect(device.outcomes().contains("message failed settled"))
  }

  @Test(
    "D2, D14, T32: dealt with or put off before the process died, it is not shown by the next one",
    arguments: ["acknowledged", "resolved", "snooze"])
  func settledBeforeTheCrash(_ how: String) throws {
    let device = try Device.forMessages()
    device.serverAnswers = nil
    device.push(alarm())
    if how == "snooze" {
      device.done(.act(tag: "alarm:a1", action: how, data: ""))
    } else {
      device.push(alarm("a1", ["status": how]))
    }
    device.crash()
    device.start()
    device.run(for: .minutes(1))
    #expect(device.calls.count == 1)
  }

  @Test(
    "D2: settled during its call, it is not shown once the server is there, or would take it",
    arguments: [NotifyResult.refused(name: "org.example.Error", message: "no"), .unowned])
  func settledDuringTheCall(_ result: NotifyResult) throws {
    let device = try Device.forMessages()
    device.serverAnswers = nil
    device.push(alarm())
    device.push(alarm("a1", ["status": "acknowledged"]))
    try device.answer(result)
    device.setServer(.present(Device.server))
    device.run(for: .minutes(1))
    #expect(device.calls.count == 1)
  }

  @Test("D2: what is said while it waits for a server, or is held, is shown in its place")
  func saidMeanwhile() throws {
    let device = try Device.forMessages()
    device.setServer(.absent)
    device.push(alarm())
    device.push(alarm("a1", ["body": "Hotter"]))
    device.setServer(.present(Device.server))
    device.run(for: .seconds(1))
    #expect(try call(device).body == "Hotter")
    device.done(.pause(until: "1h"))
    device.push(alarm("a2", ["severity": "warning"]))
    device.push(alarm("a2", ["severity": "warning", "body": "Hotter still"]))
    device.done(.pause(until: "off"))
    device.run(for: .seconds(1))
    let call = try call(device)
    #expect(device.calls.count == 2 && call.body == "Hotter still" && !call.suppressSound)
  }

  @Test("D2, T38: what was not seen is not told once there is nothing left to do about it")
  func unseen() throws {
    let device = try Device.forMessages()
    device.setLocked(true)
    device.push(alarm())
    device.run(for: .seconds(1))
    device.push(alarm("a1", ["status": "resolved"]))
    device.run(for: .minutes(1))
    device.setLocked(false)
    device.run(for: .minutes(1))
    #expect(device.calls.count == 1)
  }

  @Test("D2, T38: settled during its call, it was not missed")
  func settledWhileShowing() throws {
    let device = try Device.forMessages()
    device.setLocked(true)
    device.serverAnswers = nil
    device.push(alarm())
    device.push(alarm("a1", ["status": "acknowledged"]))
    try device.answer(.shown(device.nextScreen()))
    device.setLocked(false)
    device.run(for: .minutes(1))
    #expect(device.calls.count == 1)
  }

  @Test("T38: what was replaced was not missed, whenever its place is cleared")
  func replacedBefore() throws {
    let device = try Device.forMessages()
    device.setLocked(true)
    let place = OnScreen(bus: Device.server.bus, owner: ":1.98", id: 1)
    device.serverAnswers = { _ in .shown(place) }
    device.push(alarm())
    device.serverAnswers = { _ in .shown(OnScreen(bus: place.bus, owner: ":1.99", id: 1)) }
    device.push(alarm("a1", ["body": "Hotter"]))
    device.push(alarm("a1", ["status": "resolved"]))
    device.host.send(.responded(place, .expired))
    device.setLocked(false)
    device.run(for: .minutes(1))
    #expect(device.calls.count == 2)
  }

  @Test("T38: an urgent one is told after unlocking as it is by then")
  func toldAsItIs() throws {
    let device = try Device.forMessages()
    device.set(#"{"repeatMinutes":0}"#)
    device.setLocked(true)
    device.push(alarm())
    device.run(for: .seconds(1))
    try device.respond(.expired)
    #expect(device.push(alarm("a1", ["body": "Hotter"])) == "skipped quiet")
    device.setLocked(false)
    device.run(for: .minutes(1))
    #expect(device.calls.count == 2 && device.calls.last?.call.body == "Hotter")
  }
}
