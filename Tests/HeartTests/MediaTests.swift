import CarillonStore
import Testing

import CarillonFeatures

/// The pictures of messages: the text first, the picture as an update. (B8, B9)
@Suite struct MediaTests {
  private let start = at("2026-11-21T09:00:00Z")
  private let photo = "https://example.org/a.png"

  private func device(_ server: NotificationServer? = nil) throws -> Device {
    let device = try Device(at: start)
    device.setSlots([])
    device.host.send(.situation(.online(true)))
    if let server { device.setServer(.present(server)) }
    return device
  }

  private func stage(_ stage: String, image: String? = nil) -> [String: String] {
    var data = ["type": "brew_stage", "stage": stage, "brewId": "b1"]
    data["imageUrl"] = image
    return data
  }

  /// A stage with a picture that is visible only in a window.
  private func unshown() throws -> Device {
    let device = try device()
    device.done(.pause(until: "1h"))
    device.push(stage("brewing", image: photo))
    return device
  }

  private func finish(_ device: Device, _ result: MediaResult) throws {
    let ticket = try #require(device.pictures.last?.ticket)
    device.host.send(.finished(ticket, .media(result)))
  }

  @Test("B8: the text shows at once, and the picture replaces it without a sound")
  func byUpdate() throws {
    let device = try device()
    device.push(stage("brewing", image: photo))
    #expect(device.calls.count == 1 && device.calls[0].call.picture?.file == nil)
    #expect(
      device.pictures.map(\.job) == [
        MediaJob(url: photo, mayFetch: true, mayBeLocal: false, subject: "brew:b1")
      ])
    try finish(device, .ready(file: "/cache/a.png"))
    try #require(device.calls.count == 2)
    let (first, second) = (device.calls[0].call, device.calls[1].call)
    #expect(second.picture?.file == "/cache/a.png")
    #expect(second.replaces != nil && second.suppressSound && second.soundName == nil)
    #expect(second.summary == first.summary && second.body == first.body)
    #expect(second.actions == first.actions)
    #expect(device.outcomes().first == "message shown")
    // A button of the replacement belongs to this delivery.
    try device.respond(.action(key: "stop_shot", activation: nil))
    #expect(device.history().first?.response == "stop_shot")
  }

  @Test("B8: a window fetches its picture once, even if its subject had no notification")
  func forWindow() throws {
    let device = try unshown()
    #expect(device.pictures.isEmpty)
    device.done(.picture(tag: "brew:b1"))
    #expect(device.pictures.map(\.job.url) == [photo])
    // Another message of the stage and another question: the fetch is in flight.
    device.push(stage("brewing", image: photo).merging(["dose": "19"]) { $1 })
    device.done(.picture(tag: "brew:b1"))
    #expect(device.pictures.count == 1)
    try finish(device, .ready(file: "/cache/a.png"))
    #expect(device.calls.isEmpty)
  }

  @Test("B8: after a failure, a window does not ask again with every message")
  func notForWindow() throws {
    let device = try unshown()
    for attempt in 1...2 {
      if attempt == 1 { device.done(.picture(tag: "brew:b1")) }
      #expect(device.pictures.map(\.ticket.attempt) == Array(1...attempt))
      try finish(device, .failed(FetchFailure(.timeout)))
    }
    device.push(stage("brewing", image: photo).merging(["dose": "19"]) { $1 })
    device.done(.picture(tag: "brew:b1"))
    #expect(device.pictures.count == 2)
    device.done(.picture(tag: "brew:b2"))
    device.push(stage("complete"))
    device.done(.picture(tag: "brew:b1"))
    #expect(device.pictures.count == 2)
  }

  @Test("B8, T32: a picture that a window waited for in a dead process is fetched on request")
  func forWindowAfterCrash() throws {
    let device = try unshown()
    device.done(.picture(tag: "brew:b1"))
    device.crash()
    device.start()
    // No window needs it yet.
    #expect(device.pictures.count == 1)
    device.done(.picture(tag: "brew:b1"))
    #expect(device.pictures.map(\.job.url) == [photo, photo])
    // Only once: now it is in flight.
    device.done(.picture(tag: "brew:b1"))
    #expect(device.pictures.count == 2)
    try finish(device, .ready(file: "/cache/a.png"))
    #expect(device.calls.isEmpty)
  }

  @Test("B8, T32: the second attempt is the last, even with a crash in between")
  func secondTryAfterCrash() throws {
    let device = try unshown()
    device.done(.picture(tag: "brew:b1"))
    try finish(device, .failed(FetchFailure(.timeout)))
    device.crash()
    device.start()
    device.done(.picture(tag: "brew:b1"))
    #expect(device.pictures.map(\.ticket.attempt) == [1, 2, 2])
    try finish(device, .failed(FetchFailure(.timeout)))
    device.done(.picture(tag: "brew:b1"))
    #expect(device.pictures.count == 3)
  }

  @Test("B11, T32: after a crash, no picture restores what a newer message may have replaced")
  func unconfirmedReplaced() throws {
    let device = try device()
    device.push(stage("brewing", image: photo))
    let answers = device.serverAnswers
    device.serverAnswers = nil
    device.push(stage("complete"))
    #expect(device.calls.count == 2)
    device.crash()
    device.serverAnswers = answers
    device.start()
    #expect(device.outcomes().first == "message unconfirmed restarted")
    try finish(device, .ready(file: "/cache/a.png"))
    #expect(device.calls.count == 2)
  }

  @Test("T28: an unreadable notification is not replaced by its picture alone")
  func sealed() throws {
    let device = try device()
    device.store.useKey([UInt8](repeating: 7, count: 32))
    device.push(stage("brewing", image: photo))
    device.store.useKey(nil)
    device.host.send(.situation(.keyring(.locked)))
    try finish(device, .ready(file: "/cache/a.png"))
    #expect(device.calls.count == 1)
  }

  @Test("B8: a picture that is too late for its notification does not change the screen")
  func movedOn() throws {
    let device = try device()
    device.push(stage("heating", image: photo))
    device.push(stage("grinding"))
    try finish(device, .ready(file: "/cache/a.png"))
    #expect(device.calls.count == 2)
    device.push(stage("brewing", image: photo))
    device.host.send(
      .responded(OnScreen(bus: "bus-1", owner: ":1.7", id: 3), .dismissed))
    try finish(device, .ready(file: "/cache/a.png"))
    #expect(device.calls.count == 3)
  }

  /// A stage that expires while the call with its picture is under way; returns its place.
  private func expireUnderPicture(_ device: Device) throws -> OnScreen {
    device.push(stage("brewing", image: photo))
    let answers = device.serverAnswers
    device.serverAnswers = nil
    try finish(device, .ready(file: "/cache/a.png"))
    device.serverAnswers = answers
    let screen = try #require(device.calls.last?.call.replaces)
    device.host.send(.responded(screen, .expired))
    return screen
  }

  @Test("B8, B13: shown again by its picture, one that expired meanwhile is closed when it is over")
  func expiredUnderPicture() throws {
    let device = try device()
    let screen = try expireUnderPicture(device)
    #expect(device.history().first?.response == "EXPIRED")
    try device.answer(.shown(screen))
    #expect(device.history().first?.response == nil)
    device.run(for: .hours(3))
    #expect(device.closed == [screen])
  }

  @Test("B8, B13: one that expired and was followed meanwhile is closed at once")
  func followedUnderPicture() throws {
    let device = try device()
    let screen = try expireUnderPicture(device)
    device.done(.pause(until: "1h"))
    device.push(stage("complete"))
    try device.answer(.shown(screen))
    #expect(device.closed == [screen])
  }

  @Test("B8: a temporary failure is retried once, a permanent one is not; an event says why")
  func retried() throws {
    let device = try device()
    device.push(stage("heating", image: photo))
    try finish(device, .failed(FetchFailure(.timeout)))
    #expect(device.pictures.map(\.ticket.attempt) == [1, 2])
    try finish(device, .failed(FetchFailure(.status, "503")))
    #expect(device.pictures.count == 2 && device.calls.count == 1)
    #expect(device.state().lastErrors.map(\.code).contains(.media(.status)))
    device.push(stage("grinding", image: "https://example.org/b.png"))
    try finish(device, .failed(FetchFailure(.tooLarge, "5")))
    #expect(device.pictures.count == 3)
    #expect(device.state().lastErrors.map(\.code).contains(.media(.tooLarge)))
    // A second result of the same ticket is ignored.
    try finish(device, .ready(file: "/cache/a.png"))
    #expect(device.calls.count == 2)
  }

  @Test("B8: the next notification shows a picture that is already there from the start")
  func takenOver() throws {
    let device = try device()
    device.push(stage("heating", image: photo))
    try finish(device, .ready(file: "/cache/a.png"))
    device.push(stage("grinding", image: photo))
    #expect(device.calls.last?.call.picture?.file == "/cache/a.png")
    #expect(device.pictures.count == 1)
  }

  @Test("B28: offline only the cache is searched, and no contact is counted")
  func offline() throws {
    let device = try device()
    device.host.send(.situation(.online(false)))
    device.push(stage("heating", image: photo))
    #expect(
      device.pictures.map(\.job) == [
        MediaJob(url: photo, mayFetch: false, mayBeLocal: false, subject: "brew:b1")
      ])
    let contacts = try device.store.read { rows throws(StoreFailure) in try rows.contacts() }
    #expect(contacts.isEmpty)
    device.host.send(.situation(.online(true)))
    device.push(stage("grinding", image: photo))
    let after = try device.store.read { rows throws(StoreFailure) in try rows.contacts() }
    #expect(after.map { "\($0.host) \($0.purpose.rawValue)" } == ["example.org media"])
  }

  @Test("B8: no second call is made while the picture's is in flight")
  func oneInFlight() throws {
    let device = try device()
    device.push(stage("heating", image: photo))
    device.serverAnswers = nil
    try finish(device, .ready(file: "/cache/a.png"))
    let picture = try #require(device.calls.last?.ticket)
    #expect(picture.kind == .picture)
    #expect(device.push(stage("grinding")) == "scheduled busy")
    #expect(device.calls.count == 2)
    device.host.send(
      .finished(picture, .notified(.shown(OnScreen(bus: "bus-1", owner: ":1.7", id: 1)))))
    #expect(device.calls.count == 3 && device.calls.last?.ticket.kind == .show)
  }

  @Test("B8: if replacing loses buttons, only a stage's first picture is closed and shown anew")
  func gnome() throws {
    let device = try device(Device.gnome)
    device.push(stage("brewing", image: photo))
    try finish(device, .ready(file: "/cache/a.png"))
    #expect(device.calls.count == 2 && device.calls[1].call.replaces == nil)
    #expect(device.closed.count == 1)
    // Another picture within the stage would cause a popup just for itself.
    device.push(
      stage("brewing", image: "https://example.org/b.png").merging(["elapsedTime": "9"]) { $1 })
    let calls = device.calls.count
    try finish(device, .ready(file: "/cache/b.png"))
    #expect(device.calls.count == calls)
  }

  @Test(
    "J26: a notification closed for a picture that failed is no longer on the screen",
    arguments: [NotifyResult.refused(name: "org.example.No", message: ""), .abandoned, .overdue])
  func closedForNothing(_ result: NotifyResult) throws {
    let device = try device(Device.gnome)
    device.push(stage("grinding", image: photo))
    device.run(for: .seconds(1))
    device.serverAnswers = nil
    try finish(device, .ready(file: "/cache/a.png"))
    let picture = try #require(device.calls.last?.ticket)
    #expect(device.closed.count == 1)
    device.host.send(.finished(picture, .notified(result)))
    device.setServer(.present(Device.gnome))
    device.push(stage("brewing"))
    // It is a popup of its own, and nothing is closed for it.
    #expect(device.calls.count == 3 && device.closed.count == 1)
    // If the answer comes after all, the picture has been superseded.
    let screen = device.nextScreen()
    device.host.send(.finished(picture, .notified(.shown(screen))))
    #expect(device.closed.last == screen)
  }

  @Test("B8: a picture with a late answer takes the place of the closed notification")
  func settledLate() throws {
    let device = try device(Device.gnome)
    device.push(stage("grinding", image: photo))
    device.run(for: .seconds(1))
    device.serverAnswers = nil
    try finish(device, .ready(file: "/cache/a.png"))
    let picture = try #require(device.calls.last?.ticket)
    device.host.send(.finished(picture, .notified(.overdue)))
    let screen = OnScreen(bus: Device.gnome.bus, owner: Device.gnome.owner, id: 9)
    device.host.send(.finished(picture, .notified(.shown(screen))))
    device.setServer(.present(Device.gnome))
    device.push(stage("brewing"))
    #expect(device.closed.last == screen && device.closed.count == 2)
  }

  @Test("T32: killed while fetching a picture, the next process requests it again")
  func restarted() throws {
    let device = try device()
    device.push(stage("brewing", image: photo))
    device.crash()
    device.start()
    #expect(device.pictures.map(\.ticket.attempt) == [1, 1])
    try finish(device, .ready(file: "/cache/a.png"))
    #expect(device.calls.last?.call.picture?.file == "/cache/a.png")
    #expect(device.calls.last?.ticket.kind == .picture)
  }
}
