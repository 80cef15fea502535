import CarillonEngine

/// The state of one brew, collected from its messages. (000, 001)
///
/// Units: °C, bar, g, ml, s.
struct Brew: Hashable, Codable, Sendable {
  var stage: BrewStage
  /// The drink (espresso, lungo, …) as sent.
  var type: String?
  var dose: Double?
  var temperature: Double?
  var pressure: Double?
  var elapsed: Double?
  var remaining: Double?
  var flow: Double?
  var volume: Double?
  /// The planned duration of pre-infusion.
  var preInfusion: Double?
  /// Percent of the whole brew.
  var progress: Double?
  /// Carillon's own fields. (B19)
  var targetPressure: PressureRange?
  var targetRatio: String?
  var notes: String?
  /// Whether the shot was stopped before its time; nil while nobody has said so. (B21)
  var stopped: Bool?
  /// The last message's text, for the window.
  var body: String?
  var image: String?
  var video: String?
  var actions: [Action] = []
  /// When each stage was first reported, by the stage's name.
  var begun: [String: Instant] = [:]
  /// The machine's elapsed time when extraction was first reported.
  var shotBegan: Double?
  var heardAt: Instant

  struct PressureRange: Hashable, Codable, Sendable {
    var low: Double
    var high: Double
  }

  init(stage: BrewStage, heardAt: Instant) {
    self.stage = stage
    self.heardAt = heardAt
  }

  static let defaultType = "espresso"
  static let defaultDose = 18.0
  static let defaultTemperature = 93.0
  static let defaultPreInfusion = 8.0
  /// The plausible ranges. (B2)
  static let seconds = 0...3600.0
  private static let doses = 0...100.0
  private static let temperatures = 0...130.0
  private static let pressures = 0...20.0
  private static let flows = 0...50.0
  private static let volumes = 0...2000.0
  private static let percent = 0...100.0

  static func fahrenheit(_ celsius: Double) -> Double { celsius * 9 / 5 + 32 }

  static func celsius(_ fahrenheit: Double) -> Double { (fahrenheit - 32) * 5 / 9 }

  var knownDose: Double { dose ?? Brew.defaultDose }
  var knownTemperature: Double { temperature ?? Brew.defaultTemperature }
  var knownPressure: Double { pressure ?? (stage == .preInfusion ? 2 : 9) }
  var knownElapsed: Double { elapsed ?? 0 }

  /// The duration of extraction so far, by the machine's clock; nil if the machine does not send
  /// it.
  var shot: Double? {
    guard let shotBegan, let elapsed, elapsed >= shotBegan else { return nil }
    return elapsed - shotBegan
  }

  /// How long time keeps running after a message without a remaining time.
  var usual: Double {
    stage == .preInfusion ? max(0, (preInfusion ?? Brew.defaultPreInfusion) - knownElapsed) : 30
  }

  func begun(_ stage: BrewStage) -> Instant? { begun[stage.rawValue] }

  /// Whether all numbers are ones that a message can have: a database may have been edited. (B2)
  var isSound: Bool {
    let numbers = [
      (dose, Brew.doses), (temperature, Brew.temperatures), (pressure, Brew.pressures),
      (flow, Brew.flows), (volume, Brew.volumes), (progress, Brew.percent),
      (elapsed, Brew.seconds), (remaining, Brew.seconds), (preInfusion, Brew.seconds),
      (shotBegan, Brew.seconds), (targetPressure?.low, Brew.pressures),
      (targetPressure?.high, Brew.pressures),
    ]
    return numbers.allSatisfy { number, range in number.map(range.contains) ?? true }
      && (Array(begun.values) + [heardAt]).allSatisfy(Instant.years1To9999.contains)
  }
}

extension Brew {
  /// Updates the state from a message; missing and absurd values count as unknown. (B2)
  ///
  /// The properties of the brew keep their last known value. Measurements are valid only for one
  /// message.
  mutating func take(_ message: Message, at now: Instant) {
    let said = message["brewType"].map { clean($0, lines: false) }
    type = said.flatMap { isBlank($0) ? nil : $0 } ?? type
    dose = message.number("dose", Brew.doses) ?? dose
    temperature = message.number("temperature", Brew.temperatures) ?? temperature
    pressure = message.number("pressure", Brew.pressures)
    elapsed = message.number("elapsedTime", Brew.seconds)
    if stage == .brewing, begun(.brewing) == nil { shotBegan = elapsed }
    remaining = message.number("remainingTime", Brew.seconds)
    flow = message.number("flowRate", Brew.flows)
    volume = message.number("volumeExtracted", Brew.volumes) ?? volume
    preInfusion = message.number("preInfusionTime", Brew.seconds) ?? preInfusion
    // Complete means 100 %, whatever the last stage reported. (B12)
    let known = stage == .complete ? progress.map { _ in 100 } : progress
    progress = message.number("progress", Brew.percent) ?? known
    targetPressure = message["targetPressure"].flatMap { PressureRange($0) } ?? targetPressure
    targetRatio = message["targetRatio"].flatMap { Brew.ratio($0) } ?? targetRatio
    notes = message["notes"].map { truncate(clean($0, lines: true), to: 500) } ?? notes
    stopped = message["outcome"].map { $0 == "stopped" } ?? stopped
    body = message.body
    image = message.image ?? image
    video = message.video ?? video
    heardAt = now
    if begun[stage.rawValue] == nil { begun[stage.rawValue] = now }
  }

  /// Updates the state from an alert: measurements it omits are kept, and time goes on. (B1)
  mutating func take(alert message: Message, at now: Instant) {
    let before = self
    let passed = Double(max(.zero, now - heardAt).milliseconds) / 1000
    let (gone, left) = (min(passed, remaining ?? usual), remaining)
    take(message, at: now)
    pressure = pressure ?? before.pressure
    flow = flow ?? before.flow
    elapsed = elapsed ?? before.elapsed.map { min(($0 + gone).rounded(.down), 3600) }
    remaining = remaining ?? left.map { max(0, $0 - gone) }
    body = body ?? before.body
  }

  /// Parses `1:2.0`, or `2.0` for the same ratio.
  private static func ratio(_ text: String) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ Message.number(String($0)).map { (0...20).contains($0) } ?? false })
    else { return nil }
    return parts.count == 2 ? text : "1:\(text)"
  }
}

extension Brew.PressureRange {
  /// Parses `1.5-3.0`, in bar.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let low = Message.number(String(parts[0])),
      let high = Message.number(String(parts[1])), Brew.pressures.contains(low),
      Brew.pressures.contains(high),
      low < high
    else { return nil }
    self.init(low: low, high: high)
  }
}
