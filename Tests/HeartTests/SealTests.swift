import CarillonFeatures
import CarillonStore
import Testing

/// Stored content is encrypted while the keyring is open, and unreadable while it is locked. (T28)
@Suite struct SealTests {
  private let start = at("2026-11-21T06:00:00Z")
  static let key = [UInt8](repeating: 7, count: 32)
  static let otherKey = [UInt8](repeating: 9, count: 32)

  /// Changes the keyring in the app's order: a new key comes first, a lost one goes first.
  private func keyring(_ device: Device, _ state: Situation.Keyring, key: [UInt8]? = nil) {
    switch state {
    case .open: device.store.useKey(key ?? SealTests.key)
    case .locked: device.store.useKey(nil)
    case .none: break
    }
    device.situation.keyring = state
    device.host.send(.situation(.keyring(state)))
  }

  private func device(locked: Bool = false) throws -> Device {
    try Device(at: start) { device in
      device.situation.keyring = locked ? .locked : .open
      if !locked { device.store.useKey(SealTests.key) }
    }
  }

  @Test("T28: with a key, texts are encrypted and read as if they were not")
  func sealed() throws {
    let device = try device()
    device.run(for: .hours(1))
    #expect(device.calls.last?.call.summary == "Hello")
    #expect(device.history().first?.title == "Hello")
    device.store.useKey(nil)
    let delivery = try #require(try device.delivery("0800@2026-11-21"))
    #expect(delivery.title == nil && delivery.text == .sealed)
  }

  @Test(
    "T28: locked at T it waits and asks for attention, and rings when it is unlocked within the grace"
  )
  func unlocked() throws {
    let device = try device()
    keyring(device, .locked)
    device.feed = { _ in .failed(FetchFailure(.timeout)) }
    device.run(for: .hours(1) + .minutes(20))
    #expect(device.calls.isEmpty)
    #expect(device.state().waiting.map(\.reason) == ["locked"])
    #expect(device.attention && device.state().attention)
    keyring(device, .open)
    #expect(device.calls.map(\.call.summary) == ["Hello"])
    #expect(!device.attention)
  }

  @Test("T28: locked beyond the grace, it is missed with reason locked")
  func missed() throws {
    let device = try device()
    keyring(device, .locked)
    device.feed = { _ in .notModified }
    device.run(for: .hours(2))
    let delivery = try device.delivery("0800@2026-11-21")
    #expect(delivery?.status == .missed && delivery?.reason == .waited(.locked))
    keyring(device, .open)
    #expect(device.calls.isEmpty)
  }

