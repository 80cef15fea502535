import CarillonFeatures

extension StateReport {
  /// Saturday 21 November 2026: three hours planned, a server and a tray host, no problems.
  static var calm: StateReport {
    var report = StateReport()
    report.nextOccurrences = [
      .init(
        slotId: "1800", when: "2026-11-21T18:00:00+01:00", date: "2026-11-21", time: "18:00",
        label: "Evening", title: "A good evening", body: "Look back on one thing."),
      .init(
        slotId: "1200", when: "2026-11-22T12:00:00+01:00", date: "2026-11-22", time: "12:00",
        label: "Lunch", title: nil, body: nil),
      .init(
        slotId: "0730", when: "2026-11-23T07:30:00+01:00", date: "2026-11-23", time: "07:30",
        label: "", title: nil, body: nil),
    ]
    report.timezone = "Europe/Berlin"
    report.server = .init(
      state: "present", name: "Plasma", version: "5.27.5", permitted: true, doNotDisturb: false)
    report.trayHost = true
    report.keyring = "open"
    report.autostart = .init(wanted: true, actual: true, by: .entry)
    return report
  }
}

extension StateReport.Pending {
  static func example(
    _ id: String, slot: String = "1800", label: String? = "Evening",
    when: String = "2026-11-21T18:00:00+01:00", time: String = "18:00", reason: String
  ) -> StateReport.Pending {
    .init(
      requestId: id, slotId: slot, label: label, when: when, time: time,
      title: "A good evening", body: "Look back on one thing.", reason: reason)
  }
}
