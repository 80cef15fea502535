import CarillonFeatures
import CarillonStore
import Testing

/// What a server showed that has left is forgotten in steps. (T21, T32, T38)
@Suite struct LeavingServerTests {
  private let start = at("2026-11-21T09:00:00Z")
  private static let forgetful = NotificationServer(
    name: "gnome-shell", vendor: "GNOME", version: "48", capabilities: ["actions", "body"],
    owner: Device.server.owner, bus: Device.server.bus)

  /// With `count` messages on the screen, and steps of two rows; `change`: of the last one.
  private func device(
    showing count: Int, locked: Bool = false,
    server: NotificationServer.Presence = .present(Device.server),
    _ change: (inout Delivery) -> Void = { _ in }
  ) throws -> Device {
    let device = try Device(at: start, start: false) {
      $0.step = 2
      $0.situation.locked = locked
      $0.situation.server = server
    }
    try device.fill(1...count, before: start) { delivery, number in
      delivery.onScreen = OnScreen(
        bus: Device.server.bus, owner: Device.server.owner, id: UInt32(1000 + number))
      if number == count { change(&delivery) }
    }
    device.holdsIdle = true
    device.start()
    device.setSlots([])
    return device
  }

  private func onScreen(_ device: Device) throws -> Int {
    try device.store.read { rows throws(StoreFailure) in try rows.allOnScreen().count }
  }

  private func summaries(_ device: Device) -> [String] { device.calls.map(\.call.summary) }

  /// Sends `.idle` as often as it is wanted; returns how many were on the screen after each.
  @discardableResult
  private func settle(_ device: Device) throws -> [Int] {
    var left = [try onScreen(device)]
    var seen = -1
    while device.idled > seen {
      seen = device.idled
      device.idle()
      left.append(try onScreen(device))
    }
    return left
  }

  @Test("T21: no turn forgets more than a step of what a server showed that has left")
  func steps() throws {
    let device = try device(showing: 9)
    #expect(try onScreen(device) == 9)
    device.setServer(.absent)
    let left = [9] + (try settle(device))
    #expect(left.last == 0)
    for (before, after) in zip(left, left.dropFirst()) { #expect(before - after <= 2) }
  }

  @Test("T32: no turn of a start forgets more than a step of what has left")
  func atStart() throws {
    let device = try device(showing: 9, server: .absent)
    let left = [9] + (try settle(device))
    #expect(left.last == 0)
    // Before the first idle turn were three: the start, and the hours that were set.
    for (before, after) in zip(left, left.dropFirst()) { #expect(before - after <= 6) }
  }

  @Test("T38: unlocked before all were forgotten, all that left while it was locked are told")
  func unlocked() throws {
    let device = try device(showing: 9)
    device.setLocked(true)
    device.setServer(.absent)
    device.setLocked(false)
    device.setServer(.present(Device.server))
    try settle(device)
    #expect(summaries(device) == ["While you were away"])
    #expect(device.digest(device.calls[0].ticket.row)?.entries.count == 9)
  }

  @Test("T38, T32: so they are when the process ends between two steps", arguments: 0...5)
  func killed(after steps: Int) throws {
    let device = try device(showing: 9)
    device.setLocked(true)
    device.setServer(.absent)
    for _ in 0..<steps { device.idle() }
    device.crash()
    device.situation.locked = false
    var next = Device.server
    next.owner = ":1.8"
    device.situation.server = .present(next)
    device.start()
    try settle(device)
    #expect(summaries(device) == ["While you were away"])
    #expect(device.digest(device.calls[0].ticket.row)?.entries.count == 9)
    // What was seen to leave is not told.
    device.crash()
    device.start()
    try settle(device)
    #expect(summaries(device).count == 1)
  }

  @Test("T38: what left while it was unlocked is not told, whenever it is forgotten")
  func seen() throws {
    let device = try device(showing: 9)
    device.setServer(.absent)
    device.setLocked(true)
    try settle(device)
    device.setServer(.present(Device.server))
    device.setLocked(false)
    try settle(device)
    #expect(device.calls.isEmpty)
  }

  @Test("T32: what a new process shows while it forgets what the former one showed stays")
  func shownMeanwhile() throws {
    let device = try device(showing: 9, server: .present(LeavingServerTests.forgetful))
    device.push(["title": "New"])
    #expect(summaries(device) == ["New"])
    try settle(device)
    #expect(try onScreen(device) == 1)
    // A banner that stays would answer to nobody.
    #expect(device.closed.count == 9)
    #expect(!device.closed.contains { $0.id < 1000 })
  }

  @Test(
    "T32, B11: what a new process shows is not closed with what the former one showed of its subject"
  )
  func shownInItsPlace() throws {
    let device = try device(showing: 9, server: .present(LeavingServerTests.forgetful)) { last in
      last.tag = "brew:b1"
    }
    device.push(["type": "brew_alert", "brewId": "b1", "title": "Look"])
    #expect(summaries(device) == ["Look"])
    #expect(device.calls[0].call.replaces == nil)
    try settle(device)
    #expect(device.closed.map(\.id).sorted() == Array(1001...1009))
    #expect(try onScreen(device) == 1)
  }

  @Test("T21: a server that stops answering meanwhile keeps the rest until it answers or leaves")
  func silent() throws {
    let device = try device(showing: 9)
    device.setServer(.absent)
    device.setServer(.silent(owner: Device.server.owner))
    try settle(device)
    #expect(try onScreen(device) == 7)
    device.setServer(.absent)
    try settle(device)
    #expect(try onScreen(device) == 0)
  }

  @Test("T21: those that the next server shows are not forgotten with the others")
  func nextServer() throws {
    let device = try device(showing: 9)
    device.setServer(.absent)
    var next = Device.server
    next.owner = ":1.8"
    device.serverAnswers = { _ in .shown(OnScreen(bus: next.bus, owner: next.owner, id: 1)) }
    device.setServer(.present(next))
    device.push(["title": "New"])
    try settle(device)
    #expect(try onScreen(device) == 1)
    #expect(summaries(device) == ["New"])
  }
}
