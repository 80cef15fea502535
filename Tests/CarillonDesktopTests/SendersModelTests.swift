import Foundation
import Testing

import CarillonAnswers
import CarillonFeatures
@testable import CarillonDesktop

@Suite struct SendersModelTests {
  private let words = Words.english

  private func truth(
    distributor: String? = nil, _ change: (inout StateReport) -> Void = { _ in }
  ) -> SettingsModel.Truth {
    var settings = Settings()
    settings.distributor = distributor
    var report = StateReport.calm
    change(&report)
    return SettingsModel.Truth(
      state: report, configuration: ConfigurationReport(settings: settings, slots: []),
      now: Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast, zone: FixedZone())
  }

  private func carrier(_ state: String) -> StateReport.Carrier {
    .init(
      name: "unifiedpush", topics: [], state: state, since: "2026-11-21T12:04:00+01:00",
      dropped: [:])
  }

  @Test("C3: the distributors are offered by the names that people know, and one that is gone too")
  func choice() {
    let found = ["org.unifiedpush.Distributor.kde", "org.unifiedpush.Distributor.test"]
    let none = PushModel(truth(), distributors: found, words: words)
    #expect(none.choice.options.map(\.text) == ["None", "Automatic", "KUnifiedPush", "test"])
    #expect(none.choice.index == 0 && !none.isChosen && none.state == nil)
    let gone = PushModel(
      truth(distributor: "org.unifiedpush.Distributor.old") { $0.carriers = [carrier("absent")] },
      distributors: found, words: words)
    #expect(gone.choice.current.text == "old")
    #expect(gone.state?.title == "old is not on this computer" && gone.state?.standing == .wrong)
  }

  @Test("C3: without any distributor, it is said what one is, but not before somebody has looked")
  func absent() {
    let unknown = PushModel(truth(), distributors: nil, words: words)
    #expect(unknown.state == nil)
    let none = PushModel(truth(), distributors: [], words: words)
    #expect(none.state?.title == "There is no distributor on this computer")
    #expect(none.state?.standing == .notable)
  }

  @Test("C2, C6: the state has its times and who brings it; what waits for the keyring is said")
  func state() {
    let model = PushModel(
      truth(distributor: "auto") {
        $0.carriers = [carrier("open")]
        $0.distributor = "org.unifiedpush.Distributor.kde"
        $0.sealedCount = 2
      }, distributors: [], words: words)
    #expect(model.state?.title == "Connected since today at 12:04")
    #expect(model.state?.detail == "Through KUnifiedPush.")
    #expect(model.waiting?.title == "2 messages wait for your keyring")
  }

  @Test("C8: senders say since when they are paired, and what is in the way of another")
  func senders() throws {
    let senders = try JSONDecoder().decode(
      [StateReport.Sender].self,
      from: Data(
        """
        [{"name": "House", "pairedAt": "2026-11-21T12:04:00+01:00", "hasKeys": true,
          "formerUntil": "2026-11-23T12:04:00+01:00", "channel": "sender:House"},
         {"name": "Office", "pairedAt": "2026-11-21T12:04:00+01:00", "hasKeys": false,
          "channel": "sender:Office"}]
        """.utf8))
    let none = SendersModel(truth { $0.keyring = "locked" }, words: words)
    #expect(none.obstacle?.contains("distributor") == true && !none.isLocked)
    let model = SendersModel(
      truth { report in
        report.hasAddress = true
        report.keyring = "locked"
        report.senders = senders
      }, words: words)
    #expect(model.isLocked && model.obstacle?.contains("keyring") == true)
    #expect(model.senders[0].detail.hasPrefix("Paired since today at 12:04 · former keys count"))
    #expect(model.senders[1].detail.hasPrefix("Needs pairing again") && !model.senders[1].hasKeys)
    let open = SendersModel(truth { $0.hasAddress = true }, words: words)
    #expect(open.obstacle == nil)
  }

  private func report(_ carrier: String, _ steps: String) throws -> TestReport {
    try JSONDecoder().decode(
      TestReport.self, from: Data(#"{"carrier":"\#(carrier)","steps":[\#(steps)]}"#.utf8))
  }

  @Test("C7: a test shows its own steps as they come, and all of them at its end")
  func steps() throws {
    let first = #"{"step":"registered","name":"Connected","afterMs":0}"#
    let last = #"{"step":"sent","name":"Sent","afterMs":31,"problem":"No answer."}"#
    var test = WayTest("unifiedpush")
    test.go(on: try report("ntfy:ntfy.sh", first))
    #expect(test.steps.isEmpty)
    test.go(on: try report("unifiedpush", first))
    let model = WayTestModel(test, words: words)
    #expect(model.lines.map(\.text) == ["Connected", "Under way…"] && !model.isOver)
    test.end(try report("unifiedpush", first + "," + last))
    let over = WayTestModel(test, words: words)
    #expect(over.lines.map(\.text) == ["Connected", "Sent: failed"] && over.isOver)
    #expect(over.lines.map(\.detail) == ["", "No answer."])
    #expect(over.lines.map(\.time) == ["0 ms", "31 ms"])
    // A step that is told late adds nothing.
    test.go(on: try report("unifiedpush", last))
    #expect(test.steps.count == 2)
  }

  @Test("C8: the QR code is square, has its finder patterns, and light around it")
  func code() throws {
    let code = try #require(QRCode(#"{"endpoint":"https://push.example/1"}"#))
    #expect(code.rows.allSatisfy { $0.count == code.rows.count })
    #expect(code.width == code.rows.count + 8)
    let end = code.rows.count - 1
    for (row, column) in [(0, 0), (0, end), (end, 0)] { #expect(code.isDark(row, column)) }
    #expect(!code.isDark(-1, 0) && !code.isDark(0, end + 1))
    #expect(QRCode(String(repeating: "x", count: 5_000)) == nil)
  }
}
