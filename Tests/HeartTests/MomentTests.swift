import CarillonFeatures
import Testing

@Suite struct MomentTests {
  private let words = Words.english
  private let today = LocalDate(year: 2026, month: 11, day: 21) ?? LocalDate(dayNumber: 0)

  @Test(
    "T20: times in texts are absolute, with the usual words for days",
    arguments: [
      ("2026-11-21T18:00:00+01:00", "today at 18:00", "18:00", "Today 18:00"),
      ("2026-11-22T07:05:00+01:00", "tomorrow at 07:05", "tomorrow at 07:05", "Tomorrow 07:05"),
      ("2026-11-20T23:59:00+01:00", "yesterday at 23:59", "yesterday at 23:59", "Yesterday 23:59"),
      ("2026-11-27T00:00:00Z", "Friday at 00:00", "Friday at 00:00", "Friday 00:00"),
      (
        "2026-11-28T12:00:00+01:00", "Saturday, 28 November at 12:00",
        "Saturday, 28 November at 12:00", "Saturday, 28 November 12:00"
      ),
      (
        "2027-01-02T12:00:00+01:00", "Saturday, 2 January 2027 at 12:00",
        "Saturday, 2 January 2027 at 12:00", "Saturday, 2 January 2027 12:00"
      ),
    ])
  func naming(iso: String, at: String, until: String, entry: String) throws {
    let moment = try #require(Moment(iso: iso))
    #expect(words.at(moment, today: today) == at)
    #expect(words.until(moment, today: today) == until)
    #expect(words.entry(moment, today: today) == entry)
  }

  @Test("T11: an ISO instant is read as the wall clock of its own offset")
  func ownOffset() throws {
    let moment = try #require(Moment(iso: "2026-11-21T23:30:00.250-08:00"))
    #expect(moment.date == today)
    #expect(String(describing: moment.time) == "23:30")
    #expect(Moment(iso: "2026-11-21T23:30:00") == nil)
    #expect(Moment(iso: "") == nil)
  }

  @Test("J22: each day of the history has its own heading")
  func headings() {
    #expect(words.heading(today, today: today) == "Today")
    #expect(words.heading(today.adding(days: -1), today: today) == "Yesterday")
    #expect(words.heading(today.adding(days: -2), today: today) == "Thursday, 19 November")
  }
}
