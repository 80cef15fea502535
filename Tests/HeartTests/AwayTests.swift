import CarillonFeatures
import CarillonStore
import Testing
import Toys

/// What is shown while the session is locked, and told once afterwards. (T38)
@Suite struct AwayTests {
  private let start = at("2026-11-21T09:00:00Z")

  private func device(_ features: Features = .all) throws -> Device {
    let device = try Device(at: start, features: features)
    device.setSlots([])
    return device
  }

  private func summaries(_ device: Device) -> [String] { device.calls.map(\.call.summary) }

  @Test("T12, T38: what was rung by hand is listed by when that was, and not by its hour")
  func rungByHand() throws {
    let device = try device()
    device.setSlots(["1800"])
    device.setLocked(true)
    device.done(.deliverStoredNow(slotID: "1800"))
    device.run(for: .seconds(10))
    device.respond(.expired, to: 0)
    show(["Two"], on: device)
    device.setLocked(false)
    #expect(device.calls.last?.call.body.hasPrefix("10:00 Hello\n10:00 Two") == true)
  }

  /// Shows messages that the server closes again after ten seconds, as most do.
  private func show(_ titles: [String], on device: Device) {
    for title in titles {
      device.push(["title": title])
      device.run(for: .seconds(10))
      device.respond(.expired, to: device.calls.count - 1)
      device.run(for: .minutes(11))
    }
  }

  @Test(
    "T38, T16: told, it is not told again when its answer comes, also if the clock was ahead before",
    arguments: [Span.zero, .days(5)])
  func toldBeforeItsAnswer(ahead: Span) throws {
    let device = try device()
    if ahead > .zero { device.setClock(to: device.now + ahead) }
    device.setLocked(true)
    let answers = device.serverAnswers
    device.serverAnswers = nil
    device.push(["title": "One"])
    let late = try #require(device.calls.last?.ticket)
    try device.answer(.overdue)
    device.serverAnswers = answers
    if ahead > .zero { device.setClock(to: device.now - ahead) }
    device.setServer(.present(Device.server))
    device.setLocked(false)
    #expect(summaries(device) == ["One", "While you were away"])
    device.setLocked(true)
    device.run(for: .hours(1))
    device.host.send(.finished(late, .notified(.shown(device.nextScreen()))))
    device.setLocked(false)
    device.run(for: .hours(1))
    #expect(summaries(device) == ["One", "While you were away"])
  }

