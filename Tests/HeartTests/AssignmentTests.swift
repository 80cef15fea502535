import CarillonFeatures
import CarillonStore
import Testing

/// Taking a work order on: told to its service at least once, under one key. (D14)
@Suite struct AssignmentTests {
  private static let signedIn =
    #"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#
  private static let tag = "work-order:w1"

  private func order(_ more: [String: String] = [:]) -> [String: String] {
    [
      "type": "work_order", "workOrderId": "w1", "title": "Change the seal", "assignable": "true",
    ].merging(more) { $1 }
  }

  private func device(
    _ more: [String: String] = [:], settings: String = AssignmentTests.signedIn
  ) throws -> Device {
    let device = try Device.forMessages()
    device.callbackAnswers = nil
    device.set(settings)
    device.push(order(more))
    device.run(for: .seconds(1))
    return device
  }

  private func row(_ device: Device) throws -> SubjectRow {
    guard case .done(let reply)? = device.ask(.subjects) else { throw Missing() }
    return try #require(reply.value(as: SubjectsReport.self)?.rows.first)
  }

  private struct Missing: Error {}

  private func sentence(_ device: Device) throws -> String? {
    for case .note(let note) in try device.detail(of: AssignmentTests.tag).parts
    where note.title != nil {
      return note.text
    }
    return nil
  }

  private func answer(_ device: Device, status: Int) throws {
    let post = try #require(device.sent.last)
    device.host.send(.finished(post.ticket, .posted(.answered(status: status, retryAfter: nil))))
    device.run(for: .seconds(1))
  }

  @Test("D14: the popup's button posts it, without a window; row, window and history say so")
  func press() throws {
    let device = try device()
    #expect(
      device.calls.last?.call.actions.map(\.label)
        == ["Open", "Assign to Me", "View", "Snooze 10 min"])
    try device.respond(.action(key: "assign", activation: nil))
    let job = try #require(device.sent.last?.job)
    #expect(job.spec.url == "https://dcmms.example.org/api/v1/work-orders/w1/assign")
    #expect(job.method == .post && device.opened.isEmpty && device.closed.count == 1)
    #expect(try sentence(device) == "Assigned to you, not yet sent.")
    #expect(try row(device).note == "Assigned to you, not yet sent." && row(device).isUnsent)
    try answer(device, status: 204)
    #expect(try row(device).note == "Assigned to you at the server at 10:00.")
    #expect(try row(device).answer == nil)
    #expect(try !device.detail(of: AssignmentTests.tag).buttons.map(\.id).contains("assign"))
    // What the service makes of it is no news to whoever did it.
    device.push(order(["assignee": "Jo"]))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 1)
    #expect(try sentence(device) == nil)
  }

  @Test(
    "D14: only where a message says that it may be",
    arguments: [
      ([:], true), (["assignable": "false"], false), (["assignable": ""], false),
      (["assignable": "", "actions": #"[{"id":"ASSIGN_ACTION","title":"Mine"}]"#], true),
      (["assignable": "false", "actions": #"[{"id":"assign","title":"Mine"}]"#], false),
      (["status": "acknowledged"], true),
    ])
  func allowed(_ more: [String: String], _ isAllowed: Bool) throws {
    let device = try device(more)
    #expect((try row(device).answer != nil) == isAllowed)
    let id = try row(device).answer?.id ?? "assign"
    device.done(.act(tag: AssignmentTests.tag, action: id, data: ""))
    #expect(device.sent.count == (isAllowed ? 1 : 0))
  }

  @Test("D14: another value is refused by the field's name", arguments: ["yes", "1", "maybe"])
  func badValue(_ value: String) throws {
    let device = try device()
    let refusal = device.refusal(
      .push(message: device.document(order(["workOrderId": "w2", "assignable": value]))))
    #expect(refusal?.message.hasPrefix("data.assignable: ") == true)
  }

  @Test("D14: a message that leaves it out changes nothing about it")
  func keeps() throws {
    let device = try device()
    device.push([
      "type": "work_order", "workOrderId": "w1", "title": "Change the seal", "body": "Soon",
    ])
    #expect(try row(device).answer?.id == "assign")
  }

  @Test("D14: offline for a day and restarted, it is sent later, once, under the same key")
  func offline() throws {
    let device = try device()
    device.setOnline(false)
    try device.respond(.action(key: "assign", activation: nil))
    device.run(for: .hours(12))
    device.crash()
    device.start()
    device.run(for: .hours(12))
    #expect(device.sent.isEmpty)
    #expect(try sentence(device) == "Assigned to you, not yet sent.")
    device.setOnline(true)
    #expect(device.sent.count == 1)
    let key = device.sent.last?.job.key
    try answer(device, status: 503)
    device.run(for: .hours(1))
    #expect(device.sent.count > 1 && device.sent.allSatisfy { $0.job.key == key })
    try answer(device, status: 200)
    #expect(try sentence(device)?.hasPrefix("Assigned to you at the server") == true)
  }

  @Test("D14: whoever takes it on does not want to be reminded of it")
  func endsSnooze() throws {
    let device = try device()
    device.done(.act(tag: AssignmentTests.tag, action: "snooze", data: ""))
    #expect(try row(device).note == "Snoozed until 10:10.")
    device.done(.act(tag: AssignmentTests.tag, action: "assign", data: ""))
    #expect(try row(device).note == "Assigned to you, not yet sent.")
    device.run(for: .minutes(11))
    #expect(device.calls.count == 1)
  }

  @Test("D14: a second press sends nothing more")
  func twice() throws {
    let device = try device()
    for _ in 1...2 { device.done(.act(tag: AssignmentTests.tag, action: "assign", data: "")) }
    #expect(device.sent.count == 1)
  }

  @Test("D14: somebody else has it, or it may not be: that is said, and it may be tried again")
  func refused() throws {
    for status in [404, 409] {
      let device = try device()
      try device.respond(.action(key: "assign", activation: nil))
      try answer(device, status: status)
      #expect(try sentence(device) == "The server did not assign it to you (\(status)).")
      #expect(device.calls.last?.call.summary == "Assign to Me failed")
      #expect(try row(device).answer?.id == "assign")
    }
  }

  @Test("D1, D14: without an account there is no such button of ours, and one that came says why")
  func signedOut() throws {
    let device = try device(
      ["actions": #"[{"id":"assign","title":"Mine"}]"#], settings: #"{"backend":null}"#)
    #expect(try row(device).answer == nil)
    try device.respond(.action(key: "assign", activation: nil))
    device.run(for: .seconds(1))
    #expect(try sentence(device) == "It was not sent, and is not assigned to you.")
    #expect(device.calls.last?.call.body == "Carillon is not signed in to this service.")
  }

  @Test("D1, D14: its path is a setting, which must have a place for the id")
  func path() throws {
    let device = try device(
      settings:
        #"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"},"paths":{"assign":"/x/:id/me"}}}"#
    )
    try device.respond(.action(key: "assign", activation: nil))
    #expect(device.sent.last?.job.spec.url == "https://dcmms.example.org/x/w1/me")
    let wrong =
      #"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"},"paths":{"assign":"/x"}}}"#
    #expect(
      device.refusal(.set(mergePatch: wrong))?.message == "backend.paths.assign: must contain :id")
  }
}
