import CarillonFeatures
import CarillonStore
import Testing

/// The values of secrets stay outside: engine and answers contain only references. (T27)
@Suite struct SecretTests {
  private let start = at("2026-11-21T06:00:00Z")

  private func patch(_ header: String) -> Question {
    .set(
      mergePatch: """
        {"callbackProfile":{"fetchContent":{"method":"GET","url":"https://e.org/today",
        "headers":{"Authorization":\(header)}}}}
        """)
  }

  private func answer(_ device: Device, _ question: Question) -> String? {
    guard let text = device.ask(question)?.text else { return nil }
    return text
  }

  @Test("T27: a secret is taken out before the engine sees the document")
  func takenOut() throws {
    let device = try Device(at: start)
    let text = try #require(answer(device, patch(#"{"secret":"Bearer tell-nobody"}"#)))
    #expect(!text.contains("tell-nobody"))
    let reference = try #require(device.secrets.keys.first)
    #expect(device.secrets[reference] == "Bearer tell-nobody")
    #expect(text.contains(reference.id))
    #expect(device.fetches.last?.job.spec.headers["Authorization"] == .secret(reference))
    let config = try device.store.read { rows throws(StoreFailure) in try rows.config() }
    #expect(!config.values.contains { $0.contains("tell-nobody") })
  }