  @Test("T28: while locked, content is fetched without an ETag, and rings unencrypted")
  func openMeanwhile() throws {
    let device = try device()
    keyring(device, .locked)
    device.feed = { _ in .reading(#"{"headline":"Open","summary":""}"#, etag: "\"2\"") }
    device.run(for: .hours(1))
    #expect(device.fetches.last?.job.etag == nil)
    #expect(device.calls.map(\.call.summary) == ["Open"])
    keyring(device, .open)
    // Plain text in the store has been encrypted by now.
    device.store.useKey(nil)
    #expect(try device.delivery("0800@2026-11-21")?.text == .sealed)
    let content = try device.store.read { rows throws(StoreFailure) in
      try rows.latestContent(of: rows.source("default-pack"))
    }
    #expect(content?.readable == .sealed)
  }

  @Test("T9: armed while its content was encrypted, a delivery gets its text at unlock")
  func armedLocked() throws {
    let device = try device()
    keyring(device, .locked)
    device.feed = { _ in .failed(FetchFailure(.timeout)) }
    device.run(for: .hours(5) + .minutes(31))
    // The next day's occurrences were armed without a text.
    #expect(try device.delivery("0800@2026-11-22")?.title == nil)
    keyring(device, .open)
    #expect(try device.delivery("0800@2026-11-22")?.title == "Hello")
    #expect(try device.trace("0800@2026-11-22").contains { $0.values["why"] == "unlocked" })
  }

  @Test("T28: a restart with a locked keyring keeps every text, and shows it once unlocked")
  func restartedLocked() throws {
    let device = try device()
    device.crash()
    device.store.useKey(nil)
    device.situation.keyring = .locked
    device.feed = { _ in .failed(FetchFailure(.timeout)) }
    device.start()
    _ = device.ask(.set(mergePatch: #"{"lateGraceMinutes":60}"#))
    device.run(for: .hours(1) + .minutes(30))
    #expect(device.calls.isEmpty)
    keyring(device, .open)
    #expect(device.calls.map(\.call.summary) == ["Hello"])
  }

  @Test("T28: a lost key means no content: it is fetched anew, without an ETag or a crash")
  func lost() throws {
    let device = try device()
    keyring(device, .locked)
    let fetches = device.fetches.count
    device.feed = { _ in .reading(#"{"headline":"Anew","summary":""}"#, etag: nil) }
    keyring(device, .open, key: SealTests.otherKey)
    #expect(device.fetches.count == fetches + 1)
    #expect(device.fetches.last?.job.etag == nil)
    device.run(for: .hours(1))
    #expect(device.calls.map(\.call.summary) == ["Anew"])
  }

  @Test("T28: a lost key and no network: skipped for lack of content, its history has no text")
  func lostOffline() throws {
    let device = try device()
    device.run(for: .hours(1) + .minutes(1))
    device.feed = { _ in .failed(FetchFailure(.timeout)) }
    keyring(device, .locked)
    keyring(device, .open, key: SealTests.otherKey)
    device.run(for: .hours(5))
    #expect(try device.delivery("1200@2026-11-21")?.reason == .noContent)
    #expect(device.history().allSatisfy { $0.title != "Hello" })
  }

  @Test("T12: ring now is refused while its content is encrypted")
  func ringNow() throws {
    let device = try device()
    keyring(device, .locked)
    guard case .refused(let refusal) = device.ask(.deliverStoredNow(slotID: "0800")) else {
      Issue.record("it was not refused")
      return
    }
    #expect(refusal.kind == .refused && refusal.message.contains("keyring"))
    #expect(device.state().ringNowAgainAt == nil)
  }

  @Test("T33: a snooze with an encrypted text waits at its end, and returns at unlock")
  func snoozed() throws {
    let device = try device()
    device.run(for: .hours(1) + .minutes(1))
    device.respond(.action(key: "snooze", activation: nil), to: 0)
    keyring(device, .locked)
    device.run(for: .minutes(15))
    #expect(device.calls.count == 1)
    keyring(device, .open)
    #expect(device.calls.count == 2)
    #expect(device.calls.last?.call.summary == "Hello")
  }

  @Test("T33: a snooze that stays encrypted beyond the grace is shown as it was")
  func snoozedTooLong() throws {
    let device = try device()
    device.run(for: .hours(1) + .minutes(1))
    device.respond(.action(key: "snooze", activation: nil), to: 0)
    keyring(device, .locked)
    device.run(for: .hours(1))
    #expect(try device.delivery("0800@2026-11-21")?.status == .shown)
    #expect(device.calls.count == 1)
  }

  @Test("T28: text stored without a keyring is encrypted when one appears")
  func appears() throws {
    let device = try Device(at: start) { $0.situation.keyring = .none }
    device.run(for: .days(2))
    keyring(device, .open)
    device.store.useKey(nil)
    let texts = device.history().map(\.title)
    #expect(texts.allSatisfy { $0 != "Hello" })
    device.store.useKey(SealTests.key)
    #expect(device.history().allSatisfy { $0.title == "Hello" })
  }

  @Test("T28: the state describes the keyring and the consequences")
  func state() throws {
    let device = try device(locked: true)
    #expect(device.state().keyring == "locked")
    #expect(device.state().hints.contains { $0.code == "KEYRING_LOCKED" })
    keyring(device, .open)
    #expect(device.state().keyring == "open")
    #expect(!device.state().hints.contains { $0.code.hasPrefix("KEYRING") })
  }

  @Test("T9: a template set while the keyring was locked applies after unlock")
  func templateWhileLocked() throws {
    let device = try device()
    keyring(device, .locked)
    device.set(#"{"contentTemplate":{"title":"{{headline}} at {{time}}","body":""}}"#)
    keyring(device, .open)
    #expect(try device.delivery("0800@2026-11-21")?.title == "Hello at 08:00")
  }

  @Test(
    "T4, T28: another source is set while the keyring is locked: the former one's text never rings",
    arguments: [false, true])
  func anotherSourceWhileLocked(dueBeforeUnlock: Bool) throws {
    let device = try device()
    device.feed = { _ in .headline("From b") }
    let other =
      #"{"callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/b.json"}}}"#
    device.set(other)
    #expect(try device.delivery("0800@2026-11-21")?.title == "From b")
    device.set(#"{"callbackProfile":null}"#)
    device.feed = { _ in .failed(FetchFailure(.timeout)) }
    let former = try device.delivery("0800@2026-11-21")?.title
    #expect(former != "From b")
    keyring(device, .locked)
    device.set(other)
    #expect(try device.delivery("0800@2026-11-21")?.title == nil)
    // What is due is not rendered again at unlock.
    if dueBeforeUnlock { device.run(for: .hours(1) + .minutes(20)) }
    keyring(device, .open)
    #expect(try device.delivery("0800@2026-11-21")?.title == "From b")
    #expect(device.calls.map(\.call.summary) == (dueBeforeUnlock ? ["From b"] : []))
  }

  @Test("T9, T28: armed without a text and held, an hour gets its text at unlock")
  func heldLocked() throws {
    let device = try device()
    device.set(#"{"ttlSeconds":172800}"#)
    keyring(device, .locked)
    device.feed = { _ in .failed(FetchFailure(.timeout)) }
    device.run(until: at("2026-11-22T07:50:00+01:00"))
    device.done(.pause(until: "2026-11-22T08:15:00+01:00"))
    device.run(until: at("2026-11-22T08:05:00+01:00"))
    #expect(try device.status("0800@2026-11-22") == .held)
    #expect(try device.delivery("0800@2026-11-22")?.title == nil)
    let calls = device.calls.count
    keyring(device, .open)
    device.run(until: at("2026-11-22T08:15:01+01:00"))
    #expect(device.calls.dropFirst(calls).map(\.call.summary) == ["Hello"])
    #expect(try device.status("0800@2026-11-22") == .shown)
  }
}
