/// What a user's answer is called in the history, on the bus and in callbacks. (T30)
enum ResponseCode {
  static let open = "OPEN"
  static let snooze = "SNOOZE"
  static let skip = "SKIP_NEXT"
  static let dismiss = "DISMISS"
  static let expired = "EXPIRED"
}
