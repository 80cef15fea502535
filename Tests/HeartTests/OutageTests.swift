import CarillonFeatures
import CarillonStore
import Testing

/// Outages as rows of the history, and what the status says of connections. (C6)
@Suite struct OutageTests {
  private let start = at("2026-11-21T09:00:00Z")

  private func device() throws -> Device {
    let device = try Device(at: start)
    device.setSlots([])
    device.set(#"{"subscriptions":[{"server":"https://a.example","topic":"t"}]}"#)
    return device
  }

  private func tell(
    _ from: String, _ to: String, why: Carrier.Trouble? = .silent, lostBefore: Instant? = nil,
    to device: Device
  ) {
    device.host.send(
      .situation(
        .outage(
          Outage(
            carrier: "ntfy:a.example", from: at(from), to: at(to), why: why,
            lostBefore: lostBefore))))
  }

  private func page(_ device: Device, _ query: String) throws -> HistoryPage {
    var answer: Answer?
    device.host.serve(.history(query: query)) { answer = $0 }
    let text = try #require(answer?.text)
    return try #require(deserialize(HistoryPage.self, from: text))
  }

  @Test("C6: an outage is a row with its server, its times and its reason")
  func row() throws {
    let device = try device()
    tell("2026-11-21T07:04:00Z", "2026-11-21T08:40:00Z", to: device)
    let entries = try page(device, #"{"kind":"outage"}"#).entries
    let entry = try #require(entries.first)
    #expect(entry.title == "a.example was not reachable from 08:04 to 09:40")
    #expect(entry.text == "The server has stopped answering.")
    #expect(entry.kind == "outage" && entry.status == "outage")
    var answer: Answer?
    device.host.serve(.explain(id: entry.requestId)) { answer = $0 }
    let text = try #require(answer?.text)
    let report = try #require(deserialize(ExplanationReport.self, from: text))
    #expect(report.items.first?.steps.map(\.code) == ["deaf", "connected"])
    device.host.serve(.explain(id: "outage:1:ntfy:a.example")) { answer = $0 }
    guard case .refused(let refusal) = answer else {
      Issue.record("something is known of it")
      return
    }
    #expect(refusal.kind != .refused)
  }

  @Test("C6: of outages too short to be listed, only the last one of each carrier is kept")
  func manyShort() throws {
    let device = try device()
    tell("2026-11-21T07:04:00Z", "2026-11-21T08:40:00Z", to: device)
    for second in 10..<60 {
      tell(
        "2026-11-21T08:50:\(second)Z", "2026-11-21T08:50:\(second)Z", why: .failed(.unreachable),
        to: device)
      device.host.send(
        .situation(
          .outage(
            Outage(
              carrier: Carrier.unifiedPush, from: device.now, to: device.now, why: nil,
              lostBefore: nil))))
    }
    #expect(try page(device, #"{"kind":"outage"}"#).entries.count == 1)
    let last = device.state().carriers.first { $0.name == "ntfy:a.example" }?.lastOutage
    #expect(last?.to.contains("50:59") == true)
    let kept: [Outage?] = try device.store.read { rows throws(StoreFailure) in
      [try rows.lastOutage(of: "ntfy:a.example"), try rows.lastOutage(of: Carrier.unifiedPush)]
    }
    #expect(kept.compactMap(\.self).count == 2)
  }

  @Test("C6: an outage of another day says so, and what may be lost")
  func otherDay() throws {
    let device = try device()
    tell(
      "2026-11-20T07:04:00Z", "2026-11-21T08:40:00Z", why: .failed(.unreachable),
      lostBefore: at("2026-11-20T20:40:00Z"), to: device)
    let entries = try page(device, #"{"kind":"outage"}"#).entries
    let entry = try #require(entries.first)
    #expect(
      entry.title == "a.example was not reachable from yesterday at 08:04 to 09:40")
    #expect(
      entry.text
        == "The server cannot be reached. Messages sent before yesterday at 21:40 may be lost.")
  }

  @Test("C6: seconds without a connection are no row, unless something may be lost")
  func short() throws {
    let device = try device()
    tell("2026-11-21T08:40:00Z", "2026-11-21T08:40:59Z", to: device)
    #expect(try page(device, #"{"kind":"outage"}"#).entries.isEmpty)
    tell("2026-11-21T08:40:00Z", "2026-11-21T08:40:59Z", lostBefore: start, to: device)
    #expect(try page(device, #"{"kind":"outage"}"#).entries.count == 1)
  }

  @Test("C6, J22: pages have outages and deliveries in their order, each once")
  func pages() throws {
    let device = try device()
    for minute in 0..<12 {
      device.now = start + .minutes(Int64(5 * minute))
      if minute % 3 == 0 {
        let end = device.now
        device.host.send(
          .situation(
            .outage(
              Outage(
                carrier: "ntfy:a.example", from: end - .minutes(2), to: end, why: nil,
                lostBefore: nil))))
      }
      var answer: Answer?
      device.host.serve(
        .push(
          message: #"{"data":{"type":"general","messageId":"\#(minute)","title":"\#(minute)"}}"#)
      ) { answer = $0 }
      #expect(answer != nil)
    }
    let all = try page(device, "").entries
    #expect(all.count { $0.kind == "outage" } == 4)
    #expect(all.count { $0.kind == "message" } == 12)
    #expect(all.map(\.at) == all.map(\.at).sorted(by: >))
    for limit in 1...5 {
      var found: [HistoryEntry] = []
      var before: String?
      repeat {
        let place = before.map { #","before":"\#($0)""# } ?? ""
        let page = try page(device, #"{"limit":\#(limit)\#(place)}"#)
        #expect(page.entries.count <= limit)
        found += page.entries
        before = page.next
      } while before != nil && found.count < 50
      #expect(found == all, "\(limit)")
    }
    #expect(try page(device, #"{"kind":"outage"}"#).entries.count == 4)
    #expect(try page(device, #"{"kind":"message"}"#).entries.count == 12)
    #expect(try page(device, #"{"status":"shown"}"#).entries.allSatisfy { $0.kind == "message" })
  }

  // MARK: Status

  private func lines(
    _ state: String, deafSince: String?, trouble: String? = "The server cannot be reached."
  ) throws -> StatusLine? {
    var report = StateReport()
    report.carriers = [
      StateReport.Carrier(
        name: "ntfy:a.example", topics: ["t"], state: state, since: "2026-11-21T10:00:00+01:00",
        deafSince: deafSince, trouble: trouble)
    ]
    let today = try #require(LocalDate("2026-11-21"))
    return StatusLine.lines(report, today: today, now: start, words: .english)
      .first { $0.subject == .connection }
  }

  @Test("C6: a connection that is deaf for two minutes, or refused, is a problem; a moment is not")
  func status() throws {
    let fine = try lines("open", deafSince: nil, trouble: nil)
    #expect(fine?.standing == .fine && fine?.title == "Connected to a.example")
    #expect(try lines("waiting", deafSince: "2026-11-21T09:59:00+01:00")?.standing == .notable)
    let deaf = try lines("connecting", deafSince: "2026-11-21T09:58:00+01:00")
    #expect(deaf?.standing == .wrong)
    #expect(deaf?.title == "a.example: not connected since today at 09:58")
    #expect(try lines("refused", deafSince: nil)?.standing == .wrong)
    // A process that has just started has not tried yet.
    let new = try lines("connecting", deafSince: "2026-11-20T09:58:00+01:00", trouble: nil)
    #expect(new == nil)
  }
}
