import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// "Send a test to myself": a sealed message to our own address, and how far it comes. (C7)
struct CarrierTest {
  let turn: Turn
  private var ledger: Ledger { turn.ledger }
  private var words: Words { ledger.environment.words }

  /// A test that is under way.
  struct Open {
    var caller: Caller
    var carrier: String
    var ticket: Ticket
    var messageID: String
    var startedAt: Instant
    var steps: [TestReport.Step] = []
    var receivedAt: Instant?
    var openedAt: Instant?
    var isAccepted = false
  }

  /// When the test that is under way ends at the latest.
  var deadline: Instant? { turn.memory.carrierTest.map { $0.startedAt + SelfTest.patience } }

  /// Begins; answers at once only if there is nothing to test.
  func begin(_ name: String, for caller: Caller) throws(StoreFailure) -> Answer? {
    guard turn.memory.carrierTest == nil else {
      return .refused(Refusal(.refused, words.say("A test is under way. Wait for its end.")))
    }
    guard let target = try target(name) else {
      return .refused(Refusal(.notFound, "name: " + words.say("there is no such connection")))
    }
    if let refusal = turn.countTest() { return .refused(refusal) }
    let row = turn.memory.lastCarrierTest + 1
    let ticket = Ticket(kind: .sendSelf, row: row, attempt: 1)
    // Its id has to differ from those of former processes.
    let id = "carrier-test-\(ledger.now.milliseconds)-\(row)"
    turn.remember { memory in
      memory.lastCarrierTest = row
      memory.carrierTest = Open(
        caller: caller, carrier: target.carrier, ticket: ticket,
        messageID: Inbox.id(id, in: target.channel), startedAt: ledger.now)
    }
    guard ledger.situation.carriers[target.carrier]?.phase == .open, let endpoint = target.endpoint
    else {
      fail(.registered, obstacle(of: target.carrier))
      return nil
    }
    pass(.registered, at: ledger.now)
    try ledger.contact(FetchSpec(url: endpoint), for: .trial)
    ledger.emit(
      .sendSelf(SelfTest(endpoint: endpoint, token: target.token, text: message(id)), ticket))
    return nil
  }

  private struct Target {
    var carrier: String
    var endpoint: String?
    var token: SecretReference?
    /// What the topic's messages are told by; nil for a distributor.
    var channel: String?
  }

  /// By the name of a carrier, or of a topic; nil if there is none.
  private func target(_ name: String) throws(StoreFailure) -> Target? {
    let settings = try ledger.settings
    if name == Carrier.unifiedPush {
      guard settings.distributor != nil else { return nil }
      return Target(carrier: name, endpoint: try ledger.rows.registration()?.endpoint)
    }
    for connection in settings.connections {
      let topic =
        connection.topics.first { [$0.name, $0.identity, $0.channel].contains(name) }
        ?? (connection.name == name ? connection.topics.first : nil)
      guard let topic else { continue }
      return Target(
        carrier: connection.name, endpoint: topic.endpoint, token: connection.token,
        channel: topic.channel)
    }
    return nil
  }

  private func message(_ id: String) -> String {
    JSONValue.object([
      "data": .object([
        "type": .text("general"), "messageId": .text(id),
        "title": .text(words.say("The test has arrived")),
        "body": .text(words.say("Messages reach this computer.")),
      ])
    ]).serialized
  }

  /// The message was sent, or not.
  func finish(_ ticket: Ticket, _ sending: SelfTest.Sending) {
    guard turn.memory.carrierTest?.ticket == ticket else { return }
    switch sending {
    case .accepted(let sealedAt, let sentAt):
      pass(.encrypted, at: sealedAt)
      pass(.sent, at: sentAt)
      pass(.accepted, at: ledger.now)
      turn.remember { $0.carrierTest?.isAccepted = true }
    case .refused(let status, let sealedAt, let sentAt):
      pass(.encrypted, at: sealedAt ?? ledger.now)
      pass(.sent, at: sentAt ?? ledger.now)
      fail(.accepted, words.sending(refused: status))
    case .failed(let code, let sealedAt):
      if let sealedAt { pass(.encrypted, at: sealedAt) }
      fail(sealedAt == nil ? .encrypted : .sent, words.failure(ofServer: code))
    }
  }

