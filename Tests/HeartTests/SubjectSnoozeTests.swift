import CarillonFeatures
import CarillonStore
import Testing

/// An alarm or a work order is put off, and comes back once. (D14)
@Suite struct SubjectSnoozeTests {
  private let signedIn =
    #"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#

  /// A device that shows one alarm.
  private func device(_ more: [String: String] = [:]) throws -> Device {
    let device = try Device.forMessages()
    device.callbackAnswers = nil
    device.set(signedIn)
    device.push(alarm("a1", more))
    device.run(for: .seconds(1))
    return device
  }

  private func order(_ more: [String: String] = [:]) -> [String: String] {
    ["type": "work_order", "workOrderId": "w1", "title": "Change the seal"].merging(more) { $1 }
  }

  private func row(_ device: Device, _ tag: String = "alarm:a1") throws -> SubjectRow? {
    guard case .done(let reply)? = device.ask(.subjects) else { return nil }
    return try #require(reply.value(as: SubjectsReport.self)).rows.first { $0.tag == tag }
  }

  private func press(_ device: Device, _ tag: String = "alarm:a1", _ key: String = "snooze") {
    device.done(.act(tag: tag, action: key, data: ""))
  }

  @Test("D14: the buttons stand in the order in which they are needed, with the length that is set")
  func buttons() throws {
    let device = try device()
    #expect(
      device.calls.last?.call.actions.map(\.key) == ["default", "ack", "view", "snooze", "silence"])
    #expect(device.calls.last?.call.actions[3].label == "Snooze 10 min")
    device.set(#"{"snoozeMinutes":25}"#)
    device.push(order())
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.actions.map(\.label) == ["Open", "View", "Snooze 25 min"])
    #expect(try device.detail(of: "alarm:a1").buttons.map(\.label).contains("Snooze 25 min"))
    #expect(try row(device)?.buttons.map(\.label) == ["Acknowledge", "Snooze 25 min"])
    #expect(try row(device, "work-order:w1")?.later?.id == "snooze")
  }

  @Test("D14, D15: nothing is shown until it is over; then once, with its sound, and on as before")
  func returns() throws {
    let device = try device()
    try device.respond(.action(key: "snooze", activation: nil))
    #expect(device.closed.count == 1)
    #expect(try row(device)?.note == "Snoozed until 10:10.")
    device.run(for: .minutes(9))
    #expect(device.calls.count == 1)
    device.run(for: .minutes(1) + .seconds(1))
    #expect(device.calls.count == 2)
    #expect(device.calls.last?.call.suppressSound == false)
    #expect(try row(device)?.note == "")
    device.run(for: .minutes(5))
    #expect(device.calls.count == 3)
  }

  @Test("D14, T28: what comes back and can no longer be read is not shown without a word")
  func lostWhileReturning() throws {
    let device = try Device.forMessages()
    device.store.useKey(SealTests.key)
    device.host.send(.situation(.keyring(.open)))
    device.callbackAnswers = nil
    device.set(signedIn)
    device.push(alarm("a1", ["severity": "warning"]))
    device.run(for: .seconds(1))
    press(device)
    device.setServer(.absent)
    device.run(for: .minutes(10) + .seconds(1))
    device.crash()
    device.store.useKey(SealTests.otherKey)
    device.situation.server = .present(Device.server)
    device.start()
    device.run(for: .seconds(1))
    #expect(device.calls.count == 1)
    #expect(device.history().contains { $0.reason == "no-content" })
  }

  @Test("D14, D2: what is resolved while it comes back does not stay on the screen")
  func resolvedWhileReturning() throws {
    let device = try device(["severity": "warning"])
    device.push(order())
    device.run(for: .seconds(1))
    press(device, "work-order:w1")
    device.serverAnswers = nil
    device.run(for: .minutes(11))
    let ticket = try #require(device.calls.last?.ticket)
    device.push(order(["status": "resolved"]))
    let screen = device.nextScreen()
    device.host.send(.finished(ticket, .notified(.shown(screen))))
    #expect(device.closed.contains(screen))
  }

  @Test("D14, D15: what is shown again after it came back was not asked for, and knows its channel")
  func offAfterReturning() throws {
    let device = try device()
    press(device)
    device.run(for: .minutes(11))
    #expect(device.calls.count == 2)
    device.setServer(.absent)
    device.run(for: .minutes(5))
    device.set(#"{"channels":{"alarms":{"enabled":false}}}"#)
    device.setServer(.present(Device.server))
    device.run(for: .minutes(1))
    #expect(device.calls.count == 2)
  }

  @Test("D14: a warning and a work order come back once", arguments: ["alarm:a1", "work-order:w1"])
  func once(_ tag: String) throws {
    let device = try device(["severity": "warning"])
    device.push(order())
    device.run(for: .seconds(1))
    press(device, tag)
    device.run(for: .minutes(11))
    #expect(device.calls.count == 3)
    device.run(for: .hours(2))
    #expect(device.calls.count == 3)
    #expect(device.history().first?.text == "Shown")
  }

  @Test("D14: from the window it closes the popup; what waits is not shown before")
  func fromWindow() throws {
    let device = try device(["severity": "warning"])
    press(device)
    #expect(device.closed.count == 1)
    let other = try Device.forMessages()
    other.done(.pause(until: "20m"))
    other.push(alarm("a1", ["severity": "warning"]))
    press(other)
    #expect(other.outcomes().contains { $0.hasSuffix("skipped snoozed") })
  }

  @Test("D14: it passes pause, quiet hours, the hour of its channel and the window, as asked for")
  func passesHolds() throws {
    let device = try device(["severity": "warning"])
    press(device)
    device.set(#"{"channels":{"alarms":{"at":"slot"}}}"#)
    device.done(.pause(until: "8h"))
    device.setFocused(true)
    device.run(for: .minutes(11))
    #expect(device.calls.count == 2)
  }

  @Test("D14: however many silent updates have come meanwhile, it comes back")
  func amongSilent() throws {
    let device = try device()
    press(device)
    for _ in 0..<40 { device.push(alarm("a1", ["silent": "true", "body": "40 bar"])) }
    device.run(for: .minutes(11))
    #expect(device.calls.count == 2)
  }

  @Test("D14: it says what is known by then, and updates meanwhile show nothing")
  func newText() throws {
    let device = try device()
    press(device)
    device.push(alarm("a1", ["body": "Hotter"]))
    device.run(for: .minutes(8))
    #expect(device.calls.count == 1)
    device.run(for: .minutes(3))
    #expect(device.calls.last?.call.body == "Hotter")
  }

  @Test(
    "D14: what deals with it ends the snooze",
    arguments: ["ack", "resolved", "acknowledged", "off"])
  func ended(_ what: String) throws {
    let device = try device()
    press(device)
    switch what {
    case "ack": press(device, "alarm:a1", "ack")
    case "off": device.set(#"{"channels":{"alarms":{"enabled":false}}}"#)
    default: device.push(alarm("a1", ["status": what]))
    }
    device.run(for: .hours(1))
    #expect(device.calls.count == 1)
    if what == "ack" { #expect(try row(device)?.note == "Acknowledged, not yet sent.") }
  }

  @Test("D14: raised anew or worse it is shown at once, and the snooze is over")
  func raisedAnew() throws {
    let device = try device(["severity": "warning"])
    press(device)
    device.push(alarm())
    device.run(for: .seconds(1))
    #expect(device.calls.count == 2)
    #expect(try row(device)?.note == "")
    let other = try self.device(["severity": "warning"])
    press(other)
    other.push(alarm("a1", ["status": "resolved", "severity": "warning"]))
    other.push(alarm("a1", ["severity": "warning", "body": "Again"]))
    other.run(for: .hours(1))
    #expect(other.calls.count == 2)
  }

  @Test("D14: to look at it ends nothing; to press again begins anew")
  func seen() throws {
    let device = try device()
    press(device)
    device.done(.order(.openSubject(tag: "alarm:a1")))
    device.run(for: .minutes(5))
    press(device)
    #expect(try row(device)?.note == "Snoozed until 10:15.")
    device.run(for: .minutes(9))
    #expect(device.calls.count == 1)
    device.run(for: .minutes(2))
    #expect(device.calls.count == 2)
  }

  @Test("D14, D16: opened from the list, it comes back all the same")
  func opened() throws {
    let device = try device()
    press(device)
    device.done(.order(.openSubject(tag: "alarm:a1")))
    device.run(for: .minutes(11))
    #expect(device.calls.count == 2)
  }

  @Test("D14: a refused acknowledgement of before does not end it")
  func refused() throws {
    let device = try device()
    press(device, "alarm:a1", "ack")
    let post = try #require(device.sent.last)
    device.push(alarm("a1", ["status": "resolved"]))
    device.push(alarm("a1", ["body": "Again"]))
    device.run(for: .seconds(1))
    press(device)
    device.host.send(.finished(post.ticket, .posted(.answered(status: 404, retryAfter: nil))))
    #expect(try row(device)?.note == "Snoozed until 10:10.")
  }

  @Test("D14, T32: it outlives a restart, and one that was slept through is shown at once")
  func restart() throws {
    let device = try device(["severity": "warning"])
    press(device)
    device.crash()
    device.start()
    #expect(try row(device)?.note == "Snoozed until 10:10.")
    device.sleep(for: .hours(3))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 2)
  }

  @Test("D14, T16: after the clock has gone back it waits no longer than before")
  func clockBack() throws {
    let device = try device(["severity": "warning"])
    press(device)
    device.setClock(to: device.now - .hours(5))
    device.run(for: .minutes(11))
    #expect(device.calls.count == 2)
  }

  @Test("D14, T21: without a server it waits, and is shown once there is one")
  func noServer() throws {
    let device = try device(["severity": "warning"])
    press(device)
    device.setServer(.absent)
    device.run(for: .minutes(15))
    #expect(device.calls.count == 1)
    device.setServer(.present(Device.server))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 2)
  }

  @Test("D14, T28: while it cannot be read it waits, and comes once it can")
  func locked() throws {
    let device = try Device.forMessages()
    device.unlock()
    device.push(alarm("a1", ["severity": "warning"]))
    device.run(for: .seconds(1))
    press(device)
    device.lock()
    device.run(for: .minutes(30))
    #expect(device.calls.count == 1)
    device.unlock()
    device.run(for: .minutes(2))
    #expect(device.calls.count == 2)
    #expect(device.calls.last?.call.body == "Too hot")
  }

  @Test("D14, T8: its rows are kept as long as it is snoozed")
  func kept() throws {
    let device = try device(["severity": "warning"])
    device.set(#"{"retentionDays":1,"snoozeMinutes":120}"#)
    press(device)
    device.sleep(for: .days(3))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 2)
  }
}
