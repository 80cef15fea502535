import CarillonDetail
package import CarillonText
package import CarillonTime

/// One check of the gate and its result; stored with the verdict. (SPEC §5)
package struct GateCheck: Hashable, Sendable {
  package enum Finding: Hashable, Sendable {
    case passed(Passed)
    case stopped(Reason)
    /// A passed check that this version does not have; only for reading what is stored.
    case unknown(String)
  }

  /// The checks that are recorded when they pass.
  package enum Passed: String, Hashable, Sendable, CaseIterable {
    case content, identity, duplicate, unexpired, channel, active, elsewhere, hold, at, asked
  }

  /// What a check has found out.
  package enum Evidence: Hashable, Sendable {
    case none
    /// How old the content is, and how old it may be. (T5)
    case age(Span, ttl: Span)
    case channel(String)
    /// When a hold ends.
    case until(Instant)
    /// Facts that only a plan source knows.
    case own([String: String])
  }

  package let finding: Finding
  package let evidence: Evidence

  package init(_ finding: Finding, _ evidence: Evidence = .none) {
    self.finding = finding
    self.evidence = evidence
  }

  package static func passed(_ check: Passed, _ evidence: Evidence = .none) -> GateCheck {
    GateCheck(.passed(check), evidence)
  }

  package static func stopped(_ reason: Reason, _ evidence: Evidence = .none) -> GateCheck {
    GateCheck(.stopped(reason), evidence)
  }

  package var code: String {
    switch finding {
    case .passed(let check): check.rawValue
    case .stopped(let reason): reason.rawValue
    case .unknown(let code): code
    }
  }

  package var passed: Bool {
    switch finding {
    case .passed, .unknown: true
    case .stopped: false
    }
  }

  /// The encoded form, with sorted keys.
  package var serialized: String {
    let code = JSONValue.text(code).serialized
    return #"{"code":\#(code),"passed":\#(passed),"values":\#(serialize(evidence.values))}"#
  }

  /// Nil if `document` is not a check.
  package init?(_ document: JSONValue) {
    guard case .object(let members) = document, members.count == 3,
      case .text(let code)? = members["code"], case .bool(let passed)? = members["passed"],
      case .object(let values)? = members["values"]
    else { return nil }
    var texts: [String: String] = [:]
    for (name, value) in values {
      guard case .text(let text) = value else { return nil }
      texts[name] = text
    }
    finding =
      passed
      ? Passed(rawValue: code).map(Finding.passed) ?? .unknown(code)
      : .stopped(Reason(rawValue: code))
    evidence = Evidence(values: texts)
  }
}

extension GateCheck.Evidence {
  var values: [String: String] {
    switch self {
    case .none: [:]
    case .age(let age, let ttl):
      ["age": String(age.milliseconds), "ttl": String(ttl.milliseconds)]
    case .channel(let id): ["channel": id]
    case .until(let end): ["until": String(end.milliseconds)]
    case .own(let values): values
    }
  }

  init(values: [String: String]) {
    func number(_ name: String) -> Int64? { values[name].flatMap { Int64($0) } }
    let read: GateCheck.Evidence? =
      if let age = number("age"), let ttl = number("ttl") {
        .age(.milliseconds(age), ttl: .milliseconds(ttl))
      } else if let id = values["channel"] {
        .channel(id)
      } else if let end = number("until") {
        .until(Instant(milliseconds: end))
      } else {
        values.isEmpty ? GateCheck.Evidence.none : nil
      }
    // Nothing that was stored is lost.
    self = read?.values == values ? read ?? .own(values) : .own(values)
  }
}
