import CarillonFeatures
import CarillonStore

/// The watch's notes about what was told again, and about what hours have shown.
struct AwayNotes {
  /// The number of calls of each row when it was told again: it must be shown anew before it is told
  /// once more.
  var told: [Int64: Int] = [:]
  /// What each hour has shown last, and the last that it may have shown. (T35)
  var shown: [PlanItem.ID: String] = [:]
}

/// Rules for what was not seen, for digests, and for the hours that messages wait for. (T35, T38, §5)
extension Watch {
  /// What is shown while the session is locked counts as unseen, and is told once.
  func checkUnseen(_ old: Delivery?, _ new: Delivery, _ life: Life) throws {
    noteShown(old, new)
    let isTold = try isTold(old, new, life)
    guard !seesSeveral, !life.resuming, eventsSinceCheck <= 1 else {
      if isTold { away.told[new.id] = new.calls }
      return
    }
    if old?.status == .showing, new.status == .shown, life.situation.locked, !new.isAway,
      !new.unseen, !new.replaced,
      new.reason == nil, !new.isAnswered
    {
      throw Broken("T38: \(new.id) is shown while the session is locked, and counts as seen")
    }
    guard isTold else { return }
    if life.situation.locked { throw Broken("T38: \(new.id) is told while the session is locked") }
    if old?.unseen != true { throw Broken("T38: \(new.id) is told, and was seen") }
    if old?.isAnswered == true { throw Broken("T38: \(new.id) is told, and was answered") }
    if let calls = away.told[new.id], calls >= new.calls {
      throw Broken("T38: \(new.id) is told twice")
    }
    away.told[new.id] = new.calls
  }

  /// Whether a row has come to be told again, by “While you were away”.
  private func isTold(_ old: Delivery?, _ new: Delivery, _ life: Life) throws -> Bool {
    guard let later = new.toldIn, old?.toldIn != later else { return false }
    let telling = try life.store.read { rows throws(StoreFailure) in try rows.delivery(later) }
    // Members of a group point to their digest too, but nobody has missed them. (J24)
    return telling?.isDigest != true && telling?.isMessage != true
  }

  /// Notes what the screen has shown.
  ///
  /// If no server took a digest, its rows have not been told yet.
  private func noteShown(_ old: Delivery?, _ new: Delivery) {
    if old?.toldIn != nil, new.toldIn == nil { away.told[new.id] = nil }
    if new.isSlot, let item = new.item, old?.status == .showing, new.status == .snoozed {
      // Whether it was shown before it was put off again, or could not be, is not to be seen here.
      away.shown[item] = nil
    }
    guard new.isSlot, let item = new.item, [.shown, .unconfirmed].contains(new.status),
      old?.status == .showing || old?.status == .merged || old == nil
    else { return }
    away.shown[item] = Watch.text(new)
  }

  private static func text(_ delivery: Delivery) -> String {
    "\(delivery.title ?? "")\u{1}\(delivery.body ?? "")\u{1}\(delivery.link ?? "")"
  }

  /// An hour with “only what is new” shows nothing twice. (T35)
  func checkNews(_ delivery: Delivery, _ life: Life) {
    guard delivery.isSlot, delivery.calls == 1, !delivery.returning, !seesSeveral, !life.resuming,
      let item = delivery.item, let slot = slots.first(where: { $0.id.item == item }), slot.onlyNew,
      // The hour may have been removed and added again.
      slot.shown != nil, let last = away.shown[item], last == Watch.text(delivery)
    else { return }
    fail("T35: \(delivery.id) says what its hour has shown last")
  }