  /// It came back and was opened.
  func opened(_ parcel: SealedParcel) {
    guard let test = turn.memory.carrierTest, test.carrier == parcel.parcel.carrier else { return }
    turn.remember { memory in
      memory.carrierTest?.receivedAt = parcel.receivedAt
      memory.carrierTest?.openedAt = ledger.now
    }
  }

  /// Goes on with what this turn has brought; at its end, answers.
  func follow() throws(StoreFailure) {
    guard let test = turn.memory.carrierTest else { return }
    // It may come before the server has answered that it has it, and after the end of a former test.
    if test.isAccepted, let received = test.receivedAt, let opened = test.openedAt,
      let delivery = try ledger.rows.message(test.messageID)
    {
      if !test.has(.opened) {
        pass(.received, at: received)
        pass(.opened, at: opened)
      }
      judge(delivery)
    }
    guard let left = turn.memory.carrierTest, ledger.now >= left.startedAt + SelfTest.patience
    else { return }
    try expire(left)
  }

  private func judge(_ delivery: Delivery) {
    let isInWindow = delivery.isInBanner || delivery.request?.inWindow == true
    if delivery.status == .shown || isInWindow {
      pass(.judged, at: ledger.now)
      pass(.onScreen, at: delivery.shownAt ?? ledger.now)
      return end()
    }
    switch delivery.status {
    case .scheduled, .showing: return
    case .held where delivery.reason == .held(.backlog): return
    default:
      pass(.judged, at: ledger.now)
      fail(.onScreen, Reports(turn: turn).wording.status(of: delivery))
    }
  }

  /// Its time is over.
  private func expire(_ test: Open) throws(StoreFailure) {
    if !test.isAccepted {
      // That takes no time worth telling.
      pass(.encrypted, at: test.startedAt)
      let seconds = ["n": String(SelfTest.patience.secondsRoundedUp)]
      fail(.sent, words.say("The server has not answered in {n} seconds.", seconds))
    } else if test.has(.opened) {
      fail(.onScreen, words.say("The notification was not shown in time."))
    } else if ledger.situation.keyring == .locked, try ledger.rows.sealedCount() > 0 {
      pass(.received, at: ledger.now)
      fail(.opened, words.say("The keyring is locked. Unlock it first."))
    } else {
      fail(.received, words.say("The server has the message, and it has not come in 30 seconds."))
    }
  }

  // MARK: Steps

  private func pass(_ step: SelfTest.Step, at instant: Instant) {
    add(TestReport.Step(step, named: words.name(of: step), afterMs: since(instant)))
  }

  private func fail(_ step: SelfTest.Step, _ problem: String) {
    add(
      TestReport.Step(
        step, named: words.name(of: step), afterMs: since(ledger.now), problem: problem))
    end()
  }

  private func since(_ instant: Instant) -> Int64 {
    let started = turn.memory.carrierTest?.startedAt ?? instant
    return max(0, (instant - started).milliseconds)
  }

  private func add(_ step: TestReport.Step) {
    turn.remember { $0.carrierTest?.steps.append(step) }
    guard let test = turn.memory.carrierTest else { return }
    ledger.emit(.tell(.testStep(TestReport(test.carrier, [step]))))
  }

  private func end() {
    guard let test = turn.memory.carrierTest else { return }
    turn.remember { $0.carrierTest = nil }
    ledger.answer(.done(Reply(TestReport(test.carrier, test.steps))), to: test.caller)
  }

  private func obstacle(of carrier: String) -> String {
    let known = ledger.situation.carriers[carrier]
    if let trouble = known?.trouble { return words.sentence(for: trouble) }
    return known?.phase == .absent
      ? words.say("There is no distributor on this computer.")
      : words.say("The connection is still being made. Try again in a moment.")
  }
}

extension CarrierTest.Open {
  func has(_ step: SelfTest.Step) -> Bool { steps.contains { $0.step == step.rawValue } }
}

extension Words {
  /// A step of the test as the user reads it. (C7)
  fileprivate func name(of step: SelfTest.Step) -> String {
    switch step {
    case .registered: say("Connected")
    case .encrypted: say("Encrypted")
    case .sent: say("Sent")
    case .accepted: say("Accepted by the server")
    case .received: say("Received")
    case .opened: say("Opened")
    case .judged: say("Decided")
    case .onScreen: say("On the screen")
    }
  }
}
