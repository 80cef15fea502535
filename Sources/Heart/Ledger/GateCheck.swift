import CarillonDetail
package import CarillonText
import CarillonTime

/// The values of `waiting`: what a due delivery may wait for.
package enum Waiting {
  package static let fetch = "fetch"
  package static let noServer = "no-server"
  package static let starting = "starting"
  package static let busy = "busy"
  /// The text is encrypted and the keyring is locked. (T28)
  package static let locked = "locked"
}

/// One check of the gate and its result; stored with the verdict. (SPEC §5)
package struct GateCheck: Codable {
  package var code: String
  package var passed: Bool
  package var values: [String: String] = [:]

  package init(code: String, passed: Bool, values: [String: String] = [:]) {
    self.code = code
    self.passed = passed
    self.values = values
  }

  /// The encoded form.
  package var document: JSONValue {
    .object([
      "code": .text(code), "passed": .bool(passed),
      "values": .object(values.mapValues { .text($0) }),
    ])
  }
}
