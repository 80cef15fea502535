import Testing

import CarillonFeatures

/// The parts of a brew's window, stage by stage. (B10, B12, B18)
@Suite struct BrewDetailTests {
  private let start = at("2026-11-21T09:00:00Z")

  private func detail(_ stage: String, _ more: [String: String] = [:]) throws -> Detail {
    try detail(Device(at: start), stage, more)
  }

  private func detail(
    _ device: Device, _ stage: String, _ more: [String: String] = [:]
  ) throws -> Detail {
    device.push(["type": "brew_stage", "stage": stage, "brewId": "b1"].merging(more) { $1 })
    return try #require(deserialize(Detail.self, from: device.done(.detail(tag: "brew:b1"))))
  }

  private func bar(_ detail: Detail) throws -> Bar {
    let bars = detail.parts.compactMap { if case .bar(let bar) = $0 { bar } else { nil } }
    return try #require(bars.first)
  }

  private func ring(_ detail: Detail) -> Ring? {
    detail.arranged.parts.compactMap { if case .ring(let ring) = $0 { ring } else { nil } }.first
  }

  private let media = [
    "imageUrl": "https://example.org/p.png", "videoUrl": "https://example.org/v.mp4",
  ]

  @Test("B18: the live window has no button that only opens it, and no seconds beside its own")
  func alreadyHere() throws {
    let detail = try detail("brewing", ["elapsedTime": "27"])
    #expect(detail.buttons.map(\.id) == ["stop_shot"])
    #expect(detail.caption == "Espresso • 18g @ 93°C")
  }

  @Test("B21: a shot that was stopped is not complete, and has no check mark")
  func stopped() throws {
    let device = try Device(at: start)
    _ = try detail(device, "brewing", ["elapsedTime": "6"])
    let whole = try detail("complete")
    let detail = try detail(device, "complete", ["elapsedTime": "6", "outcome": "stopped"])
    #expect(detail.heading == "Espresso shot stopped" && detail.tone == .amber)
    #expect(detail.emblem?.inside == .symbol(.cup, .amber))
    #expect(
      whole.heading == "Espresso shot complete" && whole.emblem?.inside == .symbol(.check, .green))
  }

  @Test("B17: a command that failed says which, and why")
  func failedCommand() throws {
    let device = try Device(at: start)
    _ = try detail(device, "brewing")
    device.done(.act(tag: "brew:b1", action: "stop_shot", data: ""))
    device.done(.commandDone(id: "command-1", error: "Jammed."))
    let detail = try #require(deserialize(Detail.self, from: device.done(.detail(tag: "brew:b1"))))
    #expect(
      detail.buttons.first?.state
        == .failed("Stop Shot Now failed. The machine refused it.", retry: "Retry"))
  }

  @Test("B17: what a machine takes back quietly is no news, and its buttons are gone")
  func quiet() throws {
    let device = try Device(at: start)
    _ = try detail(device, "complete")
    device.run(for: .seconds(1))
    let calls = device.calls.count
    let actions = #"[{"id":"view_details","title":"View Details"}]"#
    let detail = try detail(device, "complete", ["quiet": "true", "actions": actions])
    #expect(detail.buttons.isEmpty && device.calls.count == calls)
  }

  @Test(
    "B8, B10, B18: every stage shows its photo first and plays its video",
    arguments: ["heating", "grinding", "preInfusion", "brewing", "complete"])
  func photo(_ stage: String) throws {
    var detail = try detail(stage, media)
    #expect(detail.missingPicture == "https://example.org/p.png")
    #expect(detail.video(of: "play_video") == "https://example.org/v.mp4")
    detail.fill("/cache/p.png")
    guard case .picture(let picture) = try #require(detail.arranged.parts.first) else {
      Issue.record("\(detail.arranged.parts)")
      return
    }
    #expect(picture.file == "/cache/p.png" && !picture.alternative.isEmpty)
    #expect(picture.play?.label == "Play Video")
  }

  @Test("B19: pre-infusion keeps its puck with a photo, without one, and until it comes")
  func puck() throws {
    for more in [media, ["videoUrl": "https://example.org/v.mp4"], [:]] {
      var detail = try detail(
        "preInfusion", more.merging(["elapsedTime": "2", "preInfusionTime": "8"]) { $1 })
      guard case .ring = try #require(detail.arranged.parts.first) else {
        Issue.record("\(detail.arranged.parts)")
        continue
      }
      #expect(detail.arranged.buttons.contains { $0.id == "play_video" } == !more.isEmpty)
      detail.fill("/cache/p.png")
      guard case .vessel(let puck)? = ring(detail)?.inside else {
        Issue.record("\(detail.parts)")
        continue
      }
      #expect(puck.shape == .disc && puck.fill.from == 0.25)
    }
  }

  @Test(
    "001, B12: for a stage of unknown duration, bar and emblem show the whole brew's progress",
    arguments: [("heating", "10"), ("grinding", "40")])
  func wholeBrew(_ stage: String, _ progress: String) throws {
    let detail = try detail(stage, ["progress": progress])
    let bar = try bar(detail)
    let now = start + .seconds(3)
    // It must not be presented as the stage's own.
    #expect(bar.title == "Whole brew" && bar.total == 100)
    #expect(bar.reading?.text(at: now) == progress)
    #expect(bar.state?.text(at: now) == "\(progress) %")
    #expect(bar.spoken == "Whole brew, {value}")
    #expect(detail.emblem?.reading.ramp == .still((Double(progress) ?? 0) / 100))
  }

  @Test("B12: the stage's own progress takes precedence over the brew's, and moves with the clock")
  func ownShare() throws {
    for (stage, below) in [("heating", nil), ("grinding", "About 5 s remaining.")] {
      let detail = try detail(stage, ["progress": "40", "remainingTime": "20"])
      let bar = try bar(detail)
      #expect(bar.state?.text(at: start) == "0 %")
      #expect(bar.state?.text(at: start + .seconds(15)) == "75 %")
      #expect(bar.text?.text(at: start + .seconds(15)) == below)
      #expect(bar.spoken.hasSuffix(", {value}") && !bar.spoken.contains("whole"))
      #expect(detail.emblem?.reading.ramp.value(at: start + .seconds(5)) == 0.25)
    }
  }

  @Test("B2, B12: without either, or with an invalid percentage, the bar shows no progress")
  func unknownShare() throws {
    for more in [[:], ["progress": "140"], ["progress": "-1"], ["progress": "some"]] {
      let detail = try detail("grinding", more)
      #expect(try bar(detail).reading == nil)
      #expect(try bar(detail).spoken == "Grinding in progress, under way")
      #expect(detail.emblem?.reading.ramp == .still(0))
    }
  }

  @Test("B12: the progress is kept by messages that do not mention it")
  func kept() throws {
    let device = try Device(at: start)
    _ = try detail(device, "heating", ["progress": "10"])
    #expect(try bar(detail(device, "heating", ["dose": "19"])).reading?.ramp == .still(10))
  }

  @Test("000, B20: extraction shows the elapsed time, which runs by itself")
  func elapsed() throws {
    let detail = try detail("brewing", ["elapsedTime": "9", "remainingTime": "19"])
    let facts = detail.parts.compactMap { if case .facts(let facts) = $0 { facts } else { nil } }
    let fact = try #require(facts.first?.facts.first)
    #expect(fact.label == "Elapsed" && fact.spoken == "Elapsed {value}")
    #expect(fact.value.text(at: start) == "9" && fact.value.unit == "s")
    #expect(fact.value.text(at: start + .seconds(4)) == "13")
  }
}
