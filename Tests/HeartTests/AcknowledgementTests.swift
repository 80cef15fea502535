import CarillonFeatures
import CarillonStore
import Testing

/// Acknowledging an alarm: told to its service at least once, under one key. (D6)
@Suite struct AcknowledgementTests {
  private static let signedIn =
    #"{"backend":{"url":"https://dcmms.example.org/","token":{"secret":"t0ken"}}}"#

  /// A device that shows a critical alarm.
  private func device(signedIn: Bool = true) throws -> Device {
    let device = try Device.forMessages()
    device.callbackAnswers = nil
    if signedIn { device.set(AcknowledgementTests.signedIn) }
    device.push(alarm())
    device.run(for: .seconds(1))
    return device
  }

  private func answer(_ device: Device, _ result: PostResult) throws {
    let post = try #require(device.sent.last)
    device.host.send(.finished(post.ticket, .posted(result)))
    device.run(for: .seconds(1))
  }

  private func sentence(_ device: Device) throws -> String? {
    for case .note(let note) in try device.detail(of: "alarm:a1").parts where note.title != nil {
      return note.text
    }
    return nil
  }

  @Test("D6: the popup's button posts the acknowledgement, without a window")
  func press() throws {
    let device = try device()
    try device.respond(.action(key: "ack", activation: nil))
    let job = try #require(device.sent.last?.job)
    #expect(job.spec.url == "https://dcmms.example.org/api/v1/alarms/a1/acknowledge")
    #expect(job.method == .post)
    #expect(device.opened.isEmpty)
    #expect(try sentence(device) == "Acknowledged, not yet sent.")
    guard case .token(let token) = job.spec.headers["Authorization"] else {
      Issue.record("no token")
      return
    }
    #expect(device.secrets[token] == "t0ken")
    try answer(device, .answered(status: 200, retryAfter: nil))
    #expect(try sentence(device) == "Acknowledged at the server at 10:00.")
    #expect(try device.detail(of: "alarm:a1").buttons.map(\.id) == ["history"])
  }

