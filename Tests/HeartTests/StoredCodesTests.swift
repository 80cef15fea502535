import CarillonFeatures
import Testing

/// What is stored in databases and sent on the bus stays as it is. (J22, J23, T23)
///
/// The switches here have no `default`: whoever adds a case is asked for what is stored of it.
@Suite struct StoredCodesTests {
  @Test("J22: every reason is stored and read as its code, and none is left out")
  func reasons() {
    #expect(Reason.all.map { Code(of: $0) }.compactMap(\.self).sorted() == Code.allCases.sorted())
    for reason in Reason.all {
      #expect(reason.rawValue == Code(of: reason)?.rawValue)
      #expect(Reason(rawValue: reason.rawValue) == reason)
    }
  }

  @Test("J22: a reason that no case has is read as it is stored")
  func unknownReason() {
    #expect(Reason(rawValue: "rain") == .own("rain"))
    #expect(Reason.own("rain").rawValue == "rain")
  }

  @Test("J22: what a delivery waits for is stored as its code")
  func waiting() {
    #expect(
      Waiting.allCases.map(\.rawValue)
        == ["fetch", "no-server", "starting", "busy", "locked", "gathering"])
  }

  @Test("J23: every step is stored with its code and values, and read as it was")
  func steps() {
    for code in Step.Code.allCases {
      for (step, values) in StepSamples.steps(with: code) {
        #expect(step.code == code)
        #expect(step.values == values, "\(code)")
        #expect(Step(code: code.rawValue, values: values) == step, "\(code)")
      }
    }
  }

  @Test("J23: the codes of steps stay as they are")
  func stepCodes() {
    #expect(
      Step.Code.allCases.map(\.rawValue) == [
        "armed", "asked", "received", "moved", "fetching", "fetched", "fetch-failed", "rendered",
        "missing-token", "sealed", "key-lost", "identity", "waiting", "released", "gate", "status",
        "refused", "retry", "picture", "no-picture", "replaced", "closed", "response",
        "unknown-action", "snoozed-anew", "unseen", "told", "again", "returned", "reported",
      ])
  }

  @Test(
    "J23: a step that this version would write otherwise is kept as it is stored",
    arguments: [
      ("later", ["a": "b"]), ("armed", [:]), ("armed", ["fireAt": "soon"]), ("asked", ["by": "me"]),
      ("status", ["from": "scheduled", "to": "elsewhere"]), ("waiting", ["for": "rain"]),
      ("moved", ["from": "1", "to": "02", "zone": "UTC"]),
      ("gate", ["checks": "[{}]", "network": "online", "permitted": "yes"]),
      ("gate", ["checks": "[]", "network": "slow", "permitted": "yes"]),
      ("fetch-failed", ["code": "FETCH_LATER", "detail": ""]),
    ])
  func unknownStep(code: String, values: [String: String]) {
    let trace = TraceStep(
      delivery: 1, at: .distantPast, Step(code: code, values: values))
    #expect(trace.step == .unknown(code: code, values: values))
    #expect(trace.code == code && trace.values == values)
  }

  @Test("§5: every check is stored with its values, and read as it was")
  func checks() throws {
    let stored = StepSamples.checks.map(\.serialized)
    #expect(stored.first == #"{"code":"content","passed":true,"values":{"age":"1","ttl":"2"}}"#)
    for (check, text) in zip(StepSamples.checks, stored) {
      #expect(GateCheck(try #require(JSONValue(parsing: text))) == check)
    }
    #expect(GateCheck(.object(["code": .text("content")])) == nil)
  }

  @Test("T23: every event code is stored and read as its text, and none is left out")
  func events() {
    let names = EventCode.all.compactMap { EventName(of: $0) }
    #expect(Set(names) == Set(EventName.allCases))
    for code in EventCode.all {
      #expect(EventCode(rawValue: code.rawValue) == code)
      #expect(deserialize([EventCode].self, from: serialize([code])) == [code])
      guard let name = EventName(of: code), name != .fetch, name != .media else { continue }
      #expect(code.rawValue == name.rawValue)
    }
    #expect(EventCode.fetch(.tooLarge).rawValue == "FETCH_TOO_LARGE")
    #expect(EventCode.media(.tooLarge).rawValue == "MEDIA_TOO_LARGE")
    #expect(serialize([EventCode.notModified]) == #"["ETAG_NOT_MODIFIED"]"#)
  }

  @Test(
    "T23: the name of a field stays in the code",
    arguments: [
      ("MESSAGE_REFUSED data.type", EventCode.messageRefused("data.type")),
      ("MESSAGE_REFUSED ", .messageRefused("")), ("MESSAGE_REFUSED", .messageRefused(nil)),
      ("SETTING_UNREADABLE mode", .settingUnreadable("mode")),
      ("STORAGE_BUSY now", .unknown("STORAGE_BUSY now")), ("LATER", .unknown("LATER")),
    ])
  func named(text: String, code: EventCode) {
    #expect(EventCode(rawValue: text) == code)
    #expect(code.rawValue == text)
  }

  @Test("T23, T24: unchanged content is no error, and callbacks do not report themselves")
  func kinds() {
    #expect(EventCode.all.filter { !$0.isError } == [.notModified])
    #expect(
      EventCode.all.filter(\.isOfCallbacks).map(\.rawValue)
        == EventCode.all.map(\.rawValue).filter { $0.hasPrefix("CALLBACK_") })
  }

  @Test("B17: every failure of a command is stored and read as its code, and none is left out")
  func failures() {
    let names = Command.Failure.all.compactMap { FailureName(of: $0) }
    #expect(Set(names) == Set(FailureName.allCases))
    for failure in Command.Failure.all {
      #expect(Command.Failure(rawValue: failure.rawValue) == failure)
      guard let name = FailureName(of: failure), name != .unsent, name != .status else { continue }
      #expect(failure.rawValue == name.rawValue)
    }
    #expect(Command.Failure.status(503).rawValue == "status-503")
    #expect(Command.Failure.unsent(.timeout).rawValue == "FETCH_TIMEOUT")
    #expect(Command.Failure.machine(saying: "Empty").rawValue == "machine")
    for text in ["status-", "status-0503", "later"] {
      #expect(Command.Failure(rawValue: text) == .unknown(text))
      #expect(Command.Failure.unknown(text).rawValue == text)
    }
  }
}

