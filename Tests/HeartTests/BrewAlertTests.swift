import CarillonFeatures
import CarillonStore
import Testing

/// Alerts and updates of a brew that carry less data than its stages. (B1, B8, B25)
@Suite struct BrewAlertTests {
  private let start = at("2026-11-21T09:00:00Z")

  private func device() throws -> Device {
    let device = try Device(at: start)
    device.setSlots([])
    return device
  }

  private func stage(_ stage: String, _ more: [String: String] = [:]) -> [String: String] {
    ["type": "brew_stage", "stage": stage, "brewId": "b1"].merging(more) { $1 }
  }

  private func alert(_ more: [String: String] = [:]) -> [String: String] {
    ["type": "brew_alert", "brewId": "b1", "title": "Look"].merging(more) { $1 }
  }

  private func detail(_ device: Device) throws -> Detail {
    try #require(deserialize(Detail.self, from: device.done(.detail(tag: "brew:b1"))))
  }

  /// The window's values for these labels.
  private func values(_ device: Device, _ labels: String...) throws -> [String] {
    var values: [String] = []
    for case .facts(let facts) in try detail(device).parts {
      for label in labels {
        guard case .reading(let reading)? = facts.facts.first(where: { $0.label == label })?.value
        else { continue }
        values.append("\(reading.text(at: device.now))\(reading.unit)")
      }
    }
    return values
  }

  private let measured = [
    "pressure": "6.5", "elapsedTime": "19", "remainingTime": "3600", "flowRate": "1.2",
  ]

  @Test("B1: an alert without data keeps the values and lets time go on")
  func keepsValues() throws {
    let device = try device()
    device.push(stage("brewing", measured))
    device.run(for: .seconds(3))
    #expect(try values(device, "Elapsed", "Pressure", "Flow") == ["22s", "6.5bar", "1.2ml/s"])
    device.push(alert(["body": "The cup is full."]))
    #expect(try values(device, "Elapsed", "Pressure", "Flow") == ["22s", "6.5bar", "1.2ml/s"])
    let body = try #require(device.calls.last?.call.body)
    #expect(body == "Espresso • 22s elapsed\nThe cup is full.\nFlow rate: 1.2 ml/s")
    device.run(for: .seconds(2))
    #expect(try values(device, "Elapsed") == ["24s"])
  }

  @Test(
    "B1: without a known duration, an alert's clock goes no further than its window's",
    arguments: [Span.minutes(10), .days(2)])
  func clockStops(_ span: Span) throws {
    let device = try device()
    device.push(stage("brewing", ["elapsedTime": "19"]))
    // Silence, or a clock change.
    device.now = device.now + span
    #expect(try values(device, "Elapsed") == ["49s"])
    device.push(alert(["body": "Cold."]))
    #expect(device.calls.last?.call.body == "Espresso • 49s elapsed\nCold.")
  }

