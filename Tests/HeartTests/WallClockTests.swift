import Testing

import CarillonFeatures

@Suite struct WallClockTests {
  private func instant(_ time: String, _ date: String, _ zone: FixedZone) throws -> Instant? {
    zone.instant(of: try #require(WallTime(time)), on: try #require(LocalDate(date)))
  }

  @Test(
    "T16: a time inside a gap is the first instant after the gap",
    arguments: ["02:00", "02:15", "02:59"])
  func gap(time: String) throws {
    #expect(try instant(time, "2026-03-29", Zones.berlin) == at("2026-03-29T01:00:00Z"))
    #expect(try instant(time, "2026-03-08", Zones.newYork) == at("2026-03-08T07:00:00Z"))
  }

  @Test("T16: times beside a gap are as on the wall clock")
  func besideTheGap() throws {
    #expect(try instant("01:59", "2026-03-29", Zones.berlin) == at("2026-03-29T00:59:00Z"))
    #expect(try instant("03:00", "2026-03-29", Zones.berlin) == at("2026-03-29T01:00:00Z"))
    #expect(try instant("03:01", "2026-03-29", Zones.berlin) == at("2026-03-29T01:01:00Z"))
  }

  @Test("T16: of a time that occurs twice the first counts")
  func overlap() throws {
    #expect(try instant("02:00", "2026-10-25", Zones.berlin) == at("2026-10-25T00:00:00Z"))
    #expect(try instant("02:59", "2026-10-25", Zones.berlin) == at("2026-10-25T00:59:00Z"))
    #expect(try instant("03:00", "2026-10-25", Zones.berlin) == at("2026-10-25T02:00:00Z"))
    #expect(try instant("01:30", "2026-11-01", Zones.newYork) == at("2026-11-01T05:30:00Z"))
    #expect(try instant("02:00", "2026-11-01", Zones.newYork) == at("2026-11-01T07:00:00Z"))
  }

  @Test("T16: Lord Howe's daylight saving is half an hour")
  func halfAnHour() throws {
    let zone = Zones.lordHowe
    // In April clocks go from 02:00 back to 01:30, in October from 02:00 forward to 02:30.
    #expect(try instant("01:45", "2026-04-05", zone) == at("2026-04-04T14:45:00Z"))
    #expect(try instant("02:00", "2026-04-05", zone) == at("2026-04-04T15:30:00Z"))
    #expect(try instant("02:10", "2026-10-04", zone) == at("2026-10-03T15:30:00Z"))
    #expect(try instant("02:30", "2026-10-04", zone) == at("2026-10-03T15:30:00Z"))
    #expect(try instant("02:31", "2026-10-04", zone) == at("2026-10-03T15:31:00Z"))
  }

  @Test(
    "T16: a date that does not exist has no occurrence",
    arguments: ["00:00", "00:01", "08:00", "12:00", "23:59"])
  func missingDate(time: String) throws {
    #expect(try instant(time, "2011-12-30", Zones.apia) == nil)
    #expect(try instant(time, "2011-12-29", Zones.apia) != nil)
    #expect(try instant(time, "2011-12-31", Zones.apia) != nil)
  }

  @Test("T16: the days beside a missing date are whole")
  func besideTheMissingDate() throws {
    #expect(try instant("23:59", "2011-12-29", Zones.apia) == at("2011-12-30T09:59:00Z"))
    #expect(try instant("00:00", "2011-12-31", Zones.apia) == at("2011-12-30T10:00:00Z"))
  }

  @Test("T16: a wall-clock time leads back to its instant, or to the first that shows it")
  func thereAndBack() throws {
    for zone in Zones.all {
      var now = at("2026-01-01T00:00:00Z")
      while now < at("2027-12-31T00:00:00Z") {
        let (date, time) = zone.wallClock(at: now)
        let back = try #require(zone.instant(of: time, on: date))
        if back != now {
          let again = zone.wallClock(at: back)
          #expect(back < now && again.date == date && again.time == time, "\(zone.identifier)")
          #expect(zone.offset(at: back) > zone.offset(at: now), "\(zone.identifier)")
        }
        now = now + .minutes(97)
      }
    }
  }

  @Test("T1: the dates of four hundred years are consecutive, with the right lengths and weekdays")
  func calendar() throws {
    var date = try #require(LocalDate(year: 1900, month: 1, day: 1))
    var count = 0
    #expect(date.weekday == 1)
    for year in 1900..<2300 {
      let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (index, length) in lengths.enumerated() {
        #expect(LocalDate(year: year, month: index + 1, day: length + 1) == nil)
        for day in 1...length {
          guard date.yearMonthDay == (year, index + 1, day),
            LocalDate(year: year, month: index + 1, day: day) == date,
            date.weekday == count % 7 + 1
          else {
            Issue.record("\(year)-\(index + 1)-\(day) is \(date), weekday \(date.weekday)")
            return
          }
          date = date.adding(days: 1)
          count += 1
        }
      }
    }
    #expect(count == 146_097)
  }

  @Test(
    "T1: an invalid date is rejected",
    arguments: [
      "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "26-01-01", "2026-01-0x", "2026-01",
      "0000-01-01", "+026-01-01", "2026-01-1\u{FE0F}\u{20E3}", "",
    ])
  func noDate(text: String) { #expect(LocalDate(text) == nil) }

  @Test(
    "T1: a slot id is exactly four digits that are a time",
    arguments: ["800", "08:00", "2400", "0860", "08000", "-800", "0８00", "ab00", ""])
  func noSlotID(text: String) { #expect(SlotID(text) == nil) }

  @Test("T1: a slot id reads back as it was written")
  func slotID() throws {
    for minute in 0..<1440 {
      let time = try #require(WallTime(hour: minute / 60, minute: minute % 60))
      #expect(SlotID(SlotID(time).description)?.time == time)
    }
  }

  @Test(
    "T11: an ISO instant is read back to the millisecond, whatever its offset",
    arguments: [0, 3600, -12_600, 20_700, 50_400, -43_200, 34_200, 5_243, -4_556, 1])
  func roundTrip(offset: Int) {
    let zone = FixedZone("Odd", hours: Double(offset) / 3600)
    for milliseconds in [0, 1, -1, 999, 1_795_500_000_123, -1_795_500_000_123, 951_782_399_999] {
      let instant = Instant(milliseconds: Int64(milliseconds))
      #expect(Instant(iso: instant.iso(in: zone)) == instant, "\(instant.iso(in: zone))")
    }
  }

  @Test("T11: an ISO instant has the wall clock and the offset then in force")
  func isoForm() {
    #expect(at("2026-07-01T06:00:00Z").iso(in: Zones.berlin) == "2026-07-01T08:00:00+02:00")
    #expect(at("2026-12-01T07:00:00.050Z").iso(in: Zones.berlin) == "2026-12-01T08:00:00.050+01:00")
    #expect(at("2026-07-01T06:00:00Z").isoUTC == "2026-07-01T06:00:00Z")
    #expect(
      Instant(milliseconds: 0).iso(in: FixedZone("Old", hours: -(0.75 + 2.0 / 3600)))
        == "1969-12-31T23:14:58-00:45:02")
  }

  @Test("T11: an instant beyond four digits of a year is written as the nearest one within")
  func isoEnds() {
    let year9999 = at("9999-12-31T23:30:00Z")
    #expect(year9999.isoUTC == "9999-12-31T23:30:00Z")
    #expect(year9999.iso(in: Zones.berlin) == "9999-12-31T23:59:59.999+01:00")
    #expect(Instant.distantFuture.isoUTC == "9999-12-31T23:59:59.999Z")
    for milliseconds: Int64 in [.min, .min + 1, .min + 86_400_000, -62_135_596_800_001] {
      #expect(Instant(milliseconds: milliseconds).isoUTC == "0001-01-01T00:00:00Z")
    }
    let west = FixedZone("West", hours: -5)
    #expect(Instant.distantPast.iso(in: west) == "0001-01-01T00:00:00-05:00")
    #expect(Instant.distantFuture.iso(in: west) == "9999-12-31T23:59:59.999-05:00")
  }

  @Test(
    "T11: an invalid instant is rejected",
    arguments: [
      "2026-11-21", "2026-11-21T08:00:00", "2026-11-21T8:00:00Z", "2026-11-21T08:00:60Z",
      "2026-11-21T24:00:00Z", "2026-11-21T08:00:00+1:00", "2026-11-21T08:00:00+01:60",
      "2026-11-21T08:00:00+01:00ab", "2026-11-21T08:00:00.Z", "2026-11-21T08:00:5Z",
      "2026-11-21T08:00:00+27:00", "2026-11-21T08:00:00ZZ", "tomorrow",
    ])
  func noInstant(text: String) { #expect(Instant(iso: text) == nil) }

  @Test("T16: arithmetic at the ends of time saturates instead of trapping")
  func saturation() {
    #expect(Instant.distantFuture + .days(1) == .distantFuture)
    #expect(Instant.distantPast - .days(1) == .distantPast)
    #expect(Instant.distantFuture - Instant.distantPast == Span(milliseconds: .max))
    #expect(Span.days(.max) == Span(milliseconds: .max))
    #expect(Span.milliseconds(1001).secondsRoundedUp == 2)
    #expect(Span.milliseconds(1000).secondsRoundedUp == 1)
  }

  private func quiet(_ from: String, _ to: String) throws -> Settings.QuietHours {
    Settings.QuietHours(from: try #require(WallTime(from)), to: try #require(WallTime(to)))
  }

  @Test("J14: quiet hours may span midnight, and end with the minute they name")
  func quietHours() throws {
    let night = try quiet("22:00", "07:00")
    let zone = Zones.berlin
    let end = at("2026-11-22T07:00:00+01:00")
    #expect(night.end(containing: at("2026-11-21T21:59:59.999+01:00"), in: zone) == nil)
    #expect(night.end(containing: at("2026-11-21T22:00:00+01:00"), in: zone) == end)
    #expect(night.end(containing: at("2026-11-22T00:00:00+01:00"), in: zone) == end)
    #expect(night.end(containing: at("2026-11-22T06:59:59.999+01:00"), in: zone) == end)
    #expect(night.end(containing: end, in: zone) == nil)
    let noon = try quiet("12:00", "13:30")
    #expect(
      noon.end(containing: at("2026-11-21T12:00:00+01:00"), in: zone)
        == at("2026-11-21T13:30:00+01:00"))
    #expect(noon.end(containing: at("2026-11-21T13:30:00+01:00"), in: zone) == nil)
  }

  @Test("J14: quiet hours end by the wall clock, however long the night is")
  func quietHoursAndDST() throws {
    let night = try quiet("22:00", "07:00")
    let zone = Zones.berlin
    #expect(
      night.end(containing: at("2026-03-28T23:00:00+01:00"), in: zone)
        == at("2026-03-29T07:00:00+02:00"))
    #expect(
      night.end(containing: at("2026-10-24T23:00:00+02:00"), in: zone)
        == at("2026-10-25T07:00:00+01:00"))
    // They end at 02:30, inside the gap: nothing is quiet after it.
    let early = try quiet("22:00", "02:30")
    #expect(
      early.end(containing: at("2026-03-29T01:30:00+01:00"), in: zone)
        == at("2026-03-29T01:00:00Z"))
    // They end at 02:30, which occurs twice: in between, the wall clock is quiet again.
    let first = early.end(containing: at("2026-10-25T02:10:00+02:00"), in: zone)
    #expect(first == at("2026-10-25T02:30:00+02:00"))
    #expect(
      early.end(containing: at("2026-10-25T02:10:00+01:00"), in: zone)
        == at("2026-10-25T02:30:00+01:00"))
    // They end at 03:00, when the clock goes back to 02:00.
    let late = try quiet("22:00", "03:00")
    #expect(
      late.end(containing: at("2026-10-25T01:00:00+02:00"), in: zone)
        == at("2026-10-25T03:00:00+01:00"))
    // They end at 02:00, when the clock goes forward to 03:00.
    let short = try quiet("22:00", "02:00")
    #expect(
      short.end(containing: at("2026-03-29T01:00:00+01:00"), in: zone)
        == at("2026-03-29T03:00:00+02:00"))
  }
}
