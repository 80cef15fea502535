import CarillonFeatures
import Testing

/// Carillon's own fields in pre-infusion: target pressure, target ratio, and notes. (B19)
@Suite struct BrewTargetTests {
  /// The gauge of pre-infusion after these messages.
  private func gauge(_ device: Device, _ more: [String: String]...) throws -> Gauge {
    for fields in more {
      device.push(stage("preInfusion", "b1", fields))
      device.run(for: .seconds(1))
    }
    for case .gauge(let gauge) in try device.detail().parts { return gauge }
    throw Absent()
  }

  private struct Absent: Error {}

  private func bounds(_ gauge: Gauge) -> [Double?] {
    [gauge.wanted?.from, gauge.wanted?.to]
  }

  /// The word beside the gauge at this pressure.
  private func word(_ gauge: Gauge, at pressure: Double) -> String? {
    gauge.phases.word(
      for: Reading(.still(pressure), gauge.reading.figures), at: .distantPast)
  }

  @Test("B19: without a target, the typical range is drawn, 1.5 to 3 bar")
  func typical() throws {
    let gauge = try gauge(.forMessages(), ["pressure": "2"])
    #expect(bounds(gauge) == [1.5, 3])
    #expect(gauge.low == 0 && gauge.high == 6)
    #expect(gauge.phases.map(\.until) == [1.5, 3, nil])
    #expect(gauge.phases.map(\.tone) == [.blue, .green, .orange])
    #expect(word(gauge, at: 1.4) == "Below 1.5 bar")
    #expect(word(gauge, at: 1.5) == "Typical: 1.5–3.0 bar")
    #expect(word(gauge, at: 3) == "Typical: 1.5–3.0 bar")
    #expect(word(gauge, at: 3.1) == "Above 3.0 bar")
  }

  @Test("B19: a given target is drawn as the target, on a scale that fits it")
  func given() throws {
    let gauge = try gauge(.forMessages(), ["pressure": "4", "targetPressure": "2.5-4.2"])
    #expect(bounds(gauge) == [2.5, 4.2])
    #expect(gauge.low == 0 && gauge.high == 9)
    #expect(gauge.phases.map(\.until) == [2.5, 4.2, nil])
    #expect(word(gauge, at: 2.4) == "Below 2.5 bar")
    #expect(word(gauge, at: 2.5) == "In target 2.5–4.2 bar")
    #expect(word(gauge, at: 4.2) == "In target 2.5–4.2 bar")
    #expect(word(gauge, at: 4.3) == "Above 4.2 bar")
    #expect(gauge.reading.text(at: .distantPast) == "4.0" && gauge.reading.unit == "bar")
  }

  @Test(
    "B19: both ends of the target's range are valid",
    arguments: [("0-20", 0.0, 20.0), ("0-0.1", 0, 0.1), ("2-3", 2, 3), ("19.9-20", 19.9, 20)])
  func ends(_ text: String, _ low: Double, _ high: Double) throws {
    let gauge = try gauge(.forMessages(), ["targetPressure": text])
    #expect(bounds(gauge) == [low, high])
    #expect(gauge.high >= high)
  }

  @Test(
    "B19: an invalid target counts as absent",
    arguments: [
      "", "1.5", "1.5-", "-3.0", "-", "3.0-1.5", "2-2", "1.5-3.0-4.5", "-1-3", "1.5-20.1", "a-b",
      "1.5–3.0", "1.5 - 3.0", "1e0-3", "nan-3", "1.5-inf", "1,5-3,0", "1.5 bar-3 bar",
    ])
  func malformed(_ text: String) throws {
    let gauge = try gauge(.forMessages(), ["targetPressure": text])
    #expect(bounds(gauge) == [1.5, 3])
    #expect(word(gauge, at: 2) == "Typical: 1.5–3.0 bar")
  }

  @Test("B19: a target lasts for its brew if a later message has none or a malformed one")
  func kept() throws {
    let device = try Device.forMessages()
    let target = ["targetPressure": "2-4", "targetRatio": "1:2.5"]
    let gauge = try gauge(
      device, target, ["pressure": "3"], ["targetPressure": "9-1", "targetRatio": "x"])
    #expect(bounds(gauge) == [2, 4])
    #expect(try device.facts()["Target ratio"] == "1:2.5")
    device.push(stage("preInfusion", "b2"))
    for case .gauge(let other) in try device.detail("b2").parts {
      #expect(bounds(other) == [1.5, 3])
    }
    #expect(try device.facts("b2")["Target ratio"] == nil)
  }

  @Test(
    "B19: a target ratio is shown as it was sent; a bare number is relative to one",
    arguments: [
      ("1:2.0", "1:2.0"), ("1:2", "1:2"), ("2.0", "1:2.0"), ("2", "1:2"), ("1:20", "1:20"),
      ("20", "1:20"),
    ])
  func ratio(_ text: String, _ read: String) throws {
    let device = try Device.forMessages()
    device.push(stage("preInfusion", "b1", ["targetRatio": text]))
    #expect(try device.facts()["Target ratio"] == read)
  }

  @Test(
    "B19: an invalid or absent target ratio is left out",
    arguments: [
      nil, "", ":", "1:", ":2", "1:2:3", "-1:2", "1:20.1", "20.1", "two", "1/2", "1: 2", "1:1e1",
    ] as [String?])
  func noRatio(_ text: String?) throws {
    let device = try Device.forMessages()
    device.push(stage("preInfusion", "b1", text.map { ["targetRatio": $0] } ?? [:]))
    #expect(try device.facts()["Target ratio"] == nil)
    // The other values are always shown.
    #expect(try device.facts()["Dose"] == "18 g")
  }

  /// The text under "Notes" in the window.
  private func notes(_ device: Device) throws -> String? {
    for case .note(let note) in try device.detail().parts where note.title == "Notes" {
      return note.text
    }
    return nil
  }

  @Test("B19, B21: notes are kept until the brew is complete, and shown with the message's text")
  func notesAreKept() throws {
    let device = try Device.forMessages()
    device.push(stage("preInfusion", "b1", ["notes": "Ethiopia,\u{7}\nfiner \u{202E}by two"]))
    device.push(stage("brewing"))
    device.push(stage("complete", "b1", ["body": "36 ml in 28 s."]))
    #expect(try notes(device) == "36 ml in 28 s.\nEthiopia,\nfiner by two")
  }

  @Test("B19: without notes, only the message's text is shown; the last notes count")
  func notesAreLeftOut() throws {
    let device = try Device.forMessages()
    device.push(stage("complete", "b1", ["body": "36 ml in 28 s."]))
    #expect(try notes(device) == "36 ml in 28 s.")
    device.push(stage("complete", "b1", ["body": "36 ml in 28 s.", "notes": "First"]))
    device.push(stage("complete", "b1", ["body": "36 ml in 28 s.", "notes": "Second"]))
    #expect(try notes(device) == "36 ml in 28 s.\nSecond")
  }

  @Test("B19: notes have at most 500 characters")
  func longNotes() throws {
    let device = try Device.forMessages()
    device.push(
      stage("complete", "b1", ["body": "B", "notes": String(repeating: "é", count: 501)]))
    let kept = try #require(try notes(device)).dropFirst(2)
    #expect(kept.count == 500 && kept.hasSuffix("…"))
  }
}
