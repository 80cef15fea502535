import CarillonFeatures
import Testing

/// The texts of a brew's notification, stage by stage. (000, 001, B2–B7)
@Suite struct BrewTests {
  private let start = at("2026-11-21T06:00:00Z")

  private func device() throws -> Device { try Device(at: start) }

  /// The notification after these messages: the last one's call.
  private func shown(
    _ device: Device, _ messages: [String: String]...,
    at location: SourceLocation = #_sourceLocation
  ) throws -> NotifyCall {
    for message in messages {
      device.push(message, at: location)
      device.run(for: .seconds(1))
    }
    return try #require(device.calls.last?.call, sourceLocation: location)
  }

  @Test(
    "B2, T7: what is stored of a brew with a number that no machine can have said is not known",
    arguments: [
      #""remaining":1e300"#, #""elapsed":-1e300"#, #""preInfusion":1e300"#,
      #""heardAt":9223372036854775807"#, #""progress":1e300"#,
    ])
  func edited(_ edit: String) throws {
    let device = try device()
    _ = try shown(
      device,
      message(
        "heating",
        ["remainingTime": "20", "elapsedTime": "3", "preInfusionTime": "8", "progress": "5"]))
    let tag = try #require(device.state().threads.first?.tag)
    try device.edit(tag, edit)
    _ = device.state()
    _ = device.refusal(.detail(tag: tag))
    #expect(try shown(device, message("grinding", [:])).summary.isEmpty == false)
  }

  @Test("B4: a long body is shown, and the addition to it is not cut")
  func longBody() throws {
    let body = String(repeating: "Wait. ", count: 40) + "Now."
    let call = try shown(device(), message("heating", ["body": body, "remainingTime": "20"]))
    #expect(call.body == "Espresso • 18g @ 93°C\n\(body)\nAbout 20 seconds remaining.")
    let longer = try shown(
      device(),
      message("heating", ["body": body + body + body + body + body, "remainingTime": "20"]))
    #expect(longer.body.count < 1100 && longer.body.hasSuffix("…\nAbout 20 seconds remaining."))
  }

  private let heating = [
    "type": "brew_stage", "stage": "heating", "brewId": "b1", "brewType": "espresso", "dose": "18",
    "temperature": "93", "pressure": "9", "elapsedTime": "0",
  ]

  private func message(_ stage: String, _ more: [String: String] = [:]) -> [String: String] {
    heating.merging(["stage": stage]) { $1 }.merging(more) { $1 }
  }

