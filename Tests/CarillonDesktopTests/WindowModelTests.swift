import Testing

import CarillonFeatures
@testable import CarillonDesktop

@Suite struct WindowModelTests {
  /// Saturday 21 November 2026, 16:00 in the fixed zone.
  private let afternoon = Instant(iso: "2026-11-21T16:00:00+01:00") ?? .distantPast

  @Test("D5: the window's own menu has pause, skip, undo and quit")
  func windowMenu() {
    let model = TrayModel(.calm, now: afternoon, zone: FixedZone(), words: .english)
    #expect(
      model.windowEntries(.english).map(\.id) == [
        "skip", "pause", "separator:window", "help", "shortcuts", "about", "separator:quit", "quit",
      ])
  }
}
