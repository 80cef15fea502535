import CarillonEngine
import CarillonSlots

/// A change that the user makes to an hour. (T1)
enum SlotChange: Hashable {
  case time(WallTime)
  case label(String)
  case enabled(Bool)
  case weekdays(Weekdays)
  case source(FetchSpec?)
  case template(Template?)
  case onlyNew(Bool)

  /// Applies the change; a new time makes a new slot, with all other properties kept.
  func apply(to slot: inout Slot) {
    switch self {
    case .time(let time): slot.id = SlotID(time)
    case .label(let label): slot.label = label
    case .enabled(let isOn): slot.enabled = isOn
    case .weekdays(let days): slot.weekdays = days
    case .source(let fetch): slot.fetch = fetch
    case .template(let template): slot.template = template
    case .onlyNew(let isOn): slot.onlyNew = isOn
    }
  }

  /// Applies the change to the slot with this id, if it still exists.
  func apply(to slots: inout [Slot], of id: SlotID) {
    guard let index = slots.firstIndex(where: { $0.id == id }) else { return }
    apply(to: &slots[index])
  }
}
