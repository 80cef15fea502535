import CarillonFeatures
import CarillonStore
import Testing
import Toys

/// Very many held messages are decided in steps, and told as one. (T18, J26)
@Suite struct GatheringTests {
  private let start = at("2026-11-21T09:00:00Z")

  /// Paused for an hour, with `count` messages held, and steps of two rows.
  ///
  /// `life`: for how many seconds a message is valid, by its number; nil: without end.
  private func device(
    holding count: Int, features: Features = .all, life: (Int) -> Int? = { _ in nil }
  ) throws -> Device {
    let device = try Device(at: start, features: features) { $0.step = 2 }
    device.setSlots([])
    device.done(.pause(until: "1h"))
    for number in 1...count {
      let ttl = life(number).map { ["android": JSONValue.object(["ttl": .text("\($0)s")])] }
      #expect(device.push(["title": "No. \(number)"], more: ttl ?? [:]) == "held paused")
    }
    return device
  }

  private func summaries(_ device: Device) -> [String] { device.calls.map(\.call.summary) }

  @Test("T18: more messages than a step come as one digest, gathered in several events")
  func one() throws {
    let device = try device(holding: 7)
    let before = device.idled
    device.run(for: .minutes(60))
    #expect(device.idled - before >= 3)
    #expect(summaries(device) == ["7 notifications"])
    #expect(
      device.calls.last?.call.body == (1...7).map { "10:00 No. \($0)" }.joined(separator: "\n"))
    #expect(device.outcomes().filter { $0 == "message merged released" }.count == 7)
    #expect(device.outcomes().filter { $0.hasPrefix("digest") } == ["digest shown"])
    #expect(device.state().waiting.isEmpty)
  }

  @Test("T18: as many as a step, and one more, come as one digest too")
  func border() throws {
    for count in 2...5 {
      let device = try device(holding: count)
      device.run(for: .minutes(60))
      #expect(summaries(device) == ["\(count) notifications"])
    }
  }

  @Test("T18: those that expired meanwhile are left out, and the others counted")
  func expired() throws {
    let device = try device(holding: 8) { $0 % 2 == 0 ? 3600 : nil }
    device.run(for: .minutes(60))
    #expect(summaries(device) == ["4 notifications"])
    #expect(device.outcomes().filter { $0 == "message skipped expired" }.count == 4)
  }

  @Test("T18: where only one is left to be told, it is told by itself")
  func single() throws {
    let device = try device(holding: 6) { $0 == 3 ? nil : 3600 }
    device.run(for: .minutes(60))
    #expect(summaries(device) == ["No. 3"])
    #expect(device.outcomes().filter { $0 == "message shown" }.count == 1)
  }

  @Test("T18, T32: killed while it gathers, the next start tells all of them once")
  func restart() throws {
    let device = try device(holding: 9)
    device.holdsIdle = true
    device.run(for: .minutes(60))
    #expect(device.calls.isEmpty)
    device.holdsIdle = false
    device.start()
    #expect(summaries(device) == ["9 notifications"])
    #expect(device.outcomes().filter { $0 == "message merged released" }.count == 9)
  }

  @Test("T20: a pause while it gathers keeps all back; afterwards they come as one")
  func pausedAgain() throws {
    let device = try device(holding: 9)
    device.holdsIdle = true
    device.run(for: .minutes(60))
    device.done(.pause(until: "1h"))
    device.holdsIdle = false
    device.idle()
    device.run(for: .minutes(30))
    #expect(device.calls.isEmpty)
    device.run(for: .minutes(30))
    #expect(summaries(device) == ["9 notifications"])
  }

  /// Eight held messages, of which one expires at 10:05; at ten all but the seventh are gathered.
  private func gathering(expiring: Int) throws -> Device {
    let device = try device(holding: 8) { $0 == expiring ? 3900 : nil }
    device.holdsIdle = true
    device.run(for: .minutes(60))
    for _ in 1...2 { device.idle() }
    #expect(device.calls.isEmpty)
    #expect(device.outcomes().filter { $0 == "message merged released" }.count == 7)
    return device
  }

  @Test(
    "T20, B1: what expires in that pause is not told with the others, whichever step took it",
    arguments: [1, 4, 6, 7])
  func expiresMeanwhile(number: Int) throws {
    let device = try gathering(expiring: number)
    device.done(.pause(until: "1h"))
    device.holdsIdle = false
    device.run(for: .minutes(60))
    #expect(summaries(device) == ["7 notifications"])
    #expect(device.calls.last?.call.body.contains("No. \(number)") == false)
    #expect(device.outcomes().contains("message skipped expired"))
  }

  @Test(
    "T32, B1: what expires before the next start is not told with the others", arguments: [1, 4])
  func expiresWhileOff(number: Int) throws {
    let device = try gathering(expiring: number)
    device.crash()
    device.run(for: .minutes(35))
    device.holdsIdle = false
    device.start()
    #expect(summaries(device) == ["7 notifications"])
    #expect(device.calls.last?.call.body.contains("No. \(number)") == false)
  }

  @Test("B11: what is taken out of a digest is not told after what is newer")
  func older() throws {
    let device = try device(holding: 4)
    device.run(for: .minutes(58))
    device.push(stage("heating"))
    device.serverAnswers = { _ in .unowned }
    device.run(for: .minutes(2))
    #expect(summaries(device) == ["5 notifications"])
    device.push(stage("brewing"))
    device.run(for: .seconds(20))
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.setServer(.present(Device.server))
    device.run(for: .minutes(5))
    #expect(summaries(device).dropFirst() == ["Extraction in progress", "4 notifications"])
    #expect(device.outcomes().filter { $0 == "message superseded newer" }.count == 1)
  }

  @Test("T18: an hour that was held is told while messages are gathered")
  func hourBesides() throws {
    let device = try device(holding: 9)
    device.setSlots(["1030"])
    device.holdsIdle = true
    device.run(for: .minutes(60))
    #expect(summaries(device) == ["Hello"])
    device.holdsIdle = false
    device.idle()
    #expect(summaries(device) == ["Hello", "9 notifications"])
  }

  @Test("B1: those that expire in one instant are decided in steps")
  func expiring() throws {
    let device = try device(holding: 9) { _ in 1800 }
    let before = device.idled
    device.run(for: .minutes(30))
    #expect(device.idled - before >= 4)
    #expect(device.outcomes().filter { $0 == "message skipped expired" }.count == 9)
  }

  @Test("J9: a departure that was held is told before what others sent is looked at")
  func departure() throws {
    let device = try Device.forJourneys { $0.step = 2 }
    device.done(.pause(until: (device.now + .minutes(35)).isoUTC))
    for number in 1...9 { device.push(["title": "No. \(number)"]) }
    device.holdsIdle = true
    device.run(for: .minutes(35))
    #expect(summaries(device) == ["Time to leave for Work"])
  }

  private static let key = [UInt8](repeating: 7, count: 32)

  /// With nine encrypted messages that a pause of an hour holds.
  private func withEncrypted() throws -> Device {
    let device = try Device(at: start) { $0.step = 2 }
    device.store.useKey(GatheringTests.key)
    device.setSlots([])
    device.done(.pause(until: "1h"))
    for number in 1...9 { device.push(["title": "No. \(number)"]) }
    return device
  }

  @Test(
    "T28: very many whose text cannot be read stay held, and come as one once it can",
    arguments: [Situation.Keyring.locked, .none])
  func locked(keyring: Situation.Keyring) throws {
    let device = try withEncrypted()
    device.store.useKey(nil)
    device.situation.keyring = keyring
    device.host.send(.situation(.keyring(keyring)))
    device.run(for: .minutes(59))
    let before = device.idled
    device.run(for: .minutes(2))
    #expect(device.idled - before < 20)
    #expect(device.calls.isEmpty)
    let held = try device.store.read { rows throws(StoreFailure) in try rows.restingCount() }
    #expect(held > 2)
    device.store.useKey(GatheringTests.key)
    device.situation.keyring = .open
    device.host.send(.situation(.keyring(.open)))
    device.run(for: .seconds(1))
    #expect(summaries(device) == ["9 notifications"])
  }

  @Test("T28: if the keyring is locked while it gathers, it is told once its members can be read")
  func lockedMeanwhile() throws {
    let device = try withEncrypted()
    device.holdsIdle = true
    device.run(for: .minutes(60))
    let gathered = try device.store.read { rows throws(StoreFailure) in
      try rows.awake().filter(\.isGathering).map(\.id)
    }
    #expect(gathered.count == 1)
    device.store.useKey(nil)
    device.situation.keyring = .locked
    device.host.send(.situation(.keyring(.locked)))
    device.holdsIdle = false
    device.host.send(.idle)
    device.run(for: .minutes(1))
    #expect(device.calls.isEmpty)
    device.store.useKey(GatheringTests.key)
    device.situation.keyring = .open
    device.host.send(.situation(.keyring(.open)))
    device.run(for: .seconds(1))
    #expect(summaries(device) == ["9 notifications"])
    #expect(device.calls.last?.call.body.contains("No. 1") == true)
  }

  @Test("J26: popups that come while it gathers hold what is not gathered, and not the digest")
  func throttled() throws {
    let device = try Device(at: start, features: .withToys) { $0.step = 2 }
    device.setSlots([])
    device.done(.pause(until: "1h"))
    for number in 1...40 {
      device.push(
        ["title": "No. \(number)"],
        more: number > 30 ? ["android": .object(["ttl": .text("3900s")])] : [:])
    }
    device.holdsIdle = true
    device.run(for: .minutes(60))
    for number in 1...5 {
      device.push(
        ["type": "parcel", "parcelId": "p\(number)", "stage": "sent", "mood": "urgent"])
    }
    device.holdsIdle = false
    device.idle()
    #expect(
      summaries(device) == Array(repeating: "Parcel sent", count: 5) + ["21 notifications"])
    #expect(Set(device.state().waiting.map(\.reason)).contains("throttle"))
    let room = device.now + .minutes(10)
    // Most of what was not gathered expires.
    device.run(until: room - .milliseconds(1))
    #expect(device.calls.count == 6)
    device.run(until: room)
    #expect(summaries(device).last == "10 notifications")
  }

  @Test("T21: without a server they stay held, and come as one when there is one")
  func noServer() throws {
    let device = try device(holding: 7)
    device.setServer(.absent)
    device.run(for: .minutes(180))
    #expect(device.calls.isEmpty)
    #expect(device.state().waiting.allSatisfy { $0.reason == "paused" })
    device.setServer(.present(Device.server))
    #expect(summaries(device) == ["7 notifications"])
  }

  @Test("J19: refused once, the digest is tried again; refused twice, it has failed")
  func refused() throws {
    let device = try device(holding: 7)
    device.serverAnswers = { _ in .refused(name: "org.example.Busy", message: "") }
    device.run(for: .minutes(61))
    #expect(summaries(device) == ["7 notifications", "7 notifications"])
    #expect(device.outcomes().contains("digest failed refused"))
  }

  @Test("T21: not taken, because the server has left, it is told to the next one")
  func untaken() throws {
    let device = try device(holding: 7)
    device.serverAnswers = nil
    device.run(for: .minutes(60))
    try device.answer(.unowned)
    device.run(for: .minutes(5))
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.setServer(.present(Device.server))
    #expect(summaries(device) == ["7 notifications", "7 notifications"])
    #expect(device.outcomes().filter { $0 == "message merged released" }.count == 7)
  }

  @Test("B11: what takes the place of something on the screen is shown by itself")
  func inPlace() throws {
    let device = try Device(at: start, features: .withToys) { $0.step = 2 }
    device.setSlots([])
    device.push(["type": "parcel", "parcelId": "p1", "stage": "sent"])
    device.done(.pause(until: "1h"))
    for number in 1...6 { device.push(["title": "No. \(number)"]) }
    device.push(["type": "parcel", "parcelId": "p1", "stage": "moving"])
    device.run(for: .minutes(60))
    #expect(device.calls.count == 3)
    #expect(summaries(device).last == "6 notifications")
  }

  @Test("T29: for another identity, nothing that was gathered for the former one is told")
  func identity() throws {
    let device = try device(holding: 7)
    device.holdsIdle = true
    device.run(for: .minutes(60))
    device.set(#"{"did":"did:web:b.example"}"#)
    device.holdsIdle = false
    device.idle()
    device.run(for: .minutes(1))
    #expect(device.calls.isEmpty)
    #expect(device.outcomes().filter { $0 == "message skipped other-did" }.count == 7)
  }

  @Test("§5: marking a digest read marks each of very many members, in steps")
  func markRead() throws {
    let device = try Device(at: start) { $0.step = 2 }
    device.setSlots(["1200"])
    device.set(#"{"channels":{"general":{"at":"slot"}}}"#)
    for number in 1...7 { device.push(["title": "No. \(number)"]) }
    device.run(until: at("2026-11-21T11:00:00Z"))
    let digest = device.history().first(where: { $0.kind == "digest" })
    let id = try #require(digest.flatMap { Int64($0.requestId) })
    #expect(device.state().unreadCount == 7)
    device.holdsIdle = true
    device.done(.markRead(digest: id))
    #expect(device.state().unreadCount == 5)
    device.holdsIdle = false
    device.idle()
    device.run(for: .seconds(1))
    #expect(device.state().unreadCount == 0)
  }

  @Test("§5: of very many, a digest lists the first, and says how many more there are")
  func list() throws {
    let device = try Device(at: start) { $0.step = 50 }
    device.setSlots([])
    device.done(.pause(until: "1h"))
    let count = DigestReport.longest + 3
    for number in 1...count { device.push(["title": "No. \(number)"]) }
    device.run(for: .minutes(60))
    let digest = device.history().first(where: { $0.kind == "digest" })
    let id = try #require(digest.flatMap { Int64($0.requestId) })
    let report = try #require(device.digest(id))
    #expect(report.title == "\(count) notifications")
    #expect(report.entries.count == DigestReport.longest)
    #expect(report.entries.first?.title == "No. 1")
    #expect(report.more == 3)
  }

  @Test("B13: very many subjects that went silent end in steps, and nothing of them is told")
  func silent() throws {
    let device = try Device(at: start) { $0.step = 2 }
    device.setSlots([])
    device.done(.pause(until: "8h"))
    for number in 1...7 {
      device.push([
        "type": "brew_stage", "stage": "heating", "brewId": "b\(number)", "remainingTime": "30",
      ])
    }
    for number in 1...5 { device.push(["title": "No. \(number)"]) }
    let before = device.idled
    device.off(until: start + .minutes(119))
    #expect(device.idled - before >= 3)
    #expect(device.outcomes().filter { $0 == "message skipped earlier-stage" }.count == 7)
    device.run(for: .hours(7))
    #expect(summaries(device) == ["5 notifications"])
  }

  /// How many messages rest that came in the future, and subjects that were heard of then.
  private func ahead(_ device: Device) throws -> [Int] {
    try device.store.read { rows throws(StoreFailure) in
      [
        try rows.resting(limit: .max).count { $0.fireAt > device.now },
        try rows.openThreads(limit: .max).count { $0.heardAt > device.now },
      ]
    }
  }

  @Test("T16: after the clock has gone back, what rests begins its wait anew in steps, also killed")
  func clockBack() throws {
    let device = try Device(at: start) { $0.step = 2 }
    device.setSlots([])
    device.done(.pause(until: "8h"))
    for number in 1...7 { device.push(stage("heating", "b\(number)")) }
    device.holdsIdle = true
    device.setClock(to: start - .hours(1))
    #expect(try ahead(device) == [5, 5])
    device.idle()
    #expect(try ahead(device) == [3, 3])
    device.crash()
    device.start()
    #expect(try ahead(device) == [1, 1])
    device.idle()
    #expect(try ahead(device) == [0, 0])
    let times = try device.store.read { rows throws(StoreFailure) in
      try rows.resting(limit: .max).map { ($0.id, $0.fireAt) }
    }
    #expect(times.map(\.0) == times.map(\.0).sorted() && times.allSatisfy { $0.1 == device.now })
    // Their silence is counted from now on.
    let silences = try device.store.read { rows throws(StoreFailure) in
      try rows.openThreads(limit: .max).map { $0.silentAt.map { $0 - device.now } }
    }
    #expect(Set(silences).count == 1 && silences.first != .some(nil))
  }

  @Test("T16, T28: a subject whose state cannot be read keeps it when its wait begins anew")
  func clockBackLocked() throws {
    let device = try Device(at: start)
    device.setSlots([])
    device.done(.pause(until: "8h"))
    device.push(stage("heating", "b1"))
    func state() throws -> String? {
      try device.store.read { rows throws(StoreFailure) in
        try rows.openThreads(limit: 1).first?.state.text
      }
    }
    let key = [UInt8](repeating: 1, count: 32)
    device.store.useKey(key)
    device.push(stage("heating", "b1", ["elapsedTime": "7"]))
    let before = try state()
    device.store.useKey(nil)
    device.setClock(to: start - .hours(1))
    #expect(try ahead(device) == [0, 0])
    device.store.useKey(key)
    #expect(try state() == before && before?.contains("7") == true)
  }

  @Test("§5, T16: without a server, what waits for an hour moves with it, and expires in time")
  func flight() throws {
    let device = try Device(at: start) { $0.step = 2 }
    device.setSlots(["1200"])
    device.set(#"{"channels":{"general":{"at":"slot"}}}"#)
    for number in 1...6 {
      device.push(
        ["title": "No. \(number)"],
        more: number == 1 ? ["android": .object(["ttl": .text("3600s")])] : [:])
    }
    device.setServer(.absent)
    device.fly(to: Zones.newYork)
    device.run(for: .minutes(60))
    #expect(device.outcomes().filter { $0 == "message skipped expired" }.count == 1)
    device.setServer(.present(Device.server))
    device.run(until: at("2026-11-21T12:00:00-05:00") - .milliseconds(1))
    #expect(device.calls.isEmpty)
    device.run(for: .milliseconds(1))
    #expect(summaries(device) == ["Hello", "5 notifications"])
  }

  /// Seven messages that waited for noon, which has come; they are gathered in steps, of which `idles` + 1 are
  /// taken.
  private func atNoon(idles: Int) throws -> Device {
    let device = try Device(at: start) { $0.step = 2 }
    device.setSlots(["1200"])
    device.set(#"{"channels":{"general":{"at":"slot"}}}"#)
    for number in 1...7 { device.push(["title": "No. \(number)"]) }
    device.holdsIdle = true
    device.run(until: at("2026-11-21T11:00:00Z"))
    for _ in 0..<idles { device.idle() }
    return device
  }

  @Test(
    "§5, T16: the clock is set back while they are gathered, and all wait for their hour again",
    arguments: 0...1)
  func clockSetBack(idles: Int) throws {
    let device = try atNoon(idles: idles)
    #expect(summaries(device) == ["Hello"])
    device.holdsIdle = false
    device.setClock(to: at("2026-11-21T10:30:00Z"))
    device.idle()
    device.run(until: at("2026-11-21T11:00:00Z") - .milliseconds(1))
    #expect(summaries(device) == ["Hello"])
    #expect(device.state().waiting.map(\.reason) == Array(repeating: "at", count: 7))
    device.run(for: .milliseconds(1))
    #expect(summaries(device) == ["Hello", "7 notifications"])
  }

  @Test(
    "§5, J19: refused at its hour, a large one is not tried again before it if the clock is set back"
  )
  func refusedAndSetBack() throws {
    let device = try atNoon(idles: 1)
    device.serverAnswers = { _ in .refused(name: "org.example.Busy", message: "") }
    device.holdsIdle = false
    device.idle()
    #expect(summaries(device) == ["Hello", "7 notifications"])
    device.setClock(to: at("2026-11-21T10:30:00Z"))
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.run(until: at("2026-11-21T11:00:00Z") - .milliseconds(1))
    #expect(summaries(device) == ["Hello", "7 notifications"])
    device.run(for: .milliseconds(1))
    #expect(summaries(device) == ["Hello", "7 notifications", "7 notifications"])
  }

  @Test(
    "§5, T16: gathered, but not told before the clock was set back, all wait for their hour again")
  func clockSetBackUntold() throws {
    let device = try Device(at: start) { $0.step = 2 }
    device.setSlots(["1200"])
    device.set(#"{"channels":{"general":{"at":"slot"}}}"#)
    for number in 1...7 { device.push(["title": "No. \(number)"]) }
    device.serverAnswers = nil
    device.run(until: at("2026-11-21T11:00:00Z"))
    #expect(device.outcomes().filter { $0 == "message merged released" }.count == 7)
    try device.answer(.overdue)
    device.setClock(to: at("2026-11-21T10:30:00Z"))
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.setServer(.present(Device.server))
    device.run(until: at("2026-11-21T11:00:00Z") - .milliseconds(1))
    #expect(summaries(device) == ["Hello"])
    device.run(for: .milliseconds(1))
    #expect(summaries(device) == ["Hello", "7 notifications"])
  }

  @Test(
    "T21: of those that stay held without a server, the last few are released when the others expired"
  )
  func fewAreLeft() throws {
    let device = try device(holding: 6) { $0 == 1 ? nil : 7200 }
    device.setServer(.absent)
    device.run(for: .minutes(121))
    #expect(device.state().waiting.map(\.reason) == ["no-server"])
    device.setServer(.present(Device.server))
    #expect(summaries(device) == ["No. 1"])
  }
}
