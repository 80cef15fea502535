import CarillonFeatures
import CarillonInbox
import CarillonLedger
import CarillonStore
import Testing

/// A service that the user is signed in to: what it is told of this device. (D1)
@Suite struct AccountTests {
  private static let base = "https://dcmms.example.org"
  private static let devices = "/api/v1/users/me/device-tokens"

  private func signIn(_ device: Device, at url: String = base, token: String = "t0ken") {
    device.set(#"{"backend":{"url":"\#(url)","token":{"secret":"\#(token)"}}}"#)
  }

  /// A device with an endpoint at a distributor.
  private func device(endpoint: String? = "https://push.example/up1") throws -> Device {
    let device = try Device.forMessages()
    device.callbackAnswers = {
      $0.method == .get ? .document("[]", at: nil) : .answered(status: 201, retryAfter: nil)
    }
    device.set(#"{"distributor":"auto"}"#)
    if let endpoint { move(device, to: endpoint) }
    return device
  }

  private func move(_ device: Device, to endpoint: String?) {
    device.host.send(.situation(.endpoint(endpoint)))
    device.run(for: .seconds(1))
  }

  private func calls(_ device: Device) -> [String] {
    device.sent.map {
      "\($0.job.method.rawValue) \($0.job.spec.url.dropFirst(AccountTests.base.count))"
    }
  }

  private func state(_ device: Device) -> StateReport.Account.State? {
    device.state().accounts.first?.state
  }

  @Test("D1: signed in, the device is registered with its endpoint and its public keys")
  func registers() throws {
    let device = try device()
    #expect(device.sent.isEmpty)
    signIn(device)
    #expect(calls(device) == ["POST \(AccountTests.devices)"])
    let body = try #require(JSONValue(parsing: device.sent[0].job.body))
    guard case .object(let members) = body else { return }
    #expect(members["token"] == .text("https://push.example/up1"))
    #expect(members["platform"] == .text("linux"))
    guard case .text(let p256dh) = members["p256dh"], case .text(let auth) = members["auth"] else {
      Issue.record("no keys")
      return
    }
    #expect(p256dh.hasPrefix("P-") && auth.hasPrefix("A-"))
    #expect(state(device) == .registered)
  }

  @Test("D1: only when signed in; a distributor without an endpoint waits for one")
  func noAddress() throws {
    let device = try device(endpoint: nil)
    signIn(device)
    #expect(device.sent.isEmpty && state(device) == .noAddress)
    move(device, to: "https://push.example/late")
    #expect(calls(device) == ["POST \(AccountTests.devices)"])
  }

  @Test("D1, D13: a new endpoint is told first, then the old one is taken back")
  func rotates() throws {
    let device = try device()
    signIn(device)
    move(device, to: "https://push.example/up 2?x=1")
    #expect(
      calls(device) == [
        "POST \(AccountTests.devices)", "POST \(AccountTests.devices)",
        "DELETE \(AccountTests.devices)/https%3A%2F%2Fpush.example%2Fup1",
      ])
    #expect(device.sent[1].job.body.contains("up 2?x=1"))
  }

  @Test("D1: an endpoint that was lost before it was told is not told")
  func lost() throws {
    let device = try device()
    device.setOnline(false)
    signIn(device)
    move(device, to: nil)
    device.setOnline(true)
    device.run(for: .hours(1))
    #expect(device.sent.isEmpty && state(device) == .noAddress)
    let waiting = try device.store.read { rows throws(StoreFailure) in try rows.postingCount() }
    #expect(waiting == 0)
  }

  @Test("D1: an endpoint that comes back before another one was told stays the one that is known")
  func back() throws {
    let device = try device()
    signIn(device)
    device.setOnline(false)
    move(device, to: "https://push.example/up2")
    move(device, to: "https://push.example/up1")
    device.setOnline(true)
    device.run(for: .hours(1))
    #expect(calls(device) == ["POST \(AccountTests.devices)"])
    #expect(state(device) == .registered)
    let waiting = try device.store.read { rows throws(StoreFailure) in try rows.postingCount() }
    #expect(waiting == 0)
  }

  @Test("D1: endpoints that were never told are not kept in mind, however many there were")
  func manyEndpoints() throws {
    let device = try device()
    signIn(device)
    device.setOnline(false)
    for number in 0..<200 { move(device, to: "https://push.example/other\(number)") }
    let note = try device.store.read { rows throws(StoreFailure) in try rows.note(Note.accounts) }
    #expect((note?.utf8.count ?? 0) < 2000)
    device.setOnline(true)
    device.run(for: .minutes(1))
    #expect(
      calls(device).dropFirst() == [
        "POST \(AccountTests.devices)",
        "DELETE \(AccountTests.devices)/https%3A%2F%2Fpush.example%2Fup1",
      ])
  }

