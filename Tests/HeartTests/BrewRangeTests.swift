import CarillonFeatures
import Testing

/// The ranges of measurements: both ends are valid, values beyond them count as missing. (B2)
@Suite struct BrewRangeTests {
  /// The displayed value of one field, in the popup or in the window.
  private struct Place: Sendable, CustomTestStringConvertible {
    let field: String
    let stage: String
    let others: [String: String]
    let read: @Sendable (Device) throws -> String?
    var testDescription: String { "\(field) in \(stage)" }
  }

  private static func body(
    _ field: String, in stage: String, _ others: [String: String] = [:]
  ) -> Place {
    Place(field: field, stage: stage, others: others) { $0.calls.last?.call.body }
  }

  private static func fact(_ field: String, in stage: String, _ label: String) -> Place {
    Place(field: field, stage: stage, others: [:]) { try $0.facts()[label] ?? "none" }
  }

  private static let grinding = "Fresh beans are being ground to the selected profile."
  private static let soaking = "Gently saturating the coffee puck for even extraction."
  private static let heating =
    "Your First Crack machine is heating water to the target brewing temperature."
  private static let pulling = "Your espresso shot is pulling. Click for live stats."

  private func expect(
    _ place: Place, _ value: String, reads text: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let device = try Device.forMessages()
    device.push(stage(place.stage, "b1", place.others.merging([place.field: value]) { $1 }))
    device.run(for: .milliseconds(1))
    #expect(try place.read(device) == text, "\(value)", sourceLocation: location)
  }

  @Test(
    "B2: a dose is 0 to 100 g, else it is 18",
    arguments: [
      ("-0.1", "18"), ("-1", "18"), ("0", "0"), ("0.1", "0.1"), ("99.9", "99.9"), ("100", "100"),
      ("100.1", "18"), ("101", "18"),
    ])
  func dose(_ value: String, _ read: String) throws {
    try expect(
      Self.body("dose", in: "grinding"), value, reads: "Espresso • \(read)g dose\n\(Self.grinding)")
    try expect(Self.fact("dose", in: "brewing", "Dose"), value, reads: "\(read) g")
  }

  @Test(
    "B2: a temperature is 0 to 130 °C, else it is 93",
    arguments: [
      ("-0.1", "93"), ("-1", "93"), ("0", "0"), ("0.1", "0.1"), ("129.9", "129.9"), ("130", "130"),
      ("130.1", "93"), ("131", "93"),
    ])
  func temperature(_ value: String, _ read: String) throws {
    try expect(
      Self.body("temperature", in: "heating"), value,
      reads: "Espresso • 18g @ \(read)°C\n\(Self.heating)")
    try expect(
      Self.fact("temperature", in: "brewing", "Temperature"), value, reads: "\(read) °C")
  }

  @Test(
    "B2: a pressure is 0 to 20 bar, else it is 9, or 2 in pre-infusion",
    arguments: [
      ("-0.1", nil), ("-1", nil), ("0", "0"), ("0.1", "0.1"), ("19.9", "19.9"), ("20", "20"),
      ("20.1", nil), ("21", nil),
    ] as [(String, String?)])
  func pressure(_ value: String, _ read: String?) throws {
    try expect(
      Self.body("pressure", in: "preInfusion"), value,
      reads: "Espresso • 18g @ \(read ?? "2") bar\n\(Self.soaking)")
    let wide = read.map { $0.contains(".") ? $0 : "\($0).0" } ?? "9.0"
    try expect(Self.fact("pressure", in: "brewing", "Pressure"), value, reads: "\(wide) bar")
  }

  @Test(
    "B2: an elapsed time is 0 to 3600 s, else there is none",
    arguments: [
      ("-0.1", nil), ("-1", nil), ("0", "0"), ("0.1", "0.1"), ("3599.9", "3599.9"),
      ("3600", "3600"), ("3600.1", nil), ("3601", nil),
    ] as [(String, String?)])
  func elapsed(_ value: String, _ read: String?) throws {
    let time = read.map { "\nPre-infusion: \($0) / 8 seconds." } ?? ""
    try expect(
      Self.body("elapsedTime", in: "preInfusion", ["preInfusionTime": "8"]), value,
      reads: "Espresso • 18g @ 2 bar\n\(Self.soaking)\(time)")
    try expect(
      Self.body("elapsedTime", in: "brewing"), value,
      reads: "Espresso • \(read ?? "0")s elapsed\n\(Self.pulling)")
    let took = read.map { "Completed in \($0)s\n" } ?? ""
    try expect(
      Self.body("elapsedTime", in: "complete"), value,
      reads: "\(took)Your espresso is ready. Enjoy!")
  }

