import CarillonFeatures
import CarillonStore
import Testing

/// Alarms of one machine share one notification. (D14, J24)
@Suite struct GroupTests {
  private func device(_ patch: String? = nil) throws -> Device {
    let device = try Device.forMessages()
    device.callbackAnswers = nil
    device.set(#"{"backend":{"url":"https://dcmms.example.org","token":{"secret":"t"}}}"#)
    if let patch { device.set(patch) }
    return device
  }

  private func warning(
    _ id: String, _ title: String, _ more: [String: String] = [:]
  ) -> [String: String] {
    alarm(
      id,
      ["severity": "warning", "title": title, "assetId": "p5", "asset": "Pump #5"].merging(more) {
        $1
      })
  }

  private func push(_ device: Device, _ messages: [String: String]...) {
    for message in messages {
      device.push(message)
      device.run(for: .seconds(1))
    }
  }

  private func last(_ device: Device) throws -> NotifyCall {
    try #require(device.calls.last?.call)
  }

  @Test("D14: warnings of one machine are one notification, in place, with a line for each")
  func grouped() throws {
    let device = try device()
    push(device, warning("a1", "Hot"), warning("a2", "Loud"), warning("a3", "Wet"))
    #expect(
      device.calls.map(\.call.summary)
        == ["Hot", "Pump #5: 2 notifications", "Pump #5: 3 notifications"])
    #expect(try last(device).body == "Hot\nLoud\nWet")
    #expect(device.calls.map(\.call.replaces?.id) == [nil, 1, 2])
    // Which of them would a button be about?
    #expect(try last(device).actions.map(\.key) == ["default"])
    device.press("default", on: 2)
    #expect(device.opened == [.about("p5")])
  }

  @Test("T37, D14: where a group would pop up again, it says what is so once nothing holds that")
  func heldOnGnome() throws {
    let device = try device()
    device.setServer(.present(Device.gnome))
    push(device, warning("a1", "Hot"), warning("a2", "Loud"), warning("a3", "Wet"))
    device.done(.pause(until: "20m"))
    push(device, warning("a1", "Hot", ["status": "resolved"]))
    device.run(for: .minutes(18))
    #expect(device.calls.count == 3)
    device.run(for: .minutes(3))
    #expect(device.calls.map(\.call.summary).last == "Pump #5: 2 notifications")
    // Nothing is left of it: that needs no popup.
    device.done(.pause(until: "20m"))
    push(
      device, warning("a2", "Loud", ["status": "resolved"]),
      warning("a3", "Wet", ["status": "resolved"]))
    #expect(device.calls.count == 4 && device.closed.last?.id == 4)
  }

