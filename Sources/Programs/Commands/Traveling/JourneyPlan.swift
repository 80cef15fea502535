import CarillonEngine

/// The user's plan of journeys, in which a demo changes only what is a demo's.
struct JourneyPlan {
  let client: DemoClient

  /// Adds `journey` in place of what killed demos have left; returns whether there was anything.
  func add(_ journey: DemoJourney, _ words: Words) throws(Failure) -> Bool {
    let entries = try entries
    let own = entries.filter { !DemoJourney.isDemo($0) }
    try set(own + [journey.document(words)])
    return own.count < entries.count
  }

  /// Removes every demo's journey; returns whether there was any.
  func removeDemos() throws(Failure) -> Bool {
    let entries = try entries
    let own = entries.filter { !DemoJourney.isDemo($0) }
    guard own.count < entries.count else { return false }
    try set(own)
    return true
  }

  private var entries: [JSONValue] {
    get throws(Failure) {
      guard case .array(let entries) = try client.members(of: .configuration)["journeys"] else {
        throw .refused(say("This Carillon knows no journeys."))
      }
      return entries
    }
  }

  /// A patch replaces a list as a whole, so the user's own are in it too, as they were read just before.
  private func set(_ entries: [JSONValue]) throws(Failure) {
    try client.ask(
      .set(mergePatch: JSONValue.object(["journeys": .array(entries)]).serialized))
  }
}
