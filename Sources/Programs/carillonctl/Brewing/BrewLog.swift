import CarillonEngine

/// The demo's output: a line for every stage and every command.
struct BrewLog {
  /// One JSON document per line, for programs.
  let json: Bool

  func told(_ report: BrewMachine.Report, _ answer: String) throws(Failure) {
    if json {
      var members: [String: JSONValue] = [
        "second": .integer(Int64(report.second)), "stage": .text(report.stage.rawValue),
      ]
      if case .object(let verdict) = JSONValue(parsing: answer) {
        members.merge(verdict) { own, _ in own }
      }
      try line(members)
    } else {
      let line = "\(time(report.second))  \(report.stage.rawValue): \(Text().pushed(answer))"
      try Terminal.print(line)
    }
  }

  func obeyed(_ command: BrewCommand, error: String, at second: Int) throws(Failure) {
    if json {
      try line([
        "second": .integer(Int64(second)), "command": .text(command.name),
        "commandId": .text(command.id), "error": .text(error),
      ])
    } else {
      try Terminal.print("\(time(second))  \(command.name): \(error.isEmpty ? "done" : error)\n")
    }
  }

  func switchedOff(at second: Int) throws(Failure) {
    if json {
      try line(["second": .integer(Int64(second)), "switchedOff": .bool(true)])
    } else {
      try Terminal.print("\(time(second))  switched off\n")
    }
  }

  /// Reports what the app has refused.
  func complain(_ message: String) { Terminal.complain(message) }

  private func line(_ members: [String: JSONValue]) throws(Failure) {
    try Terminal.print(JSONValue.object(members).serialized + "\n")
  }

  private func time(_ second: Int) -> String {
    let digits = String(second)
    return String(repeating: " ", count: max(0, 4 - digits.count)) + digits + " s"
  }
}
