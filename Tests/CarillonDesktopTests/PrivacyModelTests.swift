import Testing

import CarillonFeatures
@testable import CarillonDesktop

@Suite struct PrivacyModelTests {
  private func privacy(
    _ report: StateReport = .calm, contacts: [StorageReport.Contact] = [], setAside: String? = nil,
    _ change: (inout Settings) -> Void = { _ in }
  ) -> PrivacyModel {
    var settings = Settings()
    change(&settings)
    let truth = SettingsModel.Truth(
      state: report, configuration: ConfigurationReport(settings: settings),
      now: Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast, zone: FixedZone())
    return PrivacyModel(
      StorageReport(
        bytes: 4096, deliveries: 326, shown: 126, contents: 38, oldest: nil, contacts: contacts,
        setAside: setAside), truth, words: .english
    ) { "\($0) bytes" }
  }

  private func contact(
    _ host: String, _ purpose: StorageReport.Purpose, count: Int
  ) -> StorageReport.Contact {
    .init(
      host: host, purpose: purpose, firstAt: "2026-11-20T08:00:00+01:00",
      lastAt: "2026-11-21T15:30:00+01:00", count: count)
  }

  @Test("T29: the page lists what is stored, how much, and for how long")
  func stored() {
    let model = privacy { $0.retention = .days(7) }
    let content = model.stored.first { $0.title == "Fetched content" }
    #expect(content?.detail == "38 items; the latest from each source is kept")
    #expect(content?.end == "7 days")
    let history = model.stored.first { $0.title == "History" }
    #expect(history?.detail == "126 notifications shown; what was not shown, and why")
    #expect(model.size == "All of it is stored in one database on this computer: 4096 bytes.")
  }

  @Test("T27, T28: encryption and keyring are described as they are")
  func keyring() {
    var report = StateReport.calm
    report.encrypted = true
    #expect(privacy(report).stored.contains { $0.title == "What is stored is encrypted" })
    #expect(privacy(report).stored.contains { $0.detail.hasPrefix("Only in your keyring") })
    report.keyring = "none"
    report.encrypted = false
    #expect(privacy(report).stored.contains { $0.title == "What is stored is not encrypted" })
    #expect(privacy(report).stored.contains { $0.end == "until Carillon quits" })
    report.keyring = "locked"
    #expect(privacy(report).stored.contains { $0.title == "Your keyring is locked" })
  }

  @Test("T29: every contacted host is listed with purpose, count and time")
  func contacts() {
    let model = privacy(contacts: [
      contact("example.org", .content, count: 12), contact("tried.example", .trial, count: 1),
    ])
    #expect(
      model.contacts == [
        .init(
          title: "example.org",
          detail: "To fetch content, because you entered its address. 12 times since yesterday at "
            + "08:00.", end: "Today 15:30"),
        .init(
          title: "tried.example", detail: "Because you tried its address. Once so far.",
          end: "Today 15:30"),
      ])
    #expect(model.nobodyElse == "Nobody else was contacted in the last 14 days.")
  }

  @Test("T29: the list of contacts says how far back it reaches, because it is pruned")
  func noContacts() {
    #expect(privacy().nobodyElse == "Nobody was contacted in the last 14 days.")
    #expect(
      privacy { $0.retention = .days(1) }.nobodyElse == "Nobody was contacted in the last day.")
  }

  @Test("T28: a database that was set aside is listed too")
  func former() {
    #expect(!privacy().stored.contains { $0.title == "Previous database" })
    #expect(
      privacy(setAside: "/home/me/old.sqlite").stored.contains {
        $0.detail.contains("/home/me/old.sqlite")
      })
  }
}
