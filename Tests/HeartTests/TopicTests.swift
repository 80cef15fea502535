import CarillonFeatures
import Testing

/// Topics as people enter them, and trials of them. (C4, C6)
@Suite struct TopicTests {
  @Test(
    "C4: the address of a topic is understood however it was pasted",
    arguments: [
      ("https://ntfy.sh/mytopic", "https://ntfy.sh/mytopic"),
      (" ntfy.sh/mytopic ", "https://ntfy.sh/mytopic"), ("mytopic", "https://ntfy.sh/mytopic"),
      ("ntfy://host.example/t", "https://host.example/t"),
      ("ntfys://host.example:8443/t", "https://host.example:8443/t"),
      ("https://host.example/push/server/t/", "https://host.example/push/server/t"),
      ("https://ntfy.sh/t/json?poll=1&since=all", "https://ntfy.sh/t"),
      ("ntfy.sh/t?display=House#top", "https://ntfy.sh/t"),
      ("http://localhost:8080/t", "http://localhost:8080/t"),
      ("localhost:8080/t", "http://localhost:8080/t"), ("127.0.0.1/t", "http://127.0.0.1/t"),
      ("[::1]:8080/t", "http://[::1]:8080/t"), ("ntfy://127.0.0.1:80/t", "http://127.0.0.1:80/t"),
      ("nas:8080/t", "https://nas:8080/t"), ("https://ntfy.sh/json", "https://ntfy.sh/json"),
    ])
  func addresses(typed: String, text: String) throws {
    #expect(try TopicAddress(typed: typed).text == text)
  }

  @Test(
    "C4: what is no address of a topic is refused for its own reason",
    arguments: [
      ("", TopicAddress.Problem.empty), ("  ", .empty), ("ntfy.example.org", .noTopic),
      ("https://ntfy.sh", .noTopic), ("https://ntfy.sh/", .noTopic), ("localhost", .noTopic),
      ("ntfy.sh/a,b", .severalTopics), ("https://ann:pw@ntfy.sh/t", .password),
      ("ntfy.sh/t?auth=QmFz", .password), ("ftp://ntfy.sh/t", .scheme), ("my topic", .unreadable),
      ("https://", .unreadable), ("/t", .unreadable),
    ])
  func noAddresses(typed: String, problem: TopicAddress.Problem) {
    #expect(throws: problem) { try TopicAddress(typed: typed) }
  }

  // MARK: Trials

