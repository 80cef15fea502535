import CarillonEngine

extension Text {
  /// `import`: what was changed, or would be, and what was left out.
  func imported(_ answer: String) -> String {
    struct Report: Decodable {
      struct Line: Decodable {
        var text: String
      }
      var dryRun: Bool
      var undo: Bool
      var changes: [Line]
      var leftOut: [Line]
    }
    guard let report = deserialize(Report.self, from: answer) else {
      return JSONText.pretty(answer)
    }
    func list(_ lines: [Report.Line]) -> String {
      lines.map { "  \(Text.oneLine($0.text))\n" }.joined()
    }
    var text: String
    switch (report.changes.isEmpty, report.dryRun, report.undo) {
    case (true, true, _): text = words.say("Nothing would change.") + "\n"
    case (true, false, false): text = words.say("Nothing changed.") + "\n"
    case (false, true, _): text = words.say("This would change:") + "\n"
    case (_, false, true): text = words.say("The last import was undone.") + "\n"
    case (false, false, false): text = words.say("Imported. This changed:") + "\n"
    }
    text += list(report.changes)
    if !report.leftOut.isEmpty {
      text += "\n" + words.say("Left out:") + "\n" + list(report.leftOut)
    }
    if !report.dryRun, !report.undo, !report.changes.isEmpty {
      text +=
        "\n"
        + words.say(
          "To undo this within a day: {command}", ["command": "carillonctl import --undo"])
        + "\n"
    }
    return text
  }
}
