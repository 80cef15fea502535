import CarillonEngine

/// The text of Copy Report: the current state, for support.
///
/// It contains only what is listed here: no text of a notification, no name of an hour, no address,
/// header, path or identity. (T28)
enum ProblemReport {
  static func text(
    _ report: StateReport, storage: StorageReport?, now: Instant, zone: some ZoneRules
  ) -> String {
    var lines = ["Carillon \(report.version) (\(report.buildId)), \(now.iso(in: zone))"]
    func add(_ name: String, _ values: String?...) {
      let told = values.compactMap(\.self).filter { !$0.isEmpty }
      if !told.isEmpty { lines.append("\(name): \(told.joined(separator: ", "))") }
    }
    let server = report.server
    add("server", server.state, server.name, server.version)
    add("capabilities", server.capabilities?.joined(separator: " "))
    add("notifications", server.permitted ? "permitted" : "switched off")
    add("do not disturb", server.doNotDisturb.map { $0 ? "on" : "off" } ?? "unknown")
    add("tray", report.trayHost ? "shown" : "no host")
    add(
      "autostart", "wanted \(report.autostart.wanted)", "read back \(report.autostart.actual)",
      "by \(report.autostart.by?.rawValue ?? "nothing")")
    add("exact", String(report.exactAlarmCapable))
    add("zone", report.timezone)
    add("network", report.networkState)
    add("keyring", report.keyring, report.encrypted ? "encrypted" : "not encrypted")
    add("outbox", String(report.outbox))
    add("planned", "\(report.pendingCount) of \(report.wantedCount)")
    add("next", report.nextOccurrences.prefix(3).map(\.when).joined(separator: " "))
    add("waiting", report.waiting.map(\.reason).joined(separator: " "))
    add(
      "waiting in all", report.waitingCount > report.waiting.count ? "\(report.waitingCount)" : nil)
    add("snoozed", report.snoozed.isEmpty ? nil : String(report.snoozed.count))
    add("skipped", report.skipped.isEmpty ? nil : String(report.skipped.count))
    add("paused until", report.pause?.until)
    add("quiet until", report.quietUntil)
    add("last fetch", report.lastFetchAt)
    add("last delivery", report.lastDeliveryAt)
    if let storage {
      add(
        "database", "\(storage.bytes) bytes", "\(storage.deliveries) deliveries",
        "\(storage.contents) contents", storage.setAside == nil ? nil : "a former one is set aside")
      add("hosts contacted", String(Set(storage.contacts.map(\.host)).count))
    }
    add("hints", report.hints.map(\.code).joined(separator: " "))
    for error in report.lastErrors {
      let at = Instant(milliseconds: error.timestamp).iso(in: zone)
      add(
        "error", "\(at) \(error.code.rawValue)", error.slotId, "attempt \(error.attempt)",
        error.networkState)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
