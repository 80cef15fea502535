import CarillonDetail
import CarillonText
import CarillonTime

/// The buttons of a slot's notification, by their keys.
package enum SlotAction: String {
  case open = "default"
  case snooze
  case skip
  case dismiss

  /// A key, or what the history calls it.
  package init?(named name: String) {
    switch name.lowercased() {
    case "open", "default": self = .open
    case "snooze": self = .snooze
    case "skip", "skip_next": self = .skip
    case "dismiss": self = .dismiss
    default: return nil
    }
  }
}
