import CarillonEngine

extension Text {
  /// `config`: a JSON document like the answer's, in an order for people: hours and settings as the
  /// window has them, and last what nobody can change.
  func configuration(_ answer: String) -> String {
    guard case .object(let members)? = JSONValue(parsing: answer) else {
      return JSONText.pretty(answer)
    }
    let first = ["slots"] + Settings.keys
    let fixed = Settings.fixed.keys.sorted()
    let others = members.keys.filter { !first.contains($0) && !fixed.contains($0) }.sorted()
    let lines = (first + others + fixed).compactMap { key in
      members[key].map { value in
        var text = JSONText.pretty(value.serialized)
        while text.last == "\n" { text.removeLast() }
        return "  \(JSONText.quoted(key)) : \(text.replacing("\n", with: "\n  "))"
      }
    }
    return "{\n\(lines.joined(separator: ",\n"))\n}\n"
  }
}
