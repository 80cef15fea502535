import CarillonFeatures
import CarillonStore

/// Rules for journeys: what is taken in of them, and what the user did. (J5–J28)
extension Watch {
  /// Whether it is the tag of one of the user's own journeys on a date.
  static func isOfTrip(_ tag: String) -> Bool {
    tag.hasPrefix("journey:") && !tag.contains("/") && tag.contains("@")
  }

  static func tag(of journey: String, on date: LocalDate) -> String { "journey:\(journey)@\(date)" }

  /// The journey and the date that a tag names.
  static func trip(of tag: String) -> (id: String, date: LocalDate)? {
    guard isOfTrip(tag) else { return nil }
    let parts = tag.dropFirst("journey:".count).split(separator: "@")
    guard parts.count == 2, let date = LocalDate(parts[1]) else { return nil }
    return (String(parts[0]), date)
  }

  // MARK: What is planned

  func plannedJourneys(_ life: Life) -> [Journey] {
    do { try readConfiguration(life) } catch { fail("\(error)") }
    return journeys
  }

  /// What the timetable says of a journey; nil if the zone skips that date.
  func timetable(
    of journey: Journey, on date: LocalDate, _ life: Life
  ) -> JourneyNotes.Timetable? {
    let walk = Span.minutes(Int64(journey.walkMinutes))
    let ride = journey.rideMinutes.map { Span.minutes(Int64($0)) }
    switch journey.timing {
    case .departAt(let time):
      guard let departure = life.zone.instant(of: time, on: date) else { return nil }
      return JourneyNotes.Timetable(
        departure: departure, walk: walk, arrival: ride.map { departure + $0 })
    case .arriveBy(let time):
      guard let target = life.zone.instant(of: time, on: date) else { return nil }
      return JourneyNotes.Timetable(
        departure: target - (ride ?? .zero), walk: walk, arrival: target, target: target)
    }
  }

  /// The next time to leave by the timetable.
  func nextTrip(_ life: Life) -> JourneyNotes.Next? {
    let today = life.zone.wallClock(at: life.now).date
    var next: JourneyNotes.Next?
    for journey in plannedJourneys(life) where journey.enabled {
      for days in -1...2 as ClosedRange<Int64> {
        let date = today.adding(days: days)
        guard journey.weekdays.contains(weekday: date.weekday),
          let leave = timetable(of: journey, on: date, life)?.leave, leave > life.now
        else { continue }
        if next.map({ leave < $0.leave }) ?? true {
          next = JourneyNotes.Next(journey: journey, date: date, leave: leave)
        }
        break
      }
    }
    return next
  }

  /// Notes what the user has planned: nobody can say how far what was said of a journey fits another plan.
  func noteJourneys(from old: [Journey], to new: [Journey]) {
    for tag in trips.known.keys {
      guard let (id, _) = Watch.trip(of: tag) else { continue }
      let (was, now) = (old.first { $0.id == id }, new.first { $0.id == id })
      guard was != now else { continue }
      trips.touched.insert(tag)
      if was?.thresholdMinutes != now?.thresholdMinutes { trips.known[tag]?.told = nil }
      guard let was, let now, was.timing == now.timing, was.walkMinutes == now.walkMinutes,
        was.rideMinutes == now.rideMinutes, was.route == now.route, was.stop == now.stop,
        was.weekdays == now.weekdays, was.enabled == now.enabled
      else {
        trips.doubt(tag)
        continue
      }
    }
  }

  // MARK: What is known

  /// What is known of a subject, now that something has come about it; nil if nothing can be.
  func knownTrip(_ tag: String, _ begun: Instant, _ life: Life) -> JourneyNotes.Known? {
    if var known = trips.known[tag], known.begun == begun {
      // Without the key, nobody knows what was said before. (T28)
      if !life.hasUsualKey { (known.isSure, known.isReadable) = (false, false) }
      if !isOneEvent || life.resuming { known.isSure = false }
      return known
    }
    guard let (id, date) = Watch.trip(of: tag),
      let journey = plannedJourneys(life).first(where: { $0.id == id }),
      let table = timetable(of: journey, on: date, life)
    else { return nil }
    var known = JourneyNotes.Known(table, begun: begun, at: life.now)
    if begun != life.now || !isOneEvent || life.resuming || trips.unsure.contains(tag) {
      known.isSure = false
    }
    if !life.hasUsualKey { (known.isSure, known.isReadable) = (false, false) }
    return known
  }

