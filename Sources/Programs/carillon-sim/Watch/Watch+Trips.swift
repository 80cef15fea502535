import CarillonFeatures
import CarillonStore

/// Rules for notifications about journeys: each comes once, in time, and is true; none that is urgent is lost. (J5–J28)
extension Watch {
  static let departureTitle = "Time to leave for "

  // MARK: Calls

  /// Notes a call that shows something of a journey; it is judged once the event is over.
  func noteTripCall(_ call: NotifyCall, _ delivery: Delivery, _ ticket: Ticket, _ life: Life) {
    guard ticket.kind == .show else { return }
    let isJoined = delivery.isDigest && delivery.tag.hasPrefix("joined:journey_")
    guard isJoined || delivery.isMessage && Watch.isOfTrip(delivery.tag) else { return }
    let (members, trace) = read(life, or: ([], [])) { rows throws(StoreFailure) in
      (
        isJoined ? try rows.members(of: delivery.id) + rows.told(in: delivery.id) : [],
        try rows.trace(of: delivery.id)
      )
    }
    let isRepetition = trace.contains { $0.step.isTripRepetition }
    let newest = members.filter(\.isMessage).max { $0.id < $1.id }
    trips.calls.append(
      JourneyNotes.Call(
        call: call, delivery: delivery, newest: newest,
        isUrgent: delivery.isUrgent || members.contains(where: \.isUrgent), at: life.now,
        isRepetition: isRepetition,
        isReturn: trace.contains { if case .returned = $0.step { true } else { false } }))
    if isJoined, members.contains(where: \.isUrgent), call.urgency != .critical {
      fail("J25: \(delivery.id) swallows what is urgent: \(call.summary)")
    }
    if !isRepetition { countDeparture(call.summary, delivery, life) }
  }

  /// At most one notification of each journey and date says that it is time to leave. (J20)
  func countDeparture(_ title: String?, _ delivery: Delivery, _ life: Life) {
    guard title?.hasPrefix(Watch.departureTitle) == true, Watch.isOfTrip(delivery.tag),
      // A notice just before it may say so already.
      delivery.messageID?.contains(".early@") != true
    else { return }
    let tag = delivery.tag
    let thread = read(life, or: nil) { rows throws(StoreFailure) in try rows.thread(tag) }
    var told = trips.departures[tag] ?? (thread?.createdAt, [])
    // It was forgotten with the identity, or after the retention, and begins anew. (T8, T29)
    if told.begun != thread?.createdAt { told = (thread?.createdAt, []) }
    guard !told.rows.contains(delivery.id) else { return }
    told.rows.append(delivery.id)
    trips.departures[tag] = told
    guard told.rows.count > 1, trips.known[tag]?.isReadable != false, life.hasUsualKey else {
      return
    }
    fail("J20: \(tag) is told \(told.rows.count) times, by \(told.rows)")
  }

  /// Checks what a call says.
  func check(_ shown: JourneyNotes.Call, _ life: Life) throws {
    let (call, row, now) = (shown.call, shown.delivery, shown.at)
    let tag = shown.newest?.tag ?? row.tag
    guard isOneEvent, !life.resuming, row.request?.asked != true, let known = trips.known[tag]
    else { return }
    let isDeparture = call.summary.hasPrefix(Watch.departureTitle)
    // A snooze's return is wanted even if the departure was dismissed elsewhere before.
    let isWanted = shown.isReturn && known.stage < .active
    if isDeparture, !isWanted, let done = known.dealtWith, known.isReadable {
      throw Broken("J28: \(row.id) of \(tag) says “\(call.summary)”, and it was \(done)")
    }
    guard known.isSure else { return }
    // Of one that is sealed nothing can be judged. (T28)
    let subject = read(life, or: nil) { rows throws(StoreFailure) in try rows.thread(tag) }
    if life.situation.keyring != .open, subject?.readable != .open { return }
    // Of several, only the names are said.
    if row.tag.hasPrefix("joined:journey_departures") { return }
    let saying = "\(row.id) of \(tag) says “\(call.summary): \(call.body)”"
    if !call.summary.hasSuffix("is canceled") {
      guard let last = known.departures.max() else {
        throw Broken("J11: \(saying), and its vehicle does not run")
      }
      if last < now - .minutes(1) {
        throw Broken("J11: \(saying), and its vehicle left at \(last.isoUTC)")
      }
    }
    if call.summary.hasSuffix("is canceled"), !known.isCancelled {
      throw Broken("J11: \(saying), and it runs")
    }
    let lines = call.body.split(separator: "\n")
    guard let line = lines.first else { return }
    if line.hasPrefix("Leave now"), let minutes = Watch.minutes(in: line) {
      let isTrue = known.departures.contains { says(minutes, until: $0, now) }
      if !isTrue {
        throw Broken("J5: \(saying), and it departs at \(known.departures.map(\.isoUTC))")
      }
      // Who is told by the service is told ten minutes before it is time at most. While it waited for a server,
      // or to be tried again, its vehicle may have become late by so little that nothing is told. (J8)
      let isEarly = trips.letters.contains(row.id) || known.stage > .planned && !isPlanned(row)
      let delay = row.createdAt < now ? threshold(of: tag) : 0
      let lead = Span.minutes((isEarly ? 10 : 0) + delay)
      let soonest = known.leaves.min() ?? now
      if isDeparture, soonest - now > lead + .minutes(1) {
        throw Broken("J9: \(saying), and it is time to leave at \(soonest.isoUTC)")
      }
    }
    if line.hasPrefix("Optimal departure in"), let minutes = Watch.minutes(in: line) {
      guard known.leaves.contains(where: { says(minutes, until: $0, now) }) else {
        throw Broken("J6: \(saying), and it is time to leave at \(known.leaves.map(\.isoUTC))")
      }
    }
  }

