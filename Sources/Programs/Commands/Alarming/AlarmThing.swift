import CarillonEngine

/// What the demo's maintenance system has to say something about.
enum AlarmThing: String, CaseIterable {
  case filter, pressure, vibration, inspection, temperature

  enum Kind: String {
    case information, warning, critical
    case workOrder = "work order"

    /// As the log calls it.
    var name: String { self == .critical ? "critical alarm" : rawValue }
  }

  var kind: Kind {
    switch self {
    case .filter: .information
    case .pressure: .warning
    case .vibration, .temperature: .critical
    case .inspection: .workOrder
    }
  }

  var isAlarm: Bool { kind != .workOrder }

  /// Its asset, by its name for people.
  var asset: String {
    switch self {
    case .filter: "Compressor 2"
    case .pressure: "Boiler 1"
    case .vibration, .inspection, .temperature: "Pump 5"
    }
  }

  var title: String {
    switch self {
    case .filter: "Compressor 2: Filter"
    case .pressure: "Boiler 1: Pressure"
    case .vibration: "Pump 5: Vibration"
    case .inspection: "Inspect Pump 5"
    case .temperature: "Pump 5: Temperature"
    }
  }

  private var body: String {
    switch self {
    case .filter: "The air filter has reached 90% of its service life."
    case .pressure: "The pressure is 6.4 bar. The limit is 6 bar."
    case .vibration: "Pump 5 vibrates at 85 Hz. The limit is 70 Hz."
    case .inspection: "Check the bearings and the coupling."
    case .temperature: "The bearing has 96 °C. The limit is 80 °C."
    }
  }

  /// The fields of what was measured. (D16)
  private var measured: [String: String] {
    switch self {
    case .filter, .inspection: [:]
    case .pressure:
      ["quantity": "Pressure", "value": "6.4", "unit": "bar", "limit": "6", "high": "10"]
    case .vibration:
      ["quantity": "Vibration", "value": "85", "unit": "Hz", "limit": "70", "high": "120"]
    case .temperature:
      ["quantity": "Temperature", "value": "96", "unit": "°C", "limit": "80", "high": "140"]
    }
  }

  /// All that is said of it: the fields of a message, and of an entry of a list. (D2)
  func fields(id: String, status: String, dueAt: Instant) -> [String: String] {
    var fields = [
      "title": title, "body": body, "asset": asset, "status": status,
      "assetId": asset.lowercased().replacing(" ", with: "-"),
    ]
    if isAlarm {
      fields["alarmId"] = id
      fields["deepLink"] = "/alarms/\(id)"
      fields["severity"] = kind == .information ? "info" : kind.rawValue
      fields.merge(measured) { own, _ in own }
    } else {
      fields["workOrderId"] = id
      fields["deepLink"] = "/work-orders/\(id)"
      fields["priority"] = "high"
      fields["dueAt"] = dueAt.isoUTC
    }
    return fields
  }
}
