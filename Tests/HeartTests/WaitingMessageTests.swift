import CarillonFeatures
import CarillonStore
import Testing
import Toys

/// Messages that wait for a server: an event looks at those that it may concern. (T21)
@Suite struct WaitingMessageTests {
  private let start = at("2026-11-21T09:00:00Z")

  /// Without a server, with `count` messages that wait for one.
  private func device(
    waiting count: Int, step: Int = Ledger.step, features: Features = .all
  ) throws -> Device {
    let device = try Device(at: start, features: features) { $0.step = step }
    device.setSlots([])
    device.setServer(.absent)
    for number in 1...count { device.push(["title": "No. \(number)"]) }
    #expect(device.state().waitingCount == count)
    return device
  }

  private func summaries(_ device: Device) -> [String] { device.calls.map(\.call.summary) }

  private func outcomes(_ device: Device) -> [String] {
    device.outcomes().filter { $0.hasPrefix("message") }
  }

  @Test("T21: an event has the database do no more where 240 messages wait than where 120 do")
  func few() throws {
    var statements: [Int] = []
    for count in [120, 240] {
      let device = try device(waiting: count)
      // At no moment at which a debug build looks at all of them.
      device.now = start + .milliseconds(1)
      statements.append(
        try device.store.statements {
          device.push(["title": "Another"])
          device.host.send(.woke)
        })
    }
    #expect(statements[1] <= statements[0] + 10)
  }

  @Test("T21, T28: so it is where they wait for the keyring")
  func fewLocked() throws {
    var statements: [Int] = []
    for count in [120, 240] {
      let device = try Device(at: start)
      device.setSlots([])
      device.unlock()
      device.setServer(.absent)
      for number in 1...count { device.push(["title": "No. \(number)"]) }
      device.lock()
      device.run(for: .seconds(1))
      #expect(device.state().waiting.allSatisfy { $0.reason == "locked" })
      // What the event before has written is looked at once more.
      device.host.send(.woke)
      device.now = device.now + .milliseconds(1)
      statements.append(
        try device.store.statements {
          device.push(["title": "Another"])
          device.host.send(.woke)
        })
    }
    #expect(statements[1] <= statements[0] + 10)
  }

  @Test("T21: one is shown although all that wait before it are held by then")
  func heldBefore() throws {
    let device = try Device(at: start) { $0.step = 3 }
    device.setSlots([])
    device.push(["title": "Door is open", "sequence": "door"])
    device.push(["title": "Early"])
    // The server stops answering: what it shows stays, and the next messages wait for it.
    device.serverAnswers = nil
    device.push(["title": "Late"])
    try device.answer(.overdue)
    // Two of them are left to the throttle; the door's has its place on the screen already.
    for number in 1...5 { device.push(["title": "No. \(number)"]) }
    device.push(["title": "Door is closed", "sequence": "door"])
    // The newest one is looked at in any case.
    device.push(["title": "No. 6"])
    device.setServer(.present(Device.server))
    for _ in 1...2 { try device.answer(.shown(device.nextScreen())) }
    #expect(summaries(device).suffix(3) == ["No. 1", "No. 2", "Door is closed"])
  }

  @Test("T21: those that have waited too long are missed then, each at its time")
  func missed() throws {
    let device = try Device(at: start)
    device.setSlots([])
    device.setServer(.absent)
    for number in 1...3 {
      device.push(["title": "No. \(number)"])
      device.run(for: .minutes(10))
    }
    #expect(outcomes(device).isEmpty)
    device.run(for: .milliseconds(1))
    #expect(outcomes(device) == ["message missed no-server"])
    device.run(for: .minutes(10))
    #expect(outcomes(device).count == 2)
    device.run(for: .minutes(10))
    #expect(outcomes(device).count == 3)
  }

  @Test("B1: one that expires while it waits is skipped then")
  func expires() throws {
    let device = try device(waiting: 2)
    device.push(["title": "Short"], more: ["android": .object(["ttl": .text("60s")])])
    device.run(for: .seconds(59))
    #expect(outcomes(device).isEmpty)
    device.run(for: .seconds(1))
    #expect(outcomes(device) == ["message skipped expired"])
  }

  @Test("B11: of one subject only the newest waits on")
  func newest() throws {
    let device = try device(waiting: 2, features: .withToys)
    for stage in ["sent", "moving"] {
      device.push(["type": "parcel", "parcelId": "p1", "stage": stage])
    }
    #expect(outcomes(device) == ["message superseded newer"])
    device.setServer(.present(Device.server))
    #expect(summaries(device) == ["No. 1", "No. 2", "Parcel moving"])
  }

  @Test("T20: a pause holds what waits, and a channel that is switched off skips it")
  func obstacles() throws {
    let device = try device(waiting: 5, step: 2)
    device.done(.pause(until: "1h"))
    #expect(device.state().waiting.allSatisfy { $0.reason == "paused" })
    device.done(.pause(until: "off"))
    device.run(for: .seconds(1))
    device.set(#"{"channels":{"general":{"enabled":false}}}"#)
    device.run(for: .seconds(1))
    #expect(outcomes(device) == Array(repeating: "message skipped channel-off", count: 5))
  }

  @Test(
    "T21, J26: when a server comes, the first of very many are told, and the others held in steps")
  func comes() throws {
    let device = try device(waiting: 40, step: 4)
    device.holdsIdle = true
    device.setServer(.present(Device.server))
    try expectSteps(device)
    #expect(summaries(device) == (1...5).map { "No. \($0)" })
    #expect(device.state().waitingCount == 35)
    device.holdsIdle = false
    device.idle()
    device.run(for: .hours(1))
    #expect(device.state().waitingCount == 0)
    #expect(outcomes(device).filter { $0.hasPrefix("message merged") }.count == 35)
  }

  /// All that wait for a server are decided, and no turn decides many of them.
  private func expectSteps(_ device: Device) throws {
    var most = 0
    var before = 40
    var turns = 0
    while turns < 60 {
      let left = try device.store.read { rows throws(StoreFailure) in
        try rows.live().count { $0.waiting == .noServer }
      }
      most = max(most, before - left)
      before = left
      if left == 0 { break }
      device.idle()
      turns += 1
    }
    #expect(before == 0)
    // One event, and the answers to five calls.
    #expect(most <= 6 * 4)
  }

  @Test(
    "T32, T21: a new process looks at very many that wait in steps")
  func restartedWithMany() throws {
    let device = try device(waiting: 40, step: 4)
    device.crash()
    device.holdsIdle = true
    device.situation.server = .present(Device.server)
    device.start()
    try expectSteps(device)
    #expect(summaries(device) == (1...5).map { "No. \($0)" })
  }

  @Test("T16, T21: so it does when the clock is set back")
  func setBack() throws {
    var statements: [Int] = []
    for step in [4, 50] {
      let device = try device(waiting: 40, step: step)
      device.holdsIdle = true
      statements.append(
        try device.store.statements { device.setClock(to: start - .hours(1) + .milliseconds(1)) })
    }
    // What is written is the same.
    #expect(statements[0] + 30 < statements[1])
  }

  @Test("T32: a new process shows what waits once its server is there")
  func restarted() throws {
    let device = try device(waiting: 3)
    device.crash()
    device.situation.server = .present(Device.server)
    device.start()
    #expect(summaries(device) == ["No. 1", "No. 2", "No. 3"])
  }
}
