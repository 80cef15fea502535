import CarillonFeatures

/// Prints every decision with its reason, in the words of `explain`. (J23)
final class Narrator {
  private let say: (String) -> Void
  /// The number of steps already printed for each delivery.
  private var told: [String: Int] = [:]

  init(say: @escaping (String) -> Void) {
    self.say = say
  }

  /// Prints what is new since the last call.
  func tell(_ host: Host) {
    var ids: [String] = []
    if let state = read(.state, of: host) {
      ids += (state.waiting + state.snoozed + state.skipped).map(\.requestId)
      ids += state.nextOccurrences.map { "\($0.slotId)@\($0.date)" }
    }
    if let page = read(.history(HistoryQuery(limit: 30)), of: host) {
      ids += page.entries.map(\.requestId)
    }
    var lines: [(at: Int64, line: String)] = []
    for id in ids { lines += news(of: id, host) }
    for (_, line) in lines.sorted(by: { $0.at < $1.at }) { say(line) }
  }

  private func news(of id: String, _ host: Host) -> [(at: Int64, line: String)] {
    guard let report = read(.explain(id: id), of: host),
      let item = report.items.first
    else { return [] }
    let known = told.updateValue(item.steps.count, forKey: item.entry.requestId) ?? 0
    let name = item.entry.slotId.map { "\($0)@\(item.entry.date ?? "now")" } ?? item.entry.kind
    return item.steps.dropFirst(known).flatMap { step in
      let head = (step.atMs, "\(step.at)  \(name)  \(step.text)")
      let checks = (step.checks ?? []).map {
        (step.atMs, "\(step.at)  \(name)    \($0.passed ? "✓" : "✗") \($0.text)")
      }
      return [head] + checks
    }
  }

  /// Nil if it is refused, as before the engine has started.
  private func read<Value>(_ reading: TypedQuery<Value>, of host: Host) -> Value? {
    guard case .done(let reply) = host.read(reading.query) else { return nil }
    return reply.value(as: Value.self)
  }
}
