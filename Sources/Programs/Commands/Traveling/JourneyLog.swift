import CarillonEngine

/// The demo's output: a line for all that the service says and the user does.
struct JourneyLog {
  private let log: DemoLog
  let zone: any ZoneRules
  private var words: Words { log.words }
  private var route: String { DemoJourney.route(words) }

  init(json: Bool, zone: any ZoneRules) {
    log = DemoLog(json: json)
    self.zone = zone
  }

  func added(_ journey: DemoJourney, tookOver: Bool) throws(Failure) {
    if tookOver {
      try log.line(
        0, "tookOver", words.say("removed a journey that a former demo had left in your plan"))
    }
    try log.line(
      0, "added",
      words.say(
        "your plan has one more journey: {route} from {stop} at {time}, to be at {destination} by "
          + "{target}; time to leave at {leave}",
        [
          "route": route, "stop": DemoJourney.stop(words), "time": clock(journey.departure),
          "destination": DemoJourney.destination(words), "target": "\(journey.arriveBy)",
          "leave": clock(journey.leaveAt),
        ]),
      ["journey": .text(journey.id), "tag": .text(journey.tag)])
  }

  func told(
    _ report: JourneyService.Report, _ answer: String, about journey: DemoJourney
  ) throws(Failure) {
    var members: [String: JSONValue] = [:]
    if case .delay(let minutes) = report.event { members["minutes"] = .integer(minutes) }
    try log.line(
      report.second, name(of: report.event),
      report.event == .ended
        ? words.say("the service says that the journey is over")
        : "\(text(of: report, journey)): \(DemoLog.verdict(answer))",
      DemoLog.members(members, answer))
    for advice in advice(after: report, journey) { try log.advice(report.second, advice) }
  }

  private func name(of event: JourneyService.Event) -> String {
    switch event {
    case .departure: "departure"
    case .delay: "delay"
    case .crowding: "crowding"
    case .cancellation: "cancellation"
    case .eta: "eta"
    case .ended: "ended"
    }
  }

  private func text(of report: JourneyService.Report, _ journey: DemoJourney) -> String {
    switch report.event {
    case .departure: words.say("the service says that it is time to leave")
    case .delay(let minutes) where report.arrival > journey.target:
      words.count(
        "{route} is {n} minute late and arrives at {time}, after {target}",
        "{route} is {n} minutes late and arrives at {time}, after {target}", Int(minutes),
        ["route": route, "time": clock(report.arrival), "target": "\(journey.arriveBy)"])
    case .delay(let minutes):
      words.count(
        "{route} is {n} minute late", "{route} is {n} minutes late", Int(minutes),
        ["route": route])
    case .crowding: words.say("{route} is full", ["route": route])
    case .cancellation:
      words.say("{route} is canceled, and there are other ways", ["route": route])
    case .eta:
      words.say("on the way, arrival at {time}", ["time": clock(report.arrival)])
    case .ended: ""
    }
  }

  /// What a newcomer may want to know or try.
  private func advice(
    after report: JourneyService.Report, _ journey: DemoJourney
  ) -> [String] {
    switch report.event {
    case .departure:
      [
        words.say(
          "without its word, Carillon tells you by itself, at {time}",
          ["time": clock(journey.leaveAt)]),
        words.say(
          "the buttons work, and a click opens the journey’s window; the service goes on meanwhile"
        ),
      ]
    case .delay(let minutes) where minutes == 2:
      [words.say("up to 3 minutes are no news, but the window shows them")]
    case .delay where report.arrival <= journey.target:
      [words.say("a notification tells the difference from what was told last")]
    case .delay:
      [words.say("too late for your plan is urgent, and the best of the other ways is told")]
    case .crowding, .cancellation, .eta, .ended: []
    }
  }

  func heard(_ press: JourneyPress, in service: JourneyService, at second: Int) throws(Failure) {
    var members: [String: JSONValue] = ["action": .text(press.name)]
    if case .choose(let place) = press { members["route"] = .text(DemoWay.all(words)[place].route) }
    try log.line(second, "pressed", text(of: press, service), members)
  }

  /// `service` has heard of it already.
  private func text(of press: JourneyPress, _ service: JourneyService) -> String {
    switch press {
    case .start where service.course == .diverted:
      words.say("Start Journey: you go the way that Carillon has found")
    case .start: words.say("Start Journey: you are on the way, and are not told to leave any more")
    case .snooze:
      words.say("Snooze: you would be told again in 5 minutes, but here there is news before that")
    case .cancel: words.say("Cancel: you do not go today, so nothing more is told")
    case .alternatives: words.say("View Alternatives: the window has a button for each way")
    case .adjust where service.course == .diverted:
      words.say("Adjust Journey: you go the way that Carillon has found")
    case .adjust:
      words.say("Adjust Journey: you go by the new time, and are told when to leave by it")
    case .choose(let place):
      words.say(
        "you take {route} at {time}",
        [
          "route": DemoWay.all(words)[place].route,
          "time": clock(service.journey.departure + DemoWay.all[place].departure),
        ])
    case .open: words.say("you have opened the journey’s window")
    case .dismiss: words.say("you have dismissed the notification")
    }
  }

  func waits(seconds: Double, at second: Int) throws(Failure) {
    try log.advice(
      second,
      words.count(
        "press Adjust Journey for the best way, View Alternatives to choose one, or Cancel "
          + "Journey; the demo waits for {n} second",
        "press Adjust Journey for the best way, View Alternatives to choose one, or Cancel "
          + "Journey; the demo waits for {n} seconds", Int(seconds.rounded(.up))))
  }

  /// The end; if it was not `byDemo`, somebody has removed the journey meanwhile.
  func removed(at second: Int, byDemo: Bool) throws(Failure) {
    try log.line(
      second, "removed",
      byDemo
        ? words.say("the journey is removed from your plan")
        : words.say("the journey was not in your plan any more"))
  }

  private func clock(_ instant: Instant) -> String {
    zone.wallClock(at: instant).time.description
  }
}