  @Test("D1: of endpoints that a service may know or not, some are kept in mind, not all")
  func uncertainEndpoints() throws {
    let device = try device()
    device.callbackAnswers = {
      $0.method == .get ? .document("[]", at: nil) : .failed(FetchFailure(.timeout))
    }
    signIn(device)
    for number in 0..<60 {
      move(device, to: "https://push.example/other\(number)")
      // Every one of them is sent.
      device.run(for: .hours(2))
    }
    #expect(device.sent.count >= 60)
    let note = try device.store.read { rows throws(StoreFailure) in try rows.note(Note.accounts) }
    #expect((note?.utf8.count ?? 0) < 6000)
  }

  @Test("D1: it is told again after a week, not before")
  func weekly() throws {
    let device = try device()
    signIn(device)
    device.run(for: .days(6))
    #expect(device.sent.count == 1)
    device.run(for: .days(2))
    #expect(device.sent.count == 2)
  }

  @Test("D1: signing out removes the device while the token still counts, then forgets the token")
  func signsOut() throws {
    let device = try device()
    signIn(device)
    let token = try #require(device.secrets.first { $0.value == "t0ken" }?.key)
    device.callbackAnswers = nil
    device.set(#"{"backend":null}"#)
    #expect(calls(device).last == "DELETE \(AccountTests.devices)/https%3A%2F%2Fpush.example%2Fup1")
    let removal = try #require(device.sent.last)
    #expect(removal.job.spec.secrets == [token] && device.secrets[token] == "t0ken")
    device.host.send(.finished(removal.ticket, .posted(.answered(status: 204, retryAfter: nil))))
    #expect(device.secrets[token] == nil)
    #expect(device.secrets.isEmpty && device.state().accounts.isEmpty)
  }

  @Test(
    "D1: a removal that may have come after the device was registered again has it registered once more",
    arguments: [false, true])
  func lateRemoval(isFirst: Bool) throws {
    let device = try device()
    signIn(device)
    device.callbackAnswers = { $0.method == .get ? .document("[]", at: nil) : nil }
    device.set(#"{"backend":null}"#)
    let removal = try #require(device.sent.last)
    device.run(for: .seconds(3))
    signIn(device, token: "other")
    let again = try #require(device.sent.last { $0.job.method == .post })
    let done = PostResult.answered(status: 204, retryAfter: nil)
    device.run(for: .seconds(3))
    for ticket in isFirst ? [removal.ticket, again.ticket] : [again.ticket, removal.ticket] {
      device.host.send(.finished(ticket, .posted(done)))
    }
    let before = device.sent.filter { $0.job.method == .post }.count
    for post in device.sent.suffix(1) where post.ticket != removal.ticket {
      device.host.send(.finished(post.ticket, .posted(done)))
    }
    device.run(for: .hours(1))
    #expect(before == 3 && device.sent.filter { $0.job.method == .post }.count == before)
    #expect(state(device) == .registered)
  }

  @Test(
    "D1: signed out and in while the keys are read, the device gets new ones; the old are forgotten"
  )
  func keysReadMeanwhile() throws {
    let device = try device()
    signIn(device)
    device.crash()
    device.start()
    device.keysWaiting = []
    // Its public keys are read to register it anew.
    move(device, to: "https://push.example/up2")
    #expect(device.keysWaiting?.count == 1)
    device.set(#"{"backend":null}"#)
    device.run(for: .seconds(3))
    signIn(device, token: "other")
    device.giveKeys()
    device.run(for: .hours(1))
    #expect(state(device) == .registered)
    #expect(device.secrets.values.sorted() == ["keys", "other"])
    let keys = try #require(
      try device.store.read { rows throws(StoreFailure) in
        try rows.note(Note.accounts)
      })
    let id = try #require(device.secrets.first { $0.value == "keys" }?.key.id)
    #expect(keys.contains(id))
  }

  @Test("D1: an endpoint that was lost while it was being told is not told again")
  func lostWhileTelling() throws {
    let device = try device()
    device.callbackAnswers = { $0.method == .get ? .document("[]", at: nil) : nil }
    signIn(device)
    let telling = try #require(device.sent.last)
    move(device, to: nil)
    device.host.send(.finished(telling.ticket, .posted(.failed(FetchFailure(.timeout)))))
    device.run(for: .hours(1))
    let waiting = try device.store.read { rows throws(StoreFailure) in try rows.postingCount() }
    #expect(waiting == 0 && device.sent.count == 1)
  }

  @Test("D1: signed out offline and restarted, the device is removed later, once")
  func signsOutOffline() throws {
    let device = try device()
    signIn(device)
    device.setOnline(false)
    device.set(#"{"backend":null}"#)
    device.run(for: .hours(30))
    device.crash()
    device.start()
    device.run(for: .hours(1))
    #expect(device.sent.isEmpty)
    device.setOnline(true)
    device.run(for: .days(2))
    #expect(calls(device) == ["DELETE \(AccountTests.devices)/https%3A%2F%2Fpush.example%2Fup1"])
    #expect(!device.secrets.values.contains("t0ken"))
  }

  @Test("D1: signed in elsewhere, the first service is told to forget the device")
  func moves() throws {
    let device = try device()
    signIn(device)
    signIn(device, at: "https://other.example.org", token: "other")
    let urls = device.sent.map(\.job.spec.url)
    #expect(
      urls.contains("\(AccountTests.base)\(AccountTests.devices)/https%3A%2F%2Fpush.example%2Fup1"))
    #expect(urls.contains("https://other.example.org\(AccountTests.devices)"))
    #expect(device.state().accounts.map(\.host) == ["other.example.org"])
  }

  @Test(
    "D1: what the service answers is said, and 409 counts as registered",
    arguments: [
      (404, StateReport.Account.State.refused), (410, .refused), (409, .registered),
      (401, .signedOut),
    ])
  func answers(_ status: Int, _ expected: StateReport.Account.State) throws {
    let device = try device()
    device.callbackAnswers = {
      $0.method == .get ? .document("[]", at: nil) : .answered(status: status, retryAfter: nil)
    }
    signIn(device)
    #expect(state(device) == expected)
    #expect(device.sent.count == 1)
  }

  @Test("D1, D13: a token that counts no more: another one is used at once")
  func newToken() throws {
    let device = try device()
    device.callbackAnswers = { _ in .answered(status: 401, retryAfter: nil) }
    signIn(device)
    #expect(device.state().hints.contains { $0.code == "ACCOUNT_SIGNED_OUT" })
    device.callbackAnswers = {
      $0.method == .get ? .document("[]", at: nil) : .answered(status: 200, retryAfter: nil)
    }
    signIn(device, token: "new")
    #expect(state(device) == .registered)
    #expect(!device.state().hints.contains { $0.code == "ACCOUNT_SIGNED_OUT" })
  }

  @Test("D1: a token that is not in the keyring any more is said")
  func tokenGone() throws {
    let device = try device()
    device.callbackAnswers = { _ in .unsent(FetchFailure(.secret)) }
    signIn(device)
    #expect(state(device) == .signedOut)
    #expect(
      device.state().accounts.first?.text
        == "Its token is not in the keyring any more. Sign in again.")
  }

  @Test("D1: 5xx is tried again, also after a restart, and the keys are never stored")
  func busy() throws {
    let device = try device()
    device.callbackAnswers = { _ in .answered(status: 503, retryAfter: nil) }
    signIn(device)
    let stored = try device.store.read { rows throws(StoreFailure) in
      try rows.postings(to: Address("accounts/maintenance"), limit: 9).map(\.body)
    }
    #expect(!stored.isEmpty && stored.allSatisfy { $0 == "{}" })
    device.crash()
    device.callbackAnswers = {
      $0.method == .get ? .document("[]", at: nil) : .answered(status: 200, retryAfter: nil)
    }
    device.start()
    device.run(for: .hours(2))
    #expect(calls(device) == ["POST \(AccountTests.devices)"])
    #expect(device.sent[0].job.body.contains("p256dh"))
    #expect(state(device) == .registered)
  }

  @Test("D1: while the keyring is locked it waits")
  func locked() throws {
    let device = try device()
    signIn(device)
    device.situation.keyring = .locked
    device.host.send(.situation(.keyring(.locked)))
    move(device, to: "https://push.example/up2")
    device.crash()
    device.start()
    device.run(for: .hours(1))
    #expect(device.sent.isEmpty)
    device.situation.keyring = .open
    device.host.send(.situation(.keyring(.open)))
    device.run(for: .seconds(1))
    #expect(device.sent.first?.job.body.contains("up2") == true)
  }

  @Test("D1: its own paths, checked")
  func paths() throws {
    let device = try device()
    device.set(
      #"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"},"paths":{"deviceTokens":"/v2/devices","acknowledge":"/v2/a/:id/ok"}}}"#
    )
    #expect(calls(device) == ["POST /v2/devices"])
    device.push(alarm("a1"))
    device.run(for: .seconds(1))
    device.done(.act(tag: "alarm:a1", action: "ack", data: ""))
    #expect(calls(device).last == "POST /v2/a/a1/ok")
    for (path, value) in [
      ("acknowledge", "/v2/ok"), ("alarms", "v2"), ("alarms", "/../x"), ("nothing", "/x"),
    ] {
      let patch = #"{"backend":{"paths":{"\#(path)":"\#(value)"}}}"#
      #expect(
        device.refusal(.set(mergePatch: patch))?.message.hasPrefix("backend.paths.\(path): ")
          == true)
    }
  }

