import CarillonEngine
import CarillonSlots

/// An action on the page of hours.
enum HoursAction: Hashable {
  /// Nil means the next hour.
  case ringNow(SlotID?)
  case fetchNow
  case resume
  case whatHelps
  /// Shows the page of the next seven days.
  case week
  case respond(requestID: String, action: String)
  case skip(SlotID)
  case unskip(slotID: String)
  case endSnooze(requestID: String)
  case change(SlotID, SlotChange)
  case add(Slot)
  case remove(SlotID)
  case startWithSession(Bool)
  case openNotificationSettings
  /// With the text of that hour, which the card shows.
  case sendTest(slotID: String?)
  case explained
  /// The user tried to remove the last day of an hour.
  case lastDay
  /// Adding an hour has ended, saved or canceled.
  case endedNew
}

extension HoursAction {
  /// The order for the engine; nil if the action needs more than an order.
  var order: Order? {
    switch self {
    case .resume: .pause(until: "off")
    case .respond(let requestID, let action): .respond(requestID: requestID, action: action)
    case .skip(let id): .skipNext(slotID: id.description)
    case .unskip(let slotID): .unskip(slotID: slotID)
    case .endSnooze(let requestID): .respond(requestID: requestID, action: "dismiss")
    case .sendTest(let slotID): slotID.map { .sendSample(slotID: $0) } ?? .sendTest
    case .explained: .explained
    case .ringNow, .fetchNow, .whatHelps, .week, .change, .add, .remove, .startWithSession,
      .openNotificationSettings,
      .lastDay, .endedNew:
      nil
    }
  }
}
