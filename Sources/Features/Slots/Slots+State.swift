package import CarillonEngine

/// What of the slots is in the state. (T5, T11)
extension Slots {
  package func contribute(to report: inout StateReport) throws(StoreFailure) {
    report.ringNowAgainAt = try cooldownEnd()?.iso(in: zone)
  }

  package func hints() throws(StoreFailure) -> [StateReport.Hint] {
    var hints: [StateReport.Hint] = []
    if try settings.ttl == .days(1), try hasDailySource() {
      hints.append(
        .init(
          code: "TTL_ONE_DAY",
          text: words.say(
            "After one day offline, nothing is shown, because content may be at most 24 hours old. "
              + "Allow 26 hours, and one missed fetch does no harm.")))
    }
    return hints
  }

  /// Whether a source that needs the network is for one hour a day only: then content is a day old
  /// as soon as one fetch fails. (T5)
  private func hasDailySource() throws(StoreFailure) -> Bool {
    let settings = try settings
    var hours: [String: Int] = [:]
    for slot in try slots where slot.enabled {
      guard let spec = settings.source(of: slot), !spec.worksOffline else { continue }
      hours[try key(of: spec), default: 0] += 1
    }
    return hours.values.contains(1)
  }
}
