import CarillonFeatures
import Testing

/// Content fetched for one identity is never shown under another. (T29)
@Suite struct IdentityTests {
  private let start = at("2026-11-21T06:00:00Z")

  /// The source answers with the number of requests so far.
  private func device() throws -> Device {
    var number = 0
    return try Device(at: start) { device in
      device.feed = { _ in
        number += 1
        return .reading(
          #"{"headline":"For number \#(number)","summary":""}"#, etag: "\"\(number)\"")
      }
    }
  }

  private func become(_ did: String?, _ device: Device) {
    let value = did.map { #""\#($0)""# } ?? "null"
    _ = device.ask(.set(mergePatch: #"{"did":\#(value)}"#))
  }

  @Test("T29: armed occurrences use content for the new identity, fetched without the old ETag")
  func armed() throws {
    let device = try device()
    #expect(device.state().nextOccurrences[0].title == "For number 1")
    become("did:web:b.example", device)
    #expect(device.fetches.last?.job.etag == nil)
    #expect(device.state().nextOccurrences[0].title == "For number 2")
    let codes = try device.trace("0800@2026-11-21").map(\.code)
    #expect(codes.contains("identity"))
  }

  @Test("T29: without content for the new identity nothing is shown, and explain says so")
  func nothing() throws {
    let device = try device()
    device.feed = { _ in .failed(FetchFailure(.timeout)) }
    become("did:web:b.example", device)
    #expect(device.state().nextOccurrences[0].title == nil)
    device.run(for: .hours(2))
    #expect(device.calls.isEmpty)
    guard let text = device.ask(.explain(id: "0800@2026-11-21"))?.text else {
      Issue.record("no explanation")
      return
    }
    #expect(!text.contains("For number"))
    #expect(text.contains("because the identity was changed"))
  }

  @Test("T29: held and waiting deliveries are stopped by the gate")
  func held() throws {
    let device = try device()
    _ = device.ask(.pause(until: "tomorrow"))
    device.run(for: .hours(2))
    #expect(try device.delivery("0800@2026-11-21")?.status == .held)
    become("did:web:b.example", device)
    let delivery = try device.delivery("0800@2026-11-21")
    #expect(delivery?.status == .skipped && delivery?.reason == .otherIdentity)
  }

  @Test("T29: the screen is cleared, a snooze does not return, the history shows no text")
  func shown() throws {
    let device = try device()
    device.run(for: .hours(1) + .minutes(1))
    device.run(for: .hours(4))
    #expect(device.calls.count == 2)
    device.respond(.action(key: "snooze", activation: nil), to: 0)
    #expect(device.closed.map(\.id) == [1])
    become("did:web:b.example", device)
    #expect(device.closed.map(\.id) == [1, 2])
    #expect(try device.delivery("0800@2026-11-21")?.status == .shown)
    device.run(for: .minutes(15))
    #expect(device.calls.count == 2)
    #expect(!device.history().contains { $0.title.contains("For number") })
    become(nil, device)
    #expect(device.history().contains { $0.title.contains("For number") })
  }

  @Test("T29: an hour skipped for one identity and not for another still rings")
  func unskipped() throws {
    let device = try device()
    device.done(.skipNext(slotID: "0800"))
    device.feed = nil
    become("did:web:b.example", device)
    device.done(.unskip(slotID: "0800"))
    let delivery = try #require(try device.delivery("0800@2026-11-21"))
    #expect(delivery.did == "did:web:b.example" && delivery.title == nil)
    let fetch = try #require(device.fetches.last)
    device.host.send(
      .finished(fetch.ticket, .fetched(.reading(#"{"headline":"For b"}"#, etag: nil))))
    device.run(for: .hours(1) + .minutes(1))
    #expect(try device.status("0800@2026-11-21") == .shown)
  }

  @Test("T29: shown while the identity changed, it is closed as soon as that is known")
  func inFlight() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(for: .hours(1))
    let call = try #require(device.calls.last)
    become("did:web:b.example", device)
    let screen = device.nextScreen()
    device.host.send(.finished(call.ticket, .notified(.shown(screen))))
    #expect(device.closed == [screen])
  }

  @Test("T29: an answer for the old identity is not shown to the new one")
  func answers() throws {
    let device = try device()
    device.feed = nil
    _ = device.ask(.runFullPipelineNow)
    let fetch = try #require(device.fetches.last)
    become("did:web:b.example", device)
    device.host.send(
      .finished(fetch.ticket, .fetched(.reading(#"{"headline":"Late"}"#, etag: nil))))
    #expect(device.state().nextOccurrences[0].title == nil)
  }

  @Test("T29: a notification that expired and is snoozed after the change does not return")
  func snoozedAfterwards() throws {
    let device = try device()
    device.run(for: .hours(1) + .minutes(1))
    device.respond(.expired, to: 0)
    become("did:web:b.example", device)
    device.respond(.action(key: "snooze", activation: nil), to: 0)
    let calls = device.calls.count
    device.run(for: .minutes(15))
    #expect(device.calls.count == calls)
  }
}
