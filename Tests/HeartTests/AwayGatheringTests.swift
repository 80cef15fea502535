import CarillonFeatures
import CarillonStore
import Testing
import Toys

/// Very many that were not seen are settled and told in steps, as one. (T38)
@Suite struct AwayGatheringTests {
  private let start = at("2026-11-21T09:00:00Z")

  /// Locked, with `count` messages that were shown and have left the screen, and steps of two rows.
  private func device(
    missing count: Int, features: Features = .all,
    _ change: (inout Delivery, Int) -> Void = { _, _ in }
  ) throws -> Device {
    let device = try Device(at: start, start: false, features: features) {
      $0.step = 2
      $0.situation.locked = true
    }
    try miss(1...max(1, count), on: device, change)
    device.holdsIdle = true
    device.start()
    device.setSlots([])
    return device
  }

  private func miss(
    _ numbers: ClosedRange<Int>, on device: Device,
    _ change: (inout Delivery, Int) -> Void = { _, _ in }
  ) throws {
    try device.fill(numbers, before: start) { delivery, number in
      delivery.unseen = true
      change(&delivery, number)
    }
  }

  private func summaries(_ device: Device) -> [String] { device.calls.map(\.call.summary) }

  private func unseen(_ device: Device) throws -> Int {
    try device.store.read { rows throws(StoreFailure) in
      try rows.unseen(after: 0, limit: .max).count
    }
  }

  private func isGathering(_ device: Device) throws -> Bool {
    try device.store.read { rows throws(StoreFailure) in
      try rows.awake().contains { $0.isAway && $0.waiting == .gathering }
    }
  }

