import CarillonDetail
import CarillonText
package import CarillonTime

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

  /// The length in `snooze:60`, a snooze of another length than is set, in minutes up to a day; nil for
  /// every other name. (T33)
  package static func snooze(named name: String) -> Span? {
    let parts = name.lowercased().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "snooze", parts[1].utf8.count <= 4,
      let minutes = Int64(parts[1]), (1...1440).contains(minutes)
    else { return nil }
    return .minutes(minutes)
  }
}
