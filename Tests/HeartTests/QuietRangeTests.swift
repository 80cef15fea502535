import CarillonFeatures
import Testing

/// Several quiet ranges with weekdays, and pauses of every length. (T37)
@Suite struct QuietRangeTests {
  private func ranges(_ document: String) throws -> [Settings.QuietHours] {
    let device = try Device.forMessages()
    device.set(#"{"quietHours":\#(document)}"#)
    return try ConfigurationReport(document: device.done(.configuration)).settings.quietHours
  }

  @Test("T37: a range lasts from the days it begins on, also past midnight")
  func weekdays() throws {
    // Friday and Saturday night, and every Sunday from 13:00 to 15:00.
    let quiet = try ranges(
      #"[{"from":"23:00","to":"09:00","weekdays":[5,6]},{"from":"13:00","to":"15:00","weekdays":[7]}]"#
    )
    func end(_ text: String) -> Instant? { quiet.end(containing: at(text), in: Zones.berlin) }
    // 2026-11-20 is a Friday.
    #expect(end("2026-11-19T23:30:00+01:00") == nil)
    #expect(end("2026-11-20T08:00:00+01:00") == nil)
    #expect(end("2026-11-20T23:00:00+01:00") == at("2026-11-21T09:00:00+01:00"))
    #expect(end("2026-11-21T08:59:59+01:00") == at("2026-11-21T09:00:00+01:00"))
    #expect(end("2026-11-22T00:30:00+01:00") == at("2026-11-22T09:00:00+01:00"))
    #expect(end("2026-11-22T14:00:00+01:00") == at("2026-11-22T15:00:00+01:00"))
    #expect(end("2026-11-22T23:30:00+01:00") == nil)
    #expect(end("2026-11-21T14:00:00+01:00") == nil)
  }

  @Test("T37: a range of weekdays ends by the wall clock when summer time ends")
  func endOfSummerTime() throws {
    // 2026-10-25, when the clocks go back, is a Sunday.
    let quiet = try ranges(#"{"from":"22:00","to":"07:00","weekdays":[6]}"#)
    func end(_ text: String) -> Instant? { quiet.end(containing: at(text), in: Zones.berlin) }
    #expect(end("2026-10-24T22:30:00+02:00") == at("2026-10-25T07:00:00+01:00"))
    #expect(end("2026-10-25T02:30:00+02:00") == at("2026-10-25T07:00:00+01:00"))
    #expect(end("2026-10-25T02:30:00+01:00") == at("2026-10-25T07:00:00+01:00"))
    #expect(end("2026-10-25T22:30:00+01:00") == nil)
  }

  @Test("T37: ranges that overlap or follow each other hold until the last one ends")
  func overlapping() throws {
    let device = try Device.forMessages(at: at("2026-11-21T20:00:00Z"))
    device.set(
      #"{"quietHours":[{"from":"20:30","to":"23:00"},{"from":"22:00","to":"05:00"},{"from":"05:00","to":"06:30"}]}"#
    )
    #expect(device.push(["title": "One"]) == "held quiet-hours")
    #expect(device.push(["title": "Two"]) == "held quiet-hours")
    device.run(until: at("2026-11-21T21:30:00Z"))
    // Of the two that hold now, the one that ends last is told.
    #expect(device.state().quietUntil == "2026-11-22T05:00:00+01:00")
    device.run(until: at("2026-11-22T05:29:00Z"))
    #expect(device.calls.isEmpty)
    device.run(until: at("2026-11-22T05:30:00Z"))
    #expect(device.calls.map(\.call.summary) == ["2 notifications"])
  }

  @Test("T37: one range is written as before, several as a list, none as null")
  func written() throws {
    let device = try Device.forMessages()
    for document in [
      #"{"from":"22:00","to":"07:00"}"#,
      #"[{"from":"22:00","to":"07:00"},{"from":"12:00","to":"13:00","weekdays":[7]}]"#, "null",
      #"{"from":"22:00","to":"07:00","weekdays":[1,5]}"#,
    ] {
      device.set(#"{"quietHours":\#(document)}"#)
      #expect(device.done(.configuration).contains(#""quietHours":\#(document)"#))
    }
    device.set(#"{"quietHours":[]}"#)
    #expect(device.done(.configuration).contains(#""quietHours":null"#))
  }

  @Test(
    "T37: a bad range names its member and changes nothing",
    arguments: [
      (#"[{"from":"22:00","to":"07:00"},{"from":"1","to":"07:00"}]"#, "quietHours[1].from"),
      (#"{"from":"22:00","to":"07:00","weekdays":[]}"#, "quietHours.weekdays"),
      (#"{"from":"22:00","to":"07:00","weekdays":[0]}"#, "quietHours.weekdays[0]"),
      (#"{"from":"22:00","to":"07:00","weekdays":[8]}"#, "quietHours.weekdays[0]"),
      (#"{"from":"22:00","to":"07:00","weekdays":"all"}"#, "quietHours.weekdays"),
      (#"[1]"#, "quietHours[0]"),
      (#"[{"from":"00:00","to":"12:00"},{"from":"12:00","to":"00:00"}]"#, "quietHours"),
      (#"[{"from":"23:00","to":"23:00"}]"#, "quietHours[0]"),
    ])
  func refused(document: String, field: String) throws {
    let device = try Device.forMessages()
    device.set(#"{"quietHours":{"from":"22:00","to":"07:00"}}"#)
    let before = device.done(.configuration)
    let refusal = device.refusal(.set(mergePatch: #"{"quietHours":\#(document)}"#))
    #expect(refusal?.message.hasPrefix("\(field): ") == true)
    #expect(device.done(.configuration) == before)
  }

  @Test("T37: more than 20 ranges are refused")
  func tooMany() throws {
    let device = try Device.forMessages()
    let ranges = (0..<21).map { #"{"from":"00:\#(10 + $0)","to":"00:\#(11 + $0)"}"# }
    let list = ranges.joined(separator: ",")
    #expect(
      device.refusal(.set(mergePatch: #"{"quietHours":[\#(list)]}"#))?.message
        == "quietHours: must be at most 20 ranges")
  }

  @Test("T37: a pause of 20 minutes and of 8 hours", arguments: [("20m", 20), ("8h", 480)])
  func pauses(until: String, minutes: Int64) throws {
    let device = try Device.forMessages()
    let end = device.now + .minutes(minutes)
    let answer = device.done(.pause(until: until))
    #expect(answer.contains(end.iso(in: Zones.berlin)))
    #expect(device.push(["title": "One"]) == "held paused")
    device.run(until: end - .milliseconds(1))
    #expect(device.calls.isEmpty)
    device.run(until: end)
    #expect(device.calls.map(\.call.summary) == ["One"])
  }

  @Test("T37: what a pause of three days held is one digest, of which as much is listed as fits")
  func threeDays() throws {
    let device = try Device.forMessages()
    let end = device.now + .days(3)
    device.done(.pause(until: end.iso(in: Zones.berlin)))
    for number in 1...40 {
      device.push(["title": "Number \(number)"])
      device.run(for: .hours(1))
    }
    device.run(until: end)
    #expect(device.calls.map(\.call.summary) == ["40 notifications"])
    let lines = try #require(device.calls.first).call.body.split(separator: "\n")
    #expect(lines.first == "10:00 Number 1")
    #expect(lines.last == "and \(40 - (lines.count - 1)) more")
    #expect(lines.joined(separator: "\n").count <= 200)
  }
}
