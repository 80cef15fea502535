/// What choosing an entry of the tray menu does.
enum TrayAction: Hashable {
  case showHours
  case showHistory
  case showStatus
  case ringNow
  case fetchNow
  case skip(slotID: String)
  case unskip(slotID: String)
  case endSnooze(requestID: String)
  /// As `Pause` takes it: `1h`, `tomorrow` or `off`.
  case pause(until: String)
  case startWithSession(Bool)
  case quit
}
