import CarillonEngine

/// The demo's output: a line for every stage and every command.
struct BrewLog {
  /// One JSON document per line, for programs.
  let json: Bool

  func told(_ report: BrewMachine.Report, _ answer: String) throws(Failure) {
    if json {
      let own: [String: JSONValue] = [
        "second": .integer(Int64(report.second)), "stage": .text(report.stage.rawValue),
      ]
      try line(DemoLog.members(own, answer))
    } else {
      let line =
        "\(DemoLog.time(report.second))  \(report.stage.rawValue): \(Text().pushed(answer))"
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
      try Terminal.print(
        "\(DemoLog.time(second))  \(command.name): \(error.isEmpty ? "done" : error)\n")
    }
  }

  func switchedOff(at second: Int) throws(Failure) {
    if json {
      try line(["second": .integer(Int64(second)), "switchedOff": .bool(true)])
    } else {
      try Terminal.print("\(DemoLog.time(second))  switched off\n")
    }
  }

  /// Reports what the app has refused.
  func complain(_ message: String) { Terminal.complain(message) }

  private func line(_ members: [String: JSONValue]) throws(Failure) {
    try Terminal.print(JSONValue.object(members).serialized + "\n")
  }
}