  @Test("000: heating has its own text, the profile as first line, and no button")
  func heatingText() throws {
    let call = try shown(device(), message("heating", ["remainingTime": "20"]))
    #expect(call.summary == "Heating water for espresso")
    #expect(
      call.body == """
        Espresso • 18g @ 93°C
        Your First Crack machine is heating water to the target brewing temperature.
        About 20 seconds remaining.
        """)
    #expect(call.actions.map(\.key) == ["default"])
    #expect(call.category == "BREW_HEATING")
  }

  @Test("000: grinding shows the dose, and has Pause and Adjust")
  func grinding() throws {
    let call = try shown(device(), message("grinding"))
    #expect(call.summary == "Grinding beans for your shot")
    #expect(
      call.body == "Espresso • 18g dose\nFresh beans are being ground to the selected profile.")
    #expect(call.actions.map(\.key) == ["default", "pause_grinding", "adjust_grind"])
  }

  @Test("000: pre-infusion shows the pressure, and its time if both were sent")
  func preInfusion() throws {
    let call = try shown(
      device(),
      message("preInfusion", ["pressure": "2", "elapsedTime": "4", "preInfusionTime": "8"]))
    #expect(call.summary == "Pre-infusion in progress")
    #expect(
      call.body == """
        Espresso • 18g @ 2 bar
        Gently saturating the coffee puck for even extraction.
        Pre-infusion: 4 / 8 seconds.
        """)
    #expect(call.actions.map(\.key) == ["default", "skip_preinfusion", "extend_preinfusion"])
  }

  @Test("B2: pre-infusion without a pressure has 2 bar, and without both times shows none")
  func preInfusionDefaults() throws {
    let call = try shown(
      device(), ["stage": "preinfusion", "brewId": "b", "elapsedTime": "4"])
    #expect(
      call.body == "Espresso • 18g @ 2 bar\nGently saturating the coffee puck for even extraction.")
  }

  @Test("000: extraction shows elapsed time and flow, and can be stopped")
  func extraction() throws {
    let call = try shown(device(), message("brewing", ["elapsedTime": "19", "flowRate": "1.2"]))
    #expect(
      call.body == """
        Espresso • 19s elapsed
        Your espresso shot is pulling. Click for live stats.
        Flow rate: 1.2 ml/s
        """)
    #expect(call.actions.map(\.key) == ["default", "stop_shot", "view_live"])
  }

  @Test("001, B4: complete keeps the message's body and adds the duration")
  func complete() throws {
    let call = try shown(
      device(),
      message(
        "complete",
        [
          "type": "brew_complete", "title": "Your Espresso is Ready! ☕",
          "body": "Perfect extraction: 36ml in 28s at 93°C. Enjoy!", "elapsedTime": "28",
        ]))
    #expect(call.summary == "Your Espresso is Ready! ☕")
    #expect(call.body == "Completed in 28s\nPerfect extraction: 36ml in 28s at 93°C. Enjoy!")
    #expect(call.actions.map(\.key) == ["default", "brew_again", "adjust_profile", "share"])
  }

  @Test("B2: complete without a time has no subtitle")
  func completeWithoutTime() throws {
    let call = try shown(device(), ["type": "brew_complete", "brewId": "b", "stage": "complete"])
    #expect(call.body == "Your espresso is ready. Enjoy!")
  }

  @Test("B6: the message's own actions are used, at most three")
  func ownActions() throws {
    let actions =
      #"[{"id":"view_live","title":"View Live"},{"id":"stop_early","title":"Stop Now"}]"#
    let call = try shown(device(), message("brewing", ["actions": actions]))
    #expect(call.actions.map(\.label) == ["Open", "View Live", "Stop Now"])
  }

  @Test("B25: temperatures are in °F if the user has chosen that")
  func fahrenheit() throws {
    let device = try device()
    device.set(#"{"temperatureUnit":"F"}"#)
    #expect(try shown(device, heating).body.hasPrefix("Espresso • 18g @ 199°F"))
  }

  @Test(
    "B3: brew types are capitalized, even unknown ones; a subtitle has at most 50 characters")
  func types() throws {
    #expect(
      try shown(device(), message("grinding", ["brewType": "RISTRETTO"])).body.hasPrefix(
        "Ristretto •"))
    let long = String(repeating: "latte", count: 30)
    let line = try shown(device(), message("grinding", ["brewType": long])).body.split(
      separator: "\n")
    #expect(line[0].count <= 50 && line[0].hasPrefix("Latte"))
  }

  @Test(
    "B2: a type with no visible characters counts as missing",
    arguments: [" ", "\u{7}", "\u{200B}"])
  func blankType(_ type: String) throws {
    #expect(
      try shown(device(), message("grinding", ["brewType": type])).body.hasPrefix("Espresso • 18g"))
  }

  @Test("B2: absurd numbers count as missing and are replaced by their defaults")
  func absurd() throws {
    let call = try shown(
      device(), message("heating", ["dose": "1e9", "temperature": "-4", "remainingTime": "99999"]))
    #expect(call.body.hasPrefix("Espresso • 18g @ 93°C\n"))
    #expect(!call.body.contains("remaining"))
  }

  @Test("B1: an unknown stage is the brew's current one, heating for a new brew")
  func unknownStage() throws {
    let device = try device()
    #expect(try shown(device, message("frothing")).category == "BREW_HEATING")
    #expect(
      try shown(device, message("BREWING"), message("frothing", ["brewType": "lungo"])).category
        == "BREW_EXTRACTION")
  }

  @Test(
    "B2: a message without a valid brewId is refused by name, and makes no delivery",
    arguments: ["", "a b", "ä", String(repeating: "x", count: 129), "../x"])
  func badID(_ id: String) throws {
    let device = try device()
    let refusal = device.refusal(
      .push(message: device.document(["type": "brew_stage", "brewId": id])))
    #expect(refusal?.message.hasPrefix("data.brewId: ") == true)
    #expect(device.calls.isEmpty && device.history().isEmpty)
    #expect(try device.events().first == "MESSAGE_REFUSED data.brewId")
  }

  @Test("B1: a message of no kind without a text is refused, naming type")
  func noKind() throws {
    let device = try device()
    let refusal = device.refusal(.push(message: #"{"data":{"type":"thing","x":"y"}}"#))
    #expect(refusal?.message.hasPrefix("data.type: ") == true)
  }

  @Test("B1: a message of no kind with a title or body uses the general channel")
  func general() throws {
    let device = try device()
    device.push(["title": "Hello", "body": "World"])
    #expect(device.calls.last?.call.summary == "Hello")
    #expect(device.history().first?.channel == "general")
  }

  @Test("B18: half a degree is shown where it was set and sent, as in the popup")
  func halfDegree() throws {
    let device = try device()
    for stage in ["heating", "preinfusion", "brewing", "complete"] {
      device.push(message(stage, ["temperature": "93.5"]))
      let detail = try #require(
        deserialize(Detail.self, from: device.done(.detail(tag: "brew:b1"))))
      let text = detail.sharedText(at: .distantPast)
      #expect(text.contains("emperature: 93.5 °C"), "\(text)")
    }
  }

  @Test("B27: screen readers say the values of drawings with their units")
  func spokenUnits() throws {
    let device = try device()
    var spoken: [String] = []
    for stage in ["heating", "preinfusion", "brewing"] {
      device.push(message(stage, ["remainingTime": "10", "preInfusionTime": "8"]))
      let detail = try #require(
        deserialize(Detail.self, from: device.done(.detail(tag: "brew:b1"))))
      for part in detail.parts {
        switch part {
        case .ring(let ring): spoken.append(ring.spoken)
        case .vessel(let vessel): spoken.append(vessel.spoken)
        case .gauge(let gauge): spoken.append(gauge.spoken)
        default: break
        }
      }
    }
    #expect(
      spoken == [
        "About {value} s until the water is at 93°C", "Pre-infusion, {value} of 8.0 s, {phase}",
        "Pressure {value} bar, {phase}", "Shot time {value} s, {phase}",
      ])
  }

  @Test("B10, B18: every stage has a window, with its steps, values and buttons")
  func details() throws {
    let device = try device()
    for stage in ["heating", "grinding", "preinfusion", "brewing", "complete"] {
      device.push(message(stage, ["remainingTime": "10", "preInfusionTime": "8"]))
      let text = device.done(.detail(tag: "brew:b1"))
      let detail = try #require(deserialize(Detail.self, from: text))
      #expect(detail.parts.count >= 3)
      #expect(detail.isOver == (stage == "complete"))
      #expect(!detail.buttons.isEmpty)
    }
    let over = try #require(deserialize(Detail.self, from: device.done(.detail(tag: "brew:b1"))))
    #expect(over.buttons.map(\.id) == ["brew_again", "adjust_profile", "share"])
  }
}
