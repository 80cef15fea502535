import CarillonFeatures
import CarillonStore
import Testing

/// The armed occurrences, and the effects of changes to zone, clock, and slots.
@Suite struct PlanTests {
  private func armed(_ device: Device) -> [String] {
    device.state().nextOccurrences.map { "\($0.slotId)@\($0.date.suffix(2))" }
  }

  @Test("T2: depth 0 arms the next of each slot, depth 1 also tomorrow's")
  func depth() throws {
    let device = try Device(at: at("2026-11-21T09:30:00+01:00"))
    #expect(armed(device) == ["1200@21", "1800@21", "0800@22"])
    device.set(#"{"autostart":true,"depth":1}"#)
    #expect(armed(device) == ["1200@21", "1800@21", "0800@22", "1200@22", "1800@22"])
    device.run(until: at("2026-11-22T00:00:00+01:00"))
    #expect(
      armed(device) == ["0800@22", "1200@22", "1800@22", "0800@23", "1200@23", "1800@23"])
    device.set(#"{"depth":0}"#)
    #expect(armed(device) == ["0800@22", "1200@22", "1800@22"])
    #expect(try device.reason("0800@2026-11-23") == "not-next")
  }

  @Test("T2: autostart stays on while depth is 1")
  func depthNeedsAutostart() throws {
    let device = try Device(at: at("2026-11-21T09:30:00+01:00"))
    #expect(device.refusal(.set(mergePatch: #"{"depth":1}"#))?.message.contains("depth") == true)
    device.set(#"{"autostart":true,"depth":1}"#)
    let refusal = device.refusal(.set(mergePatch: #"{"autostart":false}"#))
    #expect(refusal?.message.contains("autostart") == true)
    #expect(device.autostarts == [true])
  }

  @Test("T14: the 64 soonest are armed, others once there is room; the state shows both numbers")
  func cap() throws {
    let device = try Device(at: at("2026-11-21T09:30:00+01:00"))
    device.setSlots((0..<70).map { "\($0 < 60 ? "10" : "11")\($0 % 60 < 10 ? "0" : "")\($0 % 60)" })
    #expect(device.state().pendingCount == 64)
    #expect(device.state().wantedCount == 70)
    #expect(device.state().nextOccurrences.last?.slotId == "1103")
    #expect(try device.delivery("1104@2026-11-21") == nil)
    device.run(until: at("2026-11-21T10:00:30+01:00"))
    #expect(device.state().pendingCount == 64)
    #expect(try device.status("1104@2026-11-21") == .scheduled)
    // One that comes sooner replaces the last.
    device.set(
      #"{"slots":[{"hour":10,"minute":1},{"hour":11,"minute":4}]}"#)
    #expect(armed(device) == ["1001@21", "1104@21"])
    #expect(try device.reason("1002@2026-11-21") == "slot-removed")
  }

  @Test("T14, T21: waiting and held ones do not count as armed; without a server none do")
  func waitingDoNotCount() throws {
    let device = try Device(at: at("2026-11-21T11:59:00+01:00"))
    device.done(.pause(until: "1h"))
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    #expect(device.state().waiting.map(\.reason) == ["paused"])
    #expect(device.state().pendingCount == 3)
    device.setServer(.absent)
    #expect(device.state().pendingCount == 0)
    #expect(device.state().wantedCount == 3)
    device.setServer(.present(Device.server))
    #expect(device.state().pendingCount == 3)
  }

  @Test("T1: a slot added or switched on after its time rings first tomorrow")
  func addedLate() throws {
    let device = try Device(at: at("2026-11-21T12:05:00+01:00"))
    device.set(
      #"{"slots":[{"hour":12,"minute":0,"enabled":false},{"hour":12,"minute":4}]}"#)
    #expect(device.calls.isEmpty)
    #expect(armed(device) == ["1204@22"])
    device.set(#"{"slots":[{"hour":12,"minute":0,"enabled":true}]}"#)
    #expect(device.calls.isEmpty)
    #expect(armed(device) == ["1200@22"])
    #expect(try device.delivery("1200@2026-11-21") == nil)
  }

  @Test("T1: a slot switched off and on before its time rings")
  func offAndOn() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.set(#"{"slots":[{"hour":12,"minute":0,"enabled":false}]}"#)
    #expect(try device.reason("1200@2026-11-21") == "slot-off")
    device.set(#"{"slots":[{"hour":12,"minute":0,"enabled":true}]}"#)
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.calls.count == 1)
  }

  @Test("T1: a slot rings on its weekdays only, starting with the next of them")
  func weekdays() throws {
    // A Saturday.
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.set(#"{"slots":[{"hour":12,"minute":0,"weekdays":[1,5]}]}"#)
    #expect(try device.reason("1200@2026-11-21") == "weekday-off")
    #expect(armed(device) == ["1200@23"])
    device.run(until: at("2026-11-28T11:00:00+01:00"))
    #expect(
      device.calls.map(\.at) == [
        at("2026-11-23T12:00:00+01:00"), at("2026-11-27T12:00:00+01:00"),
      ])
    // Only today, whose hour has passed: the next one is a week away.
    device.set(#"{"slots":[{"hour":10,"minute":0,"weekdays":[6]}]}"#)
    #expect(armed(device) == ["1000@05"])
  }

  @Test("T33: skip next skips once, arms the successor at once, and can be undone before T")
  func skip() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    let first = device.done(.skipNext(slotID: "1200"))
    #expect(first.contains("2026-11-21"))
    #expect(try device.status("1200@2026-11-22") == .scheduled)
    #expect(device.done(.skipNext(slotID: "1200")) == first)
    #expect(try device.status("1200@2026-11-22") == .scheduled)
    #expect(device.state().skipped.map(\.slotId) == ["1200"])
    device.done(.unskip(slotID: "1200"))
    #expect(try device.status("1200@2026-11-21") == .scheduled)
    #expect(try device.reason("1200@2026-11-22") == "not-next")
    #expect(device.refusal(.unskip(slotID: "1200"))?.kind == .refused)
    device.done(.skipNext(slotID: "1200"))
    device.run(until: at("2026-11-21T12:30:00+01:00"))
    #expect(device.calls.isEmpty)
    #expect(try device.status("1200@2026-11-21") == .skipped)
    #expect(device.refusal(.unskip(slotID: "1200"))?.kind == .refused)
    device.run(until: at("2026-11-22T12:00:01+01:00"))
    #expect(device.calls.last?.at == at("2026-11-22T12:00:00+01:00"))
  }

  @Test("T33: a skip survives a restart")
  func skipSurvives() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.done(.skipNext(slotID: "1200"))
    device.off(until: at("2026-11-21T12:10:00+01:00"))
    #expect(device.calls.isEmpty)
    #expect(try device.reason("1200@2026-11-21") == "user")
  }

  @Test("T1: removing a slot cancels what waits, is held or is armed, and ends its snooze")
  func removal() throws {
    let waiting = try Device(at: at("2026-11-21T11:59:00+01:00"))
    waiting.setServer(.absent)
    waiting.run(until: at("2026-11-21T12:05:00+01:00"))
    waiting.setSlots(["0800"])
    #expect(try waiting.reason("1200@2026-11-21") == "slot-removed")
    #expect(try waiting.reason("1800@2026-11-21") == "slot-removed")

    let held = try Device(at: at("2026-11-21T11:59:00+01:00"))
    held.done(.pause(until: "1h"))
    held.run(until: at("2026-11-21T12:05:00+01:00"))
    #expect(try held.status("1200@2026-11-21") == .held)
    held.set(#"{"slots":[{"hour":12,"minute":0,"enabled":false}]}"#)
    #expect(try held.status("1200@2026-11-21") == .cancelled)
    #expect(try held.reason("1200@2026-11-21") == "slot-off")

    let snoozed = try Device(at: at("2026-11-21T11:59:00+01:00"))
    snoozed.run(until: at("2026-11-21T12:05:00+01:00"))
    snoozed.respond(.action(key: "snooze", activation: nil), to: 0)
    #expect(try snoozed.status("1200@2026-11-21") == .snoozed)
    snoozed.setSlots(["0800"])
    #expect(try snoozed.status("1200@2026-11-21") == .shown)
    snoozed.run(until: at("2026-11-21T12:30:00+01:00"))
    #expect(snoozed.calls.count == 1)
  }

  @Test("T16: flying west does not ring twice; flying on, each date rings once")
  func west() throws {
    let device = try Device(at: at("2026-11-21T11:30:00+01:00"))
    device.run(until: at("2026-11-21T12:30:00+01:00"))
    #expect(device.calls.count == 1)
    device.fly(to: Zones.newYork)
    // It is 06:30 there: noon lies ahead again, but has rung.
    #expect(armed(device) == ["0800@21", "1800@21", "1200@22"])
    device.run(until: at("2026-11-21T23:00:00-05:00"))
    #expect(
      device.calls.map(\.at) == [
        at("2026-11-21T12:00:00+01:00"), at("2026-11-21T08:00:00-05:00"),
        at("2026-11-21T18:00:00-05:00"),
      ])
  }

  @Test("T16: flying east makes a late ring within the grace, and beyond it a miss by the clock")
  func east() throws {
    // It is eight hours later in Tokyo: 18:10 instead of 10:10.
    let device = try Device(at: at("2026-11-21T10:10:00+01:00"))
    device.fly(to: Zones.tokyo)
    #expect(device.calls.count == 1)
    #expect(try device.status("1800@2026-11-21") == .shown)
    #expect(try device.status("1200@2026-11-21") == .missed)
    #expect(try device.reason("1200@2026-11-21") == "clock")
    #expect(armed(device) == ["0800@22", "1200@22", "1800@22"])
  }

  @Test("T16: a configured zone fixes the slots, whatever the system's zone")
  func fixedZone() throws {
    let device = try Device(at: at("2026-11-21T11:00:00+01:00"))
    device.set(#"{"timezone":"Europe/Berlin"}"#)
    device.fly(to: Zones.tokyo)
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.calls.map(\.at) == [at("2026-11-21T12:00:00+01:00")])
    device.set(#"{"timezone":null}"#)
    #expect(device.state().timezone == "Asia/Tokyo")
  }

  @Test("T16: a clock set back repeats no ring, and times without a row before now are not due")
  func clockBack() throws {
    let device = try Device(at: at("2026-11-21T11:30:00+01:00"))
    device.run(until: at("2026-11-21T12:30:00+01:00"))
    device.setClock(to: at("2026-11-21T09:00:00+01:00"))
    #expect(device.calls.count == 1)
    #expect(armed(device) == ["1800@21", "0800@22", "1200@22"])
    device.run(until: at("2026-11-21T17:00:00+01:00"))
    #expect(device.calls.count == 1)
    device.setClock(to: at("2026-11-18T12:10:00+01:00"))
    #expect(device.calls.count == 1)
    #expect(try device.delivery("1200@2026-11-18") == nil)
  }

  @Test("T16: a clock set forward makes a late ring within the grace, and beyond it a miss")
  func clockForward() throws {
    let device = try Device(at: at("2026-11-21T11:30:00+01:00"))
    device.setClock(to: at("2026-11-21T12:29:00+01:00"))
    #expect(device.calls.count == 1)
    device.setClock(to: at("2026-11-21T19:00:00+01:00"))
    #expect(try device.reason("1800@2026-11-21") == "clock")
    #expect(device.calls.count == 1)
  }

  @Test(
    "T9, T16: a waiting occurrence that lies ahead again uses the newest content by then",
    arguments: [true, false])
  func aheadAgainIsRendered(paused: Bool) throws {
    let device = try Device(at: at("2026-11-21T11:50:00+01:00"))
    if paused { device.done(.pause(until: "1h")) } else { device.setServer(.absent) }
    device.run(until: at("2026-11-21T12:05:00+01:00"))
    device.feed = { _ in .reading(#"{"headline":"News","summary":"s"}"#, etag: nil) }
    device.done(.runFullPipelineNow)
    #expect(try device.delivery("1200@2026-11-21")?.title == "Hello")
    device.setClock(to: at("2026-11-21T11:55:00+01:00"))
    let delivery = try device.delivery("1200@2026-11-21")
    #expect(delivery?.status == .scheduled)
    #expect(delivery?.title == "News")
    let last = try device.trace("1200@2026-11-21").last { $0.code == "rendered" }
    #expect(last?.at == at("2026-11-21T11:55:00+01:00"))
  }

  @Test("T16: a missed occurrence that lies ahead after the clock went back is armed again")
  func missedAgainAhead() throws {
    let device = try Device(at: at("2026-11-21T11:30:00+01:00"))
    device.setClock(to: at("2026-11-21T14:00:00+01:00"))
    #expect(try device.status("1200@2026-11-21") == .missed)
    device.setClock(to: at("2026-11-21T11:31:00+01:00"))
    #expect(try device.status("1200@2026-11-21") == .scheduled)
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.calls.count == 1)
  }

  @Test("T8, T18: missed is recorded for at most 14 days")
  func longAbsence() throws {
    let device = try Device(at: at("2026-11-21T07:00:00+01:00"))
    device.off(until: at("2027-01-10T13:00:00+01:00"))
    let missed = device.history().filter { $0.status == "missed" }
    // The ones that were armed before are missed as well.
    let planned = missed.filter { ($0.date ?? "") > "2026-11-22" }
    #expect(planned.count == 3 * 14)
    #expect(planned.compactMap(\.date).min() == "2026-12-27")
    #expect(missed.allSatisfy { $0.reason == "off" })
    #expect(device.calls.isEmpty)
  }

  @Test("T16: an hour inside a gap rings at the first instant after it, once")
  func gap() throws {
    let device = try Device(at: at("2026-03-29T01:50:00+01:00"))
    device.setSlots(["0230"])
    device.run(until: at("2026-03-29T12:00:00+02:00"))
    #expect(device.calls.map(\.at) == [at("2026-03-29T03:00:00+02:00")])
    #expect(try device.status("0230@2026-03-29") == .shown)
  }

  @Test("T16: an hour that occurs twice rings the first time only")
  func overlap() throws {
    let device = try Device(at: at("2026-10-25T01:50:00+02:00"))
    device.setSlots(["0230"])
    device.run(until: at("2026-10-25T12:00:00+01:00"))
    #expect(device.calls.map(\.at) == [at("2026-10-25T02:30:00+02:00")])
  }

  @Test("T16: a local date that does not exist has no occurrence")
  func missingDate() throws {
    let device = try Device(at: at("2011-12-29T09:00:00-10:00"), zone: Zones.apia)
    device.setSlots(["0800"])
    #expect(armed(device) == ["0800@31"])
    device.run(until: at("2011-12-31T09:00:00+14:00"))
    #expect(device.calls.map(\.at) == [at("2011-12-31T08:00:00+14:00")])
    #expect(try device.delivery("0800@2011-12-30") == nil)
  }

  @Test("T7: two slots may swap their instants when the zone changes")
  func exchange() throws {
    let device = try Device(at: at("2026-11-21T19:00:00-10:00"), zone: Zones.honolulu)
    device.set(#"{"autostart":true,"depth":1}"#)
    // A day later on the calendar, the same hour on the clock.
    device.fly(to: Zones.kiritimati)
    #expect(device.state().timezone == "Pacific/Kiritimati")
    #expect(
      device.state().nextOccurrences.map(\.when).sorted()
        == device.state().nextOccurrences.map(\.when))
    #expect(armed(device) == ["0800@23", "1200@23", "1800@23"])
  }

  @Test("T13: running the pipeline repeatedly arms nothing twice")
  func pipeline() throws {
    let device = try Device(at: at("2026-11-21T11:45:00+01:00"))
    let before = device.state().nextOccurrences
    for _ in 0..<3 { device.done(.runFullPipelineNow) }
    device.done(.reschedule)
    #expect(device.state().nextOccurrences == before)
    device.run(until: at("2026-11-21T12:10:00+01:00"))
    #expect(device.calls.count == 1)
  }

  @Test("T16: other rules of the same zone move what is planned, with its attempt")
  func otherRules() throws {
    let before = FixedZone("Test/Abolished", hours: 1)
    Zones.replace(before)
    let device = try Device(at: at("2026-11-21T11:45:00+01:00"), zone: before)
    #expect(try device.delivery("1200@2026-11-21")?.attemptAt != nil)
    Zones.replace(FixedZone("Test/Abolished", hours: -1))
    device.host.send(.situation(.zone("Test/Abolished")))
    let noon = try #require(try device.delivery("1200@2026-11-21"))
    #expect(noon.fireAt == at("2026-11-21T12:00:00-01:00"))
    #expect(noon.attemptAt == nil)
    device.run(until: at("2026-11-21T12:00:01-01:00"))
    #expect(device.calls.map(\.at).last == at("2026-11-21T12:00:00-01:00"))
    // What the rules put into the past beyond the grace is missed, because of the clock.
    Zones.replace(FixedZone("Test/Abolished", hours: 6))
    device.host.send(.situation(.zone("Test/Abolished")))
    #expect(try device.reason("1800@2026-11-21") == "clock")
  }
}
