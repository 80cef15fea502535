import CarillonDetail
import CarillonText
import CarillonTime

/// The user's answers as named in the history, on the bus, and in callbacks. (T30)
package enum ResponseCode {
  package static let open = "OPEN"
  package static let snooze = "SNOOZE"
  package static let skip = "SKIP_NEXT"
  package static let dismiss = "DISMISS"
  package static let expired = "EXPIRED"
}
