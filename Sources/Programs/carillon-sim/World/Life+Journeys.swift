import CarillonFeatures

/// The user's journeys, the service that knows about their vehicles, and the user's other devices. (004)
///
/// Draws from streams of its own, so that a life without it is the same in all else.
extension Life {
  /// What may happen to a message about a journey on its way.
  private enum Mishap {
    case none, lost, twice, saidAgain, late, expiring, badBeside
  }

  /// After each step the user may plan a journey, or be about to make one.
  func travel() throws {
    guard draft.faults.contains(.journeys) else { return }
    random = journeyStream()
    guard random.once(in: 6) else { return }
    switch random.span(0...9) {
    case 0: planJourneys()
    case 1: setUpJourneys()
    default: try makeJourney()
    }
    try check()
    try rebootIfDead()
  }

  private func journeyStream() -> SplitMix {
    var stream = SplitMix(
      seed: (draft.seed ^ 0x0011_7E75_0A0A_B0B0) &+ UInt64(step) &* 0x9E37_79B9_7F4A_7C15)
    _ = stream.next()
    return stream
  }

  // MARK: Planning

  private func planJourneys() {
    watch.configured()
    _ = ask(.patch(DrawnJourneys.change(watch.plannedJourneys(self), &random)))
  }

  private func setUpJourneys() {
    watch.configured()
    _ = ask(
      .patch(
        random.pick([
          #"{"journeyLeadMinutes":0}"#, #"{"journeyLeadMinutes":5}"#,
          #"{"journeyLeadMinutes":15}"#,
          #"{"channels":{"journey_departures":{"enabled":false}}}"#,
          #"{"channels":{"journey_departures":{"enabled":true}}}"#,
          #"{"channels":{"journey_delays":{"enabled":false}}}"#,
          #"{"channels":{"journey_delays":{"enabled":true}}}"#,
          #"{"channels":{"journey_updates":{"enabled":true,"at":"slot"}}}"#,
        ])))
  }

  /// Calm weather for journeys, too: there is one, and its channels are on.
  func calmJourneys() {
    guard draft.faults.contains(.journeys) else { return }
    let former = random
    random = journeyStream()
    defer { random = former }
    watch.configured()
    _ = ask(
      .patch(
        #"{"channels":{"journey_departures":{"enabled":true,"at":"now"},"journey_delays":{"enabled":true,"at":"now"},"journey_updates":{"enabled":true,"at":"now"}}}"#
      ))
    guard watch.plannedJourneys(self).isEmpty || random.once(in: 4) else { return }
    planJourneys()
  }

  /// In calm weather, what is urgent about a journey of which nothing was heard so far comes through.
  func writeFairTrip() {
    guard draft.faults.contains(.journeys) else { return }
    let former = random
    random = journeyStream()
    defer { random = former }
    guard random.once(in: 2), let next = watch.nextTrip(self), next.leave - now > .hours(1),
      next.leave - now < .hours(20),
      !watch.trips.touched.contains(next.tag), watch.trips.isPlanned(next.tag)
    else { return }
    var saying = TripSaying(
      journey: next.journey.id, date: next.date, meant: next.date,
      event: random.pick([.delay, .cancellation]))
    if saying.event == .delay { saying.delay = random.span(11...40) }
    var letter = Letter(saying.data, tag: next.tag, id: "t\(step)/fair")
    letter.trip = saying
    letter.mustShow = true
    mail.append((next.leave - .minutes(random.span(2...40)), .letter(letter)))
    mail.sort { $0.at < $1.at }
  }

  // MARK: Minutes around a departure

  /// The user is about to leave: what is said meanwhile, and what they do about it.
  private func makeJourney() throws {
    var next = watch.nextTrip(self)
    if next == nil || random.once(in: 2) || next.map({ $0.leave - now > .hours(4) }) == true {
      planOneSoon()
      try check()
      next = watch.nextTrip(self)
    }
    guard let next, next.leave - now < .hours(8) else { return }
    if random.once(in: 4) { signIn() }
    if next.leave - now > .minutes(14) {
      try pass(until: next.leave - .minutes(random.span(1...14)))
      try check()
      try rebootIfDead()
    }
    writeTrip(next.journey, next.date)
    if random.once(in: 3), let other = watch.plannedJourneys(self).last {
      writeTrip(other, next.date.adding(days: random.pick([-1, 0, 1])))
    }
    if random.once(in: 3) { writeStatuses(next.tag, around: next.leave) }
    mail.sort { $0.at < $1.at }
    let end = next.leave + .minutes(random.pick([3, 20, 50] as [Int64]))
    for _ in 0..<60 where now < end && next.leave - now < .hours(1) {
      try pass(until: now + .seconds(random.span(1...150)))
      if random.once(in: 3) {
        answerTrip(next.tag)
      } else if random.once(in: 9) {
        try strike(random.pick(Life.whileTravelling))
      }
      try check()
      try rebootIfDead()
    }
  }

