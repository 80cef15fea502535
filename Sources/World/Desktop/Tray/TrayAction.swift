import CarillonAnswers
import CarillonEngine

/// The action of a menu entry.
enum TrayAction: Hashable {
  case showHours
  case showHistory
  case showStatus
  /// Opens the window of a thread, by its tag. (B22)
  case showThread(tag: String, kind: String)
  /// Presses a button of a thread. (D16)
  case act(tag: String, button: String)
  case ringNow
  case fetchNow
  case skip(slotID: String)
  case unskip(slotID: String)
  case endSnooze(requestID: String)
  /// Opens what was shown last. (T34)
  case openLast(requestID: String)
  /// The argument of `Pause`: `20m`, `1h`, `8h`, `tomorrow` or `off`.
  case pause(until: String)
  /// For so many minutes, from the history. (T33)
  case snooze(requestID: String, minutes: Int)
  case startWithSession(Bool)
  case quit
  /// Opens a calendar. Only in the window. (T37)
  case choosePauseEnd
  /// Only in the window's own menu.
  case showShortcuts
  case showAbout
  /// Opens the manual.
  case showHelp
}

extension TrayAction {
  /// The order for the engine; nil for actions handled elsewhere.
  var order: Order? {
    switch self {
    case .showHours, .showHistory, .showStatus, .showThread, .ringNow, .fetchNow, .quit,
      .showShortcuts, .showAbout, .showHelp, .choosePauseEnd:
      nil
    case .act(let tag, let button): .act(tag: tag, action: button, data: Document())
    case .skip(let slotID): .skipNext(slotID: slotID)
    case .unskip(let slotID): .unskip(slotID: slotID)
    case .endSnooze(let requestID): .respond(requestID: requestID, action: "dismiss")
    case .openLast(let requestID): .respond(requestID: requestID, action: "open")
    case .pause(let until): .pause(until: until)
    case .snooze(let id, let minutes): .respond(requestID: id, action: "snooze:\(minutes)")
    case .startWithSession(let on): .change(Patch(["autostart": .bool(on)]))
    }
  }
}

extension TrayAction {
  /// What the user must be told after a refusal. (§6)
  func complaint(_ refusal: Refusal, words: Words) -> String {
    // The only setting that requires it. (T2)
    if self == .startWithSession(false), refusal.kind == .invalidArgument {
      return words.planningTomorrowNeedsStart
    }
    return refusal.message
  }

  /// What came of Fetch Now: the failures or, if all went well, what was fetched. (§6)
  static func outcome(
    ofFetching result: Result<PipelineReport, Refusal>, words: Words
  ) -> String {
    switch result {
    case .failure(let refusal): return refusal.message
    case .success(let report):
      let failures = report.failures(words)
      let sentences = failures.isEmpty ? Set(report.sentences(words)).sorted() : failures
      return sentences.isEmpty
        ? words.say("There is nothing to fetch: no hour is switched on.")
        : sentences.joined(separator: "\n")
    }
  }
}
