/// What doors ask for: each question is answered once, now or by what becomes of it. (SPEC §6)
extension Turn {
  var reports: Reports { Reports(turn: self) }

  var configuring: Configuring { Configuring(turn: self) }

  private var words: Words { ledger.environment.words }

  func carryOut(_ question: Question, for caller: Caller) throws(StoreFailure) {
    let answer: Answer?
    switch question {
    case .deliverStoredNow(let id): answer = try slots.ringNow(id, for: caller)
    case .sendTest: answer = try sendTest(for: caller)
    case .runFullPipelineNow:
      try slots.runPipeline(for: caller)
      answer = nil
    case .export(let path): answer = try export(to: path, for: caller)
    case .deleteAll(let confirmation): answer = try deleteAll(confirmation, for: caller)
    case .tryFetch(let spec): answer = try slots.tryFetch(spec, for: caller)
    case .push(let message): answer = try inbox.push(message, for: caller)
    case .configure(let options): answer = try configuring.configure(options)
    case .set(let patch): answer = try configuring.set(patch)
    case .reschedule:
      occasionsMoved()
      answer = .done("")
    case .pause(let until): answer = try ledger.pause(until)
    case .skipNext(let id): answer = try skip(id)
    case .unskip(let id): answer = try unskip(id)
    case .open(let link, let activation): answer = try inbox.open(link, activation)
    case .raise(let activation):
      ledger.emit(.open(.window, activation: activation))
      answer = .done("")
    case .respond(let id, let action): answer = try respond(id, action)
    case .requestPermissions: answer = requestPermissions()
    case .commandDone(let id, let error): answer = try commands.commandDone(id, error)
    case .act(let tag, let action, let data): answer = try inbox.press(on: tag, action, data)
    case .picture(let tag):
      if let address = try inbox.missingPicture(of: tag) { try pictures.fetch(address, for: tag) }
      answer = .done("")
    case .explained:
      try Explanation(ledger: ledger).wasRead()
      answer = .done("")
    case .configuration, .state, .wholeState, .history, .explain, .preview, .storage, .metrics,
      .detail:
      answer = try reports.answer(reading: question)
    }
    if let answer { ledger.answer(answer, to: caller) }
  }

  private func requestPermissions() -> Answer {
    var document: [String: JSONValue] = [
      "granted": .bool(!ledger.denied), "server": .text(ledger.situation.server.word),
    ]
    if !ledger.situation.permitted {
      document["reason"] = .text("PERMISSION_DENIED")
    } else if ledger.denied {
      document["reason"] = .text("SCHEDULE_DENIED")
    }
    return .done(JSONValue.object(document).serialized)
  }

  /// `SendTest`: a notification that goes the way of all others.
  private func sendTest(for caller: Caller) throws(StoreFailure) -> Answer? {
    if !(try ledger.settings.channel(Channel.daily.id).enabled) {
      return .refused(
        Refusal(
          .refused,
          words.say("“{channel}” is switched off.", ["channel": words.channel(Channel.daily.id)])))
    }
    if ledger.denied {
      try ledger.report("SCHEDULE_DENIED")
      return .refused(Refusal(.refused, ledger.noServerSentence))
    }
    var delivery = Delivery(.test, tag: "test", at: ledger.now, now: ledger.now)
    delivery.did = try ledger.settings.did
    delivery.title = words.say("This is a test")
    delivery.body = words.say("Carillon can show you notifications.")
    try ledger.add(&delivery)
    try ledger.trace(delivery, "asked")
    ledger.await(delivery.id, for: caller)
    return nil
  }

  // MARK: Skipping

  private func skip(_ id: String) throws(StoreFailure) -> Answer {
    let item: PlanItem.ID
    switch try slots.item(named: id) {
    case .success(let found): item = found
    case .failure(let refusal): return .refused(refusal)
    }
    guard let delivery = try planning.skipNext(item) else { return .refused(slots.nothingToSkip) }
    return .done(skipDocument(delivery))
  }

  private func unskip(_ id: String) throws(StoreFailure) -> Answer {
    let item: PlanItem.ID
    switch try slots.item(named: id) {
    case .success(let found): item = found
    case .failure(let refusal): return .refused(refusal)
    }
    guard let delivery = try planning.unskip(item) else {
      return .refused(Refusal(.refused, words.say("Nothing of this hour is skipped.")))
    }
    return .done(skipDocument(delivery))
  }