  private func told(_ device: Device) throws -> [String] {
    let id = try #require(
      device.calls.last { $0.call.summary == "While you were away" }?.ticket.row)
    return try device.store.read { rows throws(StoreFailure) in
      try rows.told(in: id).map { $0.title ?? "" }
    }
  }

  /// Sends `.idle` as often as it is wanted.
  private func settle(_ device: Device) {
    var seen = -1
    while device.idled > seen {
      seen = device.idled
      device.idle()
    }
  }

  @Test("T38: no turn puts more than a step of what was not seen into what tells of it")
  func steps() throws {
    let device = try device(missing: 9)
    device.setLocked(false)
    var left = [try unseen(device)]
    while device.calls.isEmpty, left.count < 30 {
      device.idle()
      left.append(try unseen(device))
    }
    #expect(left.first == 9)
    #expect(left.last == 0)
    for (before, after) in zip(left, left.dropFirst()) { #expect(before - after <= 2) }
    #expect(summaries(device) == ["While you were away"])
    #expect(
      device.calls.last?.call.body
        == (1...9).map { "09:0\($0) No. \($0)" }.joined(separator: "\n"))
    // And never again.
    device.setLocked(true)
    device.setLocked(false)
    settle(device)
    device.run(for: .hours(1))
    #expect(summaries(device).count == 1)
  }

  @Test("T38: as many as a step, and a few more, are told as one too", arguments: 1...6)
  func border(count: Int) throws {
    let device = try device(missing: count)
    device.setLocked(false)
    settle(device)
    #expect(summaries(device) == ["While you were away"])
    #expect(try told(device) == (1...count).map { "No. \($0)" })
    #expect(try unseen(device) == 0)
  }

  @Test(
    "T38, T32: killed between two steps, the next process tells all of them once", arguments: 0...10
  )
  func killed(after steps: Int) throws {
    let device = try device(missing: 9)
    device.setLocked(false)
    for _ in 0..<steps { device.idle() }
    #expect(device.calls.count <= 1)
    device.crash()
    device.start()
    settle(device)
    device.run(for: .hours(1))
    #expect(summaries(device) == ["While you were away"])
    #expect(try told(device) == (1...9).map { "No. \($0)" })
  }

  @Test(
    "T38: locked again between two steps, nothing is told until it is unlocked, and then all once")
  func lockedAgain() throws {
    let device = try device(missing: 9)
    device.setLocked(false)
    for _ in 0..<6 { device.idle() }
    device.setLocked(true)
    settle(device)
    device.run(for: .hours(1))
    #expect(device.calls.isEmpty)
    try miss(10...12, on: device) { delivery, _ in delivery.decidedAt = device.now }
    device.setLocked(false)
    settle(device)
    #expect(summaries(device) == ["While you were away"])
    #expect(try told(device).count == 12)
  }

  @Test("T38: one that was answered between two steps is left out")
  func answered() throws {
    let device = try device(missing: 9)
    device.setLocked(false)
    while try unseen(device) > 3 { device.idle() }
    device.done(.pause(until: "1h"))
    let first = try #require(device.history().first { $0.title == "No. 1" })
    device.done(.respond(requestID: first.requestId, action: "open"))
    device.run(for: .hours(1))
    settle(device)
    #expect(summaries(device) == ["While you were away"])
    #expect(try told(device) == (2...9).map { "No. \($0)" })
  }

  @Test("T38: one that no server took is not made again row by row, and told by the next")
  func unowned() throws {
    let device = try device(missing: 9)
    device.serverAnswers = { _ in .unowned }
    device.setLocked(false)
    settle(device)
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    let before = try unseen(device)
    device.setServer(.present(Device.server))
    settle(device)
    #expect(before == 0)
    #expect(summaries(device) == ["While you were away", "While you were away"])
    #expect(device.calls.map(\.ticket.row).count == 2)
    #expect(Set(device.calls.map(\.ticket.row)).count == 1)
    #expect(try told(device).count == 9)
  }

  @Test("T38: switched off before all were gathered, nothing is told, and nothing waits")
  func switchedOff() throws {
    let device = try device(missing: 9)
    device.setLocked(false)
    for _ in 0..<6 { device.idle() }
    device.set(#"{"away":false}"#)
    settle(device)
    #expect(device.calls.isEmpty)
    #expect(device.state().waiting.isEmpty)
    device.set(#"{"away":true}"#)
    settle(device)
    #expect(device.calls.isEmpty)
    #expect(try unseen(device) == 0)
  }

  @Test(
    "T38: urgent ones among very many are shown again by themselves, before the others are told")
  func urgent() throws {
    let device = try device(missing: 9) { delivery, number in
      if number == 8 { delivery.request?.urgency = .critical }
    }
    device.setLocked(false)
    settle(device)
    device.run(for: .minutes(1))
    settle(device)
    #expect(summaries(device) == ["No. 8", "While you were away"])
    #expect(try told(device) == (1...9).filter { $0 != 8 }.map { "No. \($0)" })
  }

  @Test("T38: while very many wait for the end of the quiet hours, an event looks at none of them")
  func waits() throws {
    let device = try device(missing: 9)
    device.set(#"{"quietHours":{"from":"09:00","to":"12:00"}}"#)
    device.setLocked(false)
    settle(device)
    #expect(try unseen(device) == 9)
    let idled = device.idled
    device.push(["title": "Another"])
    #expect(device.idled == idled)
    device.run(until: at("2026-11-21T11:00:00Z"))
    settle(device)
    #expect(summaries(device).contains("While you were away"))
    #expect(try told(device).count == 9)
  }

  @Test(
    "T38: the list of very many has the first of them and counts the others; all are read with it")
  func list() throws {
    let count = 300
    let device = try device(missing: count) { delivery, _ in delivery.unread = true }
    device.setLocked(false)
    settle(device)
    let id = try #require(device.calls.last?.ticket.row)
    #expect(device.digest(id)?.entries.count == DigestReport.longest)
    #expect(device.digest(id)?.more == count - DigestReport.longest)
    let lines = try #require(device.calls.last?.call.body).split(separator: "\n")
    #expect(lines.last == "and \(count - (lines.count - 1)) more")
    #expect(device.state().unreadCount == count)
    device.done(.markRead(digest: id))
    #expect(device.state().unreadCount == count - 2)
    settle(device)
    #expect(device.state().unreadCount == 0)
  }

  @Test("T38, T28: if the keyring is locked while it gathers, it is told once it can be read")
  func lockedMeanwhile() throws {
    let device = try device(missing: 4)
    device.store.useKey(SealTests.key)
    device.host.send(.situation(.keyring(.open)))
    device.setLocked(false)
    // All are in it, and it is told in the next step.
    while try unseen(device) > 0 { device.idle() }
    #expect(try isGathering(device))
    device.store.useKey(nil)
    device.host.send(.situation(.keyring(.locked)))
    settle(device)
    #expect(!summaries(device).contains("While you were away"))
    device.store.useKey(SealTests.key)
    device.host.send(.situation(.keyring(.open)))
    settle(device)
    #expect(summaries(device).last == "While you were away")
    #expect(try told(device).count == 4 && !told(device).contains(""))
  }

  @Test("T38, T28: gathered by a process whose key is lost since, they are told all the same")
  func lostKey() throws {
    let device = try device(missing: 5)
    device.store.useKey(SealTests.key)
    device.host.send(.situation(.keyring(.open)))
    device.setLocked(false)
    while try !isGathering(device) { device.idle() }
    device.crash()
    device.store.useKey(SealTests.otherKey)
    device.start()
    settle(device)
    #expect(summaries(device).last == "While you were away")
  }
}
