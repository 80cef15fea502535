import CarillonDetail
import CarillonText
import CarillonTime

/// The stored form of a step.
extension Step {
  /// Nil for ``unknown(code:values:)``.
  package var code: Code? {
    switch self {
    case .armed, .gathered: .armed
    case .asked: .asked
    case .received: .received
    case .moved: .moved
    case .fetching: .fetching
    case .fetched: .fetched
    case .fetchFailed: .fetchFailed
    case .rendered: .rendered
    case .missingToken: .missingToken
    case .sealed: .sealed
    case .keyLost: .keyLost
    case .identity: .identity
    case .waiting: .waiting
    case .released: .released
    case .gate: .gate
    case .status: .status
    case .refused: .refused
    case .retry: .retry
    case .picture: .picture
    case .noPicture: .noPicture
    case .replaced: .replaced
    case .closed: .closed
    case .response: .response
    case .unknownAction: .unknownAction
    case .snoozedAnew: .snoozedAnew
    case .unseen: .unseen
    case .told: .told
    case .again: .again
    case .returned: .returned
    case .reported: .reported
    case .unknown: nil
    }
  }

  package var values: [String: String] {
    switch self {
    case .armed(let at): ["fireAt": text(at)]
    case .gathered(let members): ["members": String(members)]
    case .received(let kind): ["kind": kind]
    case .moved(let from, let to, let zone): ["from": text(from), "to": text(to), "zone": zone]
    case .fetching(let fetch): ["fetch": String(fetch)]
    case .fetched(let outcome): ["outcome": outcome.rawValue]
    case .fetchFailed(let failure), .noPicture(let failure):
      ["code": failure.code.rawValue, "detail": failure.detail]
    case .rendered(let rendering): rendering.values
    case .missingToken(let token): ["token": token]
    case .sealed(let content): ["content": String(content)]
    case .waiting(let waiting): ["for": waiting.rawValue]
    case .gate(let verdict): verdict.values
    case .status(let move): move.values
    case .refused(let name, let message): ["name": name, "message": message]
    case .response(let code): ["response": code]
    case .snoozedAnew(let until): ["until": text(until)]
    case .told(let delivery), .again(let delivery), .returned(let delivery):
      ["delivery": String(delivery)]
    case .reported(let step): step.values
    case .unseen, .asked, .keyLost, .identity, .released, .retry, .picture, .replaced, .closed,
      .unknownAction:
      [:]
    case .unknown(_, let values): values
    }
  }

  /// Reads what is stored; ``unknown(code:values:)`` if this version would write it otherwise.
  package init(code: String, values: [String: String]) {
    guard let known = Code(rawValue: code), let read = Step(known, Values(texts: values)),
      read.keepsAll(values)
    else {
      self = .unknown(code: code, values: values)
      return
    }
    self = read
  }

  /// Whether nothing of the stored `values` is lost in it.
  private func keepsAll(_ values: [String: String]) -> Bool {
    // A verdict's checks lose nothing, and take longer to write than everything else.
    if case .gate = self { return values.count == 3 }
    return self.values == values
  }

  private init?(_ code: Code, _ values: Values) {
    let read: Step? =
      switch code {
      case .armed:
        values.instant("fireAt").map { .armed(at: $0) }
          ?? values.integer("members").map { .gathered(members: Int($0)) }
      case .asked: .asked
      case .received: values["kind"].map { .received(kind: $0) }
      case .moved: Step(moved: values)
      case .fetching: values.integer("fetch").map { .fetching(fetch: $0) }
      case .fetched: values["outcome"].flatMap(Fetched.init(rawValue:)).map(Step.fetched)
      case .fetchFailed: values.failure.map(Step.fetchFailed)
      case .rendered: Rendering(values).map(Step.rendered)
      case .missingToken: values["token"].map(Step.missingToken)
      case .sealed: values.integer("content").map { .sealed(content: $0) }
      case .keyLost: .keyLost
      case .identity: .identity
      case .waiting: values["for"].flatMap(Waiting.init(rawValue:)).map { .waiting(for: $0) }
      case .released: .released
      case .gate: Verdict(values).map(Step.gate)
      case .status: Move(values).map(Step.status)
      case .refused: Step(refused: values)
      case .retry: .retry
      case .picture: .picture
      case .noPicture: values.failure.map(Step.noPicture)
      case .replaced: .replaced
      case .closed: .closed
      case .response: values["response"].map(Step.response)
      case .unknownAction: .unknownAction
      case .snoozedAnew: values.instant("until").map { .snoozedAnew(until: $0) }
      case .unseen: .unseen
      case .told: values.integer("delivery").map { .told(delivery: $0) }
      case .again: values.integer("delivery").map { .again(delivery: $0) }
      case .returned: values.integer("delivery").map { .returned(delivery: $0) }
      case .reported:
        ReportStep(outcome: values["outcome"], status: values.integer("status"))
          .map(Step.reported)
      }
    guard let read else { return nil }
    self = read
  }