  /// Faults that may strike while a vehicle is about to depart.
  private static let whileTravelling: [Fault] = [
    .crash, .crash, .server, .server, .network, .store, .keyring, .desktop, .doors, .repeats, .disk,
    .clock, .sleep, .configuration, .lock, .zone,
  ]

  /// Has a journey depart within the hour.
  private func planOneSoon() {
    let walk = random.pick([0, 1, 8, 8, 25] as [Int64])
    let at = now + .minutes(walk + random.span(2...50))
    watch.configured()
    _ = ask(
      .patch(
        DrawnJourneys.moved(
          to: zone.wallClock(at: at).time, walk: walk, watch.plannedJourneys(self), &random)))
  }

  // MARK: What the service says

  /// What is said of a journey on one date, from before it is time to leave until the vehicle is gone.
  private func writeTrip(_ journey: Journey, _ date: LocalDate) {
    guard let table = watch.timetable(of: journey, on: date, self) else { return }
    let tag = Watch.tag(of: journey.id, on: date)
    let clock = random.pick([nil, 0, 0, 0, 7200, -7200] as [Int64?])
    let hasIDs = !random.once(in: 3)
    let isNext = watch.nextTrip(self)?.tag == tag
    var delay: Int64 = 0
    var at = max(now, table.leave - .seconds(random.span(0...720)))
    for number in 0..<Int(random.span(0...5)) {
      var saying = TripSaying(
        journey: journey.id, date: isNext && random.once(in: 3) ? nil : date, meant: date,
        event: random.pick([
          .departure, .departure, .delay, .delay, .delay, .cancellation, .crowding, .eta,
          .alternatives, .ended,
        ]))
      saying.sentAt = clock.map { at.inWholeSeconds + .seconds($0) }
      if [.delay, .eta].contains(saying.event) || random.once(in: 5) {
        delay = random.pick([delay, delay + random.span(-4...4), random.span(-20...40)])
        if random.once(in: 2) {
          saying.delay = delay
        } else {
          saying.departure = table.departure + .minutes(delay) + .seconds(random.pick([0, 0, 1]))
        }
        if random.once(in: 4) {
          saying.arrival = table.departure + .minutes(delay + random.span(1...60))
        }
      }
      if [.cancellation, .alternatives].contains(saying.event) || random.once(in: 8) {
        saying.ways = ways(after: table.departure)
      }
      if saying.event == .crowding || random.once(in: 8) {
        saying.body = "Said at \(at.milliseconds)"
      }
      send(saying, tag, number, hasIDs, at: at)
      at = at + .seconds(random.pick([1, 20, 60, 110, 130, 400]))
    }
  }

  private func ways(after departure: Instant) -> [TripSaying.Way] {
    (0..<Int(random.span(0...3))).map { number in
      let leaves = departure + .minutes(random.span(-15...60))
      return TripSaying.Way(
        route: "Bus \(number)", departure: leaves,
        arrival: leaves + .minutes(random.span(0...60)), walk: .minutes(random.span(0...20)))
    }
  }

  private func send(
    _ saying: TripSaying, _ tag: String, _ number: Int, _ hasIDs: Bool, at instant: Instant
  ) {
    let mishap: Mishap = random.pick([
      .none, .none, .none, .none, .none, .none, .lost, .twice, .saidAgain, .late, .late, .expiring,
      .badBeside,
    ])
    var saying = saying
    var around: [String: JSONValue] = [:]
    if mishap == .expiring {
      let seconds = random.pick([0, 60, 600] as [Int64])
      around["android"] = .object(["ttl": .text("\(seconds)s")])
      // Nothing is as good as for ever. (B1)
      saying.life = seconds == 0 ? nil : .seconds(seconds)
    }
    let tag = saying.date == nil ? "journey:\(saying.journey)@" : tag
    let id = hasIDs ? "\(tag)/\(step)/\(number)" : nil
    var letter = Letter(
      saying.data, tag: tag, id: id, around: around,
      shape: random.pick([.nested, .nested, .flat, .whole]))
    letter.trip = saying
    func post(_ letter: Letter, _ delay: Int64 = 0) {
      mail.append((instant + .seconds(delay), .letter(letter)))
    }
    switch mishap {
    case .none, .expiring: post(letter)
    case .lost: break
    case .late: post(letter, random.span(20...900))
    case .twice:
      post(letter)
      post(letter, random.pick([0, 1, 20, 590, 610]))
    case .saidAgain:
      post(letter)
      var again = Letter(saying.data, tag: tag, id: id.map { $0 + "/again" })
      again.trip = saying
      post(again, random.pick([0, 2, 100, 599, 601]))
    case .badBeside:
      post(letter)
      post(badTrip(saying))
    }
  }