  private func trial(
    _ device: Device, _ members: String = ""
  ) -> () -> Answer? {
    var answer: Answer?
    device.host.serve(
      .tryTopic(subscription: #"{"server":"https://ntfy.example","topic":"t"\#(members)}"#)
    ) { answer = $0 }
    return { answer }
  }

  private func report(
    of probe: TopicProbe, _ members: String = "", online: Bool = true
  ) throws -> TopicReport {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    device.host.send(.situation(.online(online)))
    let answer = trial(device, members)
    #expect(answer() == nil)
    let ticket = try #require(device.probes.last?.ticket)
    device.host.send(.finished(ticket, .probed(probe)))
    let text = try #require(answer()?.text)
    return try #require(deserialize(TopicReport.self, from: text))
  }

  @Test("C4: a trial says what has been kept, and stores nothing")
  func readable() throws {
    let kept = TopicProbe.Kept(count: 3, lastAt: at("2026-11-21T08:30:00Z"))
    let report = try report(of: .readable(kept))
    #expect(report.ok && report.waiting == 3)
    #expect(report.lastAt == "2026-11-21T09:30:00+01:00")
    #expect(
      report.text
        == "The topic can be read. 3 messages are kept there, the last from today at 09:30; only new ones will be shown."
    )
    #expect(
      try self.report(of: .readable(.init())).text
        == "The topic can be read. No message is waiting there.")
    #expect(
      try self.report(of: .readable(.init(count: 1000))).text.contains("More than 1000 messages"))
  }

  @Test(
    "C4: a trial that fails says why in words",
    arguments: [
      (TopicProbe.status(401), "The server asks for an access token."),
      (.status(403), "The server does not allow reading this topic."),
      (.status(429), "The server asks to wait: too many requests."),
      (.status(502), "The server has a problem of its own (error 502)."),
      (.status(301), "The server redirects to another address. Use that one instead."),
      (.foreign, "Something answers at this address, but it is no ntfy server."),
      (.failed(FetchFailure(.timeout)), "The server did not answer in time."),
      (
        .failed(FetchFailure(.certificate)),
        "This computer does not trust the server’s certificate. If it is your own, add it to the system’s trusted certificates."
      ),
      (.failed(FetchFailure(.unreachable)), "The server cannot be reached."),
    ])
  func failures(probe: TopicProbe, text: String) throws {
    let report = try report(of: probe)
    #expect(!report.ok && report.text == text && report.code != nil)
  }

  @Test("C4: a server that cannot be reached without a network is not blamed")
  func offline() throws {
    let report = try report(of: .failed(FetchFailure(.unreachable)), online: false)
    #expect(report.text == "There is no network.")
  }

  @Test("C4, T27: the token of a trial is taken out, and forgotten after it")
  func token() throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    let answer = trial(device, #","token":{"secret":"tk_nobody"}"#)
    let probe = try #require(device.probes.last)
    let reference = try #require(probe.topic.token)
    #expect(device.secrets[reference] == "tk_nobody")
    device.host.send(.finished(probe.ticket, .probed(.status(401))))
    #expect(answer()?.text?.contains("does not accept this access token") == true)
    #expect(device.secrets.isEmpty)
  }

  @Test("T27: a stored token is tried only at the server that it was given for")
  func otherServer() throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    device.set(
      #"{"subscriptions":[{"server":"https://mine.example","topic":"t","token":{"secret":"tk"}}]}"#)
    let reference = try #require(device.secrets.keys.first)
    let answer = trial(device, #","token":{"secretReference":"\#(reference.id)"}"#)
    guard case .refused(let refusal) = answer() else {
      Issue.record("it was not refused")
      return
    }
    #expect(refusal.message.contains(SecretOrigins.reason))
    #expect(device.probes.isEmpty && device.secrets.count == 1)
  }

  @Test("C4: a bad subscription is refused by the name of its field, and nobody is asked")
  func badField() throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    let answer = trial(device, #","priority5":"loud""#)
    #expect(
      answer() == .refused(Refusal(.invalidArgument, "priority5: must be normal or urgent")))
    #expect(device.probes.isEmpty)
  }

  @Test("C4: eight trials at once, and no more")
  func most() throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    for _ in 0..<8 { #expect(trial(device)() == nil) }
    guard case .refused = trial(device)() else {
      Issue.record("the ninth was taken")
      return
    }
    device.host.send(.finished(device.probes[0].ticket, .probed(.foreign)))
    #expect(trial(device)() == nil)
  }

  @Test("C4: topics that are given the same token are one connection")
  func sharedToken() throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z"))
    device.set(
      """
      {"subscriptions":[{"server":"https://a.example","topic":"t","token":{"secret":"tk"}},
      {"server":"https://a.example","topic":"u","token":{"secret":"tk"}}]}
      """)
    #expect(device.secrets.count == 1)
    #expect(device.listened.last?.map(\.topics.count) == [2])
  }

  // MARK: How a connection is

  private func line(
    _ change: (inout StateReport.Carrier) -> Void = { _ in }
  ) throws -> ConnectionLine {
    var carrier = StateReport.Carrier(
      name: "ntfy:a", topics: ["t"], state: "open", since: "2026-11-21T12:04:00+01:00",
      dropped: [:])
    change(&carrier)
    return ConnectionLine(
      carrier, today: try #require(LocalDate("2026-11-21")), words: .english)
  }

  @Test("C6: an open connection says since when")
  func open() throws {
    let line = try line()
    #expect(line.standing == .fine && line.details == [])
    #expect(line.title == "Connected since today at 12:04")
  }

  @Test("C6: a deaf connection says since when, why, and when it tries again")
  func deaf() throws {
    let line = try line {
      $0.state = "waiting"
      $0.deafSince = "2026-11-20T22:00:00+01:00"
      $0.trouble = "The server cannot be reached."
      $0.nextTry = "2026-11-21T12:05:00+01:00"
    }
    #expect(line.standing == .notable)
    #expect(line.title == "Not connected since yesterday at 22:00")
    #expect(line.details == ["The server cannot be reached.", "Next try today at 12:05."])
  }

  @Test("C6: a refused connection is a problem, and waits for no time")
  func refused() throws {
    let line = try line {
      $0.state = "refused"
      $0.trouble = "The server does not allow reading this topic."
    }
    #expect(line.standing == .wrong && line.title == "Not connected yet")
    #expect(line.details == ["The server does not allow reading this topic."])
  }

  @Test("C6: an open connection names the topics that the server refuses")
  func partlyRefused() throws {
    let line = try line { $0.refused = ["Doors", "Backups"] }
    #expect(line.standing == .notable && line.title == "Connected since today at 12:04")
    #expect(
      line.details
        == ["The server does not allow reading Doors, Backups; the other topics are read."])
  }

  @Test("C6: what an outage may have cost is said for a day")
  func lost() throws {
    let lost = try line {
      $0.lastOutage = .init(
        from: "2026-11-20T08:00:00+01:00", to: "2026-11-21T11:00:00+01:00",
        lostBefore: "2026-11-20T23:00:00+01:00")
    }
    #expect(
      lost.details == [
        "Messages sent between yesterday at 08:00 and yesterday at 23:00 may be lost: the server does not keep them longer."
      ])
    let old = try line {
      $0.lastOutage = .init(
        from: "2026-11-10T08:00:00+01:00", to: "2026-11-12T11:00:00+01:00",
        lostBefore: "2026-11-11T23:00:00+01:00")
    }
    #expect(old.details == [])
  }

  @Test("C1, C2, C6: what was left out is counted in words, whatever its code")
  func drops() {
    #expect(
      Words.english.drops([
        "sealed": 2, "not-authentic": 1, "unsealed": 1, "refused": 1, "malformed": 4, "too-long": 1,
        "left-out-broadcast": 1, "left-out-click": 2, "left-out-foreign_picture": 1,
        "left-out-picture": 1, "long-line": 0,
      ]) == [
        "3 messages could not be opened.", "1 message was not encrypted, and was not shown.",
        "5 messages could not be understood.", "1 message was too long.",
        "1 button was left out: it does nothing on a desktop.", "2 links were left out.",
        "2 pictures were left out: they are on other computers.",
      ])
  }
}