  @Test("D6, C4: an alarm that a topic brought is acknowledged without telling the topic's name")
  func topicName() throws {
    let device = try device()
    let topics = ["s3cret-one", "s3cret-two"]
    let list = topics.map { #"{"server":"https://ntfy.example","topic":"\#($0)"}"# }
    device.set(#"{"subscriptions":[\#(list.joined(separator: ","))]}"#)
    for topic in topics {
      var parcel = Parcel(
        text: device.document(alarm()), carrier: "ntfy:ntfy.example", id: topic)
      parcel.topic = "ntfy.example/\(topic)"
      device.host.send(.received(parcel))
    }
    device.callbackAnswers = { _ in .answered(status: 204, retryAfter: nil) }
    let tags = ["alarm:a1"] + topics.map { "alarm:a1/ntfy:ntfy.example/\($0)" }
    for tag in tags { device.done(.act(tag: tag, action: "ack", data: "")) }
    device.run(for: .minutes(1))
    let keys = device.sent.filter { $0.job.method == .post }.map(\.job.key)
    #expect(keys.count == 3 && Set(keys).count == 3)
    #expect(keys.allSatisfy { $0.hasPrefix("acknowledge:alarm:a1") })
    #expect(!keys.contains { $0.contains("s3cret") || $0.contains("ntfy") })
  }

  @Test(
    "B13, D6: one answered while it is shown again is closed, also where the server kept the old one"
  )
  func answeredWhileShownAgain() throws {
    let device = try device()
    let shown = try #require(device.history().first { $0.status == "shown" }?.requestId)
    device.serverAnswers = nil
    device.run(for: .minutes(5))
    #expect(device.calls.count == 2)
    device.done(.respond(requestID: shown, action: "ack"))
    #expect(device.closed.isEmpty)
    try device.answer(.excess)
    #expect(device.closed.map(\.id) == [1])
  }

  @Test("B11: what the server says stands there already has the place of the one before")
  func openedWhileShownAgain() throws {
    let device = try device()
    let shown = try #require(device.history().first { $0.status == "shown" }?.requestId)
    device.serverAnswers = nil
    device.run(for: .minutes(5))
    device.done(.respond(requestID: shown, action: "open"))
    try device.answer(.excess)
    #expect(device.closed.isEmpty)
    device.done(.act(tag: "alarm:a1", action: "ack", data: ""))
    #expect(device.closed.map(\.id) == [1])
  }

  @Test("D6: a stored tag that no message can bring leads to no other path of the service")
  func oddTag() throws {
    let device = try device()
    let tag = "alarm:../../evil?x="
    try device.store.transaction { rows throws(StoreFailure) in
      guard var odd = try rows.thread("alarm:a1") else { return }
      odd.tag = tag
      try rows.put(odd)
      _ = try rows.insert(
        Posting(
          to: Address("services/alarm"), key: "k", body: "{}",
          policy: .atLeastOnce(for: .hours(1)), about: "acknowledge \(tag)", createdAt: device.now))
    }
    device.done(.act(tag: tag, action: "ack", data: ""))
    device.run(for: .seconds(1))
    #expect(device.sent.isEmpty)
    let waiting = try device.store.read { rows throws(StoreFailure) in
      try rows.postings(to: Address("services/alarm"), limit: 10)
    }
    #expect(waiting.isEmpty)
  }

  @Test("T24: a stored number of failures is bounded: one more can be counted")
  func manyFailures() throws {
    let device = try device()
    let backOffs = #"{"services/alarm":{"failures":\#(Int.max),"since":0,"length":1}}"#
    try device.store.transaction { rows throws(StoreFailure) in
      try rows.setNote(Note.backOffs, backOffs)
    }
    try device.respond(.action(key: "ack", activation: nil))
    let sent = device.sent.count
    try answer(device, .answered(status: 503, retryAfter: nil))
    device.run(for: .minutes(20))
    #expect(device.sent.count == sent)
    device.run(for: .minutes(60))
    #expect(device.sent.count == sent + 1)
  }

  @Test("D6: from the window it closes what stands on the screen")
  func window() throws {
    let device = try device()
    device.done(.act(tag: "alarm:a1", action: "ack", data: ""))
    #expect(device.sent.count == 1 && device.closed.count == 1)
  }

  @Test("D6: a second press sends nothing, and shows what has become of the first")
  func twice() throws {
    let device = try device()
    for _ in 1...2 { device.done(.act(tag: "alarm:a1", action: "ack", data: "")) }
    #expect(device.sent.count == 1)
    #expect(device.opened == [.thread(LinkTarget(tag: "alarm:a1", kind: "alarm"))])
  }

  @Test("T24: a setting that changes nothing about the server does not end its back-off")
  func otherSetting() throws {
    let device = try device()
    try device.respond(.action(key: "ack", activation: nil))
    try answer(device, .answered(status: 429, retryAfter: .hours(1)))
    device.set(#"{"snoozeMinutes":11}"#)
    #expect(device.sent.count == 1)
    device.run(for: .minutes(61))
    #expect(device.sent.count == 2)
  }

  @Test("D6: 002's name for the button works too")
  func ownName() throws {
    let device = try device()
    device.push(
      alarm("a2", ["actions": #"[{"id":"ACKNOWLEDGE_ACTION","title":"Acknowledge"}]"#]))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "ACKNOWLEDGE_ACTION", activation: nil))
    #expect(device.sent.last?.job.spec.url.hasSuffix("/api/v1/alarms/a2/acknowledge") == true)
  }

  @Test("D6: offline for a day and restarted, it is sent later, once, under the same key")
  func offline() throws {
    let device = try device()
    device.setOnline(false)
    try device.respond(.action(key: "ack", activation: nil))
    #expect(device.sent.isEmpty)
    device.run(for: .hours(12))
    device.crash()
    device.start()
    device.run(for: .hours(12))
    #expect(device.sent.isEmpty)
    device.setOnline(true)
    #expect(device.sent.count == 1)
    try answer(device, .answered(status: 204, retryAfter: nil))
    device.run(for: .days(1))
    #expect(device.sent.count == 1)
  }

  @Test("D6: after an hour of 500 it has arrived, each time under one key")
  func busy() throws {
    let device = try device()
    var answers = 0
    device.callbackAnswers = { job in
      guard job.method != .get else { return .document("[]", at: nil) }
      answers += 1
      return .answered(status: answers < 6 ? 500 : 200, retryAfter: nil)
    }
    try device.respond(.action(key: "ack", activation: nil))
    device.run(for: .hours(3))
    #expect(answers == 6)
    #expect(Set(device.sent.map(\.job.key)).count == 1)
    #expect(try sentence(device)?.hasPrefix("Acknowledged at the server") == true)
  }

  @Test("D6: raised anew, it is not acknowledged by what waits behind very many others")
  func staleBehindMany() throws {
    let device = try device()
    device.setOnline(false)
    for number in 0..<Ledger.step + 10 {
      device.push(alarm("b\(number)"))
      device.done(.act(tag: "alarm:b\(number)", action: "ack", data: ""))
    }
    let last = "b\(Ledger.step + 9)"
    func waiting() throws -> Int {
      try device.store.read { rows throws(StoreFailure) in try rows.postingCount() }
    }
    let before = try waiting()
    device.push(alarm(last, ["status": "resolved"]))
    device.push(alarm(last, ["title": "Fire"]))
    #expect(try waiting() == before - 1)
  }

  @Test("D6: raised anew, it is not acknowledged by what was pressed before")
  func stale() throws {
    let device = try device()
    device.setOnline(false)
    try device.respond(.action(key: "ack", activation: nil))
    device.push(alarm("a1", ["status": "resolved"]))
    device.push(alarm("a1", ["title": "Fire"]))
    device.run(for: .seconds(1))
    device.setOnline(true)
    device.run(for: .minutes(1))
    #expect(device.sent.isEmpty)
    #expect(try sentence(device) == nil)
  }

  @Test(
    "D2, D6: acknowledged here, and said to be so an hour later, it is raised anew; before, it is not"
  )
  func outlived() throws {
    let device = try device()
    try device.respond(.action(key: "ack", activation: nil))
    try answer(device, .answered(status: 204, retryAfter: nil))
    device.run(for: .minutes(59))
    device.push(alarm("a1", ["body": "Hotter"]))
    #expect(device.calls.count == 1)
    device.run(for: .minutes(2))
    // It was on its way for long: who acknowledged it meant that, too.
    device.push(alarm("a1", ["body": "Warm", "timestamp": "2026-11-21T08:59:00Z"]))
    #expect(device.calls.count == 1)
    device.push(alarm("a1", ["body": "Burning"]))
    #expect(device.calls.last?.call.body == "Burning" && device.calls.count == 2)
    #expect(device.calls.last?.call.urgency == .critical)
    try device.respond(.action(key: "ack", activation: nil))
    #expect(device.sent.count == 2)
  }

  @Test("D2, T16: an acknowledgement made while the clock was ahead does not stand until then")
  func acknowledgedAhead() throws {
    let device = try device()
    device.setClock(to: device.now + .days(20))
    try device.respond(.action(key: "ack", activation: nil))
    try answer(device, .answered(status: 204, retryAfter: nil))
    device.setClock(to: device.now - .days(20))
    device.run(for: .hours(2))
    let shown = device.calls.count
    device.push(alarm("a1", ["body": "Burning"]))
    #expect(device.calls.count == shown + 1 && device.calls.last?.call.body == "Burning")
  }

  @Test("D6: the answer to a former press changes nothing about the alarm as it is now")
  func lateAnswer() throws {
    let device = try device()
    try device.respond(.action(key: "ack", activation: nil))
    device.push(alarm("a1", ["status": "resolved"]))
    device.push(alarm("a1", ["title": "Fire"]))
    device.run(for: .seconds(1))
    try answer(device, .answered(status: 204, retryAfter: nil))
    #expect(try sentence(device) == nil)
    #expect(try device.detail(of: "alarm:a1").buttons.map(\.id) == ["ack", "snooze", "history"])
    let shown = device.calls.count
    device.run(for: .minutes(6))
    #expect(device.calls.count > shown)
  }

  @Test("D6: 409 says that somebody was faster, which is as good")
  func conflict() throws {
    let device = try device()
    try device.respond(.action(key: "ack", activation: nil))
    try answer(device, .answered(status: 409, retryAfter: nil))
    #expect(try sentence(device)?.hasPrefix("Acknowledged at the server") == true)
    #expect(device.calls.count == 1)
  }

  @Test("D6: refused for good, it is said, and the alarm counts as open again")
  func refused() throws {
    let device = try device()
    try device.respond(.action(key: "ack", activation: nil))
    try answer(device, .answered(status: 404, retryAfter: nil))
    #expect(try sentence(device) == "The server did not accept it (404). The alarm is still open.")
    let told = try #require(device.calls.last?.call)
    #expect(told.summary == "Acknowledge failed")
    #expect(told.body == "dcmms.example.org refused it (404).")
    #expect(try device.detail(of: "alarm:a1").buttons.map(\.id) == ["ack", "snooze", "history"])
  }

  @Test("D1: a token that is no longer valid: it waits, and goes with the next one")
  func expired() throws {
    let device = try device()
    try device.respond(.action(key: "ack", activation: nil))
    let key = device.sent.last?.job.key
    try answer(device, .answered(status: 401, retryAfter: nil))
    #expect(try sentence(device) == "Acknowledged, not yet sent.")
    device.set(#"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"new"}}}"#)
    #expect(device.sent.count == 2 && device.sent.last?.job.key == key)
  }

  @Test(
    "D6: however many copies have come since, what waits of it is not shown once it is acknowledged"
  )
  func silencedAmongCopies() throws {
    let device = try Device.forMessages()
    device.callbackAnswers = nil
    device.set(AcknowledgementTests.signedIn)
    device.setServer(.absent)
    device.push(alarm())
    for _ in 0..<60 { device.push(alarm()) }
    device.done(.act(tag: "alarm:a1", action: "ack", data: ""))
    device.setServer(.present(Device.server))
    device.run(for: .seconds(2))
    #expect(device.calls.isEmpty)
  }

  @Test("D6: acknowledged before it could be shown, and refused, it is shown all the same")
  func refusedBeforeShown() throws {
    let device = try Device.forMessages()
    device.callbackAnswers = nil
    device.set(AcknowledgementTests.signedIn)
    device.setServer(.absent)
    device.push(alarm())
    device.done(.act(tag: "alarm:a1", action: "ack", data: ""))
    device.setServer(.present(Device.server))
    try answer(device, .answered(status: 404, retryAfter: nil))
    device.run(for: .minutes(6))
    #expect(device.calls.last?.call.summary == "Pump 5")
  }

  @Test(
    "D6, T8: refused after its rows have outlived the retention, it is shown again all the same")
  func refusedLate() throws {
    let device = try device()
    device.set(#"{"retentionDays":1}"#)
    device.setOnline(false)
    try device.respond(.action(key: "ack", activation: nil))
    device.run(for: .days(4))
    device.setOnline(true)
    try answer(device, .answered(status: 404, retryAfter: nil))
    device.run(for: .minutes(6))
    #expect(device.calls.last?.call.summary == "Pump 5")
  }

  @Test("D6, T28: an answer that comes while nothing can be noted is asked for again")
  func answeredWhileLocked() throws {
    let device = try Device.forMessages()
    device.unlock()
    device.callbackAnswers = nil
    device.set(AcknowledgementTests.signedIn)
    device.push(alarm())
    device.run(for: .seconds(1))
    try device.respond(.action(key: "ack", activation: nil))
    device.lock()
    try answer(device, .answered(status: 404, retryAfter: nil))
    device.unlock()
    #expect(device.sent.count == 2 && Set(device.sent.map(\.job.key)).count == 1)
    try answer(device, .answered(status: 404, retryAfter: nil))
    #expect(try sentence(device) == "The server did not accept it (404). The alarm is still open.")
  }

  @Test("D1, T28: signed out while nothing can be noted, it is said once that can be")
  func signedOutWhileLocked() throws {
    let device = try Device.forMessages()
    device.unlock()
    device.set(AcknowledgementTests.signedIn)
    device.push(alarm())
    device.run(for: .seconds(1))
    device.setOnline(false)
    try device.respond(.action(key: "ack", activation: nil))
    device.lock()
    device.set(#"{"backend":null}"#)
    device.unlock()
    #expect(try sentence(device) == "It was not sent. The alarm is still open.")
    #expect(device.sent.isEmpty)
  }

  @Test("D6: of two presses, what the server says to the first does not count for the second")
  func twoPresses() throws {
    let device = try device()
    device.done(.act(tag: "alarm:a1", action: "ack", data: ""))
    let first = try #require(device.sent.last)
    device.push(alarm("a1", ["status": "resolved"]))
    device.run(for: .seconds(1))
    device.push(alarm("a1", ["body": "Again"]))
    device.run(for: .seconds(1))
    device.done(.act(tag: "alarm:a1", action: "ack", data: ""))
    device.host.send(.finished(first.ticket, .posted(.answered(status: 404, retryAfter: nil))))
    #expect(try sentence(device) == "Acknowledged, not yet sent.")
    #expect(device.sent.count == 2)
    try answer(device, .answered(status: 204, retryAfter: nil))
    #expect(try sentence(device)?.hasPrefix("Acknowledged at the server") == true)
  }

  @Test("D15: after a refusal it comes again with what was said meanwhile")
  func newText() throws {
    let device = try device()
    try device.respond(.action(key: "ack", activation: nil))
    device.push(alarm("a1", ["body": "Now it burns"]))
    device.run(for: .seconds(1))
    try answer(device, .answered(status: 404, retryAfter: nil))
    device.run(for: .minutes(6))
    #expect(device.calls.last?.call.body == "Now it burns")
  }

  @Test("D1: signed out, nothing leaves, and it is said")
  func signedOut() throws {
    let device = try device(signedIn: false)
    try device.respond(.action(key: "ack", activation: nil))
    #expect(device.sent.isEmpty)
    #expect(try sentence(device) == "It was not sent. The alarm is still open.")
    #expect(device.calls.last?.call.body == "Carillon is not signed in to this service.")
  }

  @Test("D1: signing out ends what waits")
  func signingOut() throws {
    let device = try device()
    device.setOnline(false)
    try device.respond(.action(key: "ack", activation: nil))
    device.set(#"{"backend":null}"#)
    device.setOnline(true)
    device.run(for: .hours(1))
    #expect(device.sent.isEmpty)
    #expect(try sentence(device) == "It was not sent. The alarm is still open.")
  }

  @Test(
    "D1: a wrong setting is refused by its name",
    arguments: [
      (#"{"backend":{"url":"https://a.example.org"}}"#, "backend.token"),
      (#"{"backend":{"url":"http://a.example.org","token":{"secret":"x"}}}"#, "backend.url"),
      (#"{"backend":{"url":"https://a.example.org","token":"x"}}"#, "backend.token"),
      (#"{"backend":{"url":"https://a.example.org","token":{"secret":"x"},"x":1}}"#, "backend.x"),
      (#"{"repeatMinutes":61}"#, "repeatMinutes"), (#"{"repeatMinutes":-1}"#, "repeatMinutes"),
    ])
  func settings(_ patch: String, _ field: String) throws {
    let device = try Device.forMessages()
    #expect(device.refusal(.set(mergePatch: patch))?.message.hasPrefix("\(field): ") == true)
  }
}

/// A critical alarm is shown again until somebody has dealt with it. (D15)
@Suite struct ReminderTests {
  private func device(_ patch: String? = nil) throws -> Device {
    let device = try Device.forMessages()
    device.set(#"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#)
    if let patch { device.set(patch) }
    device.push(alarm())
    device.run(for: .seconds(1))
    return device
  }

  @Test("D15: every five minutes, twelve times, in its place")
  func nags() throws {
    let device = try device()
    device.run(for: .minutes(16))
    #expect(device.calls.count == 4)
    #expect(device.calls.map(\.call.urgency) == Array(repeating: .critical, count: 4))
    #expect(device.calls.dropFirst().allSatisfy { !$0.call.suppressSound })
    device.run(for: .hours(5))
    #expect(device.calls.count == 13)
  }

  @Test("D15: a pause and quiet hours do not stop it")
  func throughHolds() throws {
    let device = try device(#"{"quietHours":[{"from":"00:00","to":"23:59"}]}"#)
    device.done(.pause(until: "1h"))
    device.run(for: .minutes(11))
    #expect(device.calls.count == 3)
  }

  @Test(
    "D15: it ends with what deals with it",
    arguments: [
      "ack", "view", "default", "silence", "link", "acknowledged", "resolved", "off", "never",
    ])
  func ends(_ how: String) throws {
    let device = try device()
    switch how {
    case "acknowledged", "resolved": device.push(alarm("a1", ["status": how]))
    case "link": device.done(.open(link: "/alarms/a1", activation: nil))
    case "off": device.set(#"{"channels":{"alarms":{"enabled":false}}}"#)
    case "never": device.set(#"{"repeatMinutes":0}"#)
    default: try device.respond(.action(key: how, activation: nil))
    }
    let shown = device.calls.filter { $0.call.urgency == .critical }.count
    device.run(for: .hours(2))
    #expect(device.calls.filter { $0.call.urgency == .critical }.count == shown)
  }

  @Test("D15: a link that is opened while the screen is locked ends nothing")
  func lockedLink() throws {
    let device = try device()
    device.host.send(.situation(.locked(true)))
    device.done(.open(link: "/alarms/a1", activation: nil))
    let shown = device.calls.count
    device.run(for: .minutes(6))
    #expect(device.calls.count > shown)
  }

  @Test("D15: dismissing it ends nothing")
  func dismissed() throws {
    let device = try device()
    try device.respond(.dismissed)
    device.run(for: .minutes(6))
    #expect(device.calls.count == 2)
  }

  @Test("D15: it goes on after a restart, and a device that slept shows one")
  func restarts() throws {
    let device = try device()
    device.run(for: .minutes(3))
    device.crash()
    device.start()
    device.run(for: .minutes(3))
    #expect(device.calls.count == 2)
    device.sleep(for: .hours(8))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 3)
  }

  @Test("D15: after the clock has gone back it waits no longer than before")
  func clockBack() throws {
    let device = try device()
    device.setClock(to: device.now - .hours(6))
    device.run(for: .minutes(6))
    #expect(device.calls.count == 2)
  }

  @Test("D15: one that ended because nothing was heard of it begins again when it is heard of")
  func heardAgain() throws {
    let device = try device()
    device.run(for: .days(31))
    #expect(device.state().threads.isEmpty)
    let shown = device.calls.count
    device.push(alarm())
    device.run(for: .minutes(6))
    #expect(device.calls.count == shown + 2)
    #expect(device.calls.suffix(2).allSatisfy { !$0.call.suppressSound })
  }

  @Test("T8, D15: a clock that is set forward by years, and back, ends nothing")
  func clockForward() throws {
    let device = try device()
    for years in [10, -36, 26] as [Int64] {
      device.setClock(to: device.now + .days(365 * years))
      let shown = device.calls.count
      device.run(for: .minutes(6))
      #expect(device.calls.count > shown)
      #expect(device.state().threads.map(\.tag) == ["alarm:a1"])
    }
    // It is counted from the last time it was heard of.
    device.run(for: .days(31))
    #expect(device.state().threads.isEmpty)
  }

  @Test("T8, D9: after weeks of sleep, or off, it stays for a day: its service can be asked")
  func longSleep() throws {
    for way in ["off", "asleep", "asleep, and the clock was corrected"] {
      let device = try device()
      if way == "off" {
        device.crash()
        device.now = device.now + .days(40)
        device.start()
      } else if way == "asleep" {
        device.sleep(for: .days(40))
      } else {
        device.now = device.now + .days(40)
        device.setClock(to: device.now + .seconds(2))
        device.sleep(for: .zero)
      }
      device.run(for: .hours(23))
      #expect(device.state().threads.map(\.tag) == ["alarm:a1"])
      device.run(for: .days(2))
      #expect(device.state().threads.isEmpty)
    }
  }

  @Test("D6, D15: a refused acknowledgement begins it again")
  func refused() throws {
    let device = try device()
    device.callbackAnswers = { _ in .answered(status: 404, retryAfter: nil) }
    try device.respond(.action(key: "ack", activation: nil))
    device.run(for: .minutes(6))
    #expect(device.calls.filter { $0.call.summary == "Pump 5" }.count == 2)
  }

  @Test("D15: it says what was said last, also if that could not change the popup")
  func newest() throws {
    let device = try device()
    try device.respond(.dismissed)
    device.push(alarm("a1", ["body": "Hotter"]))
    #expect(device.calls.count == 1)
    device.run(for: .minutes(6))
    #expect(device.calls.last?.call.body == "Hotter")
  }

  @Test(
    "D15, C4: however many copies and silent updates have come since, it is shown again",
    arguments: [false, true])
  func amongCopies(_ areCopies: Bool) throws {
    let device = try device()
    for _ in 0..<40 {
      device.push(areCopies ? alarm() : alarm("a1", ["silent": "true", "body": "40 bar"]))
    }
    #expect(device.calls.count == 1)
    device.run(for: .minutes(16))
    #expect(device.calls.count == 4)
  }

  @Test("D15, T28: while its text cannot be read it waits, and goes on once that can")
  func locked() throws {
    let device = try Device.forMessages()
    device.unlock()
    device.push(alarm())
    device.run(for: .seconds(1))
    device.lock()
    device.run(for: .minutes(12))
    #expect(device.calls.count == 1)
    device.unlock()
    device.run(for: .minutes(6))
    #expect(device.calls.count == 2)
  }

  @Test("D15, T28: dismissed while its state cannot be read, it loses nothing of it")
  func dismissedWhileLocked() throws {
    let device = try Device.forMessages()
    device.unlock()
    device.push(alarm())
    device.run(for: .seconds(1))
    device.lock()
    try device.respond(.dismissed)
    device.unlock()
    #expect(try device.detail(of: "alarm:a1").heading == "Pump 5")
    device.run(for: .minutes(6))
    #expect(device.calls.count == 2)
  }

  @Test("D15: an update that is under way when it is time does not stand for it: nobody hears it")
  func update() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(for: .seconds(298))
    device.push(alarm("a1", ["body": "Hotter"]))
    device.run(for: .seconds(2))
    try device.answer(.shown(device.nextScreen()))
    let call = try #require(device.calls.last?.call)
    #expect(device.calls.count == 3 && call.body == "Hotter" && !call.suppressSound)
  }

  @Test("D15, J19: refused, it is tried again with what was said since")
  func refusedByTheServer() throws {
    let device = try device()
    device.setServer(.present(Device.gnome))
    device.run(for: .seconds(298))
    device.serverAnswers = { _ in .refused(name: "org.example.Error", message: "no") }
    device.run(for: .seconds(1))
    device.serverAnswers = { _ in .shown(device.nextScreen()) }
    #expect(device.calls.count == 2)
    device.push(alarm("a1", ["body": "Hotter"]))
    device.run(for: .seconds(2))
    let call = try #require(device.calls.last?.call)
    #expect(device.calls.count == 3 && call.body == "Hotter" && !call.suppressSound)
  }

  @Test("D15: what waited in vain for a server does not stand for it after a day of sleep")
  func vain() throws {
    let device = try device()
    device.setServer(.absent)
    device.run(for: .minutes(6))
    device.situation.server = .present(Device.server)
    device.sleep(for: .days(1))
    device.host.send(.situation(.server(device.situation.server)))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 2)
  }

  @Test("D15: what could not be shown in time comes again all the same, and as urgent as it is")
  func expired() throws {
    let device = try Device.forMessages()
    device.push(alarm("a1", ["severity": "warning"]))
    device.run(for: .seconds(1))
    device.setServer(.absent)
    device.push(alarm("a1", ["body": "Hotter"]), more: ["android": .object(["ttl": .text("60s")])])
    device.run(for: .minutes(2))
    device.setServer(.present(Device.server))
    device.run(for: .minutes(4))
    let call = try #require(device.calls.last?.call)
    #expect(device.calls.count == 2 && call.body == "Hotter" && call.urgency == .critical)
  }

  @Test("T38, D2: what had expired when it came is not what is told after unlocking")
  func expiredWhenItCame() throws {
    let device = try Device.forMessages()
    device.host.send(.situation(.locked(true)))
    device.push(alarm())
    device.run(for: .minutes(1))
    device.push(
      alarm("a1", ["title": "Pump 6", "timestamp": "2026-11-21T08:00:00Z"]),
      more: ["android": .object(["ttl": .text("60s")])])
    #expect(device.outcomes().contains { $0.hasSuffix("skipped expired") })
    try device.respond(.expired)
    device.host.send(.situation(.locked(false)))
    device.run(for: .seconds(1))
    #expect(device.calls.map(\.call.summary) == ["Pump 5", "Pump 5"])
  }

  @Test("D15: a warning is shown once")
  func warning() throws {
    let device = try Device.forMessages()
    device.push(alarm("a1", ["severity": "warning"]))
    device.run(for: .hours(2))
    #expect(device.calls.count == 1)
  }
}