  /// What contradicts itself, and is refused by the name of its field. (J5)
  private func badTrip(_ saying: TripSaying) -> Letter {
    let (key, value, field): (String, String, String) = random.pick([
      ("event", "party", "event"), ("event", "early", "event"),
      ("journeyId", "nowhere", "journeyId"),
      ("journeyId", "../a", "journeyId"), ("date", "soon", "date"),
      ("departure", "noon", "departure"), ("departure", "2001-11-23T06:42:00Z", "departure"),
      ("crowding", "huge", "crowding"), ("alternatives", "[{}]", "alternatives[0].route"),
    ])
    var data = saying.data
    // The first field that is wrong is named.
    (data["departure"], data["arrival"], data["delayMinutes"]) = (nil, nil, nil)
    data["alternatives"] = nil
    data[key] = value
    var letter = Letter(refused: Letter(data, tag: "", id: nil).text, field: "data.\(field)")
    letter.trip = saying
    return letter
  }

  // MARK: What other devices say

  /// The user deals with it on another device, before or after it is time to leave.
  private func writeStatuses(_ tag: String, around leave: Instant) {
    for number in 0..<Int(random.pick([1, 1, 2])) {
      let at = max(now, leave + .seconds(random.span(-900...300)))
      var saying = DeviceSaying(
        operation: random.pick([
          .dismissed, .dismissed, .snoozed, .started, .cancelled, .acknowledged,
        ]), subject: tag, origin: random.pick(["phone", "watch", nil]))
      saying.at = random.pick([
        nil, at.inWholeSeconds, at.inWholeSeconds - .seconds(random.span(0...1800)),
        at.inWholeSeconds + .hours(2),
      ])
      let id = random.once(in: 2) ? "status/\(step)/\(number)" : nil
      var letter = Letter(saying.data, tag: DeviceSaying.tag, id: id)
      letter.status = saying
      mail.append((at, .letter(letter)))
      if random.once(in: 5) { mail.append((at + .seconds(random.span(0...90)), .letter(letter))) }
      if random.once(in: 6) {
        var data = saying.data
        let field = random.pick(["op", "subject", "at"])
        data[field] = field == "subject" ? nil : "noon"
        mail.append(
          (
            at,
            .letter(
              Letter(refused: Letter(data, tag: "", id: nil).text, field: "data.\(field)"))
          ))
      }
    }
  }

  /// A service has heard what was done here, and may tell it to all devices, this one too. (J28)
  func echo(_ saying: DeviceSaying, _ random: inout SplitMix) {
    guard random.once(in: 3) else { return }
    var letter = Letter(saying.data, tag: DeviceSaying.tag, id: nil)
    letter.status = saying
    mail.append((now + .seconds(random.span(1...90)), .letter(letter)))
    mail.sort { $0.at < $1.at }
  }

  // MARK: The user

  /// The user deals with a journey that is on the screen, or in a window.
  private func answerTrip(_ tag: String) {
    let own = popups.filter { $0.tag.contains("journey") }
    switch random.span(0...9) {
    case 0...5:
      guard !own.isEmpty else { return }
      let popup = random.pick(own)
      use(
        popup,
        random.pick([
          .dismissed, .expired, .action(key: "default", activation: nil),
          .action(key: random.pick(popup.keys + ["unknown"]), activation: nil),
          .action(key: random.pick(popup.keys), activation: nil),
          .action(key: random.pick(popup.keys), activation: nil),
        ]))
    case 6...7:
      let action = random.pick([
        "start", "cancel", "snooze", "adjust", "choose-0", "choose-1", "alternatives", "../",
      ])
      watch.willTravel(tag)
      _ = ask(.act(tag: tag, action: action, data: Document())) { [unowned self] in
        watch.travelled(action, on: tag, $0, self)
      }
    case 8:
      guard let popup = own.last else { return }
      _ = ask(
        .respond(
          requestID: "\(popup.row)", action: random.pick(["open", "dismiss", "start", "snooze"])))
    default:
      guard let (id, date) = Watch.trip(of: tag) else { return }
      _ = ask(.open(link: "/journeys/\(id)/\(date)", activation: nil))
    }
  }
}

extension Instant {
  fileprivate var inWholeSeconds: Instant { Instant(milliseconds: wholeSeconds * 1000) }
}
