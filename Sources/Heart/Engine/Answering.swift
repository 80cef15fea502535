import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// The user did something to a notification on the screen, or it went by itself. (T30)
///
/// What the user does through a door is ``Responding``.
struct Answering {
  let turn: Turn
  /// When a notification that stands for several is dismissed, other devices hear of this many of them at most.
  private static let mostTold = 50
  private var ledger: Ledger { turn.ledger }

  /// Does nothing if what is at `place` was answered before, or was never shown.
  func handle(_ response: Response, on place: OnScreen) throws(StoreFailure) {
    guard var delivery = try ledger.rows.delivery(on: place), !delivery.isAnswered else { return }
    if delivery.status == .unconfirmed { try turn.screen.confirm(&delivery, on: place) }
    guard delivery.status == .shown else { return }
    switch response {
    case .dismissed where delivery.isMessage: try turn.pressing.dismiss(&delivery)
    case .dismissed:
      try ledger.record(ResponseCode.dismiss, &delivery)
      if delivery.isDigest { try tellMembers(of: delivery) }
    case .expired:
      if delivery.response == nil {
        try ledger.record(ResponseCode.expired, &delivery)
        try turn.screen.noteUnseen(delivery)
      }
    case .action(let key, let activation):
      if try press(key, on: &delivery, activation) {
        try turn.screen.takeOff(delivery, from: place)
      } else {
        try noteUnknownAction(on: delivery)
      }
    }
  }

  /// Has other devices told that all that a notification stands for was dismissed. (J27)
  private func tellMembers(of digest: Delivery) throws(StoreFailure) {
    let isSmall = try ledger.rows.memberCount(of: digest.id) <= Answering.mostTold
    let members =
      isSmall
      ? try ledger.members(of: digest)
      : try ledger.rows.fairMembers(of: digest.id, limit: Answering.mostTold)
    for member in members where member.isMessage {
      try turn.subjects.answered(.dismissed, member)
    }
  }

  /// Carries out a button; false if the notification has none of that key.
  private func press(
    _ key: String, on delivery: inout Delivery, _ activation: String?
  ) throws(StoreFailure) -> Bool {
    if delivery.isMessage {
      return try turn.pressing.press(key, on: &delivery, activation: activation) == nil
    }
    let isShowAll = delivery.isDigest && key == GroupButtons.showAll
    if let action = isShowAll ? .open : SlotAction(rawValue: key) {
      if try turn.plannedButtons.press(action, on: &delivery, activation: activation) != nil,
        action == .skip
      {
        // A button that was pressed is an answer, even where there is nothing to skip.
        try ledger.record(ResponseCode.skip, &delivery)
      }
      return true
    }
    if delivery.isDigest,
      let (found, own) = try GroupButtons(groups: turn.groups).owner(of: key, in: delivery)
    {
      var member = found
      _ = try turn.pressing.press(own, on: &member, activation: activation)
      try ledger.record(ResponseCode.open, &delivery)
      turn.groups.answered(member, in: delivery)
      return true
    }
    return try turn.plannedButtons.pressOwn(key, on: &delivery)
  }

  /// Records an action that was never offered, once: a server may send any number of them.
  private func noteUnknownAction(on delivery: Delivery) throws(StoreFailure) {
    guard try ledger.rows.lastStep(of: delivery.id)?.step != .unknownAction else { return }
    try ledger.trace(delivery, .unknownAction)
  }
}
