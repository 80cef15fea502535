import CarillonFeatures
import CarillonStore
import Testing

/// Messages that a hold keeps back: they rest, and cost nothing until something concerns them. (§5)
@Suite struct HeldMessageTests {
  private func paused() throws -> Device {
    let device = try Device.forMessages()
    device.done(.pause(until: "1h"))
    return device
  }

  @Test("§5: what is held wakes nothing before its hold ends")
  func sleepsOn() throws {
    let device = try paused()
    device.set(#"{"lateGraceMinutes":10}"#)
    let end = device.now + .hours(1)
    #expect(device.push(["title": "One"]) == "held paused")
    #expect(device.wakes.map(\.at).min() == end)
    device.run(until: end)
    #expect(device.calls.map(\.call.summary) == ["One"])
  }

  @Test("§5: what expires while it is held is skipped then, not when the hold ends")
  func expires() throws {
    let device = try paused()
    for seconds in [90, 30, 60] {
      device.push(
        ["title": "\(seconds)"], more: ["android": .object(["ttl": .text("\(seconds)s")])])
    }
    device.push(["title": "Stays"])
    for left in [3, 2, 1] {
      device.run(for: .seconds(30))
      #expect(device.state().waitingCount == left)
    }
    #expect(device.outcomes().first == "message skipped expired")
    device.run(for: .hours(1))
    #expect(device.calls.map(\.call.summary) == ["Stays"])
  }

  @Test("D7: what is held is skipped at once when its channel is switched off")
  func channelOff() throws {
    let device = try paused()
    device.push(stage("heating"))
    device.push(["title": "General"])
    device.set(#"{"channels":{"brew_notifications":{"enabled":false}}}"#)
    #expect(device.outcomes().first == "message skipped channel-off")
    #expect(device.state().waiting.map(\.title) == ["General"])
  }

  @Test("B11: of what is held of one subject the newest is left, and passes its attention on")
  func newest() throws {
    let device = try paused()
    device.push(stage("complete", "b1", ["requireInteraction": "true"]))
    device.push(["title": "Other"])
    device.push(stage("complete", "b1", ["elapsedTime": "27"]))
    #expect(device.outcomes().first == "message superseded newer")
    #expect(device.state().waitingCount == 2)
  }

  @Test("B13: what is held of a subject that ends meanwhile is dropped, what insists is kept")
  func over() throws {
    let device = try paused()
    device.push(stage("heating", "b1", ["remainingTime": "30"]))
    device.push(stage("complete", "b2"))
    device.run(for: .minutes(20))
    #expect(device.outcomes().first == "message skipped earlier-stage")
    #expect(device.state().waiting.map(\.title) == ["Espresso shot complete"])
  }

  @Test("T20: ending the pause lets all go; beginning another one holds them for it")
  func released() throws {
    let device = try paused()
    for number in 1...3 { device.push(["title": "\(number)"]) }
    device.set(#"{"quietHours":{"from":"10:00","to":"13:00"}}"#)
    device.done(.pause(until: "off"))
    #expect(device.state().waiting.map(\.reason) == ["quiet-hours", "quiet-hours", "quiet-hours"])
    device.set(#"{"quietHours":null}"#)
    #expect(device.calls.map(\.call.summary) == ["3 notifications"])
  }

  @Test("T32: a new process knows what is held, and lets it go")
  func restarted() throws {
    let device = try paused()
    for number in 1...3 { device.push(["title": "\(number)"]) }
    device.crash()
    device.start()
    #expect(device.state().waiting.map(\.title) == ["1", "2", "3"])
    device.run(for: .hours(1))
    #expect(device.calls.map(\.call.summary) == ["3 notifications"])
  }

  @Test("T11: the state lists at most 50 of what is held, hours first, and counts all")
  func listed() throws {
    let device = try paused()
    for number in 1...60 { device.push(["title": "\(number)"]) }
    #expect(device.state().waiting.map(\.title) == (11...60).map { "\($0)" })
    #expect(device.state().waitingCount == 60)
    #expect(
      device.state().unlisted(in: .english) == "10 more notifications are waiting.")
    device.setSlots(["1030"])
    device.run(for: .minutes(35))
    #expect(device.state().waiting.count == 50)
    #expect(device.state().waiting.last?.slotId == "1030")
    #expect(device.state().waitingCount == 61)
    device.run(for: .hours(1))
    #expect(device.calls.map(\.call.summary) == ["61 notifications"])
    #expect(device.state().unlisted(in: .english) == nil)
  }
}
