import CarillonFeatures
import CarillonGLib
import CarillonRehearsal
import CarillonStore

/// Measures how long the week ahead takes, from the copy of the database to the answer: three hours a
/// day, with and without a network, after 180 days of use and with a long history.
func measureWeekAhead(in folder: String) throws -> Result {
  var result = Result()
  let (store, _) = try SQLiteDataStore.open(in: folder, at: .distantPast)
  let scenario = Scenario(store: store)
  try scenario.begin()
  for _ in 1...180 { try scenario.liveOneDay() }
  try measure(store, scenario, "week.used", &result)
  try copyDeliveries(to: 1_000_000, at: store.path)
  try measure(store, scenario, "week.million", &result)
  try store.close()
  return result
}

private func measure(
  _ store: SQLiteDataStore, _ scenario: Scenario, _ name: String, _ result: inout Result
) throws {
  let zones = ZoneTable()
  let environment = Environment(
    zone: zones.zone(named:), words: .english, defaultPack: "file:///pack.json", version: "0",
    build: "bench")
  let question = WeekQuestion(at: scenario.now, situation: scenario.situation)
  let stores = try RehearsalStores()
  var copying: [Double] = []
  var whole: [Double] = []
  for _ in 0..<30 {
    let began = nanoseconds()
    let copies = try stores.fill(from: store.path, at: question.at)
    copying.append(Double(nanoseconds() - began) / 1e6)
    let week = try WeekAhead(
      question, online: copies.0, offline: copies.1, environment: environment, features: .all)
    try stores.clear()
    whole.append(Double(nanoseconds() - began) / 1e6)
    let rings = week.entries.count { if case .rings = $0.outcome { true } else { false } }
    guard rings >= 21, week.entries.contains(where: { $0.offline != nil }) else {
      throw Unusable("the week has \(rings) rings of \(week.entries.count)")
    }
  }
  result.add("\(name).copy", copying)
  result.add("\(name).whole", whole)
}
