import CarillonGate
import CarillonInbox
package import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// Carries out the orders of doors; each is answered once, now or when its outcome is known. (SPEC §6)
struct Doors {
  let turn: Turn
  private var ledger: Ledger { turn.ledger }
  private var reports: Reports { Reports(turn: turn) }
  private var configuring: Configuring { Configuring(turn: turn) }
  private var words: Words { ledger.environment.words }

  func carryOut(_ order: Order, for caller: Caller) throws(StoreFailure) {
    for feature in turn.features {
      guard case .answered(let answer) = try feature.carryOut(order, for: caller, configuring)
      else { continue }
      if let answer { ledger.answer(answer, to: caller) }
      return
    }
    let answer: Answer?
    switch order {
    case .sendTest: answer = try sendTest(for: caller)
    case .sendSample(let id): answer = try sendTest(of: id, for: caller)
    case .export(let file): answer = try export(to: file, for: caller)
    case .import(let document): answer = try Importing(turn: turn).carryOut(document)
    case .tryTopic(let document):
      answer = try TopicTrials(turn: turn).begin(document, for: caller, configuring.secretOrigins())
    case .deleteAll(let confirmation): answer = try deleteAll(confirmation, for: caller)
    case .push(let message): answer = try turn.inbox.push(message, for: caller)
    case .change(let patch): answer = try configuring.change(patch)
    case .reschedule:
      turn.occasionsMoved()
      answer = .done(.nothing)
    case .pause(let until): answer = try Pausing(ledger: ledger).pause(until: until)
    case .skipNext(let id): answer = try skip(id)
    case .unskip(let id): answer = try unskip(id)
    case .open(let link, let activation): answer = try turn.pressing.open(link, activation)
    case .raise(let activation):
      ledger.emit(.open(.window, activation: activation))
      answer = .done(.nothing)
    case .respond(let id, let action): answer = try Responding(turn: turn).respond(id, action)
    case .press(let id, let action):
      answer = try Responding(turn: turn, canAsk: true).respond(id, action)
    case .consent(let id, let action, let consent):
      answer = try Consenting(turn: turn).settle(id, action, consent)
    case .requestPermissions: answer = requestPermissions()
    case .commandDone(let id, let error): answer = try turn.commands.commandDone(id, error)
    case .act(let tag, let action, let data):
      answer = try turn.pressing.press(on: tag, action, data)
      if case .done? = answer {
        ledger.emit(.tell(.pressed(PressReport(tag: tag, action: action))))
      }
    case .openSubject(let tag): answer = try turn.pressing.openWindow(of: tag)
    case .picture(let tag):
      if let address = try turn.subjects.missingPicture(of: tag) {
        try turn.pictures.fetch(address, for: tag)
      }
      answer = .done(.nothing)
    case .readAll:
      try turn.badge.readAll()
      answer = .done(.nothing)
    case .markRead(let id):
      if let digest = try ledger.rows.delivery(id) {
        try ledger.markRead(membersOf: digest)
      }
      answer = .done(.nothing)
    case .pair(let name): answer = try Pairing(turn: turn).pair(name, for: caller)
    case .renewPairing(let name): answer = try Pairing(turn: turn).renew(name, for: caller)
    case .unpair(let name): answer = try Pairing(turn: turn).unpair(name)
    case .testCarrier(let name): answer = try CarrierTest(turn: turn).begin(name, for: caller)
    case .explained:
      try Explanation(ledger: ledger).wasRead()
      answer = .done(.nothing)
    case .deliverStoredNow, .runFullPipelineNow, .tryFetch, .configure:
      preconditionFailure("no feature has taken this order")
    }
    if let answer { ledger.answer(answer, to: caller) }
  }

  private func requestPermissions() -> Answer {
    var report = PermissionReport(
      granted: !ledger.denied, server: ledger.situation.server.word)
    if !ledger.situation.permitted {
      report.reason = EventCode.permissionDenied.rawValue
    } else if ledger.denied {
      report.reason = EventCode.scheduleDenied.rawValue
    }
    return .done(Reply(report))
  }

  /// `SendTest`: shows a notification as an hour would, with the text of the next hour if there is one.
  private func sendTest(of slot: String? = nil, for caller: Caller) throws(StoreFailure) -> Answer?
  {
    if !(try ledger.settings.channel(Channel.daily.id).enabled) {
      return .refused(
        Refusal(
          .refused,
          words.say(
            "“{channel}” is switched off.",
            ["channel": ledger.environment.name(ofChannel: Channel.daily.id)])))
    }
    if ledger.denied {
      try ledger.report(.scheduleDenied)
      return .refused(Refusal(.refused, ledger.noServerSentence))
    }
    if let refusal = turn.countTest() { return .refused(refusal) }
    var delivery = Delivery(.test, tag: "test", at: ledger.now, now: ledger.now)
    delivery.did = try ledger.settings.did
    var next = try next(of: slot)
    if next == nil { next = try self.next(of: nil) }
    if let next {
      // What it will look like, and where it leads. (T22, T34)
      delivery.title = try ledger.title(of: next)
      delivery.body = try ledger.body(of: next)
      delivery.link = try ledger.link(of: next)?.url
    } else {
      delivery.title = words.say("This is a test")
      delivery.body = words.say("Carillon can show you notifications.")
    }
    try ledger.add(&delivery)
    try ledger.trace(delivery, .asked)
    ledger.await(delivery.id, for: caller)
    return nil
  }

