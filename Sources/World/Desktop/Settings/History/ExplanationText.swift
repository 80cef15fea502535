import CarillonEngine

/// An explanation as text, with the codes and milliseconds that the page omits.
enum ExplanationText {
  static func text(_ item: ExplanationReport.Item) -> String {
    let entry = item.entry
    var lines = ["\(entry.requestId)  \(entry.title)"]
    if let body = item.body, !body.isEmpty { lines.append("  \(body)") }
    let status = [entry.kind, entry.status, entry.reason].compactMap(\.self)
    lines.append("  \(entry.text)  [\(status.joined(separator: " "))]")
    if let due = item.due { lines.append("  \(due)") }
    for step in item.steps {
      lines.append("\(step.at)  \(step.text)  [\(codes(step))]")
      if let detail = step.detail, !detail.isEmpty { lines.append("  \(detail)") }
      for check in step.checks ?? [] {
        lines.append("  \(check.passed ? "✓" : "✗") \(check.text)  [\(check.code)]")
      }
    }
    if let advice = item.advice { lines.append("→ \(advice.text)  [\(advice.code)]") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func codes(_ step: ExplanationReport.Step) -> String {
    ([step.code] + step.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
      .joined(separator: " ")
  }
}