  private func skipDocument(_ delivery: Delivery) -> String {
    JSONValue.object([
      "slotId": .text(delivery.item?.name ?? ""),
      "date": .text(delivery.occasion?.date.description ?? ""),
      "when": .text(delivery.fireAt.iso(in: ledger.zone)),
      "requestId": .text(String(delivery.id)),
    ]).serialized
  }

  // MARK: Responding

  /// `Respond` of a door: to what is on the screen, or to what waits in a banner. (T21)
  private func respond(_ requestID: String, _ name: String) throws(StoreFailure) -> Answer {
    guard let id = Int64(requestID), var delivery = try ledger.rows.delivery(id) else {
      return .refused(Refusal(.notFound, "requestId: there is no delivery \(requestID.prefix(40))"))
    }
    if delivery.isMessage { return try respond(toMessage: &delivery, name) }
    guard let action = SlotAction(named: name) else {
      return .refused(
        Refusal(.invalidArgument, "action: must be open, snooze, skip or dismiss"))
    }
    switch delivery.status {
    case .shown where delivery.isAnswered && action != .open: return .refused(answeredAlready)
    case .shown where delivery.isAnswered:
      ledger.emit(.open(.history(delivery.id), activation: nil))
    case .shown:
      let place = delivery.onScreen
      if let refusal = try press(action, on: &delivery, activation: nil) {
        return .refused(refusal)
      }
      if let place { try screen.takeOff(delivery, from: place) }
    case .scheduled where delivery.isInBanner && delivery.title != nil,
      .held where delivery.isInBanner && delivery.title != nil:
      if let refusal = objection(to: action, on: delivery) { return .refused(refusal) }
      // Shown in the window, in place of a popup, and answered there.
      delivery.shownAt = ledger.now
      try ledger.move(&delivery, to: .shown, "banner")
      try outgoing.acknowledge(delivery)
      try planning.settleIdentity(of: delivery)
      if let refusal = try press(action, on: &delivery, activation: nil) {
        return .refused(refusal)
      }
    case .snoozed where action == .dismiss:
      try ledger.move(&delivery, to: .shown, "snooze-ended")
    default: return .refused(nothingToAnswer)
    }
    return .done(serialize(try reports.entry(of: delivery)))
  }

  /// `Respond` to a message: to one on the screen, or to one that waits in a banner. (B17)
  private func respond(
    toMessage delivery: inout Delivery, _ name: String
  ) throws(StoreFailure) -> Answer {
    // Its own button may be called as one of an hour's.
    let isOwn = delivery.request?.actions.contains { $0.id == name } == true
    let key = isOwn ? name : SlotAction(named: name)?.rawValue ?? name
    switch delivery.status {
    case .shown:
      // Its window can be opened; what else it asked is what its successor asks now. (B11)
      if key != SlotAction.open.rawValue, try isReplaced(delivery) {
        return .refused(nothingToAnswer)
      }
    case .scheduled where delivery.isInBanner, .held where delivery.isInBanner:
      // No answer: it is shown when it can be.
      guard isOwn || key == SlotAction.open.rawValue || key == SlotAction.dismiss.rawValue else {
        return .refused(Inbox.noSuchButton)
      }
      delivery.shownAt = ledger.now
      try ledger.move(&delivery, to: .shown, "banner")
    default: return .refused(nothingToAnswer)
    }
    if delivery.isAnswered {
      guard key == SlotAction.open.rawValue else { return .refused(answeredAlready) }
      // The first answer holds. (B29)
      try inbox.openPage(of: delivery, activation: nil)
      return .done(serialize(try reports.entry(of: delivery)))
    }
    let place = delivery.onScreen
    if let refusal = try inbox.press(key, on: &delivery, activation: nil) {
      return .refused(refusal)
    }
    // An answer takes it off the screen, as a click there does: it would stand beside what comes
    // next of its subject. (B11)
    if let place { try screen.takeOff(delivery, from: place) }
    return .done(serialize(try reports.entry(of: delivery)))
  }

