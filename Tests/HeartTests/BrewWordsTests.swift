import CarillonFeatures
import Testing

/// Brews in another language and in the other unit. (B25, B26)
@Suite struct BrewWordsTests {
  private static let stages = ["heating", "grinding", "preInfusion", "brewing", "complete"]

  /// Every field that a machine may send for a stage, except for its own texts.
  private static let measured = [
    "brewType": "lungo", "dose": "18.5", "temperature": "93.5", "pressure": "8.5",
    "elapsedTime": "6", "remainingTime": "21", "preInfusionTime": "8", "flowRate": "1.2",
    "volumeExtracted": "36", "progress": "40", "targetPressure": "2.5-4", "targetRatio": "1:2",
  ]

  private func device(
    _ words: Words, _ name: String, _ more: [String: String] = measured
  ) throws -> Device {
    let device = try Device(at: at("2026-11-21T09:00:00Z")) { $0.words = words }
    device.setSlots([])
    device.push(stage(name, "b1", more))
    device.run(for: .milliseconds(1))
    return device
  }

  private func german() throws -> Words { try .catalogue("de") { $0.decimalSeparator = "," } }

  /// The numbers in a text with their units, written as in English.
  private func quantities(_ text: String) -> [String] {
    text.matches(of: /([0-9]+(?:[.,][0-9]+)?)\s?(ml\/s|ml|bar|g|°C|°F|seconds?|Sekunden?|s|%)?/)
      .map { match in
        let unit = match.output.2.map { $0.lowercased() == "sekunden" ? "seconds" : String($0) }
        return match.output.1.replacing(",", with: ".") + (unit ?? "")
      }
      .sorted()
  }

  private func hasLetters(_ text: String) -> Bool { text.contains { $0.isLetter } }

  // MARK: B26

  @Test(
    "B26: a popup is in German, line by line, with the same numbers and units as in English",
    arguments: stages)
  func germanPopup(_ name: String) throws {
    let english = try #require(device(.english, name).calls.last?.call)
    let german = try #require(device(german(), name).calls.last?.call)
    #expect(german.summary != english.summary)
    let lines = [english, german].map { $0.body.split(separator: "\n").map(String.init) }
    #expect(lines[0].count == lines[1].count && lines[0].count > 1)
    for (english, german) in zip(lines[0], lines[1]) {
      #expect(german != english)
      #expect(quantities(german) == quantities(english), "\(german)")
    }
    #expect(german.actions.map(\.key) == english.actions.map(\.key))
    for (english, german) in zip(english.actions, german.actions) {
      #expect(german.label != english.label)
    }
    // The identifiers for programs are never translated.
    #expect(german.category == english.category)
  }

  @Test("B26: numbers in a popup use the user's format")
  func separators() throws {
    let call = try #require(device(german(), "heating").calls.last?.call)
    #expect(call.body.contains("18,5") && call.body.contains("93,5"))
    #expect(!call.body.contains("18.5") && !call.body.contains("93.5"))
  }

