import CarillonFeatures
import CarillonHTTP
import Testing

@testable import CarillonCommands

/// The maintenance service of the demo, with time as an argument. (J30, D1, D6, D9)
@Suite struct AlarmServiceTests {
  private var service = AlarmService(
    run: "run", token: "right", dueAt: Instant(milliseconds: 1_795_000_000_000))

  private func second(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1000) }

  private mutating func ask(
    _ method: String, _ path: String, token: String? = "right", _ body: String = ""
  ) -> AlarmService.Reaction {
    service.answer(
      LocalServer.Request(
        method: method, path: path, authorization: token.map { "Bearer \($0)" }, body: body))
  }

  private mutating func acknowledge(_ thing: AlarmThing) -> AlarmService.Reaction {
    ask("POST", "/demo/api/v1/alarms/\(service.id(of: thing))/acknowledge", "{}")
  }

  private mutating func list(_ name: String) -> [[String: JSONValue]] {
    guard case .array(let entries) = ask("GET", "/demo/api/v1/\(name)").answer.document else {
      return []
    }
    return entries.compactMap { if case .object(let members) = $0 { members } else { nil } }
  }

  private func verdict(_ answer: String?) -> String? {
    guard case .object(let members) = answer.flatMap({ JSONValue(parsing: $0) }),
      case .text(let verdict) = members["verdict"]
    else { return nil }
    return verdict
  }

  @Test("J30: all is told within a minute, in order, and nothing afterwards")
  mutating func timeline() {
    let reports = service.advance(to: second(3600))
    #expect(reports.map(\.event) == AlarmService.script.map(\.event))
    #expect(reports.map(\.second) == reports.map(\.second).sorted())
    #expect(reports.allSatisfy { $0.second < 60 })
    #expect(service.nextMoment == nil)
    #expect(service.advance(to: second(7200)).isEmpty)
  }

  @Test("J30: every message is taken by its kind, and shown or silent as it should be")
  mutating func accepted() throws {
    let app = try InMemoryApp()
    var verdicts: [String] = []
    var ids: Set<String> = []
    for report in service.advance(to: second(60)) {
      app.run(for: .seconds(5))
      verdicts.append(verdict(app.ask(.push(message: report.text))) ?? "refused")
      let message = try Message(report.text, receivedAt: app.now)
      #expect(message.id.map { ids.insert($0).inserted } == true)
    }
    #expect(verdicts.map { $0 == "skipped" } == [false, false, false, false, false, true, true])
    #expect(Set(verdicts).isSubset(of: ["showing", "shown", "skipped"]))
  }

  @Test("D8: the service says a number once, and at the end the one of before")
  mutating func badge() throws {
    let reports = service.advance(to: second(60))
    let said = try reports.map { try Message($0.text, receivedAt: second(0)).badge }
    #expect(said.compactMap(\.self) == [AlarmService.badge])
    let last = try service.leave(at: second(61), badge: 3).map {
      try Message($0.text, receivedAt: second(0)).badge
    }
    #expect(last.dropLast().allSatisfy { $0 == nil } && last.last == 3)
  }

  @Test("J30: at the end, what is open is resolved, and only that")
  mutating func leave() throws {
    #expect(service.leave(at: second(1), badge: 0).isEmpty)
    _ = service.advance(to: second(60))
    let reports = service.leave(at: second(61), badge: 0)
    #expect(
      reports.map(\.event) == [
        .resolved(.filter), .resolved(.pressure), .resolved(.vibration), .resolved(.inspection),
      ])
    for report in reports {
      #expect(try Message(report.text, receivedAt: second(0))["status"] == "resolved")
    }
    #expect(service.leave(at: second(62), badge: 0).isEmpty)
  }

  @Test("D6: an acknowledgement is taken once, and again without another word")
  mutating func acknowledged() {
    #expect(acknowledge(.vibration).answer.status == 404)
    _ = service.advance(to: second(60))
    #expect(!service.isQuiet)
    let first = acknowledge(.vibration)
    #expect(first.answer.status == 204 && first.news == .acknowledged(.vibration))
    #expect(service.isQuiet)
    let again = acknowledge(.vibration)
    #expect(again.answer.status == 204 && again.news == nil)
    // Resolved by the service meanwhile, as if somebody was faster.
    #expect(acknowledge(.temperature).answer.status == 409)
    #expect(acknowledge(.inspection).answer.status == 404)
  }

  @Test("D9: the lists have what was raised, and the silent message comes once one has changed")
  mutating func lists() {
    #expect(list("alarms").isEmpty && list("work-orders").isEmpty)
    _ = service.advance(to: second(50))
    #expect(
      list("alarms").map { $0["status"] }
        == ["active", "active", "active", "resolved"].map(JSONValue.text))
    #expect(list("work-orders").count == 1)
    _ = service.advance(to: second(60))
    #expect(list("alarms")[1]["status"] == .text("acknowledged"))
  }

  @Test("D1: a device is registered, and removed by its endpoint")
  mutating func devices() {
    let endpoint = "https://push.example/a?b=1"
    let told = ask(
      "POST", "/demo/api/v1/users/me/device-tokens", #"{"token":"\#(endpoint)","platform":"linux"}"#
    )
    #expect(told.answer.status == 201 && told.news == .registered)
    #expect(service.devices == [endpoint])
    let path = "/demo/api/v1/users/me/device-tokens/"
    #expect(ask("DELETE", path + "https://push.example/a").answer.status == 404)
    let removed = ask("DELETE", path + endpoint)
    #expect(removed.answer.status == 204 && removed.news == .removed)
    #expect(service.devices.isEmpty)
  }

  @Test("J30: without the token nothing is answered and nothing changed")
  mutating func strangers() {
    _ = service.advance(to: second(60))
    let before = service.states
    let paths = [
      ("GET", "alarms"), ("POST", "alarms/\(service.id(of: .vibration))/acknowledge"),
      ("PUT", "users/me/notification-badge"), ("POST", "users/me/device-tokens"),
    ]
    for token in [nil, "wrong", ""] {
      for (method, path) in paths {
        let reaction = ask(
          method, "/demo/api/v1/\(path)", token: token, #"{"token":"https://evil.example"}"#)
        #expect(reaction == .init(answer: .init(401), news: .refused))
      }
    }
    #expect(service.states == before && service.devices.isEmpty)
    #expect(ask("GET", "/").answer.status == 404)
  }

  @Test("D8: the number that Carillon counts is read; a document that is none is refused")
  mutating func counts() {
    let path = "/demo/api/v1/users/me/notification-badge"
    #expect(ask("PUT", path, #"{"count":3}"#).news == .badge(3))
    for body in ["", "[]", "{}", #"{"count":"3"}"#] {
      #expect(ask("PUT", path, body).answer.status == 400)
    }
  }

  @Test("J30: what a killed demo has left is resolved by its tag, and nobody else's")
  func left() throws {
    for (tag, type) in [
      ("alarm:carillon-demo-x-vibration", "alarm"),
      ("work-order:carillon-demo-x-inspection", "work_order"),
    ] {
      let document = try #require(AlarmService.resolution(ofLeft: tag))
      let message = try Message(document.serialized, receivedAt: second(0))
      #expect(message.type == type && message["status"] == "resolved")
    }
    for tag in ["alarm:uuid-123", "brew:carillon-demo-x", "carillon-demo-x", ""] {
      #expect(AlarmService.resolution(ofLeft: tag) == nil)
    }
  }

  @Test("J30: only an address of a demo on this computer is taken over")
  @MainActor func addresses() {
    #expect(AlarmDemo.port(ofDemoAt: "http://127.0.0.1:4711/demo") == 4711)
    for url in [
      "http://127.0.0.1:4711", "https://127.0.0.1:4711/demo", "http://127.0.0.1:99999/demo",
      "http://127.0.0.1:/demo", "http://maintenance.example:4711/demo", "http://127.0.0.1/demo",
    ] {
      #expect(AlarmDemo.port(ofDemoAt: url) == nil)
    }
  }
}
