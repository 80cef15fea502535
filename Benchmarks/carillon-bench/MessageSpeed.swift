import CarillonEngine
import CarillonStore

/// Measures how many messages per second are decoded, judged and stored, in memory and on disk.
///
/// They are an espresso machine's, once a second through all five stages; each is shown, and the
/// server answers.
func measureMessages(in folder: String) throws -> Result {
  var result = Result()
  let (file, _) = try SQLiteDataStore.open(in: folder, at: .distantPast)
  for (name, store) in [("memory", try SQLiteDataStore.inMemory()), ("file", file)] {
    let scenario = Scenario(store: store)
    try scenario.begin()
    let (events, spent) = (scenario.events, scenario.nanosecondsSpent)
    var count = 0
    for brew in 1...25 {
      for second in 0...80 {
        try scenario.push(brewMessage(brew: brew, second: second))
        count += 1
      }
      // More than five new ones in ten minutes would have to wait. (J26)
      try scenario.rest(.minutes(2))
    }
    guard scenario.refusals.isEmpty else { throw Unusable(scenario.refusals[0]) }
    guard scenario.shown > count / 2 else {
      throw Unusable("\(scenario.shown) of \(count) messages were shown")
    }
    result["messages.\(name).perSecond"] =
      Double(count) * 1e9 / Double(scenario.nanosecondsSpent - spent)
    result["messages.count"] = Double(count)
    result["messages.events"] = Double(scenario.events - events)
    try store.close()
  }
  return result
}

/// The message of this second of a brew, by 000's timeline.
func brewMessage(brew: Int, second: Int) -> String {
  let stage =
    switch second {
    case ..<30: "heating"
    case ..<45: "grinding"
    case ..<53: "preInfusion"
    case ..<80: "brewing"
    default: "complete"
    }
  return """
    {"message_id": "b\(brew)-\(second)", "data": {"type": "brew_stage", "stage": "\(stage)",
    "brewId": "b\(brew)", "brewType": "espresso", "dose": "18", "temperature": "93",
    "pressure": "9", "progress": "\(second)", "elapsedTime": "\(second)", "remainingTime": "9",
    "deepLink": "firstcrack://brew/b\(brew)/live"}}
    """
}

/// A critical alarm of a machine of its own, as the maintenance system sends it.
func alarmMessage(_ number: Int) -> String {
  """
  {"message_id": "a\(number)", "data": {"type": "alarm", "alarmId": "a\(number)", "severity": "critical",
  "assetId": "pump-\(number)", "assetName": "Pump \(number)", "title": "Vibration too high",
  "body": "11.2 mm/s at the drive end; the limit is 7.1 mm/s.", "deepLink": "/alarms/a\(number)"}}
  """
}
