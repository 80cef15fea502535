import CarillonFeatures

/// Steps and checks of every kind, for tests that go over all of them.
enum StepSamples {
  private static let noon = Instant(milliseconds: 1_795_258_800_000)
  private static let failure = FetchFailure(.status, "503")

  /// The steps with that code, each with the values that are stored for it.
  static func steps(with code: Step.Code) -> [(step: Step, values: [String: String])] {
    switch code {
    case .armed:
      [
        (.armed(at: noon), ["fireAt": "1795258800000"]), (.gathered(members: 3), ["members": "3"]),
      ]
    case .asked: [(.asked, [:])]
    case .received: [(.received(kind: "brew"), ["kind": "brew"])]
    case .moved:
      [
        (
          .moved(from: noon, to: noon + .hours(1), zone: "Europe/Berlin"),
          ["from": "1795258800000", "to": "1795262400000", "zone": "Europe/Berlin"]
        )
      ]
    case .fetching: [(.fetching(fetch: 7), ["fetch": "7"])]
    case .fetched:
      [
        (.fetched(.stored), ["outcome": "stored"]),
        (.fetched(.notModified), ["outcome": "not-modified"]),
      ]
    case .fetchFailed: [(.fetchFailed(failure), ["code": "FETCH_STATUS", "detail": "503"])]
    case .rendered:
      Step.Rendering.Why.allCases.flatMap { why in
        [
          (
            .rendered(Step.Rendering(why: why, content: 7, same: true)),
            ["why": why.rawValue, "content": "7", "same": "yes"]
          ),
          (
            .rendered(Step.Rendering(why: why, content: 7, same: false)),
            ["why": why.rawValue, "content": "7", "same": "no"]
          ),
          (
            .rendered(Step.Rendering(why: why, content: nil, same: nil)),
            ["why": why.rawValue, "content": ""]
          ),
        ]
      }
    case .missingToken: [(.missingToken("name"), ["token": "name"])]
    case .sealed: [(.sealed(content: 7), ["content": "7"])]
    case .keyLost: [(.keyLost, [:])]
    case .identity: [(.identity, [:])]
    case .waiting: Waiting.allCases.map { (.waiting(for: $0), ["for": $0.rawValue]) }
    case .released: [(.released, [:])]
    case .gate: gates
    case .status: moves
    case .refused:
      [(.refused(name: "Error", message: "No."), ["name": "Error", "message": "No."])]
    case .retry: [(.retry, [:])]
    case .picture: [(.picture, [:])]
    case .noPicture: [(.noPicture(failure), ["code": "FETCH_STATUS", "detail": "503"])]
    case .replaced: [(.replaced, [:])]
    case .closed: [(.closed, [:])]
    case .response:
      ["OPEN", "SNOOZE", "SKIP_NEXT", "DISMISS", "EXPIRED", "own"].map {
        (.response($0), ["response": $0])
      }
    case .unknownAction: [(.unknownAction, [:])]
    case .snoozedAnew: [(.snoozedAnew(until: noon), ["until": "1795258800000"])]
    case .unseen: [(.unseen, [:])]
    case .told: [(.told(delivery: 10_007), ["delivery": "10007"])]
    case .reported:
      [
        (.reported(.made), ["outcome": "made"]), (.reported(.taken), ["outcome": "taken"]),
        (.reported(.refused(status: 404)), ["outcome": "refused", "status": "404"]),
        (.reported(.nowhere), ["outcome": "nowhere"]),
        (.reported(.overdue), ["outcome": "overdue"]),
      ]
    case .again: [(.again(delivery: 10_007), ["delivery": "10007"])]
    case .returned: [(.returned(delivery: 10_007), ["delivery": "10007"])]
    }
  }

  private static let gates: [(step: Step, values: [String: String])] = [
    (
      .gate(
        Step.Verdict(checks: [.passed(.hold), .stopped(.expired)], online: true, permitted: false)),
      [
        "checks": #"[{"code":"hold","passed":true,"values":{}},"#
          + #"{"code":"expired","passed":false,"values":{}}]"#,
        "network": "online", "permitted": "no",
      ]
    )
  ]

  private static var moves: [(step: Step, values: [String: String])] {
    var showing = Step.Showing(calls: 1, late: .milliseconds(-5))
    let shown = Step.Circumstance.shown(showing)
    (showing.server, showing.doNotDisturb, showing.sound) = ("gnome-shell", true, "bell")
    return [
      (
        .status(Step.Move(from: .scheduled, to: .held, reason: .held(.paused))),
        ["from": "scheduled", "to": "held", "reason": "paused"]
      ),
      (
        .status(Step.Move(from: .scheduled, to: .showing, reason: nil)),
        ["from": "scheduled", "to": "showing"]
      ),
      (
        .status(
          Step.Move(from: .held, to: .missed, reason: .late(.off), .late(.seconds(90)))),
        ["from": "held", "to": "missed", "reason": "off", "late": "90000"]
      ),
      (
        .status(Step.Move(from: .shown, to: .snoozed, reason: nil, .until(noon))),
        ["from": "shown", "to": "snoozed", "until": "1795258800000"]
      ),
      (
        .status(Step.Move(from: .showing, to: .shown, reason: nil, shown)),
        ["from": "showing", "to": "shown", "calls": "1", "late": "-5"]
      ),
      (
        .status(Step.Move(from: .showing, to: .shown, reason: nil, .shown(showing))),
        [
          "from": "showing", "to": "shown", "calls": "1", "late": "-5", "server": "gnome-shell",
          "doNotDisturb": "on", "sound": "bell",
        ]
      ),
    ]
  }

  /// Every check that passes, and one that is stopped by each reason, with every kind of evidence.
  static let checks: [GateCheck] =
    [
      .passed(.content, .age(.milliseconds(1), ttl: .milliseconds(2))),
      .passed(.channel, .channel(Channel.daily.id)), .stopped(.held(.paused), .until(noon)),
      .stopped(.own("rain"), .own(["millimeters": "4"])), GateCheck(.unknown("later")),
      .stopped(.ttl, .own(["age": "01", "ttl": "2"])),
    ] + GateCheck.Passed.allCases.map { .passed($0) } + Reason.all.map { .stopped($0) }
}
