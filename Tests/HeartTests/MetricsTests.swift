import CarillonStore
import Testing

import CarillonFeatures

/// The statistics on messages. (B29)
@Suite struct MetricsTests {
  private let start = at("2026-11-21T09:00:00Z")

  private func device() throws -> Device {
    let device = try Device(at: start)
    device.setSlots([])
    return device
  }

  private func stage(_ stage: String, _ brew: String, _ more: [String: String] = [:])
    -> [String: String]
  {
    ["type": "brew_stage", "stage": stage, "brewId": brew].merging(more) { $1 }
  }

  private func metrics(_ device: Device) throws -> MetricsReport {
    try #require(deserialize(MetricsReport.self, from: device.done(.metrics)))
  }

  @Test("B29: without messages the statistics are empty")
  func empty() throws {
    #expect(try metrics(device()) == MetricsReport())
  }

  @Test("B29: delivered, latency, opened, acted, dismissed and time to response are counted")
  func counts() throws {
    let device = try device()
    device.push(stage("grinding", "b1"))
    device.run(for: .seconds(2))
    try device.respond(.action(key: "pause_grinding", activation: nil))
    device.done(.commandDone(id: "command-1", error: ""))
    device.run(for: .seconds(1))
    device.push(stage("brewing", "b2"))
    device.run(for: .seconds(4))
    try device.respond(.action(key: "default", activation: nil))
    device.push(["title": "Hello"])
    device.run(for: .seconds(6))
    try device.respond(.dismissed)
    device.push(stage("heating", "b1"))
    let report = try metrics(device)
    #expect(report.received == 4)
    #expect(report.delivered == 3 && report.failed == 0)
    #expect(report.opened == 1 && report.dismissed == 1)
    #expect(report.acted == [.init(action: "pause_grinding", stage: "BREW_GRINDING", count: 1)])
    #expect(report.responseMs == .init(p50: 4000, p90: 6000))
    #expect(report.latencyMs?.p50 == 0)
    #expect(report.commands.sent == 1 && report.commands.done == 1)
    #expect(report.since?.hasPrefix("2026-11-21T") == true)
  }

  @Test("B29: messages in a digest were delivered; those answered in a banner were not")
  func together() throws {
    let device = try device()
    device.done(.pause(until: "1h"))
    device.push(stage("complete", "b1"))
    device.push(["title": "Hello"])
    device.run(for: .minutes(61))
    #expect(device.calls.map(\.call.summary) == ["2 notifications"])
    #expect(try metrics(device).delivered == 2)
    device.setServer(.absent)
    device.push(["title": "Waits"])
    device.run(for: .minutes(20))
    let live = try device.store.read { rows throws(StoreFailure) in try rows.live() }
    let id = try #require(live.last?.id)
    device.done(.respond(requestID: String(id), action: "open"))
    let report = try metrics(device)
    #expect(report.received == 3 && report.delivered == 2 && report.opened == 1)
    #expect(report.latencyMs == nil)
  }

  @Test("B29: failures, successful retries and errors by code are counted")
  func failures() throws {
    let device = try device()
    device.push(stage("brewing", "b1"))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.done(.commandDone(id: "command-1", error: "No shot is running."))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "retry-1", activation: nil))
    device.done(.commandDone(id: "command-2", error: ""))
    _ = device.refusal(.push(message: #"{"data":{"brewId":"a b"}}"#))
    _ = device.refusal(.push(message: #"{"data":{"type":"x"}}"#))
    let report = try metrics(device)
    #expect(report.commands.sent == 2 && report.commands.failed == 1)
    #expect(report.commands.retriesThatWorked == 1)
    #expect(
      report.errors == [
        .init(code: "MESSAGE_REFUSED", count: 2), .init(code: "COMMAND_FAILED", count: 1),
      ])
    // A command's confirmation is not a message.
    #expect(report.received == 1)
  }

  @Test("B29: programs get state and metrics in one document, windows get only the state")
  func whole() throws {
    let device = try device()
    device.push(stage("brewing", "b1"))
    device.run(for: .seconds(1))
    guard case .object(var members) = JSONValue(parsing: device.done(.wholeState)) else {
      Issue.record("no document")
      return
    }
    let own = members.removeValue(forKey: "metrics")
    #expect(own == JSONValue(parsing: serialize(try metrics(device))))
    #expect(JSONValue.object(members) == JSONValue(parsing: device.done(.state)))
  }

  @Test("B26, B29: people see a button's title and a stage's name, never an id")
  func titles() throws {
    let device = try device()
    for name in ["heating", "grinding", "preInfusion", "brewing", "complete"] {
      device.push(stage(name, "b1"))
      device.run(for: .seconds(1))
      let call = try #require(device.calls.last?.call)
      let detail = try #require(
        deserialize(Detail.self, from: device.done(.detail(tag: "brew:b1"))))
      let step = detail.parts.compactMap { part -> String? in
        guard case .steps(let steps) = part else { return nil }
        return steps.steps[steps.current].name
      }
      #expect([Features.all.kinds.name(ofCategory: call.category, .english)] == step)
      for button in detail.buttons {
        let title = Features.all.kinds.title(ofButton: button.id, in: call.category, .english)
        #expect(title == button.label)
      }
    }
    #expect(Features.all.kinds.name(ofCategory: "im.received", .english) == nil)
    #expect(Features.all.kinds.title(ofButton: "share", in: "im.received", .english) == nil)
    #expect(Features.all.kinds.title(ofButton: "froth_milk", in: "BREW_HEATING", .english) == nil)
  }

  @Test("B29: percentiles use the nearest rank")
  func spread() {
    func latency(_ lengths: [Int64]) -> MetricsReport.Spread? {
      MetricsReport(
        lengths.map {
          MessageSample(
            status: .shown, createdAt: start, decidedAt: start, shownAt: start + .milliseconds($0),
            wasHeld: false, response: nil, respondedAt: nil, category: "")
        }, commands: .init(), errors: [], zone: FixedZone("Europe/Berlin", hours: 1)
      ).latencyMs
    }
    #expect(latency([]) == nil)
    #expect(latency([7]) == .init(p50: 7, p90: 7))
    #expect(latency(Array(1...10).reversed()) == .init(p50: 5, p90: 9))
    #expect(latency([-3, 5]) == .init(p50: 0, p90: 5))
  }
}