  @Test("T38: five shown while locked are told once after unlocking, with a row each")
  func told() throws {
    let device = try device()
    device.setLocked(true)
    show(["One", "Two", "Three", "Four", "Five"], on: device)
    device.setLocked(false)
    #expect(summaries(device).count == 6)
    #expect(summaries(device).last == "While you were away")
    #expect(
      device.calls.last?.call.body
        == "10:00 One\n10:11 Two\n10:22 Three\n10:33 Four\n10:44 Five")
    // And never again.
    device.setLocked(true)
    device.run(for: .minutes(1))
    device.respond(.expired, to: device.calls.count - 1)
    device.setLocked(false)
    device.crash()
    device.start()
    device.run(for: .hours(1))
    #expect(summaries(device).count == 6)
  }

  @Test(
    "T38, T28: with a locked keyring they are told once it is unlocked; a lost text by its kind")
  func sealed() throws {
    for key in [SealTests.key, SealTests.otherKey] {
      let device = try device()
      device.store.useKey(SealTests.key)
      device.host.send(.situation(.keyring(.open)))
      device.setLocked(true)
      show(["One"], on: device)
      device.crash()
      device.store.useKey(nil)
      device.situation.keyring = .locked
      device.start()
      device.setLocked(false)
      #expect(summaries(device).count == 1)
      device.store.useKey(key)
      device.situation.keyring = .open
      device.host.send(.situation(.keyring(.open)))
      #expect(summaries(device).last == "While you were away")
      let says = key == SealTests.key ? "10:00 One" : "10:00 Other messages"
      #expect(device.calls.last?.call.body == says)
    }
  }

  @Test("T38, T28: an urgent one whose text is lost is shown again by its kind")
  func urgentLost() throws {
    let device = try device(.withToys)
    device.store.useKey(SealTests.key)
    device.host.send(.situation(.keyring(.open)))
    device.setLocked(true)
    device.push(["type": "parcel", "parcelId": "p1", "stage": "sent", "mood": "urgent"])
    device.respond(.expired, to: 0)
    device.crash()
    device.store.useKey(SealTests.otherKey)
    device.start()
    device.setLocked(false)
    #expect(summaries(device) == ["Parcel sent", "Parcels"])
  }

  @Test("T38, T8: what is to be told, or told on the screen, is not pruned; dismissed, it may be")
  func pruned() throws {
    let device = try device()
    device.set(#"{"retentionDays":1}"#)
    device.setLocked(true)
    show(["One"], on: device)
    device.serverAnswers = { _ in .refused(name: "org.example.Busy", message: "") }
    device.situation.locked = false
    device.run(until: start + .hours(23))
    device.host.send(.woke)
    device.off(until: start + .hours(25))
    let id = try #require(device.calls.last?.ticket.row)
    #expect(summaries(device).last == "While you were away")
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.run(for: .seconds(2))
    #expect(device.digest(id)?.entries.map(\.title) == ["One"])
    device.run(until: start + .hours(49))
    device.host.send(.woke)
    #expect(device.digest(id)?.entries.map(\.title) == ["One"])
    let digest = try device.store.read { rows throws(StoreFailure) in try rows.delivery(id) }
    device.host.send(.responded(try #require(digest?.onScreen), .dismissed))
    device.run(until: start + .hours(74))
    device.host.send(.woke)
    #expect(device.digest(id)?.entries.isEmpty != false)
  }

  @Test("T38: of a digest of very many, the first are listed and the others counted")
  func veryMany() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    for number in 1...300 { device.push(["title": "No. \(number)"]) }
    device.setLocked(true)
    device.run(for: .minutes(60))
    #expect(summaries(device) == ["300 notifications"])
    device.respond(.expired, to: 0)
    device.setLocked(false)
    #expect(summaries(device).last == "While you were away")
    let lines = try #require(device.calls.last?.call.body).split(separator: "\n")
    #expect(lines.first == "10:00 No. 1")
    #expect(lines.last == "and \(300 - (lines.count - 1)) more")
  }

  @Test("T38: the history says that the screen was locked, and when it was told")
  func history() throws {
    let device = try device()
    device.setLocked(true)
    show(["One"], on: device)
    #expect(device.history().first?.text == "Shown while the screen was locked")
    device.setLocked(false)
    let row = try #require(device.history().first { $0.title == "One" })
    #expect(row.text == "Shown while the screen was locked; you were told today at 10:11")
    #expect(device.history().first?.kind == "away")
    let steps = try device.store.read { rows throws(StoreFailure) in
      try rows.trace(of: Int64(row.requestId) ?? 0)
    }
    #expect(steps.map(\.code).suffix(3) == ["response", "unseen", "told"])
    // A click opens the list of what it tells of.
    device.press("default", on: 1)
    guard case .digest(let id)? = device.opened.last else {
      Issue.record("no list was opened")
      return
    }
    #expect(device.digest(id)?.entries.map(\.title) == ["One"])
  }

  @Test("T38: what is still on the screen, was answered, or left before the lock is not told")
  func seen() throws {
    let device = try device()
    device.push(["title": "Before"])
    device.respond(.expired, to: 0)
    device.setLocked(true)
    device.push(["title": "Stays"])
    device.push(["title": "Answered"])
    device.press("default", on: 2)
    device.setLocked(false)
    device.run(for: .hours(1))
    #expect(summaries(device) == ["Before", "Stays", "Answered"])
    #expect(device.history().first { $0.title == "Stays" }?.text == "Shown")
  }

  @Test("T38: what left the screen while it was locked is told, whenever it was shown")
  func leftWhileLocked() throws {
    let device = try device()
    device.push(["title": "One"])
    device.setLocked(true)
    device.respond(.expired, to: 0)
    device.setLocked(false)
    #expect(summaries(device) == ["One", "While you were away"])
  }

  @Test("T38: away, and a restart in between: told once, by the process that sees the unlocking")
  func restarted() throws {
    let device = try device()
    device.setLocked(true)
    device.push(["title": "One"])
    device.run(for: .seconds(1))
    device.crash()
    device.start()
    device.run(for: .hours(1))
    #expect(summaries(device) == ["One"])
    device.setLocked(false)
    #expect(summaries(device) == ["One", "While you were away"])
    // Unlocked while nothing was running.
    device.setLocked(true)
    device.push(["title": "Two"])
    device.respond(.expired, to: 2)
    device.crash()
    device.situation.locked = false
    device.start()
    #expect(summaries(device).suffix(2) == ["Two", "While you were away"])
  }

  @Test(
    "T38: what was told stands from a former process, and goes while it is locked: told once",
    arguments: [true, false])
  func goesOnceTold(byItself: Bool) throws {
    let device = try device()
    device.setLocked(true)
    device.push(["title": "One"])
    device.run(for: .seconds(1))
    device.crash()
    device.start()
    device.setLocked(false)
    #expect(summaries(device) == ["One", "While you were away"])
    device.setLocked(true)
    if byItself {
      device.respond(.expired, to: 0)
    } else {
      device.setServer(.absent)
      device.setServer(.present(Device.server))
    }
    device.setLocked(false)
    device.run(for: .hours(1))
    #expect(summaries(device) == ["One", "While you were away"])
  }

  @Test("T38: an urgent one is shown again by itself, even in quiet hours, the others after them")
  func urgent() throws {
    let device = try device(.withToys)
    device.setLocked(true)
    device.push(["type": "parcel", "parcelId": "p1", "stage": "sent", "mood": "urgent"])
    device.respond(.expired, to: 0)
    show(["One"], on: device)
    device.set(#"{"quietHours":{"from":"10:00","to":"12:00"}}"#)
    device.setLocked(false)
    #expect(summaries(device) == ["Parcel sent", "One", "Parcel sent"])
    device.run(until: at("2026-11-21T11:00:00Z"))
    #expect(summaries(device).last == "While you were away")
    #expect(device.calls.last?.call.body == "10:00 One")
  }

  @Test("T38: of a subject its newest is told, and nothing of one that is over")
  func subjects() throws {
    let device = try device(.withToys)
    device.setLocked(true)
    for stage in ["sent", "moving"] {
      device.push(["type": "parcel", "parcelId": "p1", "stage": stage])
      device.respond(.expired, to: device.calls.count - 1)
    }
    device.push(["type": "parcel", "parcelId": "p2", "stage": "delivered"])
    device.respond(.expired, to: device.calls.count - 1)
    device.setLocked(false)
    #expect(device.calls.last?.call.body == "10:00 Parcel moving")
    #expect(summaries(device).filter { $0 == "While you were away" }.count == 1)
  }

  @Test("T38: on a server whose own list reappears, and where it is switched off, nothing is told")
  func notNeeded() throws {
    let gnome = try device()
    gnome.setServer(.present(Device.gnome))
    gnome.setLocked(true)
    show(["One"], on: gnome)
    gnome.setLocked(false)
    #expect(summaries(gnome) == ["One"])
    let off = try device()
    off.set(#"{"away":false}"#)
    off.setLocked(true)
    show(["One"], on: off)
    off.setLocked(false)
    off.set(#"{"away":true}"#)
    #expect(summaries(off) == ["One"])
  }

  @Test("T38: without a server it waits for one, and is told once")
  func noServer() throws {
    let device = try device()
    device.setLocked(true)
    show(["One"], on: device)
    device.setServer(.absent)
    device.setLocked(false)
    #expect(summaries(device) == ["One"])
    device.serverAnswers = { _ in .unowned }
    device.setServer(.present(Device.server))
    #expect(summaries(device) == ["One", "While you were away"])
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.setServer(.present(Device.server))
    #expect(summaries(device) == ["One", "While you were away", "While you were away"])
    device.setLocked(true)
    device.setLocked(false)
    #expect(summaries(device).count == 3)
  }

  @Test("T38: one that was refused is not tried again while the session is locked, but told later")
  func refusedThenLocked() throws {
    let device = try device()
    device.setLocked(true)
    show(["One"], on: device)
    device.serverAnswers = { _ in .refused(name: "no", message: "no") }
    device.setLocked(false)
    device.setLocked(true)
    device.serverAnswers = { [unowned device] _ in .shown(device.nextScreen()) }
    device.run(for: .minutes(5))
    #expect(summaries(device) == ["One", "While you were away"])
    device.setLocked(false)
    #expect(summaries(device) == ["One", "While you were away", "While you were away"])
    #expect(device.history().first?.status == "shown")
  }

  @Test("T38: an hour that rang while locked is told with its time, and its identity is spent once")
  func hours() throws {
    let device = try Device(at: start)
    device.setSlots(["1200"])
    device.setLocked(true)
    device.run(until: at("2026-11-21T11:00:30Z"))
    device.respond(.expired, to: 0)
    device.setLocked(false)
    #expect(device.calls.last?.call.body == "12:00 Hello")
    #expect(try device.status("1200@2026-11-21") == .shown)
    #expect(device.state().attention == false)
  }
}