  @Test("T27: an answer can be used to set the same values: the reference stays")
  func roundTrip() throws {
    let device = try Device(at: start)
    _ = device.ask(patch(#"{"secret":"one"}"#))
    let reference = try #require(device.secrets.keys.first)
    #expect(answer(device, patch(#"{"secretReference":"\#(reference.id)"}"#)) != nil)
    #expect(device.secrets == [reference: "one"])
  }

  @Test("T4: the same secret given again, or another timeout, is the same source with its content")
  func sameSource() throws {
    let device = try Device(at: start)
    func set(_ more: String) {
      device.set(
        """
        {"callbackProfile":{"fetchContent":{"method":"GET","url":"https://e.org/today",
        "headers":{"Authorization":{"secret":"one"}}\(more)}}}
        """)
    }
    set("")
    let fetches = device.fetches.count
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    set("")
    set(#","timeoutMs":20000"#)
    #expect(device.fetches.count == fetches)
    #expect(try device.delivery("0800@2026-11-21")?.title == "Hello")
    // The request is sent with the secret and the timeout that hold now.
    device.run(until: at("2026-11-21T06:41:00Z"))
    let job = try #require(device.fetches.last?.job)
    #expect(job.spec.secrets == Array(device.secrets.keys) && job.spec.timeout == .seconds(20))
    #expect(job.etag == "\"1\"")
  }

  @Test("T27: an unused secret is forgotten")
  func replaced() throws {
    let device = try Device(at: start)
    _ = device.ask(patch(#"{"secret":"one"}"#))
    _ = device.ask(patch(#"{"secret":"two"}"#))
    #expect(Array(device.secrets.values) == ["two"])
    _ = device.ask(.set(mergePatch: #"{"callbackProfile":null}"#))
    #expect(device.secrets.isEmpty)
  }

  @Test("T27: a header has one secret: a new one or a stored one, never both")
  func both() throws {
    let device = try Device(at: start)
    let answer = device.ask(patch(#"{"secret":"one","secretReference":"s"}"#))
    guard case .refused(let refusal) = answer else {
      Issue.record("not refused: \(String(describing: answer))")
      return
    }
    #expect(refusal.message.contains("headers.Authorization.secretReference"))
    #expect(device.secrets.isEmpty)
  }

  /// A device with a secret for https://e.org, and its reference.
  private func bound() throws -> (Device, String) {
    let device = try Device(at: start)
    _ = device.ask(patch(#"{"secret":"one"}"#))
    return (device, try #require(device.secrets.keys.first).id)
  }

  @Test(
    "T27: a secret goes only where it was given for, whoever asks",
    arguments: [
      "https://thief.org/", "https://e.org:8443/", "http://127.0.0.1/", "https://www.e.org/",
    ])
  func otherOrigin(url: String) throws {
    let (device, id) = try bound()
    let spec = #"""
      {"method":"GET","url":"\#(url)","headers":{"X":{"secretReference":"\#(id)"}}}
      """#
    let post = spec.replacing("GET", with: "POST")
    let before = device.ask(.configuration)
    let contacts = device.fetches.count
    let machine = #"{"url":"\#(url)","headers":{"X":{"secretReference":"\#(id)"}}}"#
    for (question, path) in [
      // A merge patch of the address alone keeps the header.
      (
        Question.set(mergePatch: #"{"callbackProfile":{"fetchContent":{"url":"\#(url)"}}}"#),
        "callbackProfile.fetchContent.headers.Authorization"
      ),
      (
        .set(mergePatch: #"{"callbackProfile":{"ackDelivery":\#(post)}}"#),
        "callbackProfile.ackDelivery.headers.X"
      ),
      (.set(mergePatch: #"{"machine":\#(machine)}"#), "machine.headers.X"),
      (
        .set(mergePatch: #"{"slots":[{"hour":8,"minute":0,"fetchContent":\#(spec)}]}"#),
        "slots[0].fetchContent.headers.X"
      ),
      (
        .configure(
          options: #"""
            {"times":[{"hour":8,"minute":0}],"storage":"private",
            "contentTemplate":{"title":"t","body":"b"},"callbackProfile":{"fetchContent":\#(spec)}}
            """#), "callbackProfile.fetchContent.headers.X"
      ),
      (.tryFetch(fetchSpec: spec), "headers.X"),
    ] {
      #expect(
        device.refusal(question)?.message == "\(path).secretReference: \(SecretOrigins.reason)")
    }
    #expect(device.ask(.configuration) == before)
    #expect(device.fetches.count == contacts)
    #expect(Array(device.secrets.values) == ["one"])
  }

  @Test(
    "T27: a document that names two addresses sends a secret to neither, unless it was given for both",
    arguments: [
      #""url":"https://e.org/","server":"https://thief.org""#,
      #""url":null,"server":"https://thief.org""#,
    ])
  func twoAddresses(addresses: String) throws {
    let (device, id) = try bound()
    device.set(
      #"{"subscriptions":[{"server":"https://e.org","topic":"t","token":{"secret":"tk"}}]}"#)
    let token = try #require(device.secrets.first { $0.value == "tk" }?.key.id)
    for reference in [id, token] {
      let topic =
        #"{\#(addresses),"topic":"u","token":{"secretReference":"\#(reference)"}}"#
      let listened = device.listened.count
      device.done(
        .import(
          #"{"head":{"format":"carillon-export","formatVersion":1,"version":"9","#
            + #""configuration":{"subscriptions":[\#(topic)]}}}"#))
      _ = device.ask(.set(mergePatch: #"{"subscriptions":[\#(topic)]}"#))
      _ = device.ask(.order(.tryTopic(Document(JSONValue(parsing: topic) ?? .null))))
      let sent = device.listened.dropFirst(listened).joined().filter {
        $0.name.contains("thief") && $0.topics.contains { $0.token != nil }
      }
      #expect(sent.isEmpty)
      #expect(device.probes.isEmpty)
    }
  }

  @Test("T27, D1: who has signed out has their token sent nowhere but to that service")
  func afterSigningOut() throws {
    let device = try Device(at: start)
    // The service has been told of this device, and does not answer its removal.
    device.callbackAnswers = { job in
      job.method == .post ? .answered(status: 201, retryAfter: nil) : nil
    }
    device.set(
      #"""
      {"subscriptions":[{"server":"https://ntfy.example","topic":"t","sealed":true}],
      "backend":{"url":"https://plant.example","token":{"secret":"t0ken"}}}
      """#)
    device.run(for: .minutes(1))
    let id = try #require(device.secrets.first { $0.value == "t0ken" }?.key.id)
    device.set(#"{"backend":null}"#)
    let spec =
      #"{"method":"GET","url":"https://thief.org/","headers":{"X":{"secretReference":"\#(id)"}}}"#
    let contacts = device.fetches.count
    #expect(device.refusal(.tryFetch(fetchSpec: spec)) != nil)
    #expect(device.fetches.count == contacts)
  }

  @Test("T27: a secret that was removed while the keyring was locked cannot be sent anywhere")
  func removedWhileLocked() throws {
    let (device, id) = try bound()
    device.deletesLater = true
    device.set(#"{"callbackProfile":null}"#)
    #expect(Array(device.secrets.values) == ["one"])
    let spec =
      #"{"method":"GET","url":"https://thief.org/","headers":{"X":{"secretReference":"\#(id)"}}}"#
    let contacts = device.fetches.count
    for (question, path) in [
      (
        Question.set(mergePatch: #"{"callbackProfile":{"fetchContent":\#(spec)}}"#),
        "callbackProfile.fetchContent.headers.X"
      ), (.tryFetch(fetchSpec: spec), "headers.X"),
    ] {
      #expect(
        device.refusal(question)?.message
          == "\(path).secretReference: was removed; give the secret again")
    }
    #expect(device.fetches.count == contacts)
  }

  @Test("T27: on its own origin a secret may be used again, and given anew it goes elsewhere")
  func sameOrigin() throws {
    let (device, id) = try bound()
    device.set(
      #"{"callbackProfile":{"fetchContent":{"url":"https://E.org:443/other","timeoutMs":9000}}}"#)
    device.set(
      #"""
      {"slots":[{"hour":8,"minute":0,"fetchContent":{"method":"GET","url":"https://e.org/8",
      "headers":{"X":{"secretReference":"\#(id)"}}}}]}
      """#)
    #expect(Array(device.secrets.values) == ["one"])
    device.set(
      """
      {"callbackProfile":{"fetchContent":{"url":"https://b.org/",
      "headers":{"Authorization":{"secret":"two"}}}}}
      """)
    #expect(device.secrets.values.sorted() == ["one", "two"])
  }

  @Test("T27: nothing of a refused document is stored")
  func refused() throws {
    let device = try Device(at: start)
    let question = Question.set(
      mergePatch: """
        {"callbackProfile":{"fetchContent":{"method":"GET","url":"ftp://e.org",
        "headers":{"A":{"secret":"one"}}}}}
        """)
    guard case .refused(let refusal) = device.ask(question) else {
      Issue.record("it was not refused")
      return
    }
    #expect(!refusal.message.contains("one"))
    #expect(device.secrets.isEmpty)
  }

  @Test("T27: a trial's secrets are forgotten afterward")
  func trial() throws {
    let device = try Device(at: start)
    let text = answer(
      device,
      .tryFetch(
        fetchSpec: #"{"method":"GET","url":"https://e.org","headers":{"A":{"secret":"one"}}}"#))
    #expect(text?.contains(#""ok":true"#) == true)
    #expect(device.fetches.last?.job.spec.secrets.count == 1)
    #expect(device.secrets.isEmpty)
  }

  @Test("T27: secrets left behind by a crash are forgotten at the next start")
  func swept() throws {
    let device = try Device(at: start)
    _ = device.ask(patch(#"{"secret":"one"}"#))
    _ = device.keep("left behind")
    device.crash()
    device.start()
    #expect(Array(device.secrets.values) == ["one"])
  }

  @Test("T27, T7: as long as a database is set aside, the secrets it may refer to are kept")
  func keptForSetAside() throws {
    let device = try Device(at: start) { $0.situation.databaseSetAside = "aside.sqlite" }
    // Nothing in the new database refers to it.
    _ = device.keep("one")
    for _ in 1...2 {
      device.crash()
      device.start()
      #expect(Array(device.secrets.values) == ["one"])
    }
    // The user has deleted the file.
    device.situation.databaseSetAside = nil
    device.crash()
    device.start()
    #expect(device.secrets.isEmpty)
  }

  @Test("T27: locked at login, an attempt that needs a secret waits until it is unlocked")
  func locked() throws {
    let device = try Device(at: start)
    _ = device.ask(patch(#"{"secret":"one"}"#))
    device.host.send(.situation(.keyring(.locked)))
    let fetches = device.fetches.count
    device.run(for: .minutes(45))
    #expect(device.fetches.count == fetches)
    device.host.send(.situation(.keyring(.open)))
    #expect(device.fetches.count == fetches + 1)
    #expect(try device.delivery("0800@2026-11-21")?.attemptAt != nil)
  }

  @Test("T25, T27: secrets are told apart by their bytes, not as texts")
  func sameText() throws {
    let device = try Device(at: start)
    let headers = ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"].enumerated().map {
      #""X\#($0.offset)":{"secret":"\#($0.element)"}"#
    }
    device.set(
      """
      {"callbackProfile":{"fetchContent":{"method":"GET","url":"https://e.org/today",
      "headers":{\(headers.joined(separator: ","))}}}}
      """)
    #expect(device.secrets.count == 2)
  }

  @Test("T25, T27: a document with more than 200 secrets is refused before any of them is kept")
  func veryMany() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    let many = (1...300).map { #"{"secret":"s\#($0)"}"# }.joined(separator: ",")
    #expect(
      device.refusal(.set(mergePatch: #"{"x":[\#(many)]}"#))?.message
        == "x[200].secret: is one of more than 200 secrets")
    #expect(device.secrets.isEmpty)
  }

}
