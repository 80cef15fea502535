import CarillonFeatures
import CarillonStore
import Testing

/// The copy and http buttons of a topic's messages. (C5)
@Suite struct ButtonRequestTests {
  private static let garage = "garage.example"

  /// A device with the topics `a` and `b`; for `a`, these hosts are allowed.
  private func device(hosts: [String] = [], _ more: String = "") throws -> Device {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    device.situation.online = true
    device.setSlots([])
    let list = hosts.map { "\"\($0)\"" }.joined(separator: ",")
    device.set(
      #"""
      {"subscriptions":[
      {"server":"https://ntfy.example","topic":"a","name":"Home","hosts":[\#(list)]\#(more)},
      {"server":"https://ntfy.example","topic":"b","name":"Work"}]}
      """#)
    return device
  }

  private static func http(
    _ url: String = "https://garage.example/open", clear: Bool = false, headers: String = "{}"
  ) -> String {
    #"{"id":"http-1","title":"Open the Door","data":{"http":{"url":"\#(url)","host":"garage.example","method":"PUT","body":"now","headers":\#(headers),"clear":\#(clear)}}}"#
  }

  private static let copy =
    #"{"id":"copy-1","title":"Copy the Code","data":{"copy":"12345\nsix"}}"#

  /// A message over a topic with these buttons.
  private func bring(
    _ actions: String, over topic: String = "a", sealedBy sender: String? = nil,
    id: String = "m1", more: String = "", to device: Device
  ) {
    var parcel = Parcel(
      text: #"{"data":{"type":"general","title":"Ring","actions":[\#(actions)]\#(more)}}"#,
      carrier: "ntfy:ntfy.example", id: id)
    parcel.topic = "ntfy.example/\(topic)"
    parcel.sender = sender
    parcel.sequence = id
    parcel.sentAt = device.now
    device.host.send(.received(parcel))
  }

  private func answer(_ device: Device, _ result: PostResult) throws {
    let post = try #require(device.posts.last)
    device.host.send(.finished(post.ticket, .posted(result)))
  }

  private static let done = PostResult.answered(status: 204, retryAfter: nil)
  private static let nobody = PostResult.unsent(FetchFailure(.unreachable))

  private func id(_ device: Device) -> String {
    device.history().first { $0.title == "Ring" }?.requestId ?? ""
  }

  private func consent(_ device: Device, _ consent: ButtonConsent) {
    guard let asked = device.questions.last else { return }
    device.done(
      .order(.consent(requestID: asked.requestID, action: asked.action, consent)))
  }

  private func hosts(_ device: Device) -> [[String]] {
    guard let document = JSONValue(parsing: device.done(.configuration)),
      case .object(let members) = document, case .array(let all) = members["subscriptions"]
    else { return [] }
    return all.map { element in
      guard case .object(let members) = element, case .array(let hosts) = members["hosts"] else {
        return []
      }
      return hosts.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
  }

  // MARK: Copy

  @Test("C5: a copy button puts its text on the clipboard, and answers the row")
  func copies() throws {
    let device = try device()
    bring(Self.copy, to: device)
    #expect(device.calls.last?.call.actions.map(\.label) == ["Open", "Copy the Code"])
    device.press("copy-1")
    #expect(device.copied == ["12345\nsix"])
    let entry = try #require(device.history().first)
    #expect(entry.responseText == "Copy the Code")
    #expect(device.opened.isEmpty && device.posts.isEmpty && device.questions.isEmpty)
  }

  @Test("C5: a copy button works in the window, once, and never by Respond")
  func copiesOnlyForTheUser() throws {
    let device = try device()
    bring(Self.copy, to: device)
    let refusal = device.refusal(.respond(requestID: id(device), action: "copy-1"))
    #expect(refusal?.kind == .refused && refusal?.message.contains("copies a text") == true)
    #expect(device.copied.isEmpty)
    device.done(.order(.press(requestID: id(device), action: "copy-1")))
    #expect(device.copied.count == 1)
    let second = device.refusal(.order(.press(requestID: id(device), action: "copy-1")))
    #expect(second?.kind == .refused && device.copied.count == 1)
  }

  @Test("C5: what a message calls its request is not asked about: the button has a title")
  func unnamed() throws {
    let device = try device()
    bring(
      Self.http().replacing(#""clear":false"#, with: #""clear":false,"label":"Done""#), to: device)
    device.press("http-1")
    #expect(device.questions.last.map { "\($0)".contains("Open the Door") } == true)
    #expect(device.questions.last.map { "\($0)".contains("Done") } == false)
  }

  // MARK: Hosts

  @Test(
    "C5: hosts are kept in lower case, each once, without the usual port",
    arguments: [
      (["Garage.Example", "garage.example:443"], ["garage.example"]),
      (["a.example:8443", "a.example"], ["a.example:8443", "a.example"]),
      (["192.0.2.7", "[2001:db8::1]:99"], ["192.0.2.7", "[2001:db8::1]:99"]), ([], []),
    ])
  func keptHosts(given: [String], kept: [String]) throws {
    #expect(hosts(try device(hosts: given)) == [kept, []])
  }

  @Test(
    "C5: what is no host is refused by its key, and nothing changes",
    arguments: [
      "", "a/b", "https://a.example", "u@a.example", "a b", "a.example:0", "a.example:99999", "a?b",
    ])
  func badHost(host: String) throws {
    let device = try device(hosts: [Self.garage])
    let patch =
      #"{"subscriptions":[{"server":"https://ntfy.example","topic":"a","hosts":["x.example","\#(host)"]}]}"#
    let refusal = device.refusal(.set(mergePatch: patch))
    #expect(refusal?.kind == .invalidArgument)
    #expect(refusal?.message.hasPrefix("subscriptions[0].hosts[1]:") == true)
    #expect(hosts(device) == [[Self.garage], []])
  }

  @Test("C5: the hosts of a topic leave its connection as it is")
  func hostsKeepConnection() throws {
    let device = try device()
    let before = device.listened.last?.map(\.name)
    bring(Self.http(), to: device)
    device.press("http-1")
    consent(device, .always)
    #expect(device.listened.last?.map(\.name) == before)
  }

  @Test("C5, T29: an export brings the hosts back")
  func exported() throws {
    let document = try device(hosts: [Self.garage]).done(.configuration)
    let other = try device()
    other.done(
      .import(
        #"{"head":{"format":"carillon-export","formatVersion":1,"version":"9","configuration":\#(document)}}"#
      ))
    #expect(hosts(other) == [[Self.garage], []])
  }

  // MARK: Sending

  @Test("C5: a request goes to an allowed host at once, and only as its sender wrote it")
  func allowed() throws {
    let device = try device(hosts: [Self.garage])
    bring(Self.http(headers: #"{"X-Key":"k"}"#), to: device)
    device.press("http-1")
    let post = try #require(device.posts.last)
    #expect(device.posts.count == 1 && device.questions.isEmpty)
    let button = try #require(post.job.button)
    #expect(button.method == .put && button.body == "now")
    #expect(post.job.spec.url == "https://garage.example/open")
    #expect(post.job.spec.headers == ["X-Key": .text("k")])
    #expect(!post.job.mayBeLocal)
    try answer(device, Self.done)
    let entry = try #require(device.history().first)
    #expect(entry.title == "Open the Door: done")
    let pressed = device.history().first { $0.title == "Ring" }
    #expect(pressed?.responseText == "Open the Door")
    device.run(for: .hours(1))
    #expect(device.posts.count == 1)
  }

  @Test("C5: the user's own network is only asked if that is allowed")
  func local() throws {
    let device = try device(hosts: [Self.garage])
    device.set(#"{"localMedia":true}"#)
    bring(Self.http(), to: device)
    device.press("http-1")
    #expect(device.posts.last?.job.mayBeLocal == true)
  }

  @Test("C5: neither a header nor a body of a request gets into the history or the outbox")
  func unseen() throws {
    let device = try device(hosts: [Self.garage])
    bring(Self.http(headers: #"{"X-Key":"hidden"}"#).replacing("now", with: "hidden"), to: device)
    device.press("http-1")
    let posting = try device.store.read { rows throws(StoreFailure) in try rows.promptPostings() }
    #expect(posting.count == 1 && posting.first?.body == "null")
    try answer(device, Self.nobody)
    device.run(for: .minutes(2))
    #expect(device.posts.last?.job.button?.body == "hidden")
    for entry in device.history() { #expect(!serialize(entry).contains("hidden")) }
    for entry in device.history() {
      #expect(!device.done(.explain(id: entry.requestId)).contains("hidden"))
    }
  }

  @Test(
    "C5: what Carillon never sends is no button",
    arguments: [
      http("http://garage.example/"), http("ftp://garage.example/"),
      http("https://u:p@garage.example/"), http(headers: #"{"Host":"other.example"}"#),
      http(headers: #"{"content-length":"3"}"#), http(headers: #"{"Transfer-Encoding":"x"}"#),
      http(headers: #"{"Cookie":"a=b"}"#), http(headers: #"{"Connection":"x"}"#),
      http(headers: #"{"X":"a\nHost: b"}"#), http(headers: #"{"a b":"c"}"#),
      http().replacing("PUT", with: "TRACE"),
      http("https://\(String(repeating: "a.", count: 130))example/"),
    ])
  func neverSent(action: String) throws {
    let device = try device(hosts: [Self.garage])
    bring(action, to: device)
    #expect(device.calls.last?.call.actions.map(\.label) == ["Open"])
    #expect(device.refusal(.respond(requestID: id(device), action: "http-1")) != nil)
    #expect(device.posts.isEmpty)
  }

  @Test("C5: a redirect is not followed, and has failed")
  func redirect() throws {
    let device = try device(hosts: [Self.garage])
    bring(Self.http(), to: device)
    device.press("http-1")
    try answer(device, .answered(status: 307, retryAfter: nil))
    let call = try #require(device.calls.last?.call)
    #expect(call.summary == "Open the Door failed")
    #expect(
      call.body == "garage.example redirects to another address, where Carillon sends nothing.")
    #expect(device.posts.count == 1)
  }

  @Test("C5: whose request has worked is read, if its sender wants that", arguments: [true, false])
  func clears(clear: Bool) throws {
    let device = try device(hosts: [Self.garage], #","at":"slot""#)
    bring(Self.http(clear: clear), to: device)
    let before = try #require(device.history().first)
    #expect(before.unread == nil || before.unread == true)
    device.press("http-1")
    if device.posts.isEmpty { device.done(.respond(requestID: id(device), action: "http-1")) }
    try answer(device, Self.done)
    #expect(!device.closed.isEmpty)
    if clear { #expect(device.history().first { $0.title == "Ring" }?.unread == nil) }
  }

  // MARK: Asking

  @Test("C5: before a host is allowed, nothing is sent, and the user is asked")
  func asks() throws {
    let device = try device()
    bring(Self.http("https://garage.example:8443/x"), to: device)
    device.press("http-1")
    #expect(device.posts.isEmpty)
    let question = try #require(device.questions.last)
    #expect(device.questions.count == 1)
    #expect(question.sender == "Home" && question.label == "Open the Door")
    // Not what the message claims.
    #expect(question.host == "garage.example:8443" && question.method == "PUT")
    device.run(for: .hours(2))
    #expect(device.posts.isEmpty)
    consent(device, .always)
    #expect(device.posts.count == 1)
    #expect(hosts(device) == [["garage.example:8443"], []])
    try answer(device, Self.done)
    bring(Self.http("https://garage.example:8443/y"), id: "m2", to: device)
    device.press("http-1", on: device.calls.count - 1)
    #expect(device.posts.count == 2 && device.questions.count == 1)
  }

  @Test("C5: what the user allows once is asked again")
  func once() throws {
    let device = try device()
    bring(Self.http(), to: device)
    device.press("http-1")
    consent(device, .once)
    #expect(device.posts.count == 1 && hosts(device) == [[], []])
    try answer(device, Self.done)
    bring(Self.http(), id: "m2", to: device)
    device.press("http-1", on: device.calls.count - 1)
    #expect(device.posts.count == 1 && device.questions.count == 2)
  }

  @Test("C5: what the user denies is not sent, and not told as a failure")
  func denied() throws {
    let device = try device()
    bring(Self.http(), to: device)
    device.press("http-1")
    let calls = device.calls.count
    consent(device, .denied)
    device.run(for: .minutes(5))
    #expect(device.posts.isEmpty && hosts(device) == [[], []] && device.calls.count == calls)
  }

  @Test("C5: where nobody can be asked, the notification says how to allow it")
  func unasked() throws {
    let device = try device()
    bring(Self.http(), to: device)
    device.press("http-1")
    consent(device, .unasked)
    #expect(device.posts.isEmpty)
    let call = try #require(device.calls.last?.call)
    #expect(call.summary == "Open the Door failed" && call.body.contains("carillonctl config"))
    #expect(call.body.contains(Self.garage))
  }

  @Test("C5: an answer about a button that was not pressed sends nothing")
  func unpressed() throws {
    let device = try device()
    bring(Self.http(), to: device)
    let order = Order.consent(requestID: id(device), action: "http-1", .always)
    #expect(device.refusal(.order(order))?.kind == .notFound)
    #expect(device.posts.isEmpty && hosts(device) == [[], []])
  }

  @Test("C5: by Respond nobody is asked: it is refused with how to allow it, and nothing changes")
  func byRespond() throws {
    let device = try device()
    bring(Self.http(), to: device)
    let refusal = device.refusal(.respond(requestID: id(device), action: "http-1"))
    #expect(refusal?.kind == .refused)
    #expect(refusal?.message.contains("carillonctl config") == true)
    #expect(device.posts.isEmpty && device.questions.isEmpty && device.closed.isEmpty)
    #expect(device.history().first?.response == nil)
    // The window can ask.
    device.done(.order(.press(requestID: id(device), action: "http-1")))
    #expect(device.questions.count == 1 && device.posts.isEmpty)
    consent(device, .always)
    #expect(device.posts.count == 1)
  }

  @Test("C5: by Respond nobody is asked about a button of what was replaced, either; a click asks")
  func replaced() throws {
    let device = try device()
    device.serverAnswers = { [unowned device] call in
      .shown(call.replaces ?? device.nextScreen())
    }
    bring(Self.http(), to: device)
    var parcel = Parcel(
      text: #"{"data":{"type":"general","title":"Second"}}"#, carrier: "ntfy:ntfy.example", id: "m2"
    )
    (parcel.topic, parcel.sequence, parcel.sentAt) = ("ntfy.example/a", "m1", device.now)
    device.host.send(.received(parcel))
    let second = try #require(device.history().first { $0.title == "Second" }?.requestId)
    let refusal = device.refusal(.respond(requestID: second, action: "http-1"))
    #expect(refusal?.kind == .refused && device.questions.isEmpty)
    // A server may have kept the button.
    device.press("http-1")
    #expect(device.questions.count == 1)
    consent(device, .always)
    #expect(device.posts.count == 1 && hosts(device) == [[Self.garage], []])
  }

  // MARK: Whose hosts

  @Test("C5: a message over one topic does not use the hosts of another")
  func otherTopic() throws {
    let device = try device(hosts: [Self.garage])
    bring(Self.http(), over: "b", more: #","channel":"ntfy:ntfy.example/a""#, to: device)
    #expect(device.refusal(.respond(requestID: id(device), action: "http-1"))?.kind == .refused)
    device.press("http-1")
    #expect(device.posts.isEmpty)
    #expect(device.questions.last?.sender == "Work")
    consent(device, .always)
    #expect(hosts(device) == [[Self.garage], [Self.garage]])
  }

  @Test("C5: a message that no topic brought has no such button, whatever it claims")
  func pushed() throws {
    let device = try device(hosts: [Self.garage])
    device.done(
      .push(
        message:
          #"{"data":{"type":"general","title":"Ring","channel":"ntfy:ntfy.example/a","actions":[\#(Self.http()),\#(Self.copy)]}}"#
      ))
    #expect(device.calls.last?.call.actions.map(\.label) == ["Open", "Copy the Code"])
    device.press("http-1")
    #expect(device.posts.isEmpty && device.questions.isEmpty)
  }

  @Test("C5: a paired sender does not use the hosts of the topic that brought its message")
  func paired() throws {
    let device = try device(hosts: [Self.garage])
    device.set(#"{"senders":[{"name":"Coffee"}]}"#)
    bring(Self.http(), sealedBy: "Coffee", to: device)
    #expect(device.calls.last?.call.actions.map(\.label) == ["Open"])
    device.press("http-1")
    #expect(device.posts.isEmpty && device.questions.isEmpty)
  }

  @Test("C5: a topic that was left meanwhile allows nothing")
  func leftTopic() throws {
    let device = try device(hosts: [Self.garage])
    bring(Self.http(), to: device)
    device.set(#"{"subscriptions":[]}"#)
    device.press("http-1")
    #expect(device.posts.isEmpty && device.questions.isEmpty)
  }

  // MARK: Retrying

  @Test("C5: what nothing has accepted is tried again, for at most a minute")
  func retries() throws {
    let device = try device(hosts: [Self.garage])
    device.callbackAnswers = { _ in Self.nobody }
    bring(Self.http(), to: device)
    let pressed = device.now
    device.press("http-1")
    device.run(for: .hours(3))
    #expect(device.posts.map { $0.at - pressed } == [0, 5, 15, 35].map { Span.seconds($0) })
    let failed = try #require(device.calls.last)
    #expect(failed.call.summary == "Open the Door failed")
    #expect(failed.at - pressed == .minutes(1))
    #expect(try device.events().contains("COMMAND_FAILED"))
  }

  @Test("C5: a request that waited for the network goes once it is there, but not a minute later")
  func offline() throws {
    let device = try device(hosts: [Self.garage])
    device.setOnline(false)
    bring(Self.http() + "," + Self.copy, to: device)
    bring(Self.http(), id: "m2", to: device)
    device.press("http-1", on: 0)
    #expect(device.posts.isEmpty)
    device.run(for: .seconds(20))
    device.setOnline(true)
    #expect(device.posts.count == 1)
    try answer(device, Self.done)
    device.setOnline(false)
    device.press("http-1", on: 1)
    device.run(for: .seconds(61))
    device.setOnline(true)
    device.run(for: .hours(1))
    #expect(device.posts.count == 1)
    #expect(device.calls.last?.call.summary == "Open the Door failed")
    #expect(device.calls.last?.call.body == "There is no network.")
  }

  @Test(
    "C5: what may have been accepted is not sent again",
    arguments: [
      PostResult.failed(FetchFailure(.timeout)), .failed(FetchFailure(.unreachable)),
      .answered(status: 500, retryAfter: nil), .answered(status: 502, retryAfter: nil),
      .answered(status: 404, retryAfter: nil), .unsent(FetchFailure(.certificate)),
      .unsent(FetchFailure(.forbidden, "localMedia")),
    ])
  func notAgain(result: PostResult) throws {
    let device = try device(hosts: [Self.garage])
    device.callbackAnswers = { _ in result }
    bring(Self.http(), to: device)
    device.press("http-1")
    device.run(for: .hours(1))
    #expect(device.posts.count == 1)
    #expect(device.calls.last?.call.summary == "Open the Door failed")
  }

  @Test("C5: a server that has no time is asked again")
  func busyServer() throws {
    let device = try device(hosts: [Self.garage])
    device.callbackAnswers = { _ in .answered(status: 503, retryAfter: .hours(1)) }
    bring(Self.http(), to: device)
    device.press("http-1")
    device.callbackAnswers = { _ in Self.done }
    device.run(for: .seconds(5))
    #expect(device.posts.count == 2)
    #expect(device.history().first?.title == "Open the Door: done")
  }

  @Test("C5: the failure offers to send again, which is a press of its own")
  func again() throws {
    let device = try device(hosts: [Self.garage])
    device.callbackAnswers = { _ in .answered(status: 500, retryAfter: nil) }
    bring(Self.http(), to: device)
    device.press("http-1")
    #expect(device.calls.last?.call.actions.map(\.label) == ["Open", "Retry"])
    #expect(device.calls.last?.call.body == "garage.example refused it (500).")
    device.callbackAnswers = { _ in Self.done }
    device.press("http-1", on: device.calls.count - 1)
    #expect(device.posts.count == 2)
    #expect(device.posts.first?.job.key != device.posts.last?.job.key)
    #expect(device.posts.last?.job.button?.body == "now")
    #expect(device.history().first?.title == "Open the Door: done")
  }

  // MARK: Crashes

  @Test("C5, T32: what a crash interrupted has failed, and is not sent again")
  func killed() throws {
    let device = try device(hosts: [Self.garage])
    bring(Self.http(), to: device)
    device.press("http-1")
    let post = try #require(device.posts.last)
    device.crash()
    device.start()
    #expect(device.calls.last?.call.summary == "Open the Door failed")
    #expect(
      device.calls.last?.call.body == "Carillon was restarted before garage.example answered.")
    device.host.send(.finished(post.ticket, .posted(Self.done)))
    device.run(for: .minutes(5))
    #expect(device.posts.isEmpty)
  }

  @Test("C5, T32: what waited for the network when a crash came goes within its minute, or never")
  func killedWaiting() throws {
    let device = try device(hosts: [Self.garage])
    device.setOnline(false)
    bring(Self.http(), to: device)
    device.press("http-1")
    device.off(until: device.now + .seconds(30))
    device.setOnline(true)
    #expect(device.posts.count == 1)
    try answer(device, Self.done)
    device.setOnline(false)
    bring(Self.http(), id: "m2", to: device)
    device.press("http-1", on: device.calls.count - 1)
    device.situation.online = true
    device.off(until: device.now + .hours(1))
    #expect(device.posts.isEmpty)
    #expect(device.calls.last?.call.summary == "Open the Door failed")
  }

  @Test("C5, T32: a question that a crash interrupted sends nothing")
  func killedAsking() throws {
    let device = try device()
    bring(Self.http(), to: device)
    device.press("http-1")
    device.off(until: device.now + .minutes(1))
    device.run(for: .hours(1))
    #expect(device.posts.isEmpty)
  }
}
