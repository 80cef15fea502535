extension Decision {
  /// A door asks for something to be done; what only reads is answered by `answer(reading:)`.
  func take(_ question: Question, from caller: Caller) throws(StoreFailure) {
    switch question {
    case .deliverStoredNow(let id):
      if let answer = try ringNow(id, for: caller) { self.answer(answer, to: caller) }
    case .sendTest:
      if let answer = try sendTest(for: caller) { self.answer(answer, to: caller) }
    case .runFullPipelineNow: try runPipeline(for: caller)
    case .export(let path):
      if let answer = try export(to: path, for: caller) { self.answer(answer, to: caller) }
    case .deleteAll(let confirmation):
      if let answer = try deleteAll(confirmation, for: caller) { self.answer(answer, to: caller) }
    case .tryFetch(let spec):
      if let answer = try tryFetch(spec, for: caller) { self.answer(answer, to: caller) }
    case .push(let message):
      if let answer = try push(message, for: caller) { self.answer(answer, to: caller) }
    default: answer(try carryOut(question), to: caller)
    }
  }

  private func carryOut(_ question: Question) throws(StoreFailure) -> Answer {
    switch question {
    case .configure(let options): return try configure(options)
    case .set(let patch): return try set(patch)
    case .reschedule:
      timeMoved = true
      return .done("")
    case .pause(let until): return try pause(until)
    case .skipNext(let id): return try named(slot: id, skipNext)
    case .unskip(let id): return try named(slot: id, unskip)
    case .open(let link, let activation): return try open(link, activation)
    case .raise(let activation):
      effects.append(.open(.window, activation: activation))
      return .done("")
    case .respond(let id, let action): return try respond(id, action)
    case .requestPermissions: return requestPermissions()
    case .commandDone(let id, let error): return try commandDone(id, error)
    case .act(let tag, let action, let data): return try act(on: tag, action, data)
    case .picture(let tag): return try fetchPicture(of: tag)
    case .explained: return try explained()
    case .configuration, .state, .wholeState, .history, .explain, .preview, .storage, .metrics,
      .detail:
      return try answer(reading: question)
    case .deliverStoredNow, .sendTest, .runFullPipelineNow, .tryFetch, .export, .deleteAll, .push:
      preconditionFailure("answered later, by what becomes of them")
    }
  }

  private func named(
    slot id: String, _ act: (SlotID) throws(StoreFailure) -> Answer
  ) throws(StoreFailure) -> Answer {
    guard let slotID = SlotID(id) else {
      return .refused(Refusal(.invalidArgument, "slotId: must be a time such as 0800"))
    }
    guard try slot(slotID) != nil else {
      return .refused(Refusal(.notFound, "slotId: there is no slot \(slotID)"))
    }
    return try act(slotID)
  }

  func open(_ link: String, _ activation: String?) throws(StoreFailure) -> Answer {
    guard let page = DeepLink.page(link) else {
      try report("LINK_REFUSED")
      return .refused(
        Refusal(.invalidArgument, "deepLink: is no link that Carillon opens"))
    }
    guard case .thread(var target) = page else {
      effects.append(.open(page, activation: activation))
      return .done("")
    }
    // Without a name it means the latest one. (B16)
    if target.tag == nil { target.tag = try rows.latestThread(target.kind)?.tag }
    guard let tag = target.tag, try rows.thread(tag) != nil else {
      return .refused(
        Refusal(.notFound, environment.words.say("Nothing of that has been heard of.")))
    }
    effects.append(.open(.thread(target), activation: activation))
    return .done("")
  }

  private func requestPermissions() -> Answer {
    var document: [String: JSONValue] = [
      "granted": .bool(!denied), "server": .text(situation.server.word),
    ]
    if !situation.permitted {
      document["reason"] = .text("PERMISSION_DENIED")
    } else if denied {
      document["reason"] = .text("SCHEDULE_DENIED")
    }
    return .done(JSONValue.object(document).serialized)
  }

  // MARK: Skip and pause

  /// Skips the slot's next occurrence, once: a second press does nothing. (T33)
  func skipNext(_ id: SlotID) throws(StoreFailure) -> Answer {
    if let skipped = try rows.skippedByUser(after: pressedAt).first(where: { $0.slot == id }) {
      return .done(try skipDocument(skipped))
    }
    if var passed = try passedSincePress(id) {
      try move(&passed, to: .skipped, SkipReason.user)
      return .done(try skipDocument(passed))
    }
    guard let want = try wanted().first(where: { $0.occurrence.slot == id }) else {
      return .refused(
        Refusal(.refused, environment.words.say("This hour is switched off: it has no next time.")))
    }
    var delivery =
      want.row
      ?? Delivery(
        kind: .slot, slot: id, date: want.occurrence.date, tag: "slot:\(id)", at: want.at, now: now)
    if want.row == nil {
      try add(&delivery)
      try trace(delivery, "armed", ["fireAt": String(want.at.milliseconds)])
    } else if delivery.status != .scheduled {
      delivery.fireAt = want.at
      try move(&delivery, to: .scheduled, "ahead-again")
    }
    try move(&delivery, to: .skipped, SkipReason.user)
    return .done(try skipDocument(delivery))
  }

  /// The one that lay ahead when its user pressed, and was due before the store took that.
  private func passedSincePress(_ id: SlotID) throws(StoreFailure) -> Delivery? {
    try live().first {
      $0.kind == .slot && $0.slot == id && $0.status == .scheduled && $0.fireAt > pressedAt
        && $0.fireAt <= now
    }
  }

  func unskip(_ id: SlotID) throws(StoreFailure) -> Answer {
    guard var delivery = try rows.skippedByUser(after: now).first(where: { $0.slot == id }) else {
      return .refused(Refusal(.refused, environment.words.say("Nothing of this hour is skipped.")))
    }
    try move(&delivery, to: .scheduled, "unskipped")
    try disown(&delivery)
    try render(&delivery, why: "armed")
    return .done(try skipDocument(delivery))
  }

  private func skipDocument(_ delivery: Delivery) throws(StoreFailure) -> String {
    JSONValue.object([
      "slotId": .text(delivery.slot?.description ?? ""),
      "date": .text(delivery.date?.description ?? ""),
      "when": .text(delivery.fireAt.iso(in: zone)),
      "requestId": .text(String(delivery.id)),
    ]).serialized
  }

  private func pause(_ until: String) throws(StoreFailure) -> Answer {
    var pause: Pause
    switch until {
    case "1h": pause = Pause(since: now, rule: .span(.hours(1)))
    case "tomorrow": pause = Pause(since: now, rule: .tomorrow)
    case "off":
      guard let last = try storedPause() else { return .done("") }
      pause = last
      if pause.end(in: zone) > now { pause.ended = now }
    default:
      guard let instant = Instant(iso: until) else {
        return .refused(
          Refusal(
            .invalidArgument,
            "until: must be 1h, tomorrow, off, or an instant such as "
              + "2026-11-21T18:00:00+01:00"))
      }
      guard instant > now else {
        return .refused(Refusal(.invalidArgument, "until: has passed"))
      }
      pause = Pause(since: now, rule: .instant(instant))
    }
    try rows.setNote(Note.pause, serialize(pause))
    changed(.state)
    return .done(
      JSONValue.object(["until": .text(pause.end(in: zone).iso(in: zone))]).serialized)
  }
}

extension NotificationServer.Presence {
  /// As the state report has it.
  package var word: String {
    switch self {
    case .absent: "absent"
    case .startable: "startable"
    case .silent: "silent"
    case .present: "present"
    }
  }
}
