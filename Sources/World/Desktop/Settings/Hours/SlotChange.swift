import CarillonEngine
import CarillonSlots

/// What a person changes about an hour, wherever it is typed or pressed. (T1)
enum SlotChange: Hashable {
  case time(WallTime)
  case label(String)
  case enabled(Bool)
  case weekdays(Weekdays)
  case source(FetchSpec?)
  case template(Template?)

  /// Applies it to a slot; with another time it is another slot, which keeps all the rest.
  func apply(to slot: inout Slot) {
    switch self {
    case .time(let time): slot.id = SlotID(time)
    case .label(let label): slot.label = label
    case .enabled(let isOn): slot.enabled = isOn
    case .weekdays(let days): slot.weekdays = days
    case .source(let fetch): slot.fetch = fetch
    case .template(let template): slot.template = template
    }
  }

  /// Applies it to the one of `slots` that has this id; another door may have removed it.
  func apply(to slots: inout [Slot], of id: SlotID) {
    guard let index = slots.firstIndex(where: { $0.id == id }) else { return }
    apply(to: &slots[index])
  }
}
