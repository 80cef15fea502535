import CarillonEngine

/// What choosing an entry of the tray menu does.
enum TrayAction: Hashable {
  case showHours
  case showHistory
  case showStatus
  /// The window of a thread, by its tag. (B22)
  case showThread(tag: String, kind: String)
  case ringNow
  case fetchNow
  case skip(slotID: String)
  case unskip(slotID: String)
  case endSnooze(requestID: String)
  /// As `Pause` takes it: `1h`, `tomorrow` or `off`.
  case pause(until: String)
  case startWithSession(Bool)
  case quit
  /// The window's own menu has these.
  case showShortcuts
  case showAbout
}

extension TrayAction {
  /// What it asks of the app; nil for what leads elsewhere.
  var question: Question? {
    switch self {
    case .showHours, .showHistory, .showStatus, .showThread, .quit, .showShortcuts, .showAbout:
      nil
    case .ringNow: .deliverStoredNow(slotID: "")
    case .fetchNow: .runFullPipelineNow
    case .skip(let slotID): .skipNext(slotID: slotID)
    case .unskip(let slotID): .unskip(slotID: slotID)
    case .endSnooze(let requestID): .respond(requestID: requestID, action: "dismiss")
    case .pause(let until): .pause(until: until)
    case .startWithSession(let on): .set(mergePatch: "{\"autostart\":\(on)}")
    }
  }
}
