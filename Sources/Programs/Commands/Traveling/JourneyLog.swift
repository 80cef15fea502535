import CarillonEngine

/// The demo's output: a line for all that the service says and the user does.
struct JourneyLog {
  private let log: DemoLog
  let zone: any ZoneRules

  init(json: Bool, zone: any ZoneRules) {
    log = DemoLog(json: json)
    self.zone = zone
  }

  func added(_ journey: DemoJourney, tookOver: Bool) throws(Failure) {
    if tookOver {
      try log.line(0, "tookOver", "removed a journey that a former demo had left in your plan")
    }
    try log.line(
      0, "added",
      "your plan has one more journey: \(DemoJourney.route) from \(DemoJourney.stop) at "
        + "\(clock(journey.departure)), to be at \(DemoJourney.destination) by "
        + "\(journey.arriveBy); time to leave at \(clock(journey.leaveAt))",
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
        ? "the service says that the journey is over"
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
    case .departure: "the service says that it is time to leave"
    case .delay(let minutes):
      "\(DemoJourney.route) is \(minutes) minutes late"
        + (report.arrival > journey.target
          ? " and arrives at \(clock(report.arrival)), after \(journey.arriveBy)" : "")
    case .crowding: "\(DemoJourney.route) is full"
    case .cancellation: "\(DemoJourney.route) is canceled, and there are other ways"
    case .eta: "on the way, arrival at \(clock(report.arrival))"
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
        "without its word, Carillon tells you by itself, at \(clock(journey.leaveAt))",
        "the buttons work, and a click opens the journey’s window; the service goes on meanwhile",
      ]
    case .delay(let minutes) where minutes == 2:
      ["up to 3 minutes are no news, but the window shows them"]
    case .delay where report.arrival <= journey.target:
      ["a notification tells the difference from what was told last"]
    case .delay: ["too late for your plan is urgent, and the best of the other ways is told"]
    case .crowding, .cancellation, .eta, .ended: []
    }
  }

  func heard(_ press: JourneyPress, in service: JourneyService, at second: Int) throws(Failure) {
    var members: [String: JSONValue] = ["action": .text(press.name)]
    if case .choose(let place) = press { members["route"] = .text(DemoWay.all[place].route) }
    try log.line(second, "pressed", text(of: press, service), members)
  }

  /// `service` has heard of it already.
  private func text(of press: JourneyPress, _ service: JourneyService) -> String {
    switch press {
    case .start where service.course == .diverted:
      "Start Journey: you go the way that Carillon has found"
    case .start: "Start Journey: you are on the way, and are not told to leave any more"
    case .snooze:
      "Snooze: you would be told again in 5 minutes, but here there is news before that"
    case .cancel: "Cancel: you do not go today, so nothing more is told"
    case .alternatives: "View Alternatives: the window has a button for each way"
    case .adjust where service.course == .diverted:
      "Adjust Journey: you go the way that Carillon has found"
    case .adjust: "Adjust Journey: you go by the new time, and are told when to leave by it"
    case .choose(let place):
      "you take \(DemoWay.all[place].route) at "
        + clock(service.journey.departure + DemoWay.all[place].departure)
    case .open: "you have opened the journey’s window"
    case .dismiss: "you have dismissed the notification"
    }
  }

  func waits(seconds: Double, at second: Int) throws(Failure) {
    try log.advice(
      second,
      "press Adjust Journey for the best way, View Alternatives to choose one, or Cancel Journey; the "
        + "demo waits for \(Int(seconds.rounded(.up))) seconds")
  }

  /// The end; if it was not `byDemo`, somebody has removed the journey meanwhile.
  func removed(at second: Int, byDemo: Bool) throws(Failure) {
    try log.line(
      second, "removed",
      byDemo
        ? "the journey is removed from your plan" : "the journey was not in your plan any more")
  }

  private func clock(_ instant: Instant) -> String {
    zone.wallClock(at: instant).time.description
  }
}
