import CarillonFeatures
import CarillonHTTP
import Testing

@testable import CarillonCommands

/// The transit service of the demo, with time as an argument. (J30, J5–J11)
@Suite struct JourneyServiceTests {
  private let journey: DemoJourney
  private var service: JourneyService

  /// In Berlin it is 16:00:00 when the demo starts.
  private static let start = Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast

  init() throws {
    journey = try #require(
      DemoJourney(
        id: "carillon-demo-journey-x", leavingFrom: JourneyServiceTests.start + .seconds(30),
        in: InMemoryApp.zone))
    service = JourneyService(journey)
  }

  private func second(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1000) }

  private func field(_ name: String, of report: JourneyService.Report?) throws -> String? {
    try Message(#require(report).text, receivedAt: second(0))[name]
  }

  @Test("J30: the story is told within a minute and a half, in order, and then waits for the user")
  mutating func timeline() {
    let reports = service.advance(to: second(3600))
    #expect(reports.map(\.event) == JourneyService.script.map(\.event))
    #expect(reports.map(\.second) == reports.map(\.second).sorted())
    #expect(reports.allSatisfy { $0.second < 90 })
    #expect(service.course == .deciding && service.nextMoment == nil)
    #expect(service.advance(to: second(7200)).isEmpty)
    #expect(service.end(at: second(7200))?.event == .ended)
    #expect(service.end(at: second(7200)) == nil)
  }

  @Test("J30: every message is taken by its kind, and told or silent as it should be")
  mutating func accepted() throws {
    let app = try InMemoryApp()
    let patch = JSONValue.object(["journeys": .array([journey.document()])]).serialized
    try #require(app.ask(.set(mergePatch: patch)) != nil)
    var told: [String] = []
    var ids: Set<String> = []
    var moment = second(0)
    while let next = service.nextMoment {
      app.run(for: next - moment)
      moment = next
      for report in service.advance(to: moment) {
        let answer = try #require(app.ask(.push(message: report.text)), "\(report.event)")
        told.append(answer.contains(#""verdict":"skipped""#) ? "silent" : "told")
        let message = try Message(report.text, receivedAt: app.now)
        #expect(message.id.map { ids.insert($0).inserted } == true)
      }
    }
    #expect(told == ["told", "silent", "told", "told", "silent", "told"])
    #expect(
      app.shown.map(\.summary) == [
        "Time to leave for Central Station", "Delay detected: Leave 6 minutes later",
        "Delay detected: Leave 8 minutes later", "Tram 12 to Central Station is canceled",
      ])
    #expect(app.shown.map { $0.urgency == .critical } == [false, false, true, true])
    let end = service.end(at: moment)
    #expect(end.flatMap { app.ask(.push(message: $0.text)) }?.contains("skipped") == true)
  }

  @Test("J11: of the other ways, the best is the one that leaves last and still arrives in time")
  mutating func ways() throws {
    let app = try InMemoryApp()
    let patch = JSONValue.object(["journeys": .array([journey.document()])]).serialized
    try #require(app.ask(.set(mergePatch: patch)) != nil)
    for report in service.advance(to: second(90)) { _ = app.ask(.push(message: report.text)) }
    #expect(app.shown.last?.body.contains("Instead: Bus 31 from Town Hall at 16:16") == true)
    let leaves = DemoWay.all.map { journey.departure + $0.departure + .minutes(-$0.walkMinutes) }
    let arrivals = DemoWay.all.map { journey.departure + $0.arrival }
    #expect(
      leaves == leaves.sorted() && arrivals.map { $0 <= journey.target } == [true, true, false])
  }

  @Test("J8–J10: two minutes are below the threshold, fourteen miss the plan's arrival")
  mutating func delays() throws {
    let reports = service.advance(to: second(60))
    #expect(try reports.map { try field("delayMinutes", of: $0) } == [nil, "2", "6", "14"])
    let arrivals = try reports.map { report in
      try #require(Instant(iso: field("arrival", of: report) ?? "")) > journey.target
    }
    #expect(arrivals == [false, false, false, true])
    #expect(reports.map { $0.arrival > journey.target } == arrivals)
    #expect(try field("alternatives", of: reports[2]) == nil)
    #expect(try field("alternatives", of: reports[3]) != nil)
  }

  @Test("J7: after Start, the service says when the user arrives, as long as the tram runs")
  mutating func started() throws {
    _ = service.advance(to: second(10))
    service.heard(.start, at: second(10))
    service.heard(.start, at: second(11))
    let reports = service.advance(to: second(30))
    #expect(reports.map(\.event) == [.eta, .delay(minutes: 2), .eta])
    #expect(try field("arrival", of: reports[0]) == (journey.departure + .minutes(19)).isoUTC)
    #expect(try field("arrival", of: reports[1]) == (journey.departure + .minutes(21)).isoUTC)
    var late = JourneyService(journey)
    _ = late.advance(to: second(70))
    late.heard(.start, at: second(70))
    #expect(late.advance(to: second(3600)).map(\.event) == [.eta, .cancellation])
    #expect(late.isOnTheWay)
  }

  @Test("J16: after Cancel, nothing more is said")
  mutating func canceled() {
    _ = service.advance(to: second(10))
    service.heard(.cancel, at: second(10))
    #expect(service.course == .over && service.nextMoment == nil)
    #expect(service.advance(to: second(3600)).isEmpty && service.end(at: second(3600)) == nil)
  }

  @Test(
    "J17: who has taken another way is told no more of the tram, and arrives",
    arguments: [JourneyPress.start, .adjust, .choose(0)])
  mutating func diverted(press: JourneyPress) {
    _ = service.advance(to: second(90))
    service.heard(press, at: second(95))
    #expect(service.course == .diverted)
    let reports = service.advance(to: second(200))
    #expect(reports.map(\.event) == [.ended])
    #expect(reports.first?.second == Int(95 + JourneyService.rest))
    #expect(service.course == .over)
  }

  @Test("J17: a way can be chosen as soon as there are some; the rest changes nothing")
  mutating func early() {
    _ = service.advance(to: second(60))
    for press in [JourneyPress.snooze, .alternatives, .adjust, .open, .dismiss] {
      service.heard(press, at: second(60))
    }
    #expect(service.course == .running && service.nextMoment == second(68))
    service.heard(.choose(2), at: second(61))
    #expect(service.advance(to: second(3600)).map(\.event) == [.ended])
  }

  @Test(
    "J5: it is time to leave at a whole minute of the wall clock, not before the service says so")
  func times() {
    #expect(journey.leaveAt == JourneyServiceTests.start + .minutes(1))
    #expect(journey.arriveBy.description == "16:39" && journey.date.description == "2026-11-21")
    #expect(journey.tag == "journey:carillon-demo-journey-x@2026-11-21")
  }

  @Test("T16: around midnight its date is that of the arrival; a time that comes twice is none")
  func dates() throws {
    let night = try #require(Instant(iso: "2026-11-21T23:40:00+01:00"))
    let late = try #require(DemoJourney(id: "x", leavingFrom: night, in: InMemoryApp.zone))
    #expect(late.date.description == "2026-11-22" && late.arriveBy.description == "00:18")
    #expect(late.leaveAt == night)
    struct SetBack: ZoneRules {
      let identifier = "Test/Back"
      let at: Instant
      func offset(at instant: Instant) -> Int { instant < at ? 7200 : 3600 }
      func transition(after instant: Instant) -> Instant? { instant < at ? at : nil }
    }
    let back = SetBack(at: try #require(Instant(iso: "2026-10-25T01:00:00Z")))
    #expect(DemoJourney(id: "x", leavingFrom: back.at, in: back) == nil)
    #expect(DemoJourney(id: "x", leavingFrom: back.at + .hours(1), in: back) != nil)
  }

  @Test("J30: what the user does is read from both signals, of the demo's own journey only")
  func presses() {
    let tag = journey.tag
    func heard(_ signal: String, _ document: [String: String]) -> JourneyPress? {
      JourneyPress(
        signal, JSONValue.object(document.mapValues { .text($0) }).serialized, about: tag)
    }
    for (action, press) in [
      ("start", JourneyPress.start), ("snooze", .snooze), ("cancel", .cancel),
      ("alternatives", .alternatives), ("adjust", .adjust), ("OPEN", .open),
      ("DISMISS", .dismiss), ("choose-2", .choose(2)),
    ] {
      #expect(heard("Responded", ["thread": tag, "response": action]) == press)
      #expect(heard("Pressed", ["tag": tag, "action": action]) == press)
      #expect(heard("Pressed", ["tag": "journey:office@2026-11-21", "action": action]) == nil)
      #expect(heard("Delivered", ["thread": tag, "response": action]) == nil)
    }
    for action in ["EXPIRED", "choose-3", "choose-x", "history", ""] {
      #expect(heard("Pressed", ["tag": tag, "action": action]) == nil)
    }
    #expect(JourneyPress("Pressed", "no document", about: tag) == nil)
  }

  @Test("J30: only what demos have left is ended or removed")
  func left() throws {
    #expect(DemoJourney.isDemo(journey.document()))
    for entry in [#"{"id":"office"}"#, #"{"id":7}"#, "7"] {
      #expect(!DemoJourney.isDemo(try #require(JSONValue(parsing: entry))))
    }
    let farewell = try #require(DemoJourney.farewell(toLeft: journey.tag))
    let message = try Message(farewell.serialized, receivedAt: second(0))
    #expect(message["journeyId"] == journey.id && message["date"] == "2026-11-21")
    #expect(message["event"] == "ended" && message.type == "journey")
    for tag in ["journey:office@2026-11-21", "alarm:carillon-demo-journey-x", ""] {
      #expect(DemoJourney.farewell(toLeft: tag) == nil)
    }
  }
}
