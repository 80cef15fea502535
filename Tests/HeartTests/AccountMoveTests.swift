import CarillonFeatures
import CarillonInbox
import CarillonLedger
import CarillonStore
import Testing

/// The user leaves a service for another one, which may use the same ids. (D1, D6)
@Suite struct AccountMoveTests {
  private static let staging = "https://staging.example.org"
  private static let production = "https://dcmms.example.org"

  private func signIn(_ device: Device, at url: String) {
    device.set(#"{"backend":{"url":"\#(url)","token":{"secret":"t0ken"}}}"#)
  }

  private func signOut(_ device: Device) { device.set(#"{"backend":null}"#) }

  /// Signed in at staging, whose lists are empty.
  private func device() throws -> Device {
    let device = try Device.forMessages()
    device.callbackAnswers = {
      $0.method == .get ? .document("[]", at: nil) : .answered(status: 201, retryAfter: nil)
    }
    signIn(device, at: AccountMoveTests.staging)
    device.run(for: .seconds(1))
    return device
  }

  private func sent(to url: String, _ device: Device) -> [String] {
    device.posts.filter { $0.job.spec.url.hasPrefix(url) }.map {
      "\($0.job.method.rawValue) \($0.job.spec.url.dropFirst(url.count))"
    }
  }

  private func listed(_ device: Device) throws -> [String] {
    guard case .done(let reply)? = device.ask(.subjects) else { return ["no answer"] }
    return try #require(reply.value(as: SubjectsReport.self)).rows.map(\.id)
  }

  private func shown(_ device: Device) -> [String] { device.calls.map(\.call.summary) }

  @Test(
    "D1, D11: an alarm that was acknowledged at the former service is another one's here",
    arguments: [false, true])
  func sameID(signsOut: Bool) throws {
    let device = try device()
    device.callbackAnswers = { _ in .answered(status: 204, retryAfter: nil) }
    device.push(alarm("42", ["title": "Hot"]))
    device.press("ack", on: 0)
    if signsOut {
      signOut(device)
      device.run(for: .hours(2))
    }
    signIn(device, at: AccountMoveTests.production)
    device.run(for: .minutes(1))
    device.push(alarm("42", ["title": "FIRE"]))
    #expect(shown(device) == ["Hot", "FIRE"])
  }

  @Test("D1: signed out and in again at the same service, what is known stays")
  func sameService() throws {
    let device = try device()
    device.callbackAnswers = { _ in .answered(status: 204, retryAfter: nil) }
    device.push(alarm("42"))
    device.press("ack", on: 0)
    signOut(device)
    signIn(device, at: AccountMoveTests.staging)
    device.run(for: .minutes(1))
    device.push(alarm("42"))
    #expect(device.calls.count == 1)
  }

  @Test("D6: what waits to be acknowledged at the former service is not acknowledged at this one")
  func waiting() throws {
    let device = try device()
    device.setOnline(false)
    device.push(alarm("42"))
    device.press("ack", on: 0)
    signIn(device, at: AccountMoveTests.production)
    device.callbackAnswers = { _ in .answered(status: 204, retryAfter: nil) }
    device.setOnline(true)
    device.run(for: .hours(1))
    #expect(sent(to: AccountMoveTests.production, device).allSatisfy { !$0.contains("42") })
    // The user is told.
    #expect(shown(device).last == "Acknowledge failed")
  }

  @Test("D6: the former service's alarms leave the screen and the page, and come back no more")
  func leaves() throws {
    let device = try device()
    device.callbackAnswers = { _ in .answered(status: 204, retryAfter: nil) }
    device.push(alarm("42"))
    #expect(try listed(device) == ["42"])
    signIn(device, at: AccountMoveTests.production)
    #expect(device.closed.count == 1)
    device.run(for: .hours(1))
    #expect(device.calls.count == 1)
    #expect(try listed(device).isEmpty)
    device.press("ack", on: 0)
    #expect(sent(to: AccountMoveTests.production, device).allSatisfy { !$0.contains("42") })
  }

  @Test("D1: very many are forgotten step by step, and what comes meanwhile stays")
  func many() throws {
    let device = try device()
    for number in 1...100 { device.push(alarm("a\(number)", ["severity": "info"])) }
    device.run(for: .seconds(1))
    device.holdsIdle = true
    device.callbackAnswers = nil
    signIn(device, at: AccountMoveTests.production)
    #expect(try !listed(device).isEmpty)
    device.run(for: .seconds(1))
    device.push(alarm("a1", ["title": "FIRE"]))
    device.holdsIdle = false
    device.idle()
    device.run(for: .minutes(1))
    #expect(try listed(device) == ["a1"])
    #expect(shown(device).last == "FIRE")
  }

  @Test(
    "D1, D9, D10: what the former service answers late changes nothing",
    arguments: [
      PostResult.document(#"{"critical_alarms":false}"#, at: nil),
      .answered(status: 401, retryAfter: nil),
      .document(#"[{"id":"42","status":"acknowledged","severity":"critical"}]"#, at: nil),
    ])
  func lateAnswers(_ answer: PostResult) throws {
    let device = try device()
    device.crash()
    device.callbackAnswers = nil
    device.start()
    // The lists, then the preferences: each waits for the one before.
    for _ in 1...3 {
      let late = try #require(device.posts.last)
      #expect(late.job.spec.url.hasPrefix(AccountMoveTests.staging))
      signIn(device, at: AccountMoveTests.production)
      device.host.send(.finished(late.ticket, .posted(answer)))
      #expect(device.state().accounts.first?.state != .signedOut)
      #expect(device.posts.last?.job.spec.url.hasPrefix(AccountMoveTests.production) == true)
      signIn(device, at: AccountMoveTests.staging)
      guard let next = device.posts.last else { continue }
      device.host.send(.finished(next.ticket, .posted(.document("[]", at: nil))))
    }
    signIn(device, at: AccountMoveTests.production)
    device.push(alarm("42", ["title": "FIRE"]))
    #expect(shown(device) == ["FIRE"])
  }

  @Test(
    "D1: registered late at the former service, the device is not registered here, and is removed there",
    arguments: [201, 401])
  func lateRegistration(_ status: Int) throws {
    let device = try Device.forMessages()
    device.callbackAnswers = nil
    device.set(#"{"distributor":"auto"}"#)
    device.host.send(.situation(.endpoint("https://push.example/up1")))
    signIn(device, at: AccountMoveTests.staging)
    // The lists and the preferences come first.
    for _ in 1...5 {
      guard let asked = device.posts.last, asked.job.method == .get else { break }
      device.host.send(.finished(asked.ticket, .posted(.document("[]", at: nil))))
    }
    let late = try #require(device.sent.last)
    #expect(late.job.method == .post)
    signIn(device, at: AccountMoveTests.production)
    device.host.send(.finished(late.ticket, .posted(.answered(status: status, retryAfter: nil))))
    let state = device.state().accounts.first?.state
    #expect(state != .registered && state != .signedOut)
    device.callbackAnswers = {
      $0.method == .get ? .document("[]", at: nil) : .answered(status: 500, retryAfter: nil)
    }
    device.run(for: .hours(1))
    #expect(device.state().accounts.first?.state != .registered)
    #expect(
      device.posts.contains {
        $0.job.method == .delete && $0.job.spec.url.hasPrefix(AccountMoveTests.staging)
      })
  }

  @Test("D1, T16: after the clock has gone back, what this service answers counts as before")
  func clockBack() throws {
    let device = try device()
    device.set(#"{"distributor":"auto"}"#)
    signIn(device, at: AccountMoveTests.production)
    device.run(for: .minutes(1))
    device.setClock(to: device.now - .days(30))
    device.host.send(.situation(.endpoint("https://push.example/up1")))
    device.run(for: .hours(1))
    #expect(device.state().accounts.first?.state == .registered)
  }

  @Test("D1, D8: how much the former service counted is not told to this one")
  func badge() throws {
    let device = try device()
    device.done(
      .push(
        message:
          #"{"data":{"type":"alarm","alarmId":"a1"},"apns":{"payload":{"aps":{"badge":77}}}}"#))
    #expect(device.state().badge == 77)
    signIn(device, at: AccountMoveTests.production)
    device.run(for: .minutes(1))
    #expect(device.state().badge == 0)
    let told = device.posts.filter { $0.job.spec.url.hasPrefix(AccountMoveTests.production) }
    #expect(told.allSatisfy { !$0.job.body.contains("77") })
  }
}
