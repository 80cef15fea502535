import CarillonFeatures
import Testing

/// Callbacks. (T24)
@Suite struct OutboxTests {
  /// 07:00 in Berlin, an hour before the first ring.
  private let start = at("2026-11-21T06:00:00Z")

  /// A device whose acks go to a server with controllable answers.
  private func device(
    answers: @escaping (PostJob) -> PostResult? = { _ in nil },
    callbacks: String = #""ackDelivery":{"method":"POST","url":"https://e.org/ack"}"#
  ) throws -> Device {
    let device = try Device(at: start) { device in
      device.callbackAnswers = { job in answers(job) ?? .answered(status: 204, retryAfter: nil) }
    }
    let answer = device.ask(
      .set(
        mergePatch: """
          {"callbackProfile":{"fetchContent":{"method":"GET","url":"https://e.org/today"},
          \(callbacks)}}
          """))
    guard case .done = answer else { throw Unexpected() }
    return device
  }

  private struct Unexpected: Error {}

  private func body(_ job: PostJob) throws -> [String: JSONValue] {
    guard case .object(let members) = JSONValue(parsing: job.body) else { throw Unexpected() }
    return members
  }

  private func posts(_ device: Device, _ prefix: String) -> [PostJob] {
    device.posts.map(\.job).filter { $0.key.hasPrefix(prefix) }
  }

