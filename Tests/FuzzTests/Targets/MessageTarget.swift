import CarillonGLib

import CarillonFeatures

/// Receives a push message twice, opens its window and presses its buttons. (B1, B2, B6, B17, B18)
@MainActor func messageProblem(_ text: String) -> String? {
  guard let zone = zones.zone(named: "Europe/Berlin") else { return "no zones to try it in" }
  let now = Instant(milliseconds: 1_795_251_600_000)
  let context = KindContext(now: now, words: .english, settings: Settings(), zone: zone)
  do throws(Refusal) {
    let message = try Message(text, receivedAt: now)
    if [message.title, message.body].contains(where: { isUnclean($0 ?? "", lines: true) }) {
      return "a text not cleaned"
    }
    guard let kind = Features.all.kinds.all.first(where: { $0.takes(message) }) else { return nil }
    let tag = try kind.tag(of: message)
    var thread: Subject?
    for turn in ["first", "second"] {
      let taken = try kind.take(message, after: thread, context)
      if let thread, let known = taken.known, known.rank < thread.rank {
        return "the same message goes back"
      }
      if let problem = problem(with: taken) { return "\(problem), the \(turn) time" }
      guard let learned = taken.known else { return nil }
      let known = Subject(
        tag: tag, kind: kind.name, rank: learned.rank, state: learned.state, createdAt: now,
        heardAt: now, silentAt: learned.silentAt)
      thread = known
      guard let windowed = kind as? any Windowed.Type else { return "a subject without a window" }
      if let problem = windowProblem(of: known, windowed, context) { return problem }
      guard case .show(let shown) = taken else { continue }
      for action in shown.request.actions { _ = windowed.deed(of: action, in: known) }
    }
    return nil
  } catch {
    // A refusal names a field, such as "data.brewId: is required".
    guard let end = error.message.firstIndex(of: ":"), end != error.message.startIndex else {
      return "a refusal that names no field"
    }
    return isUnclean(error.message, lines: false) ? "a refusal not cleaned" : nil
  }
}

private func problem(with taken: Taken) -> String? {
  guard case .show(let taken) = taken else { return nil }
  if taken.title.count > Message.longestTitle { return "a title too long" }
  // A brew's subtitle and what Carillon adds stand on lines of their own. (B3, B4)
  if taken.body.count > Message.longestBody + 200 { return "a body too long" }
  if isUnclean(taken.title, lines: false) { return "a title not cleaned" }
  if isUnclean(taken.body, lines: true) { return "a body not cleaned" }
  let request = taken.request
  if request.actions.count > Action.most { return "more than three buttons" }
  if Set(request.actions.map(\.id)).count < request.actions.count { return "two buttons as one" }
  if let progress = request.progress, !(0...100).contains(progress) { return "absurd progress" }
  if deserialize(Request.self, from: serialize(request)) != request { return "stored as another" }
  return nil
}

/// Checks the window of a stored thread.
private func windowProblem(
  of thread: Subject, _ kind: any Windowed.Type, _ context: KindContext
) -> String? {
  guard let detail = kind.detail(of: thread, context) else { return "a thread without a window" }
  if detail.tag != thread.tag { return "the window of another thread" }
  guard deserialize(Detail.self, from: serialize(detail)) == detail else {
    return "a window that is read as another"
  }
  for text in [detail.title, detail.heading, detail.caption] where isUnclean(text, lines: false) {
    return "a heading not cleaned"
  }
  return nil
}