/// The codes of reasons in databases.
private enum Code: String, CaseIterable, Comparable {
  case elsewhere, group, batch, at
  case user, ttl, duplicate, expired, quiet, dismissed, silent, paused, throttle, asleep, off, clock
  case fetch, starting, busy, locked, gathering, newer, late, released, unskipped, banner, refused,
    restarted
  case backlog
  case takenBack = "taken-back"
  case settled, snoozed
  case noContent = "no-content"
  case channelOff = "channel-off"
  case otherIdentity = "other-did"
  case earlierStage = "earlier-stage"
  case keepsButtons = "keeps-buttons"
  case quietHours = "quiet-hours"
  case noServer = "no-server"
  case tooLate = "too-late"
  case asMessage = "as-message"
  case takenApart = "taken-apart"
  case itemRemoved = "slot-removed"
  case itemOff = "slot-off"
  case weekdayOff = "weekday-off"
  case noSuchDate = "no-such-date"
  case notNext = "not-next"
  case aheadAgain = "ahead-again"
  case snoozeEnded = "snooze-ended"
  case focusLost = "focus-lost"
  case serverLeft = "server-left"
  case noAnswer = "no-answer"

  static func < (one: Code, other: Code) -> Bool { one.rawValue < other.rawValue }

  init?(of reason: Reason) {
    switch reason {
    case .user: self = .user
    case .noContent: self = .noContent
    case .ttl: self = .ttl
    case .channelOff: self = .channelOff
    case .otherIdentity: self = .otherIdentity
    case .duplicate: self = .duplicate
    case .expired: self = .expired
    case .earlierStage: self = .earlierStage
    case .quiet: self = .quiet
    case .keepsButtons: self = .keepsButtons
    case .dismissed: self = .dismissed
    case .silent: self = .silent
    case .elsewhere: self = .elsewhere
    case .takenBack: self = .takenBack
    case .settled: self = .settled
    case .snoozed: self = .snoozed
    case .held(.at): self = .at
    case .mergedGroup: self = .group
    case .mergedBatch: self = .batch
    case .focusLost: self = .focusLost
    case .held(.paused): self = .paused
    case .held(.quietHours): self = .quietHours
    case .held(.throttle): self = .throttle
    case .held(.backlog): self = .backlog
    case .late(.asleep): self = .asleep
    case .late(.off): self = .off
    case .late(.clock): self = .clock
    case .waited(.fetch): self = .fetch
    case .waited(.gathering): self = .gathering
    case .waited(.noServer): self = .noServer
    case .waited(.starting): self = .starting
    case .waited(.busy): self = .busy
    case .waited(.locked): self = .locked
    case .tooLate: self = .tooLate
    case .newer: self = .newer
    case .mergedLate: self = .late
    case .mergedReleased: self = .released
    case .asMessage: self = .asMessage
    case .takenApart: self = .takenApart
    case .itemRemoved: self = .itemRemoved
    case .itemOff: self = .itemOff
    case .weekdayOff: self = .weekdayOff
    case .noSuchDate: self = .noSuchDate
    case .notNext: self = .notNext
    case .aheadAgain: self = .aheadAgain
    case .unskipped: self = .unskipped
    case .banner: self = .banner
    case .snoozeEnded: self = .snoozeEnded
    case .serverLeft: self = .serverLeft
    case .noAnswer: self = .noAnswer
    case .refused: self = .refused
    case .restarted: self = .restarted
    case .own: return nil
    }
  }
}