  @Test("T24: a service may receive acks without providing content")
  func withoutContent() throws {
    let device = try device()
    device.set(#"{"callbackProfile":{"fetchContent":null}}"#)
    let before = device.fetches.count
    device.run(for: .hours(2))
    #expect(posts(device, "ack:").count == 1)
    #expect(device.fetches[before...].map(\.job.spec.url) == ["file:///pack.json"])
    // A profile without either would be empty.
    let answer = device.ask(.set(mergePatch: #"{"callbackProfile":{"ackDelivery":null}}"#))
    #expect(
      answer
        == .refused(Refusal(.invalidArgument, "callbackProfile.fetchContent: is required")))
  }

  @Test("T24: a shown occurrence is acknowledged with the six fields, under its own key")
  func ack() throws {
    let device = try device()
    device.run(for: .hours(2))
    let job = try #require(posts(device, "ack:").first)
    #expect(job.key == "ack:0800@2026-11-21")
    let fields = try body(job)
    #expect(
      fields.keys.sorted() == [
        "appVersion", "buildId", "deliveredAt", "deviceTz", "fireAt", "slotId",
      ])
    #expect(fields["deviceTz"] == .text("Europe/Berlin"))
    #expect(posts(device, "ack:").count == 1)
  }

  @Test("T24: 503, then 204: the same key and body again, after a while")
  func retried() throws {
    var failures = 3
    let device = try device(answers: { _ in
      failures -= 1
      return failures >= 0 ? .answered(status: 503, retryAfter: nil) : nil
    })
    device.run(for: .hours(4))
    let acks = device.posts.filter { $0.job.key.hasPrefix("ack:0800") }
    let first = try #require(acks.first)
    let same = acks.filter { $0.job.key == first.job.key }
    #expect(same.count == 4)
    #expect(Set(same.map(\.job)).count == 1)
    // Each wait is at least half of the doubled one.
    let waits = zip(same.dropFirst(), same).map { $0.at - $1.at }
    #expect(waits[0] >= .seconds(30) && waits[0] <= .minutes(1))
    #expect(waits[1] >= .minutes(1) && waits[1] <= .minutes(2))
    #expect(waits[2] >= .minutes(2) && waits[2] <= .minutes(4))
    #expect(device.state().outbox == 0)
  }

  @Test("T24: Retry-After is honored if it asks for more, up to a day")
  func retryAfter() throws {
    var times = 0
    let device = try device(answers: { _ in
      times += 1
      return times == 1 ? .answered(status: 429, retryAfter: .hours(2)) : nil
    })
    device.run(for: .hours(4))
    let acks = device.posts.filter { $0.job.key.hasPrefix("ack:") }
    try #require(acks.count >= 2)
    #expect(acks[1].at - acks[0].at == .hours(2))
  }

  @Test(
    "T24: 4xx ends a callback with an event, except for codes that ask for a retry",
    arguments: [(400, true), (404, true), (410, true), (408, false), (425, false), (429, false)])
  func refused(status: Int, ends: Bool) throws {
    let device = try device(answers: { _ in .answered(status: status, retryAfter: nil) })
    device.run(for: .hours(3))
    #expect(try device.events().contains("CALLBACK_REFUSED") == ends)
    #expect(device.state().outbox == (ends ? 0 : 1))
  }

  @Test("T24: a redirect is not followed and does not end a callback: it is retried")
  func redirected() throws {
    let device = try device(answers: { _ in .answered(status: 302, retryAfter: nil) })
    device.run(for: .hours(3))
    #expect(device.state().outbox == 1)
    #expect(device.posts.count > 2)
  }

  @Test("T24: offline a callback waits without an attempt; it goes as soon as the network returns")
  func network() throws {
    let device = try device()
    device.host.send(.situation(.online(false)))
    device.run(for: .hours(2))
    #expect(posts(device, "ack:").isEmpty)
    #expect(device.state().outbox == 1)
    device.host.send(.situation(.online(true)))
    #expect(posts(device, "ack:").count == 1)
  }

  @Test("T24: a dead server is tried at once when the network returns")
  func dead() throws {
    var dead = true
    let device = try device(answers: { _ in
      dead ? .failed(FetchFailure(.unreachable)) : nil
    })
    device.run(for: .days(3))
    // With waits of half an hour to an hour, over three days with three acks each.
    let tries = device.posts.count
    #expect(tries > 70 && tries < 170)
    #expect(device.state().outbox == 9)
    dead = false
    device.host.send(.situation(.online(false)))
    device.host.send(.situation(.online(true)))
    #expect(device.state().outbox == 0)
    #expect(Set(device.posts.suffix(9).map(\.job.key)).count == 9)
  }

  @Test("T24: given up after two weeks, with an event")
  func givenUp() throws {
    let device = try device(answers: { _ in .failed(FetchFailure(.unreachable)) })
    device.run(for: .hours(2))
    #expect(device.state().outbox == 1)
    _ = device.ask(.set(mergePatch: #"{"slots":[]}"#))
    device.run(for: .days(13))
    #expect(device.state().outbox == 1)
    device.run(for: .days(2))
    #expect(device.state().outbox == 0)
    #expect(try device.events().contains("CALLBACK_GIVEN_UP"))
  }

  @Test("T8: after a clock jump, giving up waits for a day")
  func jump() throws {
    let device = try device(answers: { _ in .failed(FetchFailure(.unreachable)) })
    device.run(for: .hours(2))
    device.now = device.now + .days(40)
    device.host.send(.situation(.clockSet(.days(40))))
    device.host.send(.woke)
    #expect(posts(device, "ack:0800").count > 1)
    #expect(try !device.events().contains("CALLBACK_GIVEN_UP"))
    device.run(for: .days(2))
    #expect(try device.events().contains("CALLBACK_GIVEN_UP"))
  }

  @Test("T32: a callback in flight at a crash is posted again under the same key")
  func crash() throws {
    let device = try Device(at: start) { $0.callbackAnswers = nil }
    _ = device.ask(
      .set(
        mergePatch: """
          {"callbackProfile":{"fetchContent":{"method":"GET","url":"https://e.org/today"},
          "ackDelivery":{"method":"POST","url":"https://e.org/ack"}}}
          """))
    device.run(for: .hours(1) + .minutes(1))
    let before = try #require(device.posts.first)
    device.crash()
    device.start()
    let after = try #require(device.posts.first)
    #expect(before.job == after.job)
    #expect(after.ticket.attempt == 2)
    // The answer to the first comes after all, but its ticket is closed.
    device.host.send(.finished(before.ticket, .posted(.answered(status: 204, retryAfter: nil))))
    #expect(device.state().outbox == 1)
    device.host.send(.finished(after.ticket, .posted(.answered(status: 204, retryAfter: nil))))
    #expect(device.state().outbox == 0)
  }

  @Test("T18: a digest's members are acknowledged with it, each under its own key")
  func digest() throws {
    let device = try device()
    _ = device.ask(.set(mergePatch: #"{"lateGraceMinutes":720}"#))
    device.sleep(for: .hours(6))
    #expect(
      posts(device, "ack:").map(\.key).sorted() == ["ack:0800@2026-11-21", "ack:1200@2026-11-21"])
  }

  @Test("T33: a snoozed delivery that returns is not acknowledged again")
  func snoozed() throws {
    let device = try device()
    device.run(for: .hours(1) + .minutes(1))
    let shown = device.calls.count
    device.respond(.action(key: "snooze", activation: nil), to: shown - 1)
    device.run(for: .minutes(11))
    #expect(device.calls.count == shown + 1)
    #expect(posts(device, "ack:").count == 1)
  }

  @Test("T24: an unconfirmed delivery is acknowledged only once its answer comes")
  func unconfirmed() throws {
    let device = try device()
    device.serverAnswers = nil
    device.run(for: .hours(1) + .minutes(1))
    let ticket = try #require(device.calls.last?.ticket)
    device.host.send(.finished(ticket, .notified(.overdue)))
    #expect(posts(device, "ack:").isEmpty)
    device.host.send(.finished(ticket, .notified(.shown(device.nextScreen()))))
    #expect(posts(device, "ack:").count == 1)
  }

  @Test("T24: errors are sent in their envelope, except non-errors and errors about sending")
  func errors() throws {
    let device = try device(
      answers: { $0.key.hasPrefix("error:") ? .answered(status: 400, retryAfter: nil) : nil },
      callbacks: #""reportError":{"method":"POST","url":"https://e.org/error"}"#)
    device.feed = { _ in .failed(FetchFailure(.timeout)) }
    device.run(for: .hours(1) + .minutes(1))
    let sent = posts(device, "error:")
    #expect(sent.map(\.key).allSatisfy { $0.hasPrefix("error:FETCH_TIMEOUT:0800:") })
    #expect(sent.count == 1)
    let fields = try body(try #require(sent.first))
    #expect(
      fields.keys.sorted() == [
        "appState", "attempt", "code", "networkState", "slotId", "timestamp", "tzOffset", "whenMs",
      ])
    #expect(try device.events().contains("CALLBACK_REFUSED"))
    device.feed = { _ in .notModified }
    device.run(for: .days(1))
    #expect(try device.events().contains("ETAG_NOT_MODIFIED"))
    #expect(posts(device, "error:").count == 1)
  }

  @Test("T24: at most 100 errors wait, however many there are")
  func manyErrors() throws {
    let device = try device(
      answers: { _ in .failed(FetchFailure(.timeout)) },
      callbacks: #""reportError":{"method":"POST","url":"https://e.org/error"}"#)
    for number in 0..<300 {
      _ = device.ask(.open(link: "foreign://\(number)", activation: nil))
      device.run(for: .milliseconds(1))
    }
    #expect(try device.events().allSatisfy { $0 == "LINK_REFUSED" })
    #expect(device.state().outbox == 100)
  }

  @Test("T24: heartbeats are sent periodically; only the newest one waits")
  func heartbeat() throws {
    var dead = false
    let device = try device(
      answers: { _ in dead ? .failed(FetchFailure(.timeout)) : nil },
      callbacks: """
        "heartbeat":{"method":"POST","url":"https://e.org/beat","intervalMinutes":15}
        """)
    #expect(posts(device, "heartbeat:").count == 1)
    device.run(for: .hours(1))
    #expect(posts(device, "heartbeat:").count == 5)
    let fields = try body(try #require(posts(device, "heartbeat:").last))
    #expect(
      fields.keys.sorted() == ["lastDeliveryAt", "lastFetchAt", "nextOccurrences", "pendingCount"])
    dead = true
    device.run(for: .hours(5))
    #expect(device.state().outbox == 1)
    device.crash()
    device.now = device.now + .hours(5)
    dead = false
    device.start()
    #expect(device.state().outbox == 0)
  }

  @Test("T29: a callback that is no longer configured is not sent")
  func unconfigured() throws {
    let device = try device(answers: { _ in .failed(FetchFailure(.timeout)) })
    device.run(for: .hours(2))
    #expect(device.state().outbox == 1)
    _ = device.ask(.set(mergePatch: #"{"callbackProfile":{"ackDelivery":null}}"#))
    #expect(device.state().outbox == 0)
  }

  @Test("T27: with the keyring locked, a callback that needs a secret waits for it")
  func locked() throws {
    let device = try device(
      callbacks: """
        "ackDelivery":{"method":"POST","url":"https://e.org/ack",
        "headers":{"Authorization":{"secret":"Bearer x"}}}
        """)
    device.host.send(.situation(.keyring(.locked)))
    device.run(for: .hours(2))
    #expect(device.posts.isEmpty)
    device.host.send(.situation(.keyring(.open)))
    let job = try #require(device.posts.first?.job)
    #expect(job.spec.secrets.count == 1)
    #expect(device.secrets[job.spec.secrets[0]] == "Bearer x")
  }

  @Test("T32: two events at one instant, by a clock that went back, have different keys")
  func twice() throws {
    let device = try device(
      callbacks: #""reportError":{"method":"POST","url":"https://e.org/error"}"#)
    device.host.send(.situation(.storeWasBusy(.seconds(1))))
    device.now = device.now - .hours(1)
    device.host.send(.situation(.clockSet(.hours(-1))))
    device.now = device.now + .hours(1)
    device.host.send(.situation(.focused(true)))
    device.host.send(.situation(.storeWasBusy(.seconds(1))))
    let keys = posts(device, "error:STORAGE_BUSY").map(\.key)
    #expect(keys.count == 2 && Set(keys).count == 2)
  }
}