  /// The next ring, of `slot` only if it is given; nil if its text is not known or cannot be read.
  private func next(of slot: String?) throws(StoreFailure) -> Delivery? {
    let ahead = try ledger.awake().filter {
      $0.isPlanned && $0.status == .scheduled && $0.fireAt > ledger.now
        && (slot == nil || $0.item?.name == slot)
    }
    guard let next = ahead.min(by: { ($0.fireAt, $0.id) < ($1.fireAt, $1.id) }),
      try ledger.title(of: next)?.isEmpty == false
    else { return nil }
    return next
  }

  // MARK: Skipping

  private func skip(_ id: String) throws(StoreFailure) -> Answer {
    let item: PlanItem.ID
    switch try ledger.item(named: id) {
    case .success(let found): item = found
    case .failure(let refusal): return .refused(refusal)
    }
    guard let delivery = try turn.planning.skipNext(item) else {
      return .refused(turn.plannedButtons.nothingToSkip)
    }
    return .done(Reply(skipDocument(delivery)))
  }

  private func unskip(_ id: String) throws(StoreFailure) -> Answer {
    let item: PlanItem.ID
    switch try ledger.item(named: id) {
    case .success(let found): item = found
    case .failure(let refusal): return .refused(refusal)
    }
    guard let delivery = try turn.planning.unskip(item) else {
      return .refused(Refusal(.refused, words.say("This hour is not skipped.")))
    }
    return .done(Reply(skipDocument(delivery)))
  }

  private func skipDocument(_ delivery: Delivery) -> JSONValue {
    .object([
      "slotId": .text(delivery.item?.name ?? ""),
      "date": .text(delivery.occasion?.date.description ?? ""),
      "when": .text(delivery.fireAt.iso(in: ledger.zone)),
      "requestId": .text(String(delivery.id)),
    ])
  }

  // MARK: Everything

  /// Each reads the whole database, on a thread of its own.
  private static let mostExports = 4

  /// `Export`: everything stored, in the asker's file. (T29)
  ///
  /// - Returns: nil if the answer follows when the file is written.
  private func export(to file: Int32, for caller: Caller) throws(StoreFailure) -> Answer? {
    guard turn.memory.exports.count < Doors.mostExports else {
      return .refused(
        Refusal(.refused, words.say("Other exports are still being written. Try again later.")))
    }
    let head = JSONValue.object([
      "format": .text("carillon-export"), "formatVersion": .integer(1),
      "version": .text(ledger.environment.version), "build": .text(ledger.environment.build),
      "exportedAt": .text(ledger.now.iso(in: ledger.zone)),
      "configuration": try configuring.document(),
      "state": JSONValue(parsing: serialize(try reports.stateReport())) ?? .null,
    ])
    var row: Int64 = 0
    turn.remember {
      $0.lastExport += 1
      row = $0.lastExport
      $0.exports[row] = caller
    }
    ledger.emit(
      .export(
        ExportJob(file: file, head: head.serialized), Ticket(kind: .export, row: row, attempt: 1)))
    return nil
  }

  func finish(export ticket: Ticket, bytes: Int64, error: String?) {
    var waiting: Caller?
    turn.remember { waiting = $0.exports.removeValue(forKey: ticket.row) }
    guard let caller = waiting else { return }
    let answer: Answer =
      switch error {
      case nil: .done(Reply(JSONValue.object(["bytes": .integer(bytes)])))
      case "full": .refused(Refusal(.refused, words.say("The disk is full.")))
      default: .refused(Refusal(.refused, words.say("The file could not be written.")))
      }
    ledger.answer(answer, to: caller)
  }

  /// `DeleteAll`: closes what is shown, deletes everything, and ends Carillon. (T29)
  private func deleteAll(
    _ confirmation: String, for caller: Caller
  ) throws(StoreFailure) -> Answer? {
    guard confirmation == "DELETE" else {
      return .refused(Refusal(.invalidArgument, "confirmation: must be DELETE"))
    }
    for delivery in try ledger.rows.allOnScreen() {
      if let place = delivery.onScreen { ledger.emit(.close(place)) }
    }
    turn.remember { $0.erasing = caller }
    return nil
  }
}

extension NotificationServer.Presence {
  /// As in the state report.
  package var word: String {
    switch self {
    case .absent: "absent"
    case .startable: "startable"
    case .silent: "silent"
    case .present: "present"
    }
  }
}