  private init?(moved values: Values) {
    guard let from = values.instant("from"), let to = values.instant("to"),
      let zone = values["zone"]
    else { return nil }
    self = .moved(from: from, to: to, zone: zone)
  }

  private init?(refused values: Values) {
    guard let name = values["name"], let message = values["message"] else { return nil }
    self = .refused(name: name, message: message)
  }
}

extension Step.Rendering {
  fileprivate var values: [String: String] {
    var values = ["why": why.rawValue, "content": content.map { String($0) } ?? ""]
    values["same"] = same.map { $0 ? "yes" : "no" }
    return values
  }

  fileprivate init?(_ values: Values) {
    guard let why = values["why"].flatMap(Why.init(rawValue:)) else { return nil }
    self.init(
      why: why, content: values.integer("content"), same: values.flag("same", on: "yes", off: "no"))
  }
}

extension Step.Verdict {
  fileprivate var values: [String: String] {
    [
      "checks": "[\(checks.map(\.serialized).joined(separator: ","))]",
      "network": online ? "online" : "offline",
      "permitted": permitted ? "yes" : "no",
    ]
  }

  fileprivate init?(_ values: Values) {
    guard let text = values["checks"], case .array(let documents)? = JSONValue(parsing: text),
      let online = values.flag("network", on: "online", off: "offline"),
      let permitted = values.flag("permitted", on: "yes", off: "no")
    else { return nil }
    let checks = documents.compactMap { GateCheck($0) }
    guard checks.count == documents.count else { return nil }
    self.init(checks: checks, online: online, permitted: permitted)
  }
}

extension Step.Move {
  fileprivate var values: [String: String] {
    var values = circumstance.values
    values["from"] = from.rawValue
    values["to"] = to.rawValue
    values["reason"] = reason?.rawValue
    return values
  }

  fileprivate init?(_ values: Values) {
    guard let from = values["from"].flatMap(Delivery.Status.init(rawValue:)),
      let to = values["to"].flatMap(Delivery.Status.init(rawValue:))
    else { return nil }
    self.init(
      from: from, to: to, reason: values["reason"].map { Reason(rawValue: $0) },
      Step.Circumstance(values))
  }
}

extension Step.Circumstance {
  fileprivate var values: [String: String] {
    switch self {
    case .none: [:]
    case .late(let late): ["late": String(late.milliseconds)]
    case .until(let end): ["until": text(end)]
    case .shown(let showing): showing.values
    }
  }

  fileprivate init(_ values: Values) {
    self =
      if let calls = values.integer("calls"), let late = values.span("late") {
        .shown(Step.Showing(calls: Int(calls), late: late, values))
      } else if let late = values.span("late") {
        .late(late)
      } else if let end = values.instant("until") {
        .until(end)
      } else {
        .none
      }
  }
}

extension Step.Showing {
  fileprivate var values: [String: String] {
    var values = ["calls": String(calls), "late": String(late.milliseconds)]
    values["server"] = server
    values["doNotDisturb"] = doNotDisturb.map { $0 ? "on" : "off" }
    values["sound"] = sound
    values["locked"] = locked ? "yes" : nil
    return values
  }

  fileprivate init(calls: Int, late: Span, _ values: Values) {
    self.init(calls: calls, late: late)
    server = values["server"]
    doNotDisturb = values.flag("doNotDisturb", on: "on", off: "off")
    sound = values["sound"]
    locked = values["locked"] == "yes"
  }
}

private func text(_ instant: Instant) -> String { String(instant.milliseconds) }

/// The values of a step as stored.
private struct Values {
  let texts: [String: String]

  subscript(name: String) -> String? { texts[name] }

  func integer(_ name: String) -> Int64? { texts[name].flatMap { Int64($0) } }
  func instant(_ name: String) -> Instant? { integer(name).map(Instant.init(milliseconds:)) }
  func span(_ name: String) -> Span? { integer(name).map { .milliseconds($0) } }

  /// Nil if it is neither.
  func flag(_ name: String, on: String, off: String) -> Bool? {
    texts[name].flatMap { $0 == on ? true : $0 == off ? false : nil }
  }

  var failure: FetchFailure? {
    guard let code = texts["code"].flatMap(FetchFailure.Code.init(rawValue:)),
      let detail = texts["detail"]
    else { return nil }
    return FetchFailure(code, detail)
  }
}
