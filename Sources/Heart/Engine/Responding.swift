import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// `Respond`: answers, through a door, a notification on the screen or in a banner. (T21, B17)
struct Responding {
  let turn: Turn
  /// Whether the user can be asked: in the window. (C5)
  var canAsk = false
  private var ledger: Ledger { turn.ledger }
  private var reports: Reports { Reports(turn: turn) }
  private var words: Words { ledger.environment.words }

  /// Answers a notification on the screen or in a banner. (T21)
  func respond(_ requestID: String, _ name: String) throws(StoreFailure) -> Answer {
    guard let id = Int64(requestID), var delivery = try ledger.rows.delivery(id) else {
      return .refused(
        Refusal(.notFound, "requestId: there is no delivery \(beginning(of: requestID))"))
    }
    if delivery.isMessage { return try respond(toMessage: &delivery, name) }
    let length = SlotAction.snooze(named: name)
    guard let action = length == nil ? SlotAction(named: name) : .snooze else {
      if delivery.status == .shown, !delivery.isAnswered,
        case let place = delivery.onScreen, try turn.plannedButtons.pressOwn(name, on: &delivery)
      {
        if let place { try turn.screen.takeOff(delivery, from: place) }
        return .done(Reply(try reports.entry(of: delivery)))
      }
      return .refused(
        Refusal(
          .invalidArgument, "action: must be open, snooze, snooze:MINUTES, skip or dismiss"))
    }
    switch delivery.status {
    // What was answered, or went by itself, may come back once more. (T33)
    case .shown where action == .snooze, .snoozed where action == .snooze:
      let place = delivery.onScreen
      if let refusal = try turn.plannedButtons.press(
        action, on: &delivery, activation: nil, for: length)
      {
        return .refused(refusal)
      }
      if let place { try turn.screen.takeOff(delivery, from: place) }
    case .merged where action == .open:
      try turn.plannedButtons.open(delivery, activation: nil)
      try ledger.markRead(delivery)
    case .shown where delivery.isAnswered && action != .open: return .refused(answeredAlready)
    case .shown where delivery.isAnswered:
      try turn.plannedButtons.open(delivery, activation: nil)
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
      // It was shown and answered in the window instead of a popup.
      delivery.shownAt = ledger.now
      try ledger.move(&delivery, to: .shown, .banner)
      try turn.callbacks.acknowledge(delivery)
      try turn.planning.settleIdentity(of: delivery)
      try ledger.tellSources(shown: delivery)
      if let refusal = try turn.plannedButtons.press(
        action, on: &delivery, activation: nil, for: length)
      {
        return .refused(refusal)
      }
    case .snoozed where action == .dismiss:
      try ledger.move(&delivery, to: .shown, .snoozeEnded)
    default: return .refused(nothingToAnswer)
    }
    return .done(Reply(try reports.entry(of: delivery)))
  }

  /// Answers a message on the screen or in a banner. (B17)
  private func respond(
    toMessage delivery: inout Delivery, _ name: String
  ) throws(StoreFailure) -> Answer {
    // Its own button may have the name of a slot's.
    let isOwn = delivery.request?.actions.contains { $0.id == name } == true
    let key = isOwn ? name : SlotAction(named: name)?.rawValue ?? name
    if !canAsk, let refusal = try turn.pressing.objection(to: key, on: delivery) {
      return .refused(refusal)
    }
    switch delivery.status {
    case .shown:
      // Its window can still be opened; its other buttons are its successor's now. (B11)
      if key != SlotAction.open.rawValue, try isReplaced(delivery) {
        return .refused(nothingToAnswer)
      }
    case .merged:
      // From the list of what a digest stands for: there its buttons work as well. (§5)
      guard isOwn || key == SlotAction.open.rawValue else { return .refused(Pressing.noSuchButton) }
    case .scheduled where delivery.isInBanner, .held where delivery.isInBanner:
      // Opening the window is no answer: the notification is shown when it can be.
      guard isOwn || key == SlotAction.open.rawValue || key == SlotAction.dismiss.rawValue else {
        return .refused(Pressing.noSuchButton)
      }
      delivery.shownAt = ledger.now
      try ledger.move(&delivery, to: .shown, .banner)
    default: return .refused(nothingToAnswer)
    }
    if delivery.isAnswered {
      guard key == SlotAction.open.rawValue else { return .refused(answeredAlready) }
      // The first answer counts. (B29)
      try turn.pressing.openPage(of: delivery, activation: nil)
      return .done(Reply(try reports.entry(of: delivery)))
    }
    let place = delivery.onScreen
    if let refusal = try turn.pressing.press(key, on: &delivery, activation: nil) {
      return .refused(refusal)
    }
    // Close the notification, as a click on its button does. Otherwise it would stay beside the next
    // one of its subject. (B11)
    if let place { try turn.screen.takeOff(delivery, from: place) }
    return .done(Reply(try reports.entry(of: delivery)))
  }

  /// Whether a newer notification of its subject was shown instead.
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
  /// Whether it is shown in the window because no popup can be shown. (T21)
  var isInBanner: Bool { waiting == .noServer }
}
