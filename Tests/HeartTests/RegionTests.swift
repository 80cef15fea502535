import CarillonFeatures
import Testing

@Suite struct RegionTests {
  private let today = LocalDate(year: 2026, month: 11, day: 21) ?? LocalDate(dayNumber: 0)

  private static func words(_ change: (inout Region) -> Void) -> Words {
    var region = Region()
    change(&region)
    return Words(region: region) { _, one, many, n in n == 1 ? one : many ?? one }
  }

  @Test(
    "Times use the region's 24 or 12 hours; midnight and noon are 12",
    arguments: [
      ("00:00", "12:00\u{A0}AM"), ("00:05", "12:05\u{A0}AM"), ("07:30", "7:30\u{A0}AM"),
      ("11:59", "11:59\u{A0}AM"), ("12:00", "12:00\u{A0}PM"), ("18:00", "6:00\u{A0}PM"),
      ("23:59", "11:59\u{A0}PM"),
    ])
  func clocks(time: String, twelve: String) throws {
    let time = try #require(WallTime(time))
    #expect(Words.english.clock(time) == "\(time)")
    #expect(Self.words { $0.twelveHours = true }.clock(time) == twelve)
  }

  @Test("A report's time uses the region's format; an invalid one stays as it is")
  func reported() {
    let words = Self.words {
      $0.twelveHours = true
      $0.afternoon = "μ.μ."
    }
    #expect(words.clock(reported: "18:00") == "6:00\u{A0}μ.μ.")
    #expect(words.clock(reported: "") == "")
    #expect(Words.english.clock(reported: "18:00") == "18:00")
  }

  @Test("Days and hours in texts use the region's clock")
  func moments() throws {
    let words = Self.words { $0.twelveHours = true }
    let evening = try #require(Moment(iso: "2026-11-21T18:00:00Z"))
    let later = try #require(Moment(iso: "2026-11-30T00:15:00Z"))
    #expect(words.at(evening, today: today) == "today at 6:00\u{A0}PM")
    #expect(words.until(evening, today: today) == "6:00\u{A0}PM")
    #expect(words.entry(later, today: today) == "Monday, 30 November 12:15\u{A0}AM")
  }

  @Test("Measured numbers use the region's separator")
  func numbers() {
    let german = Self.words { $0.decimalSeparator = "," }
    #expect(german.number(18.5) == "18,5")
    #expect(german.number(-0.25, decimals: 2) == "−0,25")
    #expect(german.number(18, fixed: true) == "18,0")
    #expect(german.number(18) == "18")
    #expect(Words.english.number(18.5) == "18.5")
  }
}