  /// Whether something newer of its subject was shown in its place.
  private func isReplaced(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    if delivery.replaced { return true }
    guard delivery.onScreen == nil, let last = try ledger.rows.lastShown(tag: delivery.tag) else {
      return false
    }
    return last.id > delivery.id
  }

  private var answeredAlready: Refusal {
    Refusal(.refused, words.say("It has been answered already."))
  }

  private var nothingToAnswer: Refusal {
    Refusal(.refused, words.say("There is nothing to answer: it is not shown now."))
  }

  // MARK: Everything

  /// `Export`: everything stored, in a new file. (T29)
  ///
  /// Nil: the answer follows when it is written.
  private func export(to path: String, for caller: Caller) throws(StoreFailure) -> Answer? {
    guard path.hasPrefix("/"), path.utf8.count <= 4096, !path.utf8.contains(0) else {
      return .refused(
        Refusal(.invalidArgument, "path: must be the whole path of a file that does not exist"))
    }
    let head = JSONValue.object([
      "format": .text("carillon-export"), "formatVersion": .integer(1),
      "version": .text(ledger.environment.version), "build": .text(ledger.environment.build),
      "exportedAt": .text(ledger.now.iso(in: ledger.zone)),
      "configuration": JSONValue(parsing: try configuring.configurationDocument()) ?? .null,
      "state": JSONValue(parsing: serialize(try reports.stateReport())) ?? .null,
    ])
    var row: Int64 = 0
    remember {
      $0.lastExport += 1
      row = $0.lastExport
      $0.exports[row] = (caller, path)
    }
    ledger.emit(
      .export(
        ExportJob(path: path, head: head.serialized), Ticket(kind: .export, row: row, attempt: 1)))
    return nil
  }

  func finish(export ticket: Ticket, bytes: Int64, error: String?) {
    var waiting: (caller: Caller, path: String)?
    remember { waiting = $0.exports.removeValue(forKey: ticket.row) }
    guard let (caller, path) = waiting else { return }
    if let error {
      ledger.answer(.refused(Refusal(.refused, "path: \(sentence(for: error))")), to: caller)
    } else {
      ledger.answer(
        .done(JSONValue.object(["path": .text(path), "bytes": .integer(bytes)]).serialized),
        to: caller)
    }
  }

  private func sentence(for problem: String) -> String {
    switch problem {
    case "exists": words.say("There is a file of that name already; nothing was written.")
    case "folder": words.say("There is no such folder.")
    case "denied": words.say("Carillon may not write there.")
    case "full": words.say("The disk is full.")
    default: words.say("The file could not be written.")
    }
  }

  /// `DeleteAll`: takes what is shown off the screen, deletes everything, and Carillon ends. (T29)
  private func deleteAll(
    _ confirmation: String, for caller: Caller
  ) throws(StoreFailure) -> Answer? {
    guard confirmation == "DELETE" else {
      return .refused(Refusal(.invalidArgument, "confirmation: must be DELETE"))
    }
    for delivery in try ledger.rows.allOnScreen() {
      if let place = delivery.onScreen { ledger.emit(.close(place)) }
    }
    remember { $0.erasing = caller }
    return nil
  }

  // MARK: Identity

  /// Takes what was fetched for another identity off the screen and out of what is armed. (T29)
  ///
  /// What is due and waits is stopped by the gate. What messages were about is forgotten: the next
  /// message of one that goes on begins it anew, and tells of nothing that another was told.
  func leaveFormerIdentity() throws(StoreFailure) {
    for var delivery in try ledger.live() {
      guard try !ledger.isOurs(delivery) else { continue }
      switch delivery.status {
      case .snoozed: try ledger.move(&delivery, to: .shown, SkipReason.otherIdentity)
      case .scheduled where delivery.isAhead(of: ledger.now): try ledger.disown(&delivery)
      default: continue
      }
    }
    try screen.clearOthers()
    try ledger.rows.forgetThreads()
    ledger.changed(.threads)
    ledger.changed(.history)
  }
}

extension Delivery {
  /// Whether it is shown in the window, in place of a popup that nothing can show. (T21)
  fileprivate var isInBanner: Bool { waiting == Waiting.noServer }
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
