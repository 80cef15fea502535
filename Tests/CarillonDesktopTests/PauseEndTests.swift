import Testing

import CarillonFeatures
@testable import CarillonDesktop

/// The end of a pause from the calendar. (T37)
@Suite struct PauseEndTests {
  /// A zone whose clocks go forward from 02:00 to 03:00 on 28 March 2027.
  private struct Spring: ZoneRules {
    private let change = Instant(iso: "2027-03-28T01:00:00Z") ?? .distantPast
    var identifier: String { "Test/Spring" }
    func offset(at instant: Instant) -> Int { instant < change ? 3600 : 7200 }
    func transition(after instant: Instant) -> Instant? { instant < change ? change : nil }
  }

  private func end(_ date: String, _ text: String) throws -> PauseEnd {
    PauseEnd(
      try #require(LocalDate(date)), text,
      now: try #require(Instant(iso: "2026-11-21T16:00:00+01:00")), zone: Spring(),
      words: .english)
  }

  @Test("T37: a day and a time as people type it are an instant of the hours' zone")
  func instants() throws {
    #expect(try end("2026-11-24", "1830") == .at("2026-11-24T18:30:00+01:00"))
    #expect(try end("2026-11-21", "16:01") == .at("2026-11-21T16:01:00+01:00"))
    #expect(try end("2027-03-28", "3") == .at("2027-03-28T03:00:00+02:00"))
    // There is no 02:30: the clocks skip it.
    #expect(try end("2027-03-28", "2:30") == .at("2027-03-28T03:00:00+02:00"))
  }

  @Test("T37: what has passed and what is no time is refused in words")
  func refused() throws {
    #expect(try end("2026-11-21", "16") == .refused("16:00 on that day has passed."))
    #expect(try end("2026-11-20", "18:00") == .refused("18:00 on that day has passed."))
    #expect(try end("2026-11-24", "25:00") == .refused("“25:00” is not a time of day."))
    #expect(try end("2026-11-24", "") == .refused("“” is not a time of day."))
  }
}
