import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen
import CarillonText
import CarillonTime

/// `TryTopic`: whether a topic can be read, before it is subscribed to. (C4)
///
/// A trial is not stored: it ends with the process, as does its caller.
struct TopicTrials {
  let turn: Turn
  private var ledger: Ledger { turn.ledger }
  private var words: Words { ledger.environment.words }

  private static let mostAtOnce = 8

  /// - Returns: nil if the answer follows when the server has answered.
  func begin(
    _ document: Document, for caller: Caller, _ origins: SecretOrigins
  ) throws(StoreFailure) -> Answer? {
    let topic: TopicSubscription
    do throws(Refusal) {
      let field = Field(path: "subscription", value: document.value)
      topic = try TopicSubscription(field)
      try origins.check(field)
    } catch {
      return .refused(error)
    }
    guard turn.memory.topicTrials.count < TopicTrials.mostAtOnce else {
      return .refused(
        Refusal(.refused, words.say("Other topics are still being tried. Try again later.")))
    }
    try ledger.contact(FetchSpec(url: topic.server), for: .trial)
    var row: Int64 = 0
    turn.remember {
      $0.lastTopicTrial += 1
      row = $0.lastTopicTrial
      $0.topicTrials[row] = (topic, caller)
    }
    ledger.emit(.probe(topic, Ticket(kind: .probe, row: row, attempt: 1)))
    return nil
  }

  func finish(_ ticket: Ticket, _ probe: TopicProbe) throws(StoreFailure) {
    var waiting: (topic: TopicSubscription, caller: Caller)?
    turn.remember { waiting = $0.topicTrials.removeValue(forKey: ticket.row) }
    guard let (topic, caller) = waiting else { return }
    ledger.answer(.done(Reply(report(probe, of: topic))), to: caller)
  }

  private func report(_ probe: TopicProbe, of topic: TopicSubscription) -> TopicReport {
    let today = ledger.zone.wallClock(at: ledger.now).date
    var report = TopicReport(ok: false, server: topic.server, topic: topic.topic)
    switch probe {
    case .readable(let kept):
      report.ok = true
      report.waiting = kept.count
      report.lastAt = kept.lastAt?.iso(in: ledger.zone)
      let last = kept.lastAt.map { words.at(Moment($0, in: ledger.zone), today: today) }
      report.text = words.waiting(kept, last: last)
    case .status(let status):
      report.code = "status"
      report.status = status
      report.text = words.answer(ofServer: status)
      if status == 401 {
        report.text =
          topic.token == nil
          ? words.say("The server asks for an access token.")
          : words.say("The server does not accept this access token.")
      }
    case .foreign:
      report.code = "no-ntfy"
      report.text = words.say("Something answers at this address, but it is no ntfy server.")
    case .heldBack:
      report.code = "held-back"
      report.text = words.say(
        "The topic can be read, but new messages do not come through. A proxy in between may hold them "
          + "back.")
    case .failed(let failure):
      var code = failure.code
      if code == .unreachable, !ledger.situation.online { code = .offline }
      report.code = code.rawValue
      report.detail = failure.detail
      report.text = words.failure(ofServer: code)
    }
    return report
  }
}

extension Words {
  /// What happens with the messages that a server has kept.
  fileprivate func waiting(_ kept: TopicProbe.Kept, last: String?) -> String {
    guard kept.count > 0 else {
      return say("The topic can be read. No message is waiting there.")
    }
    if kept.count >= TopicProbe.Kept.most {
      return say(
        "The topic can be read. More than {n} messages are kept there; only new ones will be shown.",
        ["n": String(TopicProbe.Kept.most)])
    }
    return count(
      "The topic can be read. {n} message is kept there, from {moment}; only new ones will be shown.",
      "The topic can be read. {n} messages are kept there, the last from {moment}; only new ones will "
        + "be shown.", kept.count, ["moment": last ?? ""])
  }
}
