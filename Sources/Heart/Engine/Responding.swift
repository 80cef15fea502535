import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// `Respond`: a door answers what is on the screen, or what waits in a banner. (T21, B17)
struct Responding {
  let turn: Turn
  private var ledger: Ledger { turn.ledger }
  private var reports: Reports { Reports(turn: turn) }
  private var words: Words { ledger.environment.words }

  /// `Respond` of a door: to what is on the screen, or to what waits in a banner. (T21)
  func respond(_ requestID: String, _ name: String) throws(StoreFailure) -> Answer {
    guard let id = Int64(requestID), var delivery = try ledger.rows.delivery(id) else {
      return .refused(Refusal(.notFound, "requestId: there is no delivery \(requestID.prefix(40))"))
    }
    if delivery.isMessage { return try respond(toMessage: &delivery, name) }
    guard let action = SlotAction(named: name) else {
      if delivery.status == .shown, !delivery.isAnswered,
        case let place = delivery.onScreen, try turn.plannedButtons.pressOwn(name, on: &delivery)
      {
        if let place { try turn.screen.takeOff(delivery, from: place) }
        return .done(Reply(try reports.entry(of: delivery)))
      }
      return .refused(
        Refusal(.invalidArgument, "action: must be open, snooze, skip or dismiss"))
    }
    switch delivery.status {
    case .shown where delivery.isAnswered && action != .open: return .refused(answeredAlready)
    case .shown where delivery.isAnswered:
      ledger.emit(.open(.history(delivery.id), activation: nil))
    case .shown:
      let place = delivery.onScreen
      if let refusal = try turn.plannedButtons.press(action, on: &delivery, activation: nil) {
        return .refused(refusal)
      }
      if let place { try turn.screen.takeOff(delivery, from: place) }
    case .scheduled where delivery.isInBanner && delivery.title != nil,
      .held where delivery.isInBanner && delivery.title != nil:
      if let refusal = turn.plannedButtons.objection(to: action, on: delivery) {
        return .refused(refusal)
      }
      // Shown in the window, in place of a popup, and answered there.
      delivery.shownAt = ledger.now
      try ledger.move(&delivery, to: .shown, .banner)
      try turn.callbacks.acknowledge(delivery)
      try turn.planning.settleIdentity(of: delivery)
      if let refusal = try turn.plannedButtons.press(action, on: &delivery, activation: nil) {
        return .refused(refusal)
      }
    case .snoozed where action == .dismiss:
      try ledger.move(&delivery, to: .shown, .snoozeEnded)
    default: return .refused(nothingToAnswer)
    }
    return .done(Reply(try reports.entry(of: delivery)))
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
      try ledger.move(&delivery, to: .shown, .banner)
    default: return .refused(nothingToAnswer)
    }
    if delivery.isAnswered {
      guard key == SlotAction.open.rawValue else { return .refused(answeredAlready) }
      // The first answer holds. (B29)
      try turn.inbox.openPage(of: delivery, activation: nil)
      return .done(Reply(try reports.entry(of: delivery)))
    }
    let place = delivery.onScreen
    if let refusal = try turn.inbox.press(key, on: &delivery, activation: nil) {
      return .refused(refusal)
    }
    // Close the notification, as a click on its button does. Otherwise it would stay beside the next
    // one of its subject. (B11)
    if let place { try turn.screen.takeOff(delivery, from: place) }
    return .done(Reply(try reports.entry(of: delivery)))
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
    Refusal(.refused, words.say("It has already been answered."))
  }

  private var nothingToAnswer: Refusal {
    Refusal(.refused, words.say("It is not on the screen, so it cannot be answered."))
  }
}

extension Delivery {
  /// Whether it is shown in the window, in place of a popup that nothing can show. (T21)
  fileprivate var isInBanner: Bool { waiting == .noServer }
}
