import CarillonFeatures
import CarillonStore

/// Rules for alarms that are shown again until somebody has dealt with them. (D15)
extension Watch {
  private static let most = 12

  private func repeats(_ settings: Settings) -> Span {
    guard case .integer(let minutes) = settings.value(of: Alarms.repeats) else { return .zero }
    return .minutes(minutes)
  }

  /// Something is shown again: it is wanted, and it is time.
  func checkAgain(_ row: Delivery, _ life: Life) throws {
    guard var known = alarms.known[row.tag] else { return }
    defer { alarms.known[row.tag] = known }
    guard row.id > known.lastRow else {
      // Something was said of it since, in the same step: it cannot be told how often it was shown since then.
      known.mustComeAgain = false
      return
    }
    let length = repeats(settings)
    if known.isSure, isOneEvent {
      if !known.isOpen {
        throw Broken("D15: \(row.tag) is shown again, and it is \(known.status), \(known.report)")
      }
      if known.severity != .critical {
        throw Broken("D15: \(row.tag) is shown again as \(known.severity)")
      }
      guard let since = known.since else {
        throw Broken("D15: \(row.tag) is shown again, and somebody has dealt with it")
      }
      if known.count >= Watch.most { throw Broken("D15: \(row.tag) is shown again and again") }
      if length == .zero { throw Broken("D15: \(row.tag) is shown again, which is switched off") }
      if !settings.channel(row.channel).enabled {
        throw Broken("D15: \(row.tag) is shown again, and its channel is off")
      }
      if known.isTimed, life.now >= since, life.now - since < length {
        throw Broken("D15: \(row.tag) is shown again after \(life.now - since)")
      }
      if row.request?.silent != false { throw Broken("D15: \(row.tag) is shown again in silence") }
    }
    // The clock may have gone back since: Carillon was killed, and the row is seen only now.
    known.since = min(row.createdAt, life.now)
    known.isTimed = row.createdAt <= life.now
    known.count += 1
    known.owesAttention = true
  }

  /// Something comes back after a snooze: it was put off, is open still, and it is time. (D14)
  func checkReturns(_ row: Delivery, _ life: Life) throws {
    guard var known = alarms.known[row.tag] else { return }
    defer { alarms.known[row.tag] = known }
    guard row.id > known.lastRow else {
      // Something was said of it since, in the same step: it is due again from then on, unless that ended it.
      known.begin(at: min(row.createdAt, life.now))
      known.mustComeAgain = false
      return
    }
    if known.isSure, isOneEvent {
      guard let snooze = known.snooze else {
        throw Broken("D14: \(row.tag) comes back, and nobody has put it off")
      }
      if !known.isOpen {
        throw Broken("D14: \(row.tag) comes back, and it is \(known.status), \(known.report)")
      }
      // It counts from the press, which a busy store takes in up to a second later.
      if known.isTimed, life.now >= snooze.at,
        life.now - snooze.at + .seconds(1) < snooze.length
      {
        throw Broken("D14: \(row.tag) comes back after \(life.now - snooze.at)")
      }
      if row.request?.silent != false { throw Broken("D14: \(row.tag) comes back in silence") }
    }
    let mustComeAgain = known.mustComeAgain
    known.begin(at: min(row.createdAt, life.now))
    known.mustComeAgain = mustComeAgain
    known.owesAttention = true
  }

  /// Notes which alarms are still to be shown, or cannot be read.
  func noteComing(_ life: Life) {
    let now = life.now
    if !life.hasUsualKey {
      for tag in alarms.known.keys { alarms.known[tag]?.wasComing = now }
    }
    for id in messages.live {
      guard let row = before[id], row.tag.hasPrefix("alarm:"), row.request?.silent == false
      else { continue }
      alarms.known[row.tag]?.wasComing = now
    }
  }

  /// In calm weather an open alarm comes again in time.
  func checkComesAgain(_ tag: String, _ known: AlarmNotes.Known, _ life: Life) throws {
    if let calmSince, let snooze = known.snooze, known.mustComeAgain, known.isOpen,
      life.now - known.heardAt < .days(20), known.heardAt <= life.now,
      settings.channel("alarms").enabled
    {
      let due = max(
        min(snooze.at, life.now) + snooze.length, known.wasComing, calmSince + .minutes(2))
      if life.now > due + .minutes(2) {
        throw Broken("D14: \(tag) was put off at \(snooze.at.isoUTC), and does not come back")
      }
    }
    guard let calmSince, let since = known.since, known.mustComeAgain, known.mayBeUrgent,
      known.count < Watch.most, life.now - known.heardAt < .days(20), known.heardAt <= life.now
    else { return }
    let length = repeats(settings)
    guard length > .zero, settings.channel("alarms").enabled else { return }
    let last = max(min(since, life.now), min(known.wasComing, life.now))
    let due = max(last + length, calmSince + .minutes(2))
    if life.now > due + .minutes(2) {
      throw Broken(
        "D15: \(tag) waits since \(since.isoUTC) to be shown again, \(known.count) times so far")
    }
  }

  /// Clock, process or settings have changed what the watch knows of the time.
  func alarmsLoseTime(at now: Instant) {
    for (tag, known) in alarms.known {
      alarms.known[tag]?.isTimed = false
      if known.silentFrom ?? known.heardAt > now { alarms.known[tag]?.silentFrom = now }
      if let since = alarms.known[tag]?.since, since > now { alarms.known[tag]?.since = now }
      if let at = alarms.known[tag]?.snooze?.at, at > now { alarms.known[tag]?.snooze?.at = now }
    }
  }

  /// Nobody can read what was stored, and it may be given up as lost. (T28)
  func alarmsMayBeLost() {
    for tag in alarms.known.keys { alarms.known[tag]?.mustComeAgain = false }
  }

  /// Another key was found: what was stored is given up as lost, even if its key comes back. (T28)
  func alarmsCannotBeRead() {
    alarmsMayBeLost()
    // What its service says meanwhile cannot be noted.
    for (tag, known) in alarms.known where known.report == .waiting { alarms.doubt(tag) }
  }

  /// Notes a change of settings that concerns alarms.
  func noteAlarmSettings(from old: Settings, to new: Settings, at now: Instant) {
    if old.value(of: Alarms.backend) != .null, new.value(of: Alarms.backend) == .null {
      alarms.news.append(.signedOut)
    }
    // Its subjects are deleted with it. (T29)
    if old.did != new.did {
      alarms.known = [:]
      trips.known = [:]
      trips.elsewhere = [:]
    }
    let isOff = !new.channel("alarms").enabled || !old.channel("alarms").enabled
    let hasMoved = old.subscriptions != new.subscriptions
    // Nothing of a topic that was left is shown again, also if nobody has dealt with it after all. (C5)
    for tag in alarms.known.keys where hasMoved {
      guard let channel = Subject.guest(in: tag), !new.mayBeUrgent(channel: channel)
      else { continue }
      alarms.known[tag]?.mayBeUrgent = false
    }
    guard repeats(old) != repeats(new) || isOff || hasMoved else { return }
    alarmsLoseTime(at: now)
    // What waits already may wait as long as it would have.
    alarmsMayBeLost()
  }
}
