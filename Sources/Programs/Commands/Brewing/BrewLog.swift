import CarillonEngine

/// The demo's output: a line for every stage and every command.
struct BrewLog {
  /// One JSON document per line, for programs.
  let json: Bool
  private var words: Words { .ofDemo(json: json) }

  func told(_ report: BrewMachine.Report, _ answer: String) throws(Failure) {
    if json {
      let own: [String: JSONValue] = [
        "second": .integer(Int64(report.second)), "stage": .text(report.stage.rawValue),
      ]
      try line(DemoLog.members(own, answer))
    } else {
      let line =
        "\(DemoLog.time(report.second))  \(report.stage.name(words)): \(Text().pushed(answer))"
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
      let outcome = error.isEmpty ? words.term("command to the machine", "done") : error
      try Terminal.print("\(DemoLog.time(second))  \(command.title(words)): \(outcome)\n")
    }
  }

  func switchedOff(at second: Int) throws(Failure) {
    if json {
      try line(["second": .integer(Int64(second)), "switchedOff": .bool(true)])
    } else {
      let text = words.say("switched off")
      try Terminal.print("\(DemoLog.time(second))  \(text)\n")
    }
  }

  /// Reports what the app has refused.
  func complain(_ message: String) { Terminal.complain(message) }

  private func line(_ members: [String: JSONValue]) throws(Failure) {
    try Terminal.print(JSONValue.object(members).serialized + "\n")
  }
}

extension BrewMachine.Stage {
  fileprivate func name(_ words: Words) -> String {
    switch self {
    case .heating: words.term("stage of the demo", "heating")
    case .grinding: words.term("stage of the demo", "grinding")
    case .preInfusion: words.term("stage of the demo", "preInfusion")
    case .brewing: words.term("stage of the demo", "brewing")
    case .complete: words.term("stage of the demo", "complete")
    }
  }
}

extension BrewCommand {
  /// For people; what is not known is called as the app calls it.
  fileprivate func title(_ words: Words) -> String {
    switch name {
    case "start": words.term("command to the machine", "start")
    case "repeat": words.term("command to the machine", "repeat")
    case "settings": words.term("command to the machine", "settings")
    case "profile": words.term("command to the machine", "profile")
    case "pause": words.term("command to the machine", "pause")
    case "resume": words.term("command to the machine", "resume")
    case "skip": words.term("command to the machine", "skip")
    case "extend": words.term("command to the machine", "extend")
    case "stop": words.term("command to the machine", "stop")
    case "cancel": words.term("command to the machine", "cancel")
    default: name
    }
  }
}
