import CarillonEngine
import CarillonStore

/// Measures how many events per second the engine handles, in memory and on disk with the app's
/// WAL.
func measureEngine(in folder: String) throws -> Result {
  let days = 180
  var result = Result()
  let (file, _) = try SQLiteDataStore.open(in: folder, at: .distantPast)
  for (name, store) in [("memory", try SQLiteDataStore.inMemory()), ("file", file)] {
    let scenario = Scenario(store: store)
    try scenario.begin()
    for _ in 1...days { try scenario.liveOneDay() }
    guard scenario.refusals.isEmpty else { throw Unusable(scenario.refusals[0]) }
    // Three hours, a snooze that returns, and Ring Now.
    guard scenario.shown == 5 * days else {
      throw Unusable("\(scenario.shown) notifications in \(days) days")
    }
    result["engine.\(name).perSecond"] =
      Double(scenario.events) * 1e9 / Double(scenario.nanosecondsSpent)
    result["engine.events"] = Double(scenario.events)
    try store.close()
  }
  return result
}
