import CarillonEngine
import CarillonFeatures
import CarillonStore

/// Measures the longest turn of what concerns very many rows at once: none may hold the loop for long.
func measureTurns(in folder: String) throws -> Result {
  var result = Result()
  for (name, count) in [("thousand", 1000), ("tenThousand", 10000)] {
    try measureAway(count, in: "\(folder)/away-\(count)", &result, name)
    try measureGone(count, in: "\(folder)/gone-\(count)", &result, name)
  }
  for count in [300, 3000] {
    try measureWaiting(count, in: "\(folder)/waiting-\(count)", &result)
  }
  for count in [3, 1440] {
    try measureHours(count, own: false, in: "\(folder)/hours-\(count)", &result)
    try measureHours(count, own: true, in: "\(folder)/own-hours-\(count)", &result)
  }
  return result
}

/// The session is unlocked after so many were shown and left the screen. (T38)
private func measureAway(
  _ count: Int, in folder: String, _ result: inout Result, _ name: String
) throws {
  let scenario = Scenario(store: try SQLiteDataStore.open(in: folder, at: .distantPast).store)
  try scenario.begin()
  var situation = scenario.situation
  situation.locked = true
  try scenario.fill(count, situation) { delivery, _ in delivery.unseen = true }
  result["turns.away.\(name).milliseconds"] = try scenario.longestEvent {
    try scenario.tell(.situation(.locked(false)))
    try scenario.rest(.minutes(1))
  }
  guard scenario.shown == 1 else { throw Unusable("\(scenario.shown) were told") }
}

/// The server leaves with so many on the screen, and a start after it did. (T21)
private func measureGone(
  _ count: Int, in folder: String, _ result: inout Result, _ name: String
) throws {
  let scenario = Scenario(store: try SQLiteDataStore.open(in: folder, at: .distantPast).store)
  try scenario.begin()
  try scenario.fill(count, scenario.situation) { $0.onScreen = scenario.screen($1) }
  result["turns.serverLeaves.\(name).milliseconds"] = try scenario.longestEvent {
    try scenario.tell(.situation(.server(.absent)))
    try scenario.rest(.minutes(1))
  }
  try scenario.fill(count, scenario.situation) { $0.onScreen = scenario.screen($1) }
  var situation = scenario.situation
  situation.server = .absent
  result["turns.startWithoutServer.\(name).milliseconds"] = try scenario.longestEvent {
    try scenario.tell(.started(situation))
    try scenario.rest(.minutes(1))
  }
}

/// A message while so many others wait for a server, and the server that comes. (T21)
private func measureWaiting(_ count: Int, in folder: String, _ result: inout Result) throws {
  let scenario = Scenario(store: try SQLiteDataStore.open(in: folder, at: .distantPast).store)
  try scenario.begin()
  try scenario.tell(.situation(.server(.absent)))
  for number in 0..<count {
    try scenario.ask(.push(message: brewMessage(brew: number, second: 40)))
  }
  let spent = scenario.nanosecondsSpent
  for number in 0..<20 {
    try scenario.ask(.push(message: brewMessage(brew: 1_000_000 + number, second: 40)))
  }
  result["turns.waiting.\(count).millisecondsPerMessage"] =
    Double(scenario.nanosecondsSpent - spent) / 1e6 / 20
  result["turns.waiting.\(count).millisecondsOnServer"] = try scenario.longestEvent {
    try scenario.tell(.situation(.server(.present(Scenario.server))))
    try scenario.rest(.minutes(1))
  }
  guard scenario.shown > 0 else { throw Unusable("nothing was told") }
}

/// A message while there are so many hours, each with a source of its own if `own`.
private func measureHours(
  _ count: Int, own: Bool, in folder: String, _ result: inout Result
) throws {
  let scenario = Scenario(store: try SQLiteDataStore.open(in: folder, at: .distantPast).store)
  try scenario.begin()
  let slots = (0..<count).map { number in
    let minute = number * (1440 / count)
    var members: [String: JSONValue] = [
      "hour": .integer(Int64(minute / 60)), "minute": .integer(Int64(minute % 60)),
    ]
    if own {
      members["fetchContent"] = .object([
        "method": .text("GET"), "url": .text("https://example.org/\(number)"),
      ])
    }
    return JSONValue.object(members)
  }
  let name = "turns.\(own ? "ownHours" : "hours").\(count)"
  result["\(name).millisecondsToSet"] = try scenario.longestEvent {
    try scenario.ask(.change(Patch(["slots": .array(slots)])))
  }
  try scenario.rest(.seconds(30))
  let (spent, events) = (scenario.nanosecondsSpent, scenario.events)
  for number in 0..<20 {
    try scenario.ask(.push(message: brewMessage(brew: 1_000_000 + number, second: 40)))
  }
  result["\(name).millisecondsPerMessage"] =
    Double(scenario.nanosecondsSpent - spent) / 1e6 / Double(scenario.events - events)
  result["\(name).millisecondsPerEvent"] = try scenario.longestEvent {
    try scenario.rest(.minutes(5))
  }
  guard scenario.refusals.isEmpty else { throw Unusable(scenario.refusals[0]) }
}
