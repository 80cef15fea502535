import CarillonFeatures
import CarillonRehearsal
import CarillonStore
import Testing

/// The next seven days, as the engine would decide them. (T11)
@Suite struct WeekAheadTests {
  private func week(
    of device: Device, _ patch: String? = nil, isCanceled: @escaping () -> Bool = { false }
  ) throws -> WeekAhead {
    let copies = try RehearsalStores().fill(from: device.store, at: device.now)
    let environment = Environment(
      zone: { Zones.named($0) }, words: .english, defaultPack: "file:///pack.json", version: "0",
      build: "test")
    let question = WeekQuestion(
      at: device.now, situation: try #require(device.host.situation),
      patch: try patch.map { Patch(try #require(JSONValue(parsing: $0))) })
    return try WeekAhead(
      question, online: copies.0, offline: copies.1, environment: environment, features: .all,
      isCanceled: isCanceled)
  }

  /// `0800@2026-11-21 rings 2026-11-21T07:00:00Z`, for each entry.
  private func lines(_ week: WeekAhead) -> [String] {
    week.entries.map { entry in
      switch entry.outcome {
      case .rings(let at): "\(entry.occasion) rings \(at.isoUTC)"
      case .waits: "\(entry.occasion) waits"
      case .silent: "\(entry.occasion) silent \(entry.why.reason?.rawValue ?? "-")"
      }
    }
  }

  /// The same of what a device has lived through.
  private func lines(_ device: Device, like week: WeekAhead) throws -> [String] {
    try week.entries.map { entry in
      let lived = try device.store.read { rows throws(StoreFailure) in
        var delivery = try rows.delivery(of: entry.occasion)
        if let digest = delivery?.mergedInto { delivery = try rows.delivery(digest) }
        return delivery
      }
      guard let delivery = lived else { return "\(entry.occasion) -" }
      if let shown = delivery.shownAt { return "\(entry.occasion) rings \(shown.isoUTC)" }
      return delivery.status.isLive
        ? "\(entry.occasion) waits"
        : "\(entry.occasion) silent \(delivery.reason?.rawValue ?? "-")"
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let start: String
    var settings = "{}"
    var orders: [Order] = []
    /// What the source says all week.
    var answer = FetchResult.notModified
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "three hours a day", start: "2026-11-21T11:00:00+01:00"),
    Case(
      name: "quiet hours that hold several", start: "2026-11-21T11:00:00+01:00",
      settings: #"{"quietHours":{"from":"11:30","to":"19:00"}}"#),
    Case(
      name: "a pause and a skip", start: "2026-11-21T11:50:00+01:00",
      orders: [.pause(until: "tomorrow"), .skipNext(slotID: "0800")]),
    Case(
      name: "clocks that go back and hours of some days", start: "2026-10-22T20:00:00+02:00",
      settings: """
        {"slots":[{"hour":2,"minute":30},{"hour":12,"minute":0,"weekdays":[1,3,7]},
        {"hour":18,"minute":0,"enabled":false}]}
        """),
    Case(
      name: "clocks that go forward", start: "2027-03-25T20:00:00+01:00",
      settings: #"{"slots":[{"hour":2,"minute":30},{"hour":3,"minute":15}]}"#),
    Case(
      name: "a source that fails from now on", start: "2026-11-21T11:00:00+01:00",
      answer: .failed(FetchFailure(.status, "500"))),
    Case(
      name: "only what is new", start: "2026-11-21T11:00:00+01:00",
      settings: #"{"slots":[{"hour":12,"minute":0,"onlyNew":true},{"hour":13,"minute":0}]}"#),
    Case(
      name: "hours switched off", start: "2026-11-21T11:00:00+01:00",
      settings: #"{"channels":{"timesafari.daily":{"enabled":false}}}"#),
    Case(
      name: "tomorrow armed too, windowed, offline first", start: "2026-11-21T11:00:00+01:00",
      settings: #"{"autostart":true,"depth":1,"exactness":"windowed","mode":"offline-first"}"#),
  ]

  @Test("T11: the week ahead is what the engine decides when the week is lived", arguments: cases)
  func lived(like example: Case) throws {
    let device = try Device.withSource(example.start, example.settings)
    for order in example.orders { _ = device.ask(.order(order)) }
    if case .failed = example.answer {
      device.feed = { _ in example.answer }
      _ = device.ask(.runFullPipelineNow)
    }
    let week = try week(of: device)
    device.feed = { _ in example.answer }
    let before = device.calls.count
    device.run(until: week.end - .milliseconds(1))
    #expect(lines(week).count >= 3)
    #expect(try lines(week) == lines(device, like: week))
    let instants = week.entries.compactMap { entry in
      if case .rings(let at) = entry.outcome { at } else { nil }
    }
    #expect(Set(instants) == Set(device.calls.dropFirst(before).map(\.at)))
  }

  @Test("T11: the week ahead begins with what is held, snoozed and skipped now")
  func begun() throws {
    let device = try Device.withSource("2026-11-21T11:59:00+01:00")
    device.run(until: at("2026-11-21T12:01:00+01:00"))
    let shown = try #require(try device.delivery("1200@2026-11-21"))
    _ = device.ask(.respond(requestID: String(shown.id), action: "snooze"))
    _ = device.ask(.skipNext(slotID: "1800"))
    let first = try week(of: device)
    #expect(first.entries.first?.isSnoozed == true)
    #expect(
      lines(first).prefix(2) == [
        "1200@2026-11-21 rings 2026-11-21T11:11:00Z", "1800@2026-11-21 silent user",
      ])
    #expect(first.entries[1].why.sentence == "Not shown: you skipped it")
    device.run(until: at("2026-11-22T07:55:00+01:00"))
    _ = device.ask(.pause(until: "1h"))
    device.run(until: at("2026-11-22T08:10:00+01:00"))
    let second = try week(of: device)
    #expect(lines(second).first == "0800@2026-11-22 rings 2026-11-22T07:55:00Z")
    #expect(second.entries.first?.holds == [.paused])
  }

  @Test("T18: several that are held together are one notification, with the number of others")
  func digest() throws {
    let device = try Device.withSource(
      "2026-11-21T11:00:00+01:00", #"{"quietHours":{"from":"11:30","to":"19:00"}}"#)
    let week = try week(of: device)
    let held = week.entries.prefix(2)
    #expect(held.map(\.occasion.description) == ["1200@2026-11-21", "1800@2026-11-21"])
    #expect(held.map(\.others) == [1, 1])
    #expect(held.allSatisfy { $0.outcome == .rings(at: at("2026-11-21T18:00:00Z")) })
    #expect(held.map(\.holds) == [[.quietHours], [.quietHours]])
  }

  @Test("T5: an hour whose content would be too old without a network says so, from the first on")
  func offline() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    let week = try week(of: device)
    let silent = week.entries.map { $0.offline?.reason }
    // Content of 11:00 is young enough for a day.
    #expect(silent.prefix(3).allSatisfy { $0 == nil })
    #expect(silent.count > 20 && silent.dropFirst(3).allSatisfy { $0 == .ttl })
    // What needs no network is the same without one.
    let local = try Device(at: at("2026-11-21T11:00:00+01:00"))
    #expect(try self.week(of: local).entries.allSatisfy { $0.offline == nil })
  }

  @Test("T11: a computer that is offline now is shown the usual week, and what depends on it")
  func offlineNow() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    let usual = try week(of: device)
    device.host.send(.situation(.online(false)))
    #expect(try week(of: device) == usual)
  }

  @Test("T11: a change that is not saved changes the week ahead and nothing else")
  func patch() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    let stored = try device.store.lines()
    let state = device.state()
    let usual = try week(of: device)
    let tried = try week(of: device, #"{"quietHours":{"from":"17:00","to":"21:00"}}"#)
    #expect(usual != tried)
    let evening = tried.entries.filter { $0.occasion.item.name == "1800" }
    #expect(evening.count == 8)
    #expect(evening.allSatisfy { $0.holds == [.quietHours] })
    let added = try week(of: device, #"{"slots":[{"hour":9,"minute":15,"label":"Tea"}]}"#)
    #expect(added.entries.map(\.label) == Array(repeating: "Tea", count: 7))
    #expect(try device.store.lines() == stored)
    #expect(device.state() == state)
  }

  @Test("T11: a change that cannot be saved is refused, naming the field")
  func badPatch() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    let error = #expect(throws: WeekQuestion.Failure.self) {
      try week(of: device, #"{"lateGraceMinutes":-1}"#)
    }
    guard case .refused(let refusal)? = error else {
      Issue.record("it was \(String(describing: error))")
      return
    }
    #expect(refusal.message.contains("lateGraceMinutes"))
  }

  @Test("T11: nobody waits for a week that is canceled")
  func cancel() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    var asked = 0
    #expect(throws: WeekQuestion.Failure.canceled) {
      try week(of: device) {
        asked += 1
        return asked > 3
      }
    }
    // Once more after the run.
    #expect(asked == 5)
  }

  @Test("T3: a fetch that is under way when the week is asked for is made again")
  func fetching() throws {
    let device = try Device.withSource("2026-11-21T11:00:00+01:00")
    device.run(until: at("2026-11-22T07:30:00+01:00"))
    device.feed = nil
    device.run(until: at("2026-11-22T07:45:00+01:00"))
    #expect(try device.delivery("0800@2026-11-22")?.attemptAt != nil)
    device.set(#"{"ttlSeconds":3600}"#)
    #expect(try lines(week(of: device)).first == "0800@2026-11-22 rings 2026-11-22T07:00:00Z")
  }
}
