import CarillonDetail
import CarillonText
import CarillonTime

/// The buttons of a slot's notification, by key.
package enum SlotAction: String {
  case open = "default"
  case snooze
  case skip
  case dismiss

  /// Accepts a key, or the name used in the history.
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