  @Test("B4: an alert announces no more pre-infusion time than is left")
  func preInfusionStops() throws {
    let device = try device()
    device.push(stage("preInfusion", ["elapsedTime": "4", "preInfusionTime": "8"]))
    device.run(for: .seconds(20))
    device.push(alert(["body": "Cold."]))
    #expect(
      device.calls.last?.call.body.hasSuffix("Pre-infusion: 8 / 8 seconds.") == true)
  }

  @Test("B20: a clock change during a shot does not make it impossibly long")
  func shotOverClock() throws {
    let device = try device()
    device.push(stage("brewing"))
    device.setClock(to: device.now + .days(2))
    device.push(stage("complete", ["elapsedTime": "28"]))
    let readings = try detail(device).parts.compactMap { part -> Double? in
      if case .timeline(let timeline) = part { timeline.reading.ramp.from } else { nil }
    }
    #expect(readings == [28])
  }

  @Test("B1: an alert's own values count, and a stage without values has its defaults")
  func saysValues() throws {
    let device = try device()
    device.push(stage("brewing", measured))
    device.run(for: .seconds(3))
    device.push(alert(["pressure": "12", "elapsedTime": "30"]))
    #expect(try values(device, "Elapsed", "Pressure") == ["30s", "12.0bar"])
    device.push(stage("brewing", ["x": "y"]))
    #expect(try values(device, "Elapsed", "Pressure") == ["0s", "9.0bar"])
  }

  @Test("B13: an alert does not shorten the time after which a silent brew is over")
  func keepsRemaining() throws {
    let device = try device()
    device.push(stage("brewing", measured))
    device.run(for: .minutes(30))
    device.push(alert())
    device.run(until: start + .minutes(75) - .milliseconds(1))
    #expect(try !detail(device).isOver)
    device.run(until: start + .minutes(75))
    #expect(try detail(device).isOver)
  }

  @Test("T28, B1: an alert for a brew with an encrypted state is about the stage it has reached")
  func sealed() throws {
    let device = try device()
    device.store.useKey([UInt8](repeating: 7, count: 32))
    device.push(stage("brewing"))
    device.store.useKey(nil)
    device.host.send(.situation(.keyring(.locked)))
    #expect(device.push(alert()) == "showing")
    #expect(device.calls.last?.call.category == "BREW_EXTRACTION")
    #expect(device.push(stage("heating")) == "skipped earlier-stage")
    #expect(device.push(stage("frothing")) == "showing")
    #expect(device.calls.last?.call.suppressSound == true)
  }

  @Test("B8: updates and alerts keep the stage's photo, another stage does not")
  func keepsPhoto() throws {
    let device = try device()
    device.push(stage("brewing", ["imageUrl": "https://example.org/a.png"]))
    let ticket = try #require(device.pictures.last?.ticket)
    device.host.send(.finished(ticket, .media(.ready(file: "/cache/a.png"))))
    device.push(stage("brewing", ["elapsedTime": "5"]))
    #expect(device.calls.last?.call.picture?.file == "/cache/a.png")
    device.push(alert())
    #expect(device.calls.last?.call.picture?.file == "/cache/a.png")
    #expect(device.pictures.count == 1)
    device.push(stage("complete"))
    #expect(device.calls.last?.call.picture?.file == nil)
  }

  @Test(
    "B25: the form asks for the temperature in the displayed unit; the machine gets °C")
  func form() throws {
    let device = try device()
    device.push(stage("complete"))
    func field() throws -> Form.Field {
      let form = try #require(try detail(device).forms.first { $0.id == "adjust_profile" })
      return try #require(form.fields.first { $0.label == "Temperature" })
    }
    func sent() -> JSONValue? {
      for case .command(let text) in device.signals.reversed() {
        if case .object(let command) = JSONValue(parsing: text) { return command["data"] }
      }
      return nil
    }
    #expect(try field().unit == "°C" && field().value == 93)
    device.set(#"{"temperatureUnit":"F"}"#)
    let shown = try field()
    #expect(shown.unit == "°F" && abs(shown.value - 199.4) < 1e-9)
    #expect(shown.low == 176 && shown.high == 212)
    // An unchanged value must stay the same.
    device.done(
      .act(tag: "brew:b1", action: "adjust_profile", data: #"{"dose":18,"\#(shown.id)":199.4}"#))
    #expect(sent() == .object(["dose": .integer(18), "temperature": .integer(93)]))
    device.done(
      .act(tag: "brew:b1", action: "adjust_profile", data: #"{"\#(shown.id)":200}"#))
    #expect(sent() == .object(["temperature": .number(93.3)]))
    device.done(.act(tag: "brew:b1", action: "adjust_profile", data: #"{"temperature":92.5}"#))
    #expect(sent() == .object(["temperature": .number(92.5)]))
  }

  @Test("B17: a machine's failure without a reason is shown as a refusal")
  func blankError() throws {
    let device = try device()
    device.push(stage("brewing"))
    device.run(for: .seconds(1))
    try device.respond(.action(key: "stop_shot", activation: nil))
    device.done(.commandDone(id: "command-1", error: "\u{7}"))
    #expect(device.calls.last?.call.summary == "Stop Shot Now failed")
    #expect(device.calls.last?.call.body == "The machine refused it.")
  }

  @Test(
    "B17: a message's button stays its own if it is named like an hour's, through a door too")
  func ownNames() throws {
    let device = try device()
    let actions = #"[{"id":"skip_next","title":"Skip"},{"id":"open","title":"Open valve"}]"#
    for name in ["skip_next", "open"] {
      device.push(stage("brewing", ["actions": actions, "brewId": name]))
      device.run(for: .seconds(1))
      let id = try #require(device.history().first?.requestId)
      device.done(.respond(requestID: id, action: name))
      #expect(device.history().first?.response == name)
    }
    #expect(device.signals.filter { if case .command = $0 { true } else { false } }.count == 2)
    #expect(device.opened.isEmpty)
  }
}