  @Test(
    "B2: a pre-infusion time is 0 to 3600 s, else there is none",
    arguments: [
      ("-0.1", nil), ("-1", nil), ("0", "0"), ("0.1", "0.1"), ("3599.9", "3599.9"),
      ("3600", "3600"), ("3600.1", nil), ("3601", nil),
    ] as [(String, String?)])
  func preInfusionTime(_ value: String, _ read: String?) throws {
    let time = read.map { "\nPre-infusion: 4 / \($0) seconds." } ?? ""
    try expect(
      Self.body("preInfusionTime", in: "preInfusion", ["elapsedTime": "4"]), value,
      reads: "Espresso • 18g @ 2 bar\n\(Self.soaking)\(time)")
  }

  @Test(
    "B2: a remaining time is 0 to 3600 s, else there is none",
    arguments: [
      ("-0.1", nil), ("-1", nil), ("0", "0"), ("3600", "3600"), ("3600.1", nil), ("3601", nil),
    ] as [(String, String?)])
  func remaining(_ value: String, _ read: String?) throws {
    let left = read.map { "\nAbout \($0) seconds remaining." } ?? ""
    try expect(
      Self.body("remainingTime", in: "heating"), value,
      reads: "Espresso • 18g @ 93°C\n\(Self.heating)\(left)")
  }

  @Test(
    "B2: a flow is 0 to 50 ml/s, else there is none",
    arguments: [
      ("-0.1", nil), ("-1", nil), ("0", "0"), ("0.1", "0.1"), ("49.9", "49.9"), ("50", "50"),
      ("50.1", nil), ("51", nil),
    ] as [(String, String?)])
  func flow(_ value: String, _ read: String?) throws {
    let rate = read.map { "\nFlow rate: \($0) ml/s" } ?? ""
    try expect(
      Self.body("flowRate", in: "brewing"), value,
      reads: "Espresso • 0s elapsed\n\(Self.pulling)\(rate)")
    let wide = read.map { $0.contains(".") ? "\($0) ml/s" : "\($0).0 ml/s" } ?? "none"
    try expect(Self.fact("flowRate", in: "brewing", "Flow"), value, reads: wide)
  }

  @Test(
    "B2: a volume is 0 to 2000 ml, else there is none",
    arguments: [
      ("-0.1", "none"), ("-1", "none"), ("0", "0 ml"), ("0.1", "0.1 ml"), ("1999.9", "1999.9 ml"),
      ("2000", "2000 ml"), ("2000.1", "none"), ("2001", "none"),
    ])
  func volume(_ value: String, _ read: String) throws {
    for stage in ["brewing", "complete"] {
      try expect(Self.fact("volumeExtracted", in: stage, "Volume"), value, reads: read)
    }
  }

  @Test(
    "B2, B12: a progress is 0 to 100, else there is none",
    arguments: [
      ("-0.1", nil), ("-1", nil), ("0", 0), ("1", 1), ("99", 99), ("100", 100), ("100.1", nil),
      ("101", nil),
    ] as [(String, Int?)])
  func progress(_ value: String, _ read: Int?) throws {
    let device = try Device.forMessages()
    // A server that shows progress.
    device.setServer(.present(Device.dunst))
    device.push(stage("brewing", "b1", ["progress": value]))
    #expect(device.calls.map(\.call.progress) == [read])
  }

  @Test(
    "B2: a brew's properties keep their value when an absurd one follows",
    arguments: [
      ("dose", "Dose", "19", "100.1", "19 g"), ("dose", "Dose", "19", "-0.1", "19 g"),
      ("temperature", "Temperature", "90", "130.1", "90 °C"),
      ("temperature", "Temperature", "90", "-0.1", "90 °C"),
      ("volumeExtracted", "Volume", "30", "2000.1", "30 ml"),
      ("volumeExtracted", "Volume", "30", "-0.1", "30 ml"),
    ])
  func kept(
    _ field: String, _ label: String, _ good: String, _ absurd: String, _ read: String
  ) throws {
    let device = try Device.forMessages()
    device.push(stage("brewing", "b1", [field: good]))
    device.push(stage("brewing", "b1", [field: absurd]))
    #expect(try device.facts()[label] == read)
  }
}
