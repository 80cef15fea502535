import CarillonEngine
import CarillonStore

/// Measures what a message costs while others are held by a pause, and how long it takes to let them
/// all go.
///
/// Each is of a subject of its own, so none replaces another.
func measureHeld() throws -> Result {
  var result = Result()
  for held in [0, 100, 2000] {
    let store = try SQLiteDataStore.inMemory()
    let scenario = Scenario(store: store)
    try scenario.begin()
    try scenario.ask(.pause(until: "1h"))
    for number in 0..<held {
      try scenario.ask(.push(message: brewMessage(brew: number, second: 40)))
    }
    let spent = scenario.nanosecondsSpent
    let events = scenario.events
    for number in 0..<20 {
      try scenario.ask(.push(message: brewMessage(brew: 1_000_000 + number, second: 40)))
    }
    result["held.\(held).microsecondsPerMessage"] =
      Double(scenario.nanosecondsSpent - spent) / 1e3 / 20
    result["held.\(held).events"] = Double(scenario.events - events)
    result["held.\(held).bytesOfState"] = Double(try scenario.stateSize())
    guard scenario.refusals.isEmpty, scenario.shown == 0 else {
      throw Unusable("nothing was held: \(scenario.refusals.first ?? "it was shown")")
    }
    let longest = try scenario.longestEvent { try scenario.ask(.pause(until: "off")) }
    result["held.\(held).millisecondsToLetGo"] = longest
    try store.close()
  }
  return result
}