  @Test("D7, D14: where a group would pop up again, it does not while its channel is off")
  func offOnGnome() throws {
    let device = try device()
    device.setServer(.present(Device.gnome))
    push(device, warning("a1", "Hot"), warning("a2", "Loud"), warning("a3", "Wet"))
    device.set(#"{"channels":{"alarms":{"enabled":false}}}"#)
    push(device, warning("a1", "Hot", ["status": "resolved"]))
    #expect(device.calls.count == 3)
    device.set(#"{"channels":{"alarms":{"enabled":true}}}"#)
    device.run(for: .minutes(1))
    #expect(device.calls.map(\.call.summary).last == "Pump #5: 2 notifications")
  }

  @Test("D7: groups that would pop up again are not looked at for ever while their channel is off")
  func offWithMany() throws {
    let device = try device()
    device.step = 4
    device.setServer(.present(Device.gnome))
    device.crash()
    device.start()
    for asset in 1...3 {
      for id in 1...3 {
        device.push(
          warning(
            "a\(asset)-\(id)", "Hot \(id)", ["assetId": "p\(asset)", "asset": "Pump \(asset)"]))
        device.run(for: .minutes(3))
      }
    }
    device.run(for: .minutes(10))
    device.holdsIdle = true
    device.set(#"{"channels":{"alarms":{"enabled":false}}}"#)
    device.push(warning("a1-1", "Hot", ["status": "resolved"]))
    let idled = device.idled
    for _ in 1...60 { device.idle() }
    #expect(device.idled - idled < 50)
  }

  @Test("D7, D14: what a group says anew comes as its channel does", arguments: [1, 2])
  func channelOfRevised(_ times: Int) throws {
    let device = try device()
    device.setServer(.present(Device.gnome))
    device.set(#"{"channels":{"alarms":{"popup":false}}}"#)
    push(
      device, warning("a1", "Hot"), warning("a2", "Loud"), warning("a3", "Wet"),
      warning("a4", "Dry"))
    for id in 1...times { push(device, warning("a\(id)", "Hot", ["status": "resolved"])) }
    #expect(try last(device).summary == "Pump #5: \(4 - times) notifications")
    #expect(Set(device.calls.map(\.call.urgency)) == [.low])
  }

  @Test("D14, T30: a group of alarms has no buttons, whatever a server says was pressed")
  func noButtons() throws {
    let device = try device()
    push(device, warning("a1", "Hot"), warning("a2", "Loud"))
    for id in ["a1", "a2"] {
      let row = try device.store.read { rows throws(StoreFailure) in
        try rows.newest(tag: "alarm:\(id)", limit: 1).first?.id
      }
      device.press("\(try #require(row)).ack", on: 1)
    }
    device.run(for: .seconds(1))
    #expect(!device.sent.contains { $0.job.key.hasPrefix("acknowledge:") })
    #expect(device.calls.count == 2 && device.opened.isEmpty)
  }

  @Test("D14: what has come since a digest of what was held is a notification of its own")
  func besideADigest() throws {
    let device = try device()
    // So short that the next one would be close enough to join.
    device.done(.pause(until: (device.now + .minutes(3)).isoUTC))
    push(device, warning("a1", "Hot"), warning("a2", "Loud"))
    device.push(["title": "Hello"])
    device.run(for: .minutes(3))
    #expect(device.calls.map(\.call.summary) == ["3 notifications"])
    push(device, warning("a3", "Wet"))
    #expect(device.calls.map(\.call.summary) == ["3 notifications", "Wet"])
    #expect(try last(device).replaces == nil)
  }

  @Test("D14: only the first sounds, and what matters more than all before it")
  func sounds() throws {
    let device = try device()
    push(
      device, warning("a1", "Hot", ["severity": "info"]),
      warning("a2", "Loud", ["severity": "info"]), warning("a3", "Wet"), warning("a4", "Dry"))
    #expect(device.calls.map(\.call.suppressSound) == [false, true, false, true])
    // This server plays none, so Carillon does.
    #expect(device.sounds.count == 2)
  }

  @Test("D14, D7: a group has the sound of alarms, and none where that is switched off")
  func ownChannel() throws {
    let device = try device(#"{"channels":{"alarms":{"sound":null}}}"#)
    push(device, warning("a1", "Hot", ["severity": "info"]), warning("a2", "Loud"))
    #expect(device.calls.map(\.call.suppressSound) == [true, true])
  }

  @Test("D11, D14: a critical one is never in a group, and leaves the one in which it was")
  func critical() throws {
    let device = try device()
    push(device, warning("a1", "Hot"), warning("a2", "Loud"), warning("a3", "Wet"))
    push(device, warning("c1", "Fire", ["severity": "critical"]))
    #expect(try last(device).summary == "Fire" && last(device).replaces == nil)
    #expect(try last(device).urgency == .critical && !last(device).suppressSound)
    push(device, warning("a2", "Loud", ["severity": "critical"]))
    #expect(device.calls.suffix(2).map(\.call.summary) == ["Loud", "Pump #5: 2 notifications"])
    #expect(try last(device).body == "Hot\nWet")
  }

  @Test(
    "D14: what is dealt with leaves the text; one is a notification again; none is closed",
    arguments: ["resolved", "acknowledged", "ack", "snooze"])
  func leaves(_ how: String) throws {
    let device = try device()
    push(device, warning("a1", "Hot"), warning("a2", "Loud"), warning("a3", "Wet"))
    func end(_ id: String) {
      if how == "ack" || how == "snooze" {
        device.done(.act(tag: "alarm:\(id)", action: how, data: ""))
      } else {
        device.push(warning(id, "X", ["status": how]))
      }
      device.run(for: .seconds(1))
    }
    end("a2")
    #expect(try last(device).summary == "Pump #5: 2 notifications")
    #expect(try last(device).body == "Hot\nWet")
    #expect(try last(device).replaces?.id == 3 && last(device).suppressSound)
    end("a1")
    #expect(try last(device).summary == "Wet" && last(device).replaces?.id == 4)
    #expect(try last(device).suppressSound)
    #expect(
      try last(device).actions.map(\.key) == ["default", "ack", "view", "snooze"])
    #expect(device.closed.isEmpty)
    end("a3")
    #expect(device.closed.count == 1)
    #expect(device.calls.count == 5)
  }

  @Test("D14: all dealt with at once, the group is closed")
  func none() throws {
    let device = try device()
    push(device, warning("a1", "Hot"), warning("a2", "Loud"))
    device.setServer(.absent)
    for id in ["a1", "a2"] { device.push(warning(id, "X", ["status": "resolved"])) }
    device.setServer(.present(Device.server))
    device.run(for: .seconds(2))
    #expect(device.calls.count == 2)
  }

  @Test(
    "D14, T32: what is dealt with while the process is not running leaves the group at its start")
  func restart() throws {
    let device = try device()
    push(device, warning("a1", "Hot"), warning("a2", "Loud"), warning("a3", "Wet"))
    device.done(.act(tag: "alarm:a1", action: "ack", data: ""))
    device.crash()
    device.start()
    device.run(for: .seconds(5))
    #expect(try last(device).body == "Loud\nWet")
  }

  @Test("D14, D2: the last one left says what its service said last")
  func singleSaysTheNewest() throws {
    let device = try device()
    push(device, warning("a1", "Hot"), warning("a2", "Loud"))
    push(device, warning("a2", "Loud", ["body": "Louder"]))
    device.push(warning("a1", "Hot", ["status": "resolved"]))
    device.run(for: .seconds(1))
    #expect(try last(device).body == "Louder")
  }

  @Test("D14, D2: the last one left does not stay if it is dealt with while it comes")
  func singleIsSettledWhileItComes() throws {
    let device = try device()
    push(device, warning("a1", "Hot"), warning("a2", "Loud"))
    device.serverAnswers = nil
    device.push(warning("a1", "Hot", ["status": "resolved"]))
    let shown = try #require(device.calls.last)
    let screen = try #require(shown.call.replaces)
    #expect(shown.call.summary == "Loud")
    device.push(warning("a2", "Loud", ["status": "resolved"]))
    device.host.send(.finished(shown.ticket, .notified(.shown(screen))))
    device.run(for: .seconds(1))
    #expect(device.closed.last == screen)
  }

  @Test("D14, D6: nor if one that had left its group counts as open again by then")
  func singleIsSettledAfterARefusal() throws {
    let device = try device()
    push(device, warning("a1", "Hot"), warning("a2", "Loud"))
    device.serverAnswers = nil
    device.done(.act(tag: "alarm:a1", action: "ack", data: ""))
    let post = try #require(device.sent.last)
    let shown = try #require(device.calls.last)
    let screen = try #require(shown.call.replaces)
    #expect(shown.call.summary == "Loud")
    device.host.send(.finished(post.ticket, .posted(.answered(status: 404, retryAfter: nil))))
    device.push(warning("a2", "Loud", ["status": "resolved"]))
    device.host.send(.finished(shown.ticket, .notified(.shown(screen))))
    device.run(for: .seconds(1))
    #expect(device.closed.contains(screen))
  }

  @Test("D14: of the last one left the buttons work, and another joins it again")
  func single() throws {
    let device = try device()
    push(device, warning("a1", "Hot"), warning("a2", "Loud"))
    device.push(warning("a1", "Hot", ["status": "resolved"]))
    device.run(for: .seconds(1))
    push(device, warning("a3", "Wet"))
    #expect(try last(device).summary == "Pump #5: 2 notifications")
    #expect(try last(device).body == "Loud\nWet")
    device.push(warning("a3", "Wet", ["status": "resolved"]))
    device.run(for: .seconds(1))
    device.press("ack", on: device.calls.count - 1)
    #expect(device.sent.last?.job.spec.url.hasSuffix("/alarms/a2/acknowledge") == true)
  }

  @Test(
    "D14, B11: the last one left is shown, also if it had been updated in silence, and was refused once"
  )
  func updatedSingle() throws {
    let device = try device()
    push(
      device, warning("a1", "Hot"), warning("a1", "Hot", ["body": "Hotter"]), warning("a2", "Loud"))
    device.serverAnswers = { _ in .refused(name: "no", message: "no") }
    device.push(warning("a2", "Loud", ["status": "resolved"]))
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.run(for: .seconds(5))
    #expect(try last(device).summary == "Hot" && last(device).body == "Hotter")
    #expect(try last(device).suppressSound)
    #expect(device.calls.count == 5)
    // It stands there: its buttons work.
    device.press("ack", on: 3)
    #expect(device.sent.last?.job.spec.url.hasSuffix("/alarms/a1/acknowledge") == true)
  }

  @Test(
    "D14, J26: what would join a group that is about to go is a popup, and held by the throttle")
  func goneHost() throws {
    let device = try device()
    for number in 1...4 {
      push(device, alarm("o\(number)", ["severity": "warning"]))
    }
    push(device, warning("a1", "Hot"), warning("a2", "Loud"))
    #expect(device.calls.count == 6)
    // The group is closed once the desktop has answered.
    device.serverAnswers = nil
    device.push(alarm("c1"))
    for id in ["a1", "a2"] { device.push(warning(id, "X", ["status": "resolved"])) }
    #expect(device.push(warning("a3", "Wet")).hasPrefix("held"))
  }

  @Test("D2, D14: acknowledged elsewhere before its refused group is tried again, it is not shown")
  func acknowledgedMeanwhile() throws {
    let device = try device()
    push(device, warning("a1", "Hot"))
    device.serverAnswers = { _ in .refused(name: "no", message: "no") }
    device.push(warning("a2", "Loud"))
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.push(warning("a2", "Loud", ["status": "acknowledged"]))
    device.run(for: .seconds(5))
    #expect(device.calls.map(\.call.summary) == ["Hot", "Pump #5: 2 notifications"])
  }

  @Test(
    "D14, J19: where the desktop refuses what is left, it is tried twice, and closed at the end")
  func refused() throws {
    let device = try device()
    push(device, warning("a1", "Hot"), warning("a2", "Loud"), warning("a3", "Wet"))
    device.serverAnswers = { _ in .refused(name: "no", message: "no") }
    device.push(warning("a1", "Hot", ["status": "resolved"]))
    device.run(for: .hours(1))
    #expect(device.calls.count == 5)
    for id in ["a2", "a3"] { device.push(warning(id, "X", ["status": "resolved"])) }
    #expect(device.closed.count == 1)
  }

  @Test("T38, D14: of groups that nobody has seen, and that are gone, each member is told once")
  func away() throws {
    let device = try device()
    device.setLocked(true)
    push(device, warning("a1", "Hot"), warning("a2", "Loud"), warning("a3", "Wet"))
    device.setServer(.absent)
    device.setServer(.present(Device.server))
    device.setLocked(false)
    #expect(try last(device).summary == "While you were away")
    let lines = try last(device).body.split(separator: "\n")
    // Each line begins with the time.
    #expect(lines.map { $0.dropFirst("10:11 ".count) } == ["Hot", "Loud", "Wet"])
  }

  @Test(
    "D14, B11: what is dealt with while its group takes its place does not take the others along",
    arguments: [true, false])
  func dealtWithMeanwhile(byItsService: Bool) throws {
    let device = try device()
    push(device, warning("a1", "Hot"))
    device.serverAnswers = nil
    device.push(warning("a2", "Loud"))
    #expect(device.calls.last?.call.summary == "Pump #5: 2 notifications")
    if byItsService {
      device.push(warning("a1", "Hot", ["status": "resolved"]))
    } else {
      device.respond(.action(key: "ack", activation: nil), to: 0)
    }
    #expect(device.closed.isEmpty)
    let place = try #require(device.calls.last?.call.replaces)
    device.serverAnswers = { _ in .shown(place) }
    try device.answer(.shown(place))
    device.run(for: .seconds(1))
    #expect(device.closed.isEmpty)
    #expect(try last(device).summary == "Loud")
    #expect(try last(device).replaces == place)
  }

  @Test("D14: other machines, none, other senders, and what comes later stand apart")
  func apart() throws {
    let device = try device()
    push(
      device, warning("a1", "Hot"), warning("a2", "Loud", ["assetId": "p6"]),
      alarm("a3", ["severity": "warning"]))
    device.run(for: .minutes(6))
    push(device, warning("a4", "Wet"))
    #expect(device.calls.allSatisfy { $0.call.replaces == nil })
    #expect(device.calls.count == 4)
  }

  @Test("D14: a group that is full takes no more, and loses none")
  func full() throws {
    let device = try device()
    for number in 0..<102 { push(device, warning("a\(number)", "Warning \(number)")) }
    #expect(
      device.calls.suffix(3).map(\.call.summary) == [
        "Pump #5: 100 notifications", "Warning 100", "Pump #5: 2 notifications",
      ])
    #expect(try last(device).replaces?.id == 101)
  }

  @Test("D14: a warning joins the newest of its machine, however many stand alone there")
  func alone() throws {
    let device = try device()
    for number in 0..<20 {
      let id = "c\(number)"
      push(device, alarm(id, ["title": "Hot", "assetId": "p5", "asset": "Pump #5"]))
      push(device, warning(id, "Hot"))
    }
    device.run(for: .minutes(11))
    let before = device.calls.count
    push(device, warning("a1", "Loud"), warning("a2", "Wet"))
    #expect(
      device.calls.dropFirst(before).map(\.call.summary) == ["Loud", "Pump #5: 2 notifications"])
    #expect(try last(device).body == "Loud\nWet")
  }

  @Test("D14: groups are revised in steps, and a change during a pass leads to another")
  func steps() throws {
    let device = try Device(at: at("2026-11-21T09:00:00Z")) { $0.step = 4 }
    device.setSlots([])
    for machine in 0..<5 {
      for number in 0..<2 {
        push(
          device,
          warning(
            "a\(machine)-\(number)", "Warning \(number)",
            ["assetId": "m\(machine)", "asset": "Pump #\(machine)"]))
      }
    }
    device.run(for: .minutes(11))
    let before = device.calls.count
    // One of the newest group, and one of the oldest, after that was looked at.
    device.holdsIdle = true
    device.push(
      warning("a4-1", "Warning 1", ["assetId": "m4", "asset": "Pump #4", "status": "resolved"]))
    device.push(
      warning("a0-0", "Warning 0", ["assetId": "m0", "asset": "Pump #0", "status": "resolved"]))
    #expect(device.calls.count == before)
    device.holdsIdle = false
    device.idle()
    device.run(for: .seconds(1))
    #expect(Set(device.calls.dropFirst(before).map(\.call.summary)) == ["Warning 0", "Warning 1"])
  }

  @Test("D14, J26: fifty warnings of five machines in a minute are five notifications, all shown")
  func flood() throws {
    let device = try device()
    for number in 0..<50 {
      push(
        device,
        warning(
          "a\(number)", "Warning \(number)",
          ["assetId": "p\(number % 5)", "asset": "Pump #\(number % 5)"]))
    }
    let standing = Set(device.calls.suffix(5).map(\.call.summary))
    #expect(standing == Set((0..<5).map { "Pump #\($0): 10 notifications" }))
    #expect(device.calls.filter { $0.call.replaces == nil }.count == 5)
    #expect(device.calls.count { !$0.call.suppressSound } == 5)
    #expect(device.state().waitingCount == 0)
  }
}
