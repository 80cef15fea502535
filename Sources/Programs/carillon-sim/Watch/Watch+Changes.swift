import CarillonFeatures

/// Rules for changes of a row and their records. (docs/architecture.md, T3, T9)
extension Watch {
  /// Every step must be in the table of transitions, and a text may change only with a re-arm.
  func checkChange(
    from old: Delivery?, to new: Delivery, _ fresh: [TraceStep], _ life: Life,
    _ settings: Settings
  ) throws {
    try checkUnseen(old, new, life)
    guard
      old?.status != new.status || old?.title != new.title || old?.body != new.body
        || old?.reason != new.reason
    else { return try checkAttempt(old, new, life, settings) }
    var status = old?.status.rawValue ?? "scheduled"
    for case .status(let move) in fresh.map(\.step) {
      let (from, to) = (move.from.rawValue, move.to.rawValue)
      if from != status { throw Broken("\(new.id) went from \(from), but it was \(status)") }
      if Watch.table[from]?.contains(to) != true {
        throw Broken("\(new.id) went from \(from) to \(to)")
      }
      status = to
    }
    if status != new.status.rawValue {
      throw Broken("\(new.id) is \(new.status), but was traced to \(status)")
    }
    if new.status == .shown, new.reason == .itemOff, !new.isPlanned, hasSnooze(new, life) {
      throw Broken(
        "T33: the snooze of \(new.id), which was asked for, ends because its hour is off")
    }
    if old?.status != new.status, [.missed, .skipped, .held].contains(new.status) {
      try checkReason(new, life)
    }
    // One notification for several is worded whenever it is gathered.
    let isGathered =
      (new.isDigest || new.isAway)
      && fresh.contains { if case .gathered = $0.step { true } else { false } }
    // An armed departure has a text for lists only; its notification is worded when it is shown. (J5)
    let isRenewed =
      Watch.isOfTrip(new.tag) && (new.isPlanned || fresh.contains { $0.step.isCall })
    if let old, !isGathered, !isRenewed, old.text == .open, new.text == .open,
      old.title != new.title || old.body != new.body
    {
      if !fresh.contains(where: { $0.step.code == .rendered }), new.title != nil {
        throw Broken("T9: the text of \(new.id) changed without a recorded re-arm")
      }
      var passage = GatePassage(old)
      if passage.changesText(fresh, now: life.now) {
        throw Broken("T9: the text of \(new.id) changed after the gate: \(fresh)")
      }
    }
    try checkAttempt(old, new, life, settings)
  }

  private func checkAttempt(
    _ old: Delivery?, _ new: Delivery, _ life: Life, _ settings: Settings
  ) throws {
    switch (old?.attemptAt, new.attemptAt) {
    case (nil, .some): attempts[new.id, default: 0] += 1
    case (.some, nil):
      resets[new.id, default: 0] += 1
      if isOneEvent, new.fireAt - life.now <= settings.lead + .hours(1) {
        throw Broken("T3: the attempt of \(new.id) was given back")
      }
    case (.some(let was), .some(let next)) where was != next && seesSeveral:
      // The attempt was given back and used again.
      resets[new.id, default: 0] += 1
      attempts[new.id, default: 0] += 1
    case (.some(let was), .some(let next)) where was != next:
      throw Broken("T3: a second attempt of \(new.id)")
    default: break
    }
    if attempts[new.id, default: 0] > 1 + resets[new.id, default: 0] {
      throw Broken("T3: \(attempts[new.id] ?? 0) attempts of \(new.id)")
    }
  }

  /// The table of transitions (docs/architecture.md), written down independently.
  private static let table: [String: Set<String>] = [
    "scheduled": [
      "showing", "held", "skipped", "shown", "merged", "superseded", "missed", "cancelled",
    ],
    "held": [
      "showing", "scheduled", "skipped", "shown", "merged", "superseded", "missed", "cancelled",
    ],
    "showing": ["shown", "scheduled", "failed", "unconfirmed", "snoozed"],
    "unconfirmed": ["shown"],
    "shown": ["snoozed", "scheduled"],
    "snoozed": ["showing", "shown"],
    "missed": ["scheduled"], "skipped": ["scheduled"], "superseded": ["scheduled"],
    "cancelled": ["scheduled"], "merged": ["scheduled"],
  ]
}