  @Test("B26: singular for one second, plural for more")
  func plurals() throws {
    for (seconds, word) in [("1", "1 Sekunde."), ("2", "2 Sekunden."), ("0", "0 Sekunden.")] {
      let call = try #require(
        device(german(), "heating", ["remainingTime": seconds]).calls.last?.call)
      #expect(call.body.hasSuffix(word), "\(call.body)")
    }
  }

  @Test(
    "B26: a window's values have German names, and the same numbers and units as in English",
    arguments: stages)
  func germanFacts(_ name: String) throws {
    func cards(_ device: Device) throws -> [[Fact]] {
      try device.detail().parts.compactMap { part in
        if case .facts(let card) = part { card.facts } else { nil }
      }
    }
    let devices = try [device(.english, name), device(german(), name)]
    let (english, german) = try (cards(devices[0]).joined(), cards(devices[1]).joined())
    #expect(english.count == german.count && english.count > 1)
    for (english, german) in zip(english, german) {
      #expect(german.label != english.label && german.spoken != english.spoken)
      let value = german.value.text(at: devices[1].now)
      #expect(
        value.replacing(",", with: ".") == english.value.text(at: devices[0].now))
      #expect(german.value.unit == english.value.unit)
    }
  }

  @Test("B26: a window's title, steps, buttons and forms are in German", arguments: stages)
  func germanWindow(_ name: String) throws {
    let (english, german) = try (
      device(.english, name).detail(), device(german(), name).detail()
    )
    #expect(german.heading != english.heading && german.caption != english.caption)
    #expect(quantities(german.caption) == quantities(english.caption))
    #expect(german.buttons.map(\.id) == english.buttons.map(\.id))
    for (english, german) in zip(english.buttons, german.buttons) {
      #expect(german.label != english.label)
    }
    func steps(_ detail: Detail) -> [String] {
      for case .steps(let steps) in detail.parts { return steps.steps.map(\.name) }
      return []
    }
    #expect(steps(english).count == 5)
    for (english, german) in zip(steps(english), steps(german)) { #expect(german != english) }
    for (english, german) in zip(english.forms, german.forms) {
      #expect(german.title != english.title && german.apply != english.apply)
      #expect(german.cancel != english.cancel)
      for (english, german) in zip(english.fields, german.fields) {
        #expect(german.label != english.label)
        #expect(german.unit == english.unit && german.value == english.value)
      }
    }
  }

  @Test(
    "B26: every text in a popup or a window came through gettext, even subtitles",
    arguments: stages)
  func allMarked(_ name: String) throws {
    let device = try device(.marked, name)
    let call = try #require(device.calls.last?.call)
    let lines = [call.summary] + call.body.split(separator: "\n").map(String.init)
    for text in lines + call.actions.map(\.label) {
      #expect(text.hasPrefix("⟦") && text.hasSuffix("⟧"), "\(text)")
    }
    let texts = try device.detail().texts()
    #expect(texts.count > 50)
    // The machine's own ratio is a number.
    for (field, text) in texts where hasLetters(text) {
      #expect(text.hasPrefix("⟦") && text.hasSuffix("⟧"), "\(field): \(text)")
    }
  }

  @Test(
    "B26: a command's confirmation came through gettext, and so did its buttons in the window",
    arguments: [
      ("grinding", "pause_grinding"), ("preInfusion", "skip_preinfusion"),
      ("preInfusion", "extend_preinfusion"), ("brewing", "stop_shot"), ("complete", "brew_again"),
      ("heating", "cancel_brew"), ("heating", "start_brew"),
    ])
  func markedCommands(_ name: String, _ button: String) throws {
    let device = try device(.marked, name)
    func expectMarked() throws {
      let call = try #require(device.calls.last?.call)
      for text in [call.summary, call.body] + call.actions.map(\.label) {
        #expect(text.hasPrefix("⟦") && text.hasSuffix("⟧"), "\(text)")
      }
      for (field, text) in try device.detail().texts() where hasLetters(text) {
        #expect(text.hasPrefix("⟦") && text.hasSuffix("⟧"), "\(field): \(text)")
      }
    }
    device.done(.act(tag: "brew:b1", action: button, data: ""))
    try expectMarked()
    device.run(for: .seconds(31))
    try expectMarked()
    #expect(device.calls.last?.call.actions.map(\.key) == ["default", "retry-1"])
    device.done(.act(tag: "brew:b1", action: "retry-1", data: ""))
    device.done(.commandDone(id: "command-2", error: ""))
    try expectMarked()
  }

  // MARK: B25

  /// A region that uses °F, and the temperatures in a window of its stage.
  private func fahrenheit() -> Words {
    var region = Region()
    region.fahrenheit = true
    return Words(region: region) { _, one, many, n in n == 1 ? one : many ?? one }
  }

  @Test(
    "B25: a window's values are in °F if the user chose it or the region uses it",
    arguments: [
      ("heating", "Target temperature"), ("grinding", "Target temperature"),
      ("preInfusion", "Temperature"), ("brewing", "Temperature"), ("complete", "Temperature"),
    ])
  func fahrenheitFacts(_ name: String, _ label: String) throws {
    let chosen = try device(.english, name)
    #expect(try chosen.facts()[label] == "93.5 °C")
    chosen.set(#"{"temperatureUnit":"F"}"#)
    let region = try device(fahrenheit(), name)
    for device in [chosen, region] {
      // From 200.3: whole degrees are enough.
      #expect(try device.facts()[label] == "200 °F")
      let texts = try device.detail().texts().map(\.text)
      #expect(!texts.contains { $0.contains("°C") })
      #expect(try device.detail().sharedText(at: device.now).contains("\(label): 200 °F"))
    }
    region.set(#"{"temperatureUnit":"C"}"#)
    #expect(try region.facts()[label] == "93.5 °C")
    #expect(try !region.detail().texts().contains { $0.text.contains("°F") })
  }

  @Test(
    "B25: °F is the same temperature",
    arguments: [("0", "32"), ("37", "99"), ("93", "199"), ("100", "212"), ("130", "266")])
  func converted(_ celsius: String, _ read: String) throws {
    let device = try device(fahrenheit(), "brewing", ["temperature": celsius])
    #expect(try device.facts()["Temperature"] == "\(read) °F")
  }

  @Test("B25: while heating, the target temperature is in °F, for eyes and for ears")
  func fahrenheitDrawing() throws {
    let device = try device(.english, "heating")
    func vessel() throws -> VesselPart {
      for case .vessel(let vessel) in try device.detail().parts { return vessel }
      throw Absent()
    }
    #expect(
      try vessel().words.caption?.text(at: device.now) == "until the water is at 93.5°C")
    device.set(#"{"temperatureUnit":"F"}"#)
    #expect(
      try vessel().words.caption?.text(at: device.now) == "until the water is at 200°F")
    #expect(try vessel().spoken == "About {value} s until the water is at 200°F")
    // The moving value is not a temperature, so it stays as it is.
    #expect(try vessel().reading.text(at: device.now) == "21")
  }

  private struct Absent: Error {}
}