  /// The rows of a digest are all and only what it says. (T18, T38)
  func checkRows(of call: NotifyCall, _ delivery: Delivery, _ life: Life) {
    // What a group says is its kind's to choose. (J24)
    guard delivery.isDigest || delivery.isAway, !delivery.tag.hasPrefix("joined:") else { return }
    if delivery.isAway, life.situation.locked, !life.resuming {
      fail("T38: \(delivery.id) is shown while the session is locked")
    }
    let members = read(life, or: []) { rows throws(StoreFailure) in
      try rows.members(of: delivery.id) + rows.told(in: delivery.id)
    }
    if members.isEmpty { return fail("T18: \(delivery.id) stands for nothing") }
    guard members.allSatisfy({ !$0.isDigest }), delivery.text == .open else { return }
    var lines = (delivery.body ?? "").split(separator: "\n").map { String($0) }
    var rest = 0
    if let last = lines.last, last.hasPrefix("and "), last.hasSuffix(" more"),
      let count = Int(last.dropFirst(4).dropLast(5))
    {
      rest = count
      lines.removeLast()
    }
    let said = Set(lines.map { $0.dropFirst(6) })
    let titles = members.map { String(($0.title ?? "").prefix(40)) }
    let listed = titles.count { title in said.contains { $0.hasPrefix(title.prefix(20)) } }
    // A title may hold a line break, and a long row is cut.
    guard lines.allSatisfy({ $0.count > 5 }) else { return }
    if listed + rest < members.count {
      fail(
        "T18: \(delivery.id) stands for \(members.count), and tells of \(listed) and \(rest) more")
    }
    if delivery.isDigest, call.summary != "\(members.count) notifications" {
      fail("T18: \(delivery.id) stands for \(members.count), and says \(call.summary)")
    }
  }

  /// No message whose channel waits for hours comes before one. (§5, At my hours)
  func checkHours(of delivery: Delivery, _ life: Life) {
    // What is asked for, or comes at once, lets nothing go that waits.
    defer {
      if hoursMoved, delivery.isDigest || delivery.releasedAt != nil {
        hoursMoved = false
        // Others were let go with it, and each may be tried twice.
        lastMoved = delivery.releasedAt
      }
    }
    guard !hoursMoved, delivery.releasedAt == nil || delivery.releasedAt != lastMoved, !seesSeveral,
      !life.resuming, delivery.isOrdinary, delivery.isMessage,
      !delivery.isUrgent, settings.channel(delivery.channel).at != .now,
      delivery.createdAt < life.now, life.now - delivery.createdAt < .days(6)
    else { return checkHeldMembers(of: delivery, life) }
    let subject = read(life, or: nil) { rows throws(StoreFailure) in try rows.thread(delivery.tag) }
    guard subject == nil, slots.contains(where: \.enabled) else { return }
    if !hasHour(between: delivery.createdAt, and: life.now, life) {
      fail("§5: \(delivery.id) is shown before an hour of its channel")
    }
  }

  private func checkHeldMembers(of digest: Delivery, _ life: Life) {
    guard digest.isDigest, !seesSeveral, !life.resuming else { return }
    let members = read(life, or: []) { rows throws(StoreFailure) in try rows.members(of: digest.id)
    }
    for member in members {
      if let hour = member.heldUntil, hour > life.now {
        fail("§5: \(member.id) is told in \(digest.id) before \(hour.isoUTC)")
      }
    }
  }

  private func hasHour(between start: Instant, and end: Instant, _ life: Life) -> Bool {
    let zone = life.zone
    var date = zone.wallClock(at: start).date.adding(days: -1)
    let last = zone.wallClock(at: end).date.adding(days: 1)
    while date <= last {
      for slot in slots where slot.enabled && slot.rings(on: date) {
        if let at = zone.instant(of: slot.id.time, on: date), at > start, at <= end { return true }
      }
      date = date.adding(days: 1)
    }
    return false
  }

  /// After a calm period with an unlocked session, nothing is left untold. (T38)
  func checkEverythingIsTold(_ life: Life) throws {
    let unseen = try life.store.read { rows throws(StoreFailure) in
      try rows.unseen(after: 0, limit: .max)
    }
    // What was shown and lost its text cannot be told: the key is gone. (T28)
    if let row = unseen.first(where: { $0.text == .open }) {
      throw Broken("T38: \(row.id) was not seen, and nobody was told")
    }
    let held = try life.store.read { rows throws(StoreFailure) in try rows.resting(limit: .max) }
    // A topic's channel may still wait for hours.
    let isLate = { (row: Delivery) in
      row.reason == .held(.at) && row.heldUntil.map { $0 <= life.now } ?? true
    }
    if let row = held.first(where: isLate) {
      throw Broken("§5: \(row.id) still waits for an hour of its channel")
    }
  }
}