  @Test("D1: what the service seals is the user's own: its channel, and urgent")
  func sealed() throws {
    let device = try device()
    signIn(device)
    device.opens = { job in
      .opened(device.document(alarm("a1")), by: job.keys.last)
    }
    let parcel = Parcel(.sealed([1, 2, 3]), carrier: Carrier.unifiedPush, id: "1")
    device.host.send(.received(parcel))
    device.run(for: .seconds(1))
    #expect(device.calls.last?.call.urgency == .critical)
    #expect(device.history().first?.channel == "alarms")
  }
}

/// What a service knows, asked for. (D9)
@Suite struct ListTests {
  private func device(_ lists: @escaping (String) -> PostResult) throws -> Device {
    let device = try Device.forMessages()
    device.callbackAnswers = { job in
      job.method == .get ? lists(job.spec.url) : .answered(status: 200, retryAfter: nil)
    }
    device.set(#"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#)
    return device
  }

  @Test("D9: 002's silent message fetches the alarms, and shows nothing")
  func silent() throws {
    let device = try device { _ in .document("[]", at: nil) }
    let before = device.asked.count
    device.done(
      .push(
        message: #"""
          {"data":{"type":"sync","syncType":"alarms","silent":"true"},
           "apns":{"payload":{"aps":{"contentAvailable":true}}},"android":{"priority":"high"}}
          """#))
    device.run(for: .seconds(1))
    #expect(device.calls.isEmpty)
    #expect(
      device.asked.dropFirst(before).map(\.job.spec.url) == [
        "https://dcmms.example.org/api/v1/alarms"
      ])
  }

  @Test(
    "D9: what was resolved or acknowledged there is closed here",
    arguments: ["acknowledged", "resolved"])
  func closes(_ status: String) throws {
    var list = "[]"
    let device = try device {
      $0.hasSuffix("/alarms") ? .document(list, at: nil) : .document("[]", at: nil)
    }
    device.push(alarm("a1"))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 1)
    list = #"{"alarms":[{"id":"a1","status":"\#(status)","severity":"critical","title":"Pump 5"}]}"#
    device.push(["type": "sync", "syncType": "alarms"])
    device.run(for: .hours(1))
    #expect(device.closed.count == 1 && device.calls.count == 1)
  }

  @Test("D9: the same twice within ten minutes is asked for twice")
  func twice() throws {
    let device = try device { _ in .document("[]", at: nil) }
    let before = device.asked.count
    for _ in 1...2 {
      device.push(["type": "sync", "syncType": "work-orders"])
      device.run(for: .seconds(1))
    }
    #expect(device.asked.count == before + 2)
  }

  @Test("D9: a flood asks once while one waits")
  func flood() throws {
    let device = try device { _ in .document("[]", at: nil) }
    device.setOnline(false)
    for _ in 1...50 { device.push(["type": "sync"]) }
    let before = device.asked.count
    device.setOnline(true)
    device.run(for: .minutes(1))
    #expect(device.asked.count == before + 2)
  }

  @Test("D9: an alarm that nobody has heard of is known then, and shows nothing")
  func unknown() throws {
    let device = try device {
      $0.hasSuffix("/alarms")
        ? .document(#"[{"alarmId":"a7","severity":"critical","title":"Pump 7"}]"#, at: nil)
        : .document("[]", at: nil)
    }
    device.run(for: .hours(1))
    #expect(device.calls.isEmpty)
    #expect(try device.detail(of: "alarm:a7").heading == "Pump 7")
  }

  @Test(
    "D9, D11: an alarm that a list has named first is shown, urgent, when its message comes",
    arguments: ["2026-11-21T08:00:00Z", "2026-11-21T08:30:00Z", nil])
  func listedFirst(_ updatedAt: String?) throws {
    let said = updatedAt.map { #","updatedAt":"\#($0)""# } ?? ""
    let device = try device {
      $0.hasSuffix("/alarms")
        ? .document(
          #"[{"alarmId":"a7","severity":"critical","title":"Pump 7"\#(said)}]"#, at: nil)
        : .document("[]", at: nil)
    }
    device.run(for: .seconds(1))
    #expect(device.calls.isEmpty)
    let message = alarm("a7", ["title": "Pump 7", "timestamp": "2026-11-21T08:00:00Z"])
    device.push(message)
    device.run(for: .seconds(1))
    #expect(device.calls.map(\.call.summary) == ["Pump 7"])
    #expect(device.calls.last?.call.urgency == .critical)
    // It comes again until somebody deals with it, and its second message is no news.
    device.push(message.merging(["body": "Still too hot"]) { $1 })
    device.run(for: .seconds(1))
    #expect(device.calls.count { $0.call.suppressSound != true } == 1)
    device.run(for: .minutes(6))
    #expect(device.calls.count { $0.call.suppressSound != true } == 2)
  }

  @Test("D9: a list says nothing of what another service has sent")
  func foreignList() throws {
    let device = try device {
      $0.hasSuffix("/alarms")
        ? .document(
          #"[{"alarmId":"a7","title":"Pump 7","brewId":"b1","stage":"complete"}]"#, at: nil)
        : .document("[]", at: nil)
    }
    device.push(stage("heating"))
    device.run(for: .seconds(1))
    #expect(device.state().threads.map(\.tag).sorted() == ["alarm:a7", "brew:b1"])
    #expect(device.push(stage("grinding")) != "skipped earlier-stage")
  }

  @Test("D9: one that a list says was raised anew, or is worse, is shown when its message comes")
  func listedAnew() throws {
    var list = "[]"
    let device = try device {
      $0.hasSuffix("/alarms") ? .document(list, at: nil) : .document("[]", at: nil)
    }
    device.push(alarm("a1", ["severity": "warning"]))
    device.push(alarm("a2", ["status": "resolved"]))
    device.run(for: .seconds(1))
    #expect(device.calls.count == 1)
    list = #"[{"id":"a1","severity":"critical"},{"id":"a2","severity":"critical"}]"#
    device.push(["type": "sync", "syncType": "alarms"])
    device.run(for: .seconds(1))
    #expect(device.calls.count == 1)
    for id in ["a1", "a2"] { device.push(alarm(id)) }
    device.run(for: .seconds(1))
    #expect(device.calls.suffix(2).map(\.call.urgency) == [.critical, .critical])
    #expect(device.calls.count == 3)
  }

  @Test("D9: raised again in the same words, it is no copy, although a list knew it first")
  func flapping() throws {
    var list = "[]"
    let device = try device {
      $0.hasSuffix("/alarms") ? .document(list, at: nil) : .document("[]", at: nil)
    }
    device.push(alarm())
    device.run(for: .seconds(1))
    for status in ["resolved", "active"] {
      list = #"[{"id":"a1","status":"\#(status)","severity":"critical"}]"#
      device.push(["type": "sync", "syncType": "alarms"])
      device.run(for: .seconds(1))
    }
    #expect(device.calls.count == 1)
    for _ in 1...2 { device.push(alarm()) }
    device.run(for: .seconds(1))
    #expect(device.calls.count == 2)
  }

  @Test("D9: a work order that a list has named first is shown when its message comes")
  func orderListedFirst() throws {
    let device = try device {
      $0.hasSuffix("/work-orders")
        ? .document(#"[{"id":"wo-7","title":"Change the seal"}]"#, at: nil)
        : .document("[]", at: nil)
    }
    device.run(for: .seconds(1))
    #expect(device.calls.isEmpty)
    for _ in 1...2 {
      device.push(["type": "work_order", "workOrderId": "wo-7", "title": "Change the seal"])
      device.run(for: .minutes(11))
    }
    #expect(device.calls.count { $0.call.suppressSound != true } == 1)
  }

  @Test("D9: one that was dealt with before its message came stays quiet")
  func listedAndSettled() throws {
    let device = try device {
      $0.hasSuffix("/alarms")
        ? .document(#"[{"id":"a7","severity":"critical"}]"#, at: nil) : .document("[]", at: nil)
    }
    device.run(for: .seconds(1))
    device.done(.act(tag: "alarm:a7", action: "ack", data: ""))
    device.push(alarm("a7"))
    device.run(for: .minutes(6))
    #expect(device.calls.isEmpty)
  }

  @Test("D9: what topics ask for is fetched once a minute at most, and not lost")
  func foreign() throws {
    let device = try device { _ in .document("[]", at: nil) }
    device.set(#"{"subscriptions":[{"server":"https://ntfy.example","topic":"alerts"}]}"#)
    let before = device.asked.count
    for number in 0..<50 {
      var parcel = Parcel(
        text: device.document(["type": "sync", "syncType": "alarms"]),
        carrier: "ntfy:ntfy.example", id: String(number))
      parcel.topic = "ntfy.example/alerts"
      device.host.send(.received(parcel))
      device.run(for: .seconds(1))
    }
    #expect(device.asked.count == before + 1)
    device.run(for: .minutes(5))
    #expect(device.asked.count == before + 3)
    // The user's own service need not wait.
    device.push(["type": "sync", "syncType": "alarms"])
    device.run(for: .seconds(1))
    #expect(device.asked.count == before + 4)
  }

  @Test(
    "D9: what is no list is said and changes nothing",
    arguments: [
      "", "{", "7", #"{"alarms":7}"#, #"{"other":[]}"#,
    ])
  func noList(_ text: String) throws {
    let device = try device { _ in .document(text, at: nil) }
    #expect(device.state().accounts.first?.state == .noList)
  }

  @Test("D9: entries that no message can be made of are left out, which is recorded")
  func badEntries() throws {
    let device = try device {
      $0.hasSuffix("/alarms")
        ? .document(
          #"[7,null,{},{"id":"../x"},{"id":"a","status":"gone"},{"id":"a8","title":"Good"}]"#,
          at: nil)
        : .document("[]", at: nil)
    }
    device.run(for: .seconds(1))
    #expect(try device.detail(of: "alarm:a8").heading == "Good")
    // Said once for all of them.
    let refused = device.state().lastErrors.filter { $0.code.rawValue.hasPrefix("MESSAGE_REFUSED") }
    #expect(refused.count == 1)
    #expect(device.state().accounts.first?.state == .noAddress)
  }

  @Test("D9: 1,500 entries are taken in step by step")
  func long() throws {
    let entries = (0..<1500).map { #"{"id":"a\#($0)","title":"Alarm \#($0)"}"# }
    let device = try device {
      $0.hasSuffix("/alarms")
        ? .document("[\(entries.joined(separator: ","))]", at: nil) : .document("[]", at: nil)
    }
    device.run(for: .seconds(1))
    #expect(try device.detail(of: "alarm:a1499").heading == "Alarm 1499")
    #expect(device.idled >= 1500 / 20 - 1)
  }

  @Test("D9: signed out, nothing is asked for")
  func signedOut() throws {
    let device = try device { _ in .document("[]", at: nil) }
    device.set(#"{"backend":null}"#)
    let before = device.posts.count
    device.push(["type": "sync"])
    device.run(for: .hours(1))
    #expect(device.posts.count == before)
  }

  @Test("D9: after an outage of a connection it asks, as messages may be missing")
  func outage() throws {
    let device = try device { _ in .document("[]", at: nil) }
    let before = device.asked.count
    device.host.send(
      .situation(
        .outage(
          Outage(
            carrier: Carrier.unifiedPush, from: device.now - .hours(3), to: device.now, why: nil,
            lostBefore: nil))))
    device.run(for: .seconds(1))
    #expect(device.asked.count == before + 3)
  }

  @Test("D9: a connection that comes and goes all the time has it asked once a minute at most")
  func comesAndGoes() throws {
    let device = try device { _ in .document("[]", at: nil) }
    let before = device.asked.count
    for _ in 0..<120 {
      device.host.send(
        .situation(
          .outage(
            Outage(
              carrier: Carrier.unifiedPush, from: device.now - .milliseconds(5), to: device.now,
              why: nil, lostBefore: nil))))
      device.run(for: .seconds(1))
    }
    #expect((6...9).contains(device.asked.count - before))
    device.run(for: .minutes(10))
    #expect(device.asked.count - before <= 9)
  }
}