  func begun(_ tag: String, _ life: Life) -> Instant? {
    read(life, or: nil) { rows throws(StoreFailure) in try rows.thread(tag) }?.createdAt
  }

  // MARK: What the service says

  /// Whether a message about a journey may be refused by this field, because of what is planned by now.
  func mayRefuse(_ saying: TripSaying, _ message: String, _ life: Life) -> Bool {
    let journey = plannedJourneys(life).first { $0.id == saying.journey }
    if message.hasPrefix("data.journeyId: ") { return journey == nil || !isOneEvent }
    let today = life.zone.wallClock(at: life.now).date.dayNumber
    if message.hasPrefix("data.date: "), let journey {
      guard let date = saying.date else { return !journey.enabled || journey.weekdays != .all }
      return !journey.weekdays.contains(weekday: date.weekday)
        || !(today - 2...today + 14).contains(date.dayNumber)
    }
    // It is about another time, which was planned when it was said.
    let isOfTime = ["data.departure: ", "data.arrival: ", "data.alternatives["].contains {
      message.hasPrefix($0)
    }
    guard isOfTime, message.contains("that journey") || message.contains("that day") else {
      return false
    }
    guard let date = saying.date else { return true }
    let tag = Watch.tag(of: saying.journey, on: date)
    // A journey that was told to leave keeps its departure, even if the user changes or deletes it, or flies to
    // another zone. (J9)
    let mayBeOld = begun(tag, life) != nil && trips.known[tag] == nil || !trips.isPlanned(tag)
    guard let journey else { return begun(tag, life) != nil }
    guard !mayBeOld, let table = timetable(of: journey, on: date, life) else { return true }
    var times = [saying.departure, saying.arrival].compactMap(\.self)
    for way in saying.ways ?? [] { times += [way.departure, way.arrival] }
    return times.contains { abs(($0 - table.departure).milliseconds) > 20 * 3_600_000 }
  }