  private func isPlanned(_ row: Delivery) -> Bool {
    row.messageID?.hasPrefix("occasion:") == true
  }

  private func says(_ minutes: Int64, until instant: Instant, _ now: Instant) -> Bool {
    abs(minutes * 60_000 - max(0, (instant - now).milliseconds)) <= 60_000
  }

  /// The number before “minute” or “minutes”.
  private static func minutes(in line: Substring) -> Int64? {
    let words = line.split(separator: " ")
    guard let index = words.firstIndex(where: { $0.hasPrefix("minute") }), index > 0 else {
      return nil
    }
    return Int64(words[index - 1])
  }

  // MARK: What becomes of it

  /// What is urgent is not held, and what becomes of it has a reason that is true. (J10, J11, J14)
  func checkFate(ofTrip old: Delivery?, _ new: Delivery, _ life: Life) throws {
    guard old?.status != new.status, new.isUrgent, new.request?.asked != true else { return }
    let what = "\(new.id) of \(new.tag), which is urgent,"
    switch (new.status, new.reason) {
    case (.held, let reason): throw Broken("J14: \(what) is held: \(reason?.rawValue ?? "")")
    case (.merged, .mergedBatch), (.merged, .mergedGroup): return
    case (.merged, let reason):
      throw Broken("J25: \(what) is told in a digest: \(reason?.rawValue ?? "")")
    case (.skipped, .dismissed), (.skipped, .elsewhere), (.skipped, .quiet), (.skipped, .silent),
      (.skipped, .keepsButtons):
      throw Broken("J10: \(what) is skipped: \(new.reason?.rawValue ?? "")")
    case (.cancelled, let reason):
      throw Broken("J10: \(what) is canceled: \(reason?.rawValue ?? "")")
    case (.superseded, _) where isOneEvent:
      let next = read(life, or: nil) { rows throws(StoreFailure) in
        try rows.newest(tag: new.tag, limit: 8).filter {
          new.id < $0.id && $0.request?.asked != true && $0.status != .superseded
            && before[$0.id]?.status.isLive != false
            && $0.request?.category.isEmpty == false
        }.min { $0.id < $1.id }
      }
      guard let next else { throw Broken("J10: \(what) gives way to nothing") }
      if !next.isUrgent { throw Broken("J10: \(what) gives way to \(next.id), which is not") }
    case (.scheduled, _) where new.waiting == nil && isOneEvent && !life.idleIsWanted:
      throw Broken("J10: \(what) is neither shown nor waiting")
    case (.skipped, .settled) where wants(new, life), (.failed, .settled) where wants(new, life),
      (.failed, .dismissed), (.failed, .elsewhere):
      throw Broken("J19: \(what) is not tried again: \(new.reason?.rawValue ?? "")")
    default: return
    }
  }

  /// Whether what is urgent is wanted still, by all that is known.
  private func wants(_ row: Delivery, _ life: Life) -> Bool {
    guard let known = trips.known[row.tag], known.isSure, isOneEvent, known.stage < .cancelled,
      !trips.dealt.contains(row.tag), row.id > trips.acknowledged[row.tag] ?? 0,
      known.dealtWith == nil, !known.mayGoOtherwise
    else { return false }
    if row.title?.hasSuffix("is canceled") == true { return known.isCancelled }
    return !known.isCancelled && known.goneAt > life.now
  }

  /// Whether the reason for which an occasion itself was not told is true. (J23)
  func explains(tripSkipped row: Delivery, _ reason: Reason?) -> Bool {
    guard case .own(let code)? = reason else { return reason == .user }
    let known = trips.known[row.tag]
    switch code {
    case "journey-told", "journey-departed": return true
    case "journey-not-going": return known?.isSure != true || known?.stage == .cancelled
    case "journey-cancelled": return known?.isSure != true || known?.isCancelled == true
    default: return false
    }
  }

  // MARK: Calm weather

  /// In calm weather the user is told when it is time to leave, if nothing was said and done about it. (J5)
  func checkCalmTrips(since: Instant, _ life: Life) throws {
    let slack = isWindowed(settings, life) ? Settings.window + .seconds(5) : .seconds(60)
    let today = life.zone.wallClock(at: life.now).date
    for journey in journeys where journey.enabled {
      for days in -1...1 as ClosedRange<Int64> {
        let date = today.adding(days: days)
        let tag = Watch.tag(of: journey.id, on: date)
        guard journey.weekdays.contains(weekday: date.weekday),
          let leave = timetable(of: journey, on: date, life)?.leave,
          leave - .minutes(45) > since, leave + slack < life.now, life.now < leave + .hours(2),
          !trips.touched.contains(tag), trips.departures[tag] == nil
        else { continue }
        let occasion = Occasion(PlanItem.ID(source: Journeys.source, name: journey.id), on: date)
        // It was told by a clock that has gone back since.
        if let row = row(of: occasion), overBefore.contains(row.id) { continue }
        if row(of: occasion) == nil, try isSpent(occasion, life) { continue }
        let rows = before.values.filter { $0.tag == tag && $0.isMessage }
        // With others, or because of too many others.
        if rows.contains(where: { $0.status == .merged || $0.reason == .held(.throttle) }) {
          continue
        }
        if rows.contains(where: { overBefore.contains($0.id) }) { continue }
        throw Broken(
          "J5: nobody is told of \(tag), \(leave.isoUTC), in calm weather: "
            + "\(row(of: occasion).map { "\($0)" } ?? "no row"), \(rows)")
      }
    }
  }
}

extension Step {
  /// Whether it begins the life of a row that tells again what was told.
  fileprivate var isTripRepetition: Bool {
    switch self {
    case .again, .returned, .gathered: true
    default: false
    }
  }
}
