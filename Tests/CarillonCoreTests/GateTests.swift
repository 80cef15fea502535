import CarillonCore
import CarillonStore
import Testing

/// What may be shown now, what waits, what is merged and what is dropped. (SPEC §5)
@Suite struct GateTests {
  private func device(_ now: String = "2026-11-21T11:59:00+01:00") throws -> Device {
    try Device(at: at(now))
  }

  private let noon = "1200@2026-11-21"

  @Test("§5: the gate looks at content, duplicate, channel and holds in this order, and says so")
  func order() throws {
    let shown = try device()
    shown.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(try shown.checks(noon) == ["content", "duplicate", "channel", "hold"])

    // All that can stand in the way does: the first reason is told.
    let stale = try device("2026-11-21T10:00:00+01:00")
    stale.feed = { _ in .failed(FetchFailure(.unreadable)) }
    stale.set(
      #"{"ttlSeconds":1260,"channels":{"timesafari.daily":{"enabled":false}}}"#)
    stale.done(.pause(until: "tomorrow"))
    stale.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(try stale.checks(noon) == ["ttl!"])

    let off = try device()
    off.set(#"{"channels":{"timesafari.daily":{"enabled":false}}}"#)
    off.done(.pause(until: "tomorrow"))
    off.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(try off.checks(noon) == ["content", "duplicate", "channel-off!"])
    #expect(try off.reason(noon) == "channel-off")

    let paused = try device()
    paused.done(.pause(until: "1h"))
    paused.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(try paused.checks(noon) == ["content", "duplicate", "channel", "paused!"])
    #expect(try paused.status(noon) == .held)
  }

  @Test("§5: what is held rings when the pause ends, however long that was")
  func release() throws {
    let device = try device()
    device.done(.pause(until: "2026-11-21T15:30:00+01:00"))
    device.run(until: at("2026-11-21T15:29:59+01:00"))
    #expect(device.calls.isEmpty)
    device.run(until: at("2026-11-21T15:30:00+01:00"))
    #expect(device.calls.map(\.at) == [at("2026-11-21T15:30:00+01:00")])
    #expect(try device.status(noon) == .shown)
  }

  @Test("§5: a pause that is switched off releases at once")
  func pauseOff() throws {
    let device = try device()
    device.done(.pause(until: "tomorrow"))
    device.run(until: at("2026-11-21T12:45:00+01:00"))
    device.done(.pause(until: "off"))
    #expect(device.calls.map(\.at) == [at("2026-11-21T12:45:00+01:00")])
    #expect(device.state().pause == nil)
  }

  @Test("§5: several released at once become a digest, whose members share its fate")
  func releaseDigest() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.setSlots(["1200", "1210", "1220"])
    device.done(.pause(until: "2026-11-21T13:00:00+01:00"))
    device.run(until: at("2026-11-21T13:00:01+01:00"))
    #expect(device.calls.map(\.call.summary) == ["3 notifications"])
    #expect(device.calls[0].call.body == "12:00 Hello\n12:10 Hello\n12:20 Hello")
    #expect(try device.status(noon) == .merged)
    // Spent: not even a clock that goes back rings them again.
    device.setClock(to: at("2026-11-21T11:00:00+01:00"))
    device.run(until: at("2026-11-21T12:30:00+01:00"))
    #expect(device.calls.count == 1)
  }

  @Test("§5: quiet hours hold past the end of a pause, and a hold is not too late")
  func pauseThenQuiet() throws {
    let device = try device()
    device.set(#"{"quietHours":{"from":"12:30","to":"14:00"}}"#)
    device.done(.pause(until: "1h"))
    device.run(until: at("2026-11-21T13:00:00+01:00"))
    #expect(try device.status(noon) == .held)
    #expect(try device.reason(noon) == "quiet-hours")
    device.run(until: at("2026-11-21T14:00:00+01:00"))
    #expect(device.calls.map(\.at) == [at("2026-11-21T14:00:00+01:00")])
  }

  @Test("T18: late counts from the end of the hold that T falls into")
  func dueAfterHold() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.set(#"{"quietHours":{"from":"11:30","to":"13:45"}}"#)
    // Off from before T until after the quiet hours, by less than the grace.
    device.off(until: at("2026-11-21T14:10:00+01:00"))
    #expect(device.calls.count == 1)
    let late = try self.device("2026-11-21T11:00:00+01:00")
    late.set(#"{"quietHours":{"from":"11:30","to":"13:45"}}"#)
    late.off(until: at("2026-11-21T14:15:00.001+01:00"))
    #expect(late.calls.isEmpty)
    #expect(try late.reason(noon) == "off")
  }

  @Test("§5: what is held goes if its content grows too old meanwhile")
  func heldTooLong() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.set(#"{"ttlSeconds":7200}"#)
    device.feed = { _ in .failed(FetchFailure(.unreadable)) }
    device.done(.pause(until: "2026-11-21T15:00:00+01:00"))
    device.run(until: at("2026-11-21T12:59:00+01:00"))
    #expect(try device.status(noon) == .held)
    device.run(until: at("2026-11-21T15:00:01+01:00"))
    #expect(try device.reason(noon) == "ttl")
    #expect(device.calls.isEmpty)
  }

  @Test("§5: until tomorrow is the next 06:00")
  func untilTomorrow() throws {
    let device = try device()
    #expect(
      device.done(.pause(until: "tomorrow")) == #"{"until":"2026-11-22T06:00:00+01:00"}"#)
    device.run(until: at("2026-11-22T05:00:00+01:00"))
    #expect(
      device.done(.pause(until: "tomorrow")) == #"{"until":"2026-11-22T06:00:00+01:00"}"#)
    device.fly(to: Zones.tokyo)
    #expect(device.state().pause?.until != nil)
  }

  @Test("T33: of two that are held for one slot, the newer supersedes the older")
  func superseded() throws {
    let device = try device()
    device.setSlots(["1200"])
    device.feed = { _ in .notModified }
    device.done(.pause(until: "2026-11-22T13:00:00+01:00"))
    device.run(until: at("2026-11-22T12:30:00+01:00"))
    #expect(try device.status(noon) == .superseded)
    #expect(try device.status("1200@2026-11-22") == .held)
    device.run(until: at("2026-11-22T13:00:01+01:00"))
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  @Test("T18: late to the end of the grace rings, a millisecond more is missed")
  func grace() throws {
    for (late, count) in [(Int64(1_800_000), 1), (1_800_001, 0)] {
      let device = try device()
      device.sleep(for: .minutes(1) + .milliseconds(late))
      #expect(device.calls.count == count)
    }
    let never = try device()
    never.set(#"{"lateGraceMinutes":0}"#)
    never.sleep(for: .seconds(120))
    #expect(never.calls.count == 1)
    let over = try device()
    over.set(#"{"lateGraceMinutes":0}"#)
    over.sleep(for: .milliseconds(120_001))
    #expect(try over.reason(noon) == "asleep")
  }

  @Test("T18: beyond the grace it is missed, whatever its content")
  func missedWithoutContent() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.feed = { _ in .failed(FetchFailure(.unreachable)) }
    device.set(
      #"{"callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/"}}}"#)
    device.sleep(for: .hours(3))
    #expect(try device.status(noon) == .missed)
  }

  @Test("T18: a late digest that fails takes its members along, unspent")
  func digestFails() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.setSlots(["1200", "1205"])
    device.serverAnswers = { _ in .refused(name: "org.example.Error", message: "no") }
    device.sleep(for: .minutes(70))
    #expect(device.calls.map(\.call.summary) == ["2 notifications"])
    device.run(for: .seconds(5))
    #expect(device.outcomes().first == "digest failed refused")
    #expect(try device.status(noon) == .merged)
    let occurrence = try #require(Occurrence(noon))
    let spent = try device.store.read { rows throws(StoreFailure) in
      try rows.isSpent(occurrence)
    }
    #expect(!spent)
  }

  @Test("T21: without a server what is due waits, and rings when one comes within the grace")
  func noServer() throws {
    let device = try device()
    device.setServer(.absent)
    device.run(until: at("2026-11-21T12:20:00+01:00"))
    #expect(device.calls.isEmpty)
    #expect(device.attention)
    #expect(device.state().waiting.map(\.reason) == ["no-server"])
    #expect(try device.events().contains("SCHEDULE_DENIED"))
    device.setServer(.present(Device.server))
    #expect(device.calls.count == 1)
    #expect(!device.attention)
  }

  @Test("T21: beyond the grace it is missed for want of a server")
  func noServerMissed() throws {
    let device = try device()
    device.setServer(.absent)
    device.run(until: at("2026-11-21T12:30:00+01:00"))
    #expect(try device.status(noon) == .scheduled)
    device.run(until: at("2026-11-21T12:30:00.001+01:00"))
    #expect(try device.status(noon) == .missed)
    #expect(try device.reason(noon) == "no-server")
  }

  @Test("T21: switched off for the app counts as no server, with an event of its own")
  func notPermitted() throws {
    let device = try device()
    device.situation.permitted = false
    device.host.send(.situation(.permitted(false)))
    device.run(until: at("2026-11-21T12:05:00+01:00"))
    #expect(device.calls.isEmpty)
    #expect(device.state().pendingCount == 0)
    #expect(try device.events().contains("PERMISSION_DENIED"))
    device.host.send(.situation(.permitted(true)))
    #expect(device.calls.count == 1)
  }

  @Test("T21: a release without a server waits, within the grace from the moment it was released")
  func releasedWithoutServer() throws {
    let device = try device()
    device.done(.pause(until: "2026-11-21T15:00:00+01:00"))
    device.run(until: at("2026-11-21T14:00:00+01:00"))
    device.setServer(.absent)
    device.run(until: at("2026-11-21T15:30:00+01:00"))
    #expect(try device.status(noon) == .held)
    device.run(until: at("2026-11-21T15:30:00.001+01:00"))
    #expect(try device.reason(noon) == "no-server")
  }

  @Test("T21: a server that the bus can start is started, but not in our first ten seconds")
  func startable() throws {
    let device = try Device(at: at("2026-11-21T11:59:55+01:00")) {
      $0.situation.server = .startable
    }
    device.run(until: at("2026-11-21T12:00:04.999+01:00"))
    #expect(device.serverStarts.isEmpty)
    #expect(device.state().pendingCount == 3)
    device.run(until: at("2026-11-21T12:00:05+01:00"))
    #expect(device.serverStarts.count == 1)
    device.setServer(.present(Device.server))
    device.host.send(.finished(device.serverStarts[0], .startedServer(true)))
    #expect(device.calls.map(\.at) == [at("2026-11-21T12:00:05+01:00")])
  }

  @Test("T21: a server that would not start counts as none until its presence changes")
  func wouldNotStart() throws {
    let device = try device()
    device.setServer(.startable)
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    try #require(device.serverStarts.count == 1)
    device.host.send(.finished(device.serverStarts[0], .startedServer(false)))
    #expect(device.state().pendingCount == 0)
    #expect(device.state().waiting.map(\.reason) == ["no-server"])
    device.run(for: .minutes(5))
    #expect(device.serverStarts.count == 1)
    device.setServer(.present(Device.server))
    #expect(device.calls.count == 1)
  }

  @Test("T21: the patience at a start is not stretched by a clock that goes back")
  func startableClockBack() throws {
    let device = try Device(at: at("2026-11-21T12:00:00+01:00")) {
      $0.situation.server = .startable
    }
    device.setClock(to: at("2026-11-21T11:59:50+01:00"))
    device.setSlots(["1159", "1201"])
    device.setClock(to: at("2026-11-21T09:00:00+01:00"))
    device.setSlots(["0901"])
    device.run(until: at("2026-11-21T09:01:30+01:00"))
    #expect(device.serverStarts.count == 1)
  }

  @Test("T21: no answer for 5 s is unconfirmed, and the server counts as none until it answers")
  func silent() throws {
    let device = try device("2026-11-21T11:59:00+01:00")
    device.setSlots(["1200", "1201"])
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:05+01:00"))
    try device.answer(.overdue)
    #expect(try device.status(noon) == .unconfirmed)
    #expect(device.state().server.state == "silent")
    #expect(device.attention)
    device.run(until: at("2026-11-21T12:02:00+01:00"))
    #expect(device.calls.count == 1)
    // The answer after all.
    try device.answer(.shown(device.nextScreen()))
    #expect(try device.status(noon) == .shown)
    #expect(device.calls.count == 1)
    device.setServer(.present(Device.server))
    #expect(device.calls.count == 2)
    #expect(!device.attention)
  }

  @Test("§5: refused, it is tried once more after a second, and then failed")
  func refused() throws {
    let device = try device()
    device.serverAnswers = { _ in .refused(name: "org.example.Error", message: "no") }
    device.run(until: at("2026-11-21T12:00:00.999+01:00"))
    #expect(device.calls.count == 1)
    #expect(try device.status(noon) == .showing)
    device.run(until: at("2026-11-21T12:10:00+01:00"))
    #expect(
      device.calls.map(\.at) == [
        at("2026-11-21T12:00:00+01:00"), at("2026-11-21T12:00:01+01:00"),
      ])
    #expect(try device.status(noon) == .failed)
    #expect(try device.events().filter { $0 == "NOTIFY_REFUSED" }.count == 2)
  }

  @Test("§5: the second attempt may succeed")
  func refusedOnce() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    try device.answer(.refused(name: "org.example.Error", message: "no"))
    device.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(device.calls.count == 2)
    // The first ticket is no longer open.
    device.host.send(.finished(device.calls[0].ticket, .notified(.shown(device.nextScreen()))))
    #expect(try device.status(noon) == .showing)
    try device.answer(.shown(device.nextScreen()))
    #expect(try device.status(noon) == .shown)
  }

  @Test("T21: with nobody owning the name nothing was handed over: it waits")
  func unowned() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    try device.answer(.unowned)
    #expect(try device.status(noon) == .scheduled)
    #expect(device.state().waiting.map(\.reason) == ["no-server"])
    device.setServer(.present(Device.server))
    #expect(device.calls.count == 2)
  }

  @Test("T16: what no server took is where the zone has moved it to meanwhile")
  func unownedElsewhere() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:00:00+01:00"))
    device.fly(to: Zones.newYork)
    #expect(try device.status(noon) == .showing)
    try device.answer(.unowned)
    let delivery = try #require(try device.delivery(noon))
    #expect(delivery.status == .scheduled)
    #expect(delivery.fireAt == at("2026-11-21T12:00:00-05:00"))
    #expect(delivery.waiting == nil)
  }

  @Test("§5: KDE's excess means that it is on the screen; a server that left leaves it unconfirmed")
  func excessAndAbandoned() throws {
    let excess = try device()
    excess.serverAnswers = { _ in .excess }
    excess.run(until: at("2026-11-21T12:00:01+01:00"))
    #expect(try excess.status(noon) == .shown)
    let left = try device()
    left.serverAnswers = { _ in .abandoned }
    left.run(until: at("2026-11-21T12:01:00+01:00"))
    #expect(try left.status(noon) == .unconfirmed)
    #expect(left.calls.count == 1)
  }

  @Test("§5: one show is in flight at a time")
  func oneInFlight() throws {
    let device = try device()
    device.setSlots(["1200", "1201"])
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:01:01+01:00"))
    #expect(device.calls.count == 1)
    #expect(try device.status("1201@2026-11-21") == .scheduled)
    try device.answer(.shown(device.nextScreen()))
    #expect(device.calls.count == 2)
  }

  @Test("§5: what is asked for goes before what is due, and is not held")
  func askedFirst() throws {
    let device = try device()
    device.setSlots(["1200", "1201"])
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T12:01:01+01:00"))
    device.host.ask(.deliverStoredNow(slotID: "1200")) { _ in }
    try device.answer(.shown(device.nextScreen()))
    try #require(device.calls.count == 2)
    #expect(try device.status("1201@2026-11-21") == .scheduled)
    try device.answer(.shown(device.nextScreen()))
    #expect(device.calls.count == 3)
    #expect(try device.status("1201@2026-11-21") == .showing)
    let paused = try self.device()
    paused.done(.pause(until: "1h"))
    paused.done(.deliverStoredNow(slotID: "1200"))
    #expect(paused.calls.count == 1)
  }

  @Test("T33: a snooze shows the same delivery again after ten minutes, without a look at its age")
  func snooze() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.set(#"{"ttlSeconds":3900}"#)
    device.feed = { _ in .failed(FetchFailure(.unreadable)) }
    device.run(until: at("2026-11-21T12:00:30+01:00"))
    device.press("snooze")
    device.done(.pause(until: "1h"))
    #expect(device.state().snoozed.map(\.slotId) == ["1200"])
    device.run(until: at("2026-11-21T12:10:29.999+01:00"))
    #expect(device.calls.count == 1)
    device.run(until: at("2026-11-21T12:10:30+01:00"))
    #expect(device.calls.count == 2)
    #expect(device.calls[1].ticket.row == device.calls[0].ticket.row)
    #expect(try device.status(noon) == .shown)
    device.press("snooze", on: 1)
    #expect(try device.status(noon) == .snoozed)
  }

  @Test("T33: a snooze ends without a ring when another occurrence of its slot is shown")
  func snoozeEndedByNewer() throws {
    let device = try device("2026-11-21T11:59:00+01:00")
    device.run(until: at("2026-11-21T12:00:30+01:00"))
    device.press("snooze")
    device.sleep(for: .days(1))
    #expect(try device.status(noon) == .shown)
    let before = device.calls.count
    device.run(for: .minutes(30))
    #expect(device.calls.count == before)
  }

  @Test("T33: a snooze waits for a server within the grace, then is shown as it was")
  func snoozeWithoutServer() throws {
    let device = try device()
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    device.press("snooze")
    device.setServer(.absent)
    device.run(until: at("2026-11-21T12:41:00+01:00"))
    #expect(try device.status(noon) == .snoozed)
    device.run(until: at("2026-11-21T12:41:01+01:00"))
    #expect(try device.status(noon) == .shown)
    #expect(try device.reason(noon) == "no-server")
    #expect(device.calls.count == 1)
  }

  @Test("T33: a snooze ends with its channel, and may be ended by its user")
  func snoozeEnded() throws {
    let channel = try device()
    channel.run(until: at("2026-11-21T12:01:00+01:00"))
    channel.press("snooze")
    channel.set(#"{"channels":{"timesafari.daily":{"enabled":false}}}"#)
    channel.run(until: at("2026-11-21T12:20:00+01:00"))
    #expect(channel.calls.count == 1)
    #expect(try channel.status(noon) == .shown)
    let user = try device()
    user.run(until: at("2026-11-21T12:01:00+01:00"))
    user.press("snooze")
    let id = try #require(try user.delivery(noon)?.id)
    user.done(.respond(requestID: String(id), action: "dismiss"))
    user.run(until: at("2026-11-21T12:20:00+01:00"))
    #expect(user.calls.count == 1)
  }

  @Test("T33: a snooze is kept across restarts, and rings late within the grace")
  func snoozeSurvives() throws {
    let device = try device()
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    device.press("snooze")
    device.off(until: at("2026-11-21T12:30:00+01:00"))
    #expect(device.calls.count == 2)
    let late = try self.device()
    late.run(until: at("2026-11-21T12:01:00+01:00"))
    late.press("snooze")
    late.off(until: at("2026-11-21T12:42:00+01:00"))
    #expect(late.calls.count == 1)
    #expect(try late.status(noon) == .shown)
  }

  @Test("T30: the body is Open, recorded as OPEN, and opens the delivery's page")
  func open() throws {
    let device = try device()
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    let id = try #require(try device.delivery(noon)?.id)
    device.respond(.action(key: "default", activation: "token"), to: 0)
    #expect(device.opened == [.history(id)])
    #expect(try device.delivery(noon)?.response == "OPEN")
    // The first answer holds.
    device.respond(.dismissed, to: 0)
    #expect(try device.delivery(noon)?.response == "OPEN")
  }

  @Test("§5: expiry is no answer: what the user does later counts")
  func expired() throws {
    let device = try device()
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    device.respond(.expired, to: 0)
    #expect(try device.delivery(noon)?.response == "EXPIRED")
    device.press("snooze")
    #expect(try device.status(noon) == .snoozed)
  }

  @Test("T33: Skip next skips the slot's next occurrence")
  func skipButton() throws {
    let device = try device()
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    device.press("skip")
    #expect(try device.reason("1200@2026-11-22") == "user")
    #expect(try device.delivery(noon)?.response == "SKIP_NEXT")
  }

  @Test("T21: what waits for a server may be answered in the window, and is shown by banner")
  func banner() throws {
    let device = try device()
    device.setServer(.absent)
    device.run(until: at("2026-11-21T12:05:00+01:00"))
    let id = try #require(try device.delivery(noon)?.id)
    device.done(.respond(requestID: String(id), action: "open"))
    #expect(try device.status(noon) == .shown)
    #expect(try device.reason(noon) == "banner")
    #expect(device.opened == [.history(id)])
    device.setServer(.present(Device.server))
    device.run(for: .minutes(10))
    #expect(device.calls.isEmpty)
  }

  @Test("T21: of a digest that nobody took each part is a banner by itself, the digest is none")
  func bannersOfDigest() throws {
    let device = try device("2026-11-21T11:00:00+01:00")
    device.setSlots(["1200", "1205"])
    device.sleep(for: .minutes(50))
    device.setServer(.absent)
    device.run(until: at("2026-11-21T11:59:00+01:00"))
    device.sleep(for: .minutes(10))
    device.serverAnswers = nil
    device.setServer(.present(Device.server))
    try #require(device.calls.last?.call.summary == "2 notifications")
    try device.answer(.unowned)
    let digest = String(try #require(device.calls.last).ticket.row)
    let waiting = device.state().waiting.map(\.requestId)
    #expect(waiting.count == 2)
    for action in ["open", "dismiss", "snooze", "skip"] {
      #expect(device.refusal(.respond(requestID: digest, action: action))?.kind == .refused)
    }
    #expect(device.state().waiting.map(\.requestId) == waiting)
    device.done(.respond(requestID: waiting[0], action: "snooze"))
    #expect(device.state().waiting.map(\.requestId) == [waiting[1]])
    #expect(try device.status(noon) == .snoozed)
  }

  @Test("Respond: Skip next on a slot that is off is refused and records no answer")
  func skipRefused() throws {
    let device = try device()
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    let id = String(try #require(try device.delivery(noon)?.id))
    device.set(#"{"slots":[{"hour":12,"minute":0,"enabled":false}]}"#)
    #expect(device.refusal(.respond(requestID: id, action: "skip"))?.kind == .refused)
    #expect(try device.delivery(noon)?.response == nil)
    device.press("skip")
    #expect(try device.delivery(noon)?.response == "SKIP_NEXT")
  }

  @Test("Respond: what is on the screen is answered and closed")
  func respond() throws {
    let device = try device()
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    let id = String(try #require(try device.delivery(noon)?.id))
    device.done(.respond(requestID: id, action: "dismiss"))
    #expect(device.closed.map(\.id) == [1])
    #expect(try device.delivery(noon)?.response == "DISMISS")
    #expect(device.refusal(.respond(requestID: id, action: "snooze"))?.kind == .refused)
    #expect(device.refusal(.respond(requestID: id, action: "dance"))?.kind == .invalidArgument)
    #expect(device.refusal(.respond(requestID: "99", action: "open"))?.kind == .notFound)
    let next = String(try #require(try device.delivery("1800@2026-11-21")?.id))
    #expect(device.refusal(.respond(requestID: next, action: "open"))?.kind == .refused)
  }

  @Test("T33: a newer one of the slot's tag takes the older one's place on the screen")
  func replaces() throws {
    let device = try device()
    device.setSlots(["1200"])
    device.run(until: at("2026-11-22T12:01:00+01:00"))
    #expect(device.calls.map { $0.call.replaces?.id } == [nil, 1])
    #expect(try device.delivery(noon)?.replaced == true)
    #expect(try device.status(noon) == .shown)
  }
}
