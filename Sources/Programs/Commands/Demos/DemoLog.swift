import CarillonEngine

/// A demo's output: lines with their second, for people, or a JSON document per line, for programs.
struct DemoLog {
  let json: Bool
  let words: Words

  init(json: Bool) {
    self.json = json
    words = .ofDemo(json: json)
  }

  /// `name` says what happened, for programs.
  func line(
    _ second: Int, _ name: String, _ text: String, _ members: [String: JSONValue] = [:]
  ) throws(Failure) {
    if json {
      let own: [String: JSONValue] = ["second": .integer(Int64(second)), "event": .text(name)]
      try Terminal.print(JSONValue.object(members.merging(own) { $1 }).serialized + "\n")
    } else {
      try Terminal.print("\(DemoLog.time(second))  \(text)\n")
    }
  }

  /// A line that programs do not need.
  func advice(_ second: Int, _ text: String) throws(Failure) {
    if !json { try line(second, "", text) }
  }

  /// A message's own members, with Carillon's answer to it.
  static func members(
    _ own: [String: JSONValue], _ answer: String
  ) -> [String: JSONValue] {
    guard case .object(let verdict) = JSONValue(parsing: answer) else { return own }
    return own.merging(verdict) { own, _ in own }
  }

  /// What has become of a message, for the end of a line.
  static func verdict(_ answer: String) -> String {
    var verdict = Text().pushed(answer)
    while verdict.last == "\n" { verdict.removeLast() }
    return verdict
  }

  static func time(_ second: Int) -> String {
    let digits = String(second)
    return String(repeating: " ", count: max(0, 4 - digits.count)) + digits + " s"
  }
}