  /// A message about a journey was taken in.
  func heard(
    _ saying: TripSaying, as row: Delivery, _ reason: Reason?, _ life: Life
  ) throws {
    let tag = row.tag
    trips.touched.insert(tag)
    trips.letters.insert(row.id)
    // What has expired, and copies, change nothing.
    let now = row.createdAt
    if let span = saying.life, (saying.sentAt ?? now) + span <= now { return }
    guard reason != .duplicate else { return }
    guard let begun = begun(tag, life) else {
      // A late message changes nothing, so its trip may have been pruned in this very step. (T8)
      if let heardAt = trips.known[tag]?.heardAt, now - heardAt >= settings.retention { return }
      throw Broken("J5: nothing is known of \(tag), and \(row.id) is \(reason?.rawValue ?? "news")")
    }
    guard var known = knownTrip(tag, begun, life) else { return }
    known.heardAt = now
    defer { trips.known[tag] = known }
    let isTold = row.request?.category.isEmpty == false
    let isUrgent = row.isUrgent
    // It may be as urgent as what nobody has seen yet.
    let hidesUrgent = before.values.contains {
      $0.tag == tag && $0.id < row.id && $0.isUrgent && $0.status.isLive
    }
    func expect(_ wanted: Bool?, urgent: Bool? = nil, _ rule: String) throws {
      guard known.isSure else { return }
      if let wanted, wanted != isTold {
        throw Broken(
          "\(rule): \(row.id) of \(tag), \(saying.event), is \(isTold ? "" : "not ")told: \(known)")
      }
      if isTold, let urgent, urgent != isUrgent, urgent || !hidesUrgent {
        throw Broken(
          "\(rule): \(row.id) of \(tag), \(saying.event), is \(isUrgent ? "" : "not ")urgent: \(known)"
        )
      }
    }
    let saidAt = min(saying.sentAt ?? now, now)
    if known.stage >= .cancelled { return try expect(false, "J16") }
    if saidAt < min(known.saidAt, now) { return try expect(false, "J11") }
    if saying.event != .ended {
      // Which way is taken is not always known here.
      if known.end == nil, known.earliestEnd <= now { known.isSure = false }
      if known.earliestEnd <= now { return try expect(false, "J11") }
    }
    known.saidAt = saidAt
    let wasCancelled = known.isCancelled
    takeIn(saying, &known, at: now)
    let isOn = plannedJourneys(life).contains { $0.id == saying.journey && $0.enabled }
    if !isOn, saying.event != .ended {
      if saying.event == .cancellation { known.isCancelled = true }
      return try expect(false, "J5")
    }
    let isDeparture =
      saying.event == .departure && isTimely(known, now) && known.stage == .planned
    if wasCancelled, !known.isCancelled, saying.event != .ended, !isDeparture {
      // Whoever has chosen another way need not know. (J17)
      if known.mayGoOtherwise { return try expect(nil, urgent: true, "J17") }
      let isToCome = known.goneAt > now
      try expect(isToCome, urgent: true, "J11")
      (known.told, known.wasUrgent) = (isToCome ? known.departure : nil, false)
      return
    }
    switch saying.event {
    case .ended:
      known.stage = .done
      // It may be late, after what was taken in unseen.
      if known.isSure { known.dealtWith = "ended" }
      try expect(false, "J7")
    case .cancellation:
      known.isCancelled = true
      (known.told, known.wasUrgent) = (nil, false)
      // Whoever has chosen another way, or has seen the vehicle off, need not know. (J17)
      let isNoNews = wasCancelled || known.mayGoOtherwise || known.departure <= now
      try expect(isNoNews ? nil : true, urgent: true, "J11")
    case .alternatives where known.isCancelled:
      // A way that was not known when it was canceled is told as urgently.
      try expect(nil, "J11")
    case .eta where !saying.saysWhen, .crowding where !saying.saysWhen,
      .alternatives where !saying.saysWhen:
      try expect(nil, urgent: false, "J15")
    case .departure where isDeparture && !known.isCancelled && !known.mayGoOtherwise:
      let isFirst = known.goneAt > now
      try expect(isFirst, urgent: false, "J20")
      if isFirst { announced(tag, &known) }
    case .departure, .delay, .eta, .crowding, .alternatives:
      if known.isCancelled || known.mayGoOtherwise {
        if isTold { known.told = nil }
        if row.title?.hasPrefix(Watch.departureTitle) == true { known.stage = .announced }
        return
      }
      guard known.goneAt > now else { return try expect(false, "J11") }
      guard let told = known.told else {
        known.told = isTold ? known.departure : nil
        known.wasUrgent = isTold && isUrgent
        return
      }
      let delay = known.departure - told
      let misses =
        known.table.target.flatMap { target in known.arrival.map { $0 > target } } ?? false
      let isCritical = delay > .minutes(10) || misses && !known.wasUrgent
      let isNews = isCritical || abs(delay.milliseconds) > threshold(of: tag) * 60_000
      // Its own words may be told, as news that is no delay.
      let hasWords = saying.event != .departure && saying.event != .delay && saying.body != nil
      let mayBeWords = hasWords && !isNews
      try expect(mayBeWords ? nil : isNews, urgent: isCritical, "J8")
      guard isNews else { return }
      (known.told, known.wasUrgent) = (known.departure, isCritical)
    }
  }

  /// In minutes.
  func threshold(of tag: String) -> Int64 {
    guard let (id, _) = Watch.trip(of: tag), let journey = journeys.first(where: { $0.id == id })
    else { return 3 }
    return Int64(journey.thresholdMinutes)
  }

