import CarillonEngine

/// What the demo's maintenance system has to say something about.
enum AlarmThing: String, CaseIterable {
  case filter, pressure, vibration, inspection, temperature

  enum Kind: String {
    case information, warning, critical
    case workOrder = "work order"

    /// As the log calls it.
    func name(_ words: Words) -> String {
      switch self {
      case .information: words.term("alarm of the demo", "information")
      case .warning: words.term("alarm of the demo", "warning")
      case .critical: words.term("alarm of the demo", "critical alarm")
      case .workOrder: words.term("alarm of the demo", "work order")
      }
    }
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
  private func asset(_ words: Words) -> String {
    switch self {
    case .filter: words.say("Compressor 2")
    case .pressure: words.say("Boiler 1")
    case .vibration, .inspection, .temperature: words.say("Pump 5")
    }
  }

  func title(_ words: Words) -> String {
    switch self {
    case .filter: words.say("Compressor 2: Filter")
    case .pressure: words.say("Boiler 1: Pressure")
    case .vibration: words.say("Pump 5: Vibration")
    case .inspection: words.say("Inspect Pump 5")
    case .temperature: words.say("Pump 5: Temperature")
    }
  }

  private func body(_ words: Words) -> String {
    switch self {
    // xgettext:no-java-printf-format
    case .filter: words.say("The air filter has reached 90% of its service life.")
    case .pressure: words.say("The pressure is 6.4 bar. The limit is 6 bar.")
    case .vibration: words.say("Pump 5 vibrates at 85 Hz. The limit is 70 Hz.")
    case .inspection: words.say("Check the bearings and the coupling.")
    case .temperature: words.say("The bearing has 96 °C. The limit is 80 °C.")
    }
  }

  /// The fields of what was measured. (D16)
  private func measured(_ words: Words) -> [String: String] {
    switch self {
    case .filter, .inspection: [:]
    case .pressure:
      [
        "quantity": words.say("Pressure"), "value": "6.4", "unit": "bar", "limit": "6",
        "high": "10",
      ]
    case .vibration:
      [
        "quantity": words.say("Vibration"), "value": "85", "unit": "Hz", "limit": "70",
        "high": "120",
      ]
    case .temperature:
      [
        "quantity": words.say("Temperature"), "value": "96", "unit": "°C", "limit": "80",
        "high": "140",
      ]
    }
  }

  /// All that is said of it: the fields of a message, and of an entry of a list. (D2)
  func fields(id: String, status: String, dueAt: Instant, _ words: Words) -> [String: String] {
    var fields = [
      "title": title(words), "body": body(words), "asset": asset(words), "status": status,
      "assetId": asset(.english).lowercased().replacing(" ", with: "-"),
    ]
    if isAlarm {
      fields["alarmId"] = id
      fields["deepLink"] = "/alarms/\(id)"
      fields["severity"] = kind == .information ? "info" : kind.rawValue
      fields.merge(measured(words)) { own, _ in own }
    } else {
      fields["workOrderId"] = id
      fields["deepLink"] = "/work-orders/\(id)"
      fields["priority"] = "high"
      fields["dueAt"] = dueAt.isoUTC
    }
    return fields
  }
}