/// The codes of events; for those with a failure, only its beginning.
private enum EventName: String, CaseIterable {
  case fetch = "FETCH"
  case media = "MEDIA"
  case notModified = "ETAG_NOT_MODIFIED"
  case scheduleDenied = "SCHEDULE_DENIED"
  case permissionDenied = "PERMISSION_DENIED"
  case exactAlarmMissing = "EXACT_ALARM_MISSING"
  case notifyRefused = "NOTIFY_REFUSED"
  case templateMissingToken = "TEMPLATE_MISSING_TOKEN"
  case callbackRefused = "CALLBACK_REFUSED"
  case callbackGivenUp = "CALLBACK_GIVEN_UP"
  case commandFailed = "COMMAND_FAILED"
  case linkRefused = "LINK_REFUSED"
  case messageRefused = "MESSAGE_REFUSED"
  case settingUnreadable = "SETTING_UNREADABLE"
  case autostartFailed = "AUTOSTART_FAILED"
  case storageBusy = "STORAGE_BUSY"
  case internalError = "INTERNAL_ERROR"

  init?(of code: EventCode) {
    switch code {
    case .fetch: self = .fetch
    case .media: self = .media
    case .notModified: self = .notModified
    case .scheduleDenied: self = .scheduleDenied
    case .permissionDenied: self = .permissionDenied
    case .exactAlarmMissing: self = .exactAlarmMissing
    case .notifyRefused: self = .notifyRefused
    case .templateMissingToken: self = .templateMissingToken
    case .callbackRefused: self = .callbackRefused
    case .callbackGivenUp: self = .callbackGivenUp
    case .commandFailed: self = .commandFailed
    case .linkRefused: self = .linkRefused
    case .messageRefused: self = .messageRefused
    case .settingUnreadable: self = .settingUnreadable
    case .autostartFailed: self = .autostartFailed
    case .storageBusy: self = .storageBusy
    case .internalError: self = .internalError
    case .unknown: return nil
    }
  }
}

private enum FailureName: String, CaseIterable {
  case late, offline, over, restarted, timeout, status, unsent, machine

  init?(of failure: Command.Failure) {
    switch failure {
    case .late: self = .late
    case .offline: self = .offline
    case .over: self = .over
    case .restarted: self = .restarted
    case .timeout: self = .timeout
    case .status: self = .status
    case .unsent: self = .unsent
    case .machine: self = .machine
    case .unknown: return nil
    }
  }
}