  /// Whether the service's own departure counts as such: from ten minutes before it is time to leave. (J20)
  func isTimely(_ known: JourneyNotes.Known, _ now: Instant) -> Bool {
    known.leave - .minutes(10) <= now
  }

  /// The user is told that it is time to leave.
  private func announced(_ tag: String, _ known: inout JourneyNotes.Known) {
    known.stage = .announced
    (known.told, known.wasUrgent) = (known.departure, false)
    // What was done elsewhere before was about something else. (B22)
    trips.elsewhere[tag] = nil
  }

  /// Notes when and how, as far as the message says so.
  private func takeIn(
    _ saying: TripSaying, _ known: inout JourneyNotes.Known, at now: Instant
  ) {
    let departure =
      saying.departure ?? saying.delay.map { known.table.departure + .minutes($0) }
    if let departure {
      known.arrival = known.arrival.map { $0 + (departure - known.departure) }
      known.departure = departure
      if known.isCancelled, saying.event != .cancellation, known.goneAt > now {
        known.isCancelled = false
        known.told = nil
      }
    }
    known.arrival = saying.arrival ?? known.arrival
    known.ways.formUnion(saying.ways ?? [])
  }

  // MARK: What the user does

  /// The user is about to act through a door; if the process dies at once, nobody knows whether it counts.
  func willTravel(_ tag: String) { trips.acts.append(tag) }

  /// A door has answered a press in a window.
  func travelled(_ action: String, on tag: String, _ answer: Answer, _ life: Life) {
    trips.acts.removeAll { $0 == tag }
    guard case .done = answer else { return }
    deal(action, tag, life)
  }

  /// The user has dealt with a journey here. (J16, J17)
  private func deal(_ action: String, _ tag: String, at pressedAt: Instant? = nil, _ life: Life) {
    trips.touched.insert(tag)
    trips.dealt.insert(tag)
    guard var known = trips.known[tag] else { return }
    defer { trips.known[tag] = known }
    guard life.hasUsualKey else {
      (known.isSure, known.isReadable) = (false, false)
      return
    }
    guard known.stage < .cancelled else { return }
    switch action {
    case "start", "cancel":
      known.stage = action == "start" ? .active : .cancelled
      known.actedAt = life.now
      known.dealtWith = "\(action) pressed"
      if pressedAt.map({ $0 != life.now }) == true || !isOneEvent { known.isSure = false }
    case _ where action == "adjust" || action.hasPrefix("choose-"):
      known.dealtWith = nil
      known.told = nil
      if action != "adjust" { known.mayGoOtherwise = true }

    default: break
    }
  }

  // MARK: After every event

  /// Checks what this event did about journeys, once the rows have been seen.
  func checkJourneys(
    _ changes: [(old: Delivery?, new: Delivery)], _ life: Life
  ) throws {
    defer {
      trips.calls = []
      (trips.letters, trips.dealt) = ([], [])
      trips.forgetOld(at: life.now)
    }
    for (old, new) in changes where Watch.isOfTrip(new.tag) {
      if old == nil, new.messageID?.hasPrefix("occasion:") == true { due(new, life) }
      if new.status == .merged, old?.status != .merged { countDeparture(new.title, new, life) }
      if let response = new.response, old?.response != response {
        deal(response, new.tag, at: new.respondedAt, life)
      }
      try checkFate(ofTrip: old, new, life)
    }
    for call in trips.calls { try check(call, life) }
  }

  /// The plan has told of an occasion that was due. (J5, J6)
  private func due(_ row: Delivery, _ life: Life) {
    let tag = row.tag
    guard let begun = begun(tag, life), var known = knownTrip(tag, begun, life) else { return }
    defer { trips.known[tag] = known }
    known.heardAt = life.now
    // Of what is gone, nothing is told.
    guard row.request?.category.isEmpty == false else { return }
    if row.messageID?.contains(".early@") == true {
      // It says no more that the user would come too late, which may be told again.
      known.wasUrgent = false
      return
    }
    announced(tag, &known)
  }
}
