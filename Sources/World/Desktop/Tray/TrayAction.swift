import CarillonAnswers
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

extension TrayAction {
  /// What the user must be told after `answer`; nil if it was simply done. (§6)
  func complaint(_ answer: Answer, words: Words) -> String? {
    switch (self, answer) {
    case (.fetchNow, .done(let reply)):
      let failures = reply.read(as: PipelineReport.self)?.failures(words) ?? []
      return failures.isEmpty ? nil : failures.joined(separator: "\n")
    case (_, .done): return nil
    case (.startWithSession(false), .refused(let refusal)) where refusal.kind == .invalidArgument:
      // The only setting that requires it. (T2)
      return words.planningTomorrowNeedsStart
    case (_, .refused(let refusal)): return refusal.message
    }
  }
}
