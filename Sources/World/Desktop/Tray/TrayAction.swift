import CarillonEngine

/// The action of a menu entry.
enum TrayAction: Hashable {
  case showHours
  case showHistory
  case showStatus
  /// Opens the window of a thread, by its tag. (B22)
  case showThread(tag: String, kind: String)
  case ringNow
  case fetchNow
  case skip(slotID: String)
  case unskip(slotID: String)
  case endSnooze(requestID: String)
  /// The argument of `Pause`: `1h`, `tomorrow` or `off`.
  case pause(until: String)
  case startWithSession(Bool)
  case quit
  /// Only in the window's own menu.
  case showShortcuts
  case showAbout
}

extension TrayAction {
  /// The question for the engine; nil for actions handled elsewhere.
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
