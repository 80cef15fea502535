import CarillonEngine

/// The values, buttons, and forms of a brew's window. (B18, B21)
extension BrewDetail {
  func facts(_ facts: [Fact]) -> DetailPart { .facts(FactCard(facts: facts)) }

  private func fact(_ label: String, _ reading: Reading) -> Fact {
    Fact(label, .reading(reading), words)
  }

  private func fact(_ label: String, text: String) -> Fact { Fact(label, text: text, words) }

  private func fact(
    _ label: String, _ value: Double, decimals: Int = 0, unit: String
  ) -> Fact {
    let isWhole = value == value.rounded()
    return fact(
      label, Reading(.still(value), figures(isWhole ? decimals : max(1, decimals)), unit: unit))
  }

  private var temperature: (value: Double, unit: String) {
    presenter.fahrenheit
      ? (Brew.fahrenheit(brew.knownTemperature).rounded(), words.term("unit", "°F"))
      : (brew.knownTemperature, words.term("unit", "°C"))
  }

  private var dose: Fact {
    fact(words.say("Dose"), brew.knownDose, unit: words.term("unit", "g"))
  }

  var profile: [Fact] {
    [
      fact(words.say("Brew type"), text: presenter.type), dose,
      fact(
        words.say("Target temperature"), temperature.value, unit: temperature.unit),
      fact(words.say("Target pressure"), brew.knownPressure, unit: words.term("unit", "bar")),
    ]
  }

  var soaking: [Fact] {
    [dose, fact(words.say("Temperature"), temperature.value, unit: temperature.unit)]
      + (brew.targetRatio.map { [fact(words.say("Target ratio"), text: $0)] } ?? [])
  }

  var dashboard: [Fact] {
    let elapsed = Reading(
      running(from: brew.knownElapsed, for: brew.remaining ?? brew.usual), figures(0, .down),
      unit: words.term("unit", "s"))
    var facts = [
      fact(words.say("Elapsed"), elapsed),
      fact(words.say("Pressure"), brew.knownPressure, decimals: 1, unit: words.term("unit", "bar")),
      fact(words.say("Temperature"), temperature.value, unit: temperature.unit), dose,
    ]
    if let flow = brew.flow {
      facts.append(fact(words.say("Flow"), flow, decimals: 1, unit: words.term("unit", "ml/s")))
    }
    if let volume = brew.volume {
      facts.append(fact(words.say("Volume"), volume, unit: words.term("unit", "ml")))
    }
    return facts
  }

  var summary: [Fact] {
    var facts = [fact(words.say("Brew type"), text: presenter.type), dose]
    if let elapsed = brew.elapsed {
      facts.append(fact(words.say("Time"), elapsed, unit: words.term("unit", "s")))
    }
    facts += [
      fact(words.say("Temperature"), temperature.value, unit: temperature.unit),
      fact(words.say("Pressure"), brew.knownPressure, decimals: 1, unit: words.term("unit", "bar")),
    ]
    if let volume = brew.volume {
      facts.append(fact(words.say("Volume"), volume, unit: words.term("unit", "ml")))
    }
    return facts
  }

  // MARK: Buttons

  var buttons: [Button] {
    // What opens this window has nothing to do in it.
    var actions = brew.actions.filter { !Brews.opensOnly.contains($0.id) }
    if brew.stage == .heating, isOpen {
      // The notification for heating has no buttons. (B7)
      actions.append(Action(id: "cancel_brew", title: words.say("Cancel Brew")))
    }
    return actions.map { action in
      var button = Button(
        id: action.id, label: action.title, role: Brews.role(of: action.id))
      let command = context.commands.last { $0.action == action.id }
      let what = ["what": action.title]
      switch command?.status {
      case .sent?: button.state = .underWay(words.say("Asking the machine…"))
      case .done?: button.state = .done(words.say("{what}: done", what))
      case .failed?:
        let reason = words.failure(of: command?.failure ?? .unknown(""))
        button.state = .failed(
          words.say("{what} failed. {reason}", what.merging(["reason": reason]) { $1 }),
          retry: words.say("Retry"))
      case nil: break
      }
      return button
    }
  }

  private var temperatureField: Form.Field {
    guard presenter.fahrenheit else {
      return Form.Field(
        id: "temperature", label: words.say("Temperature"), unit: words.term("unit", "°C"),
        value: brew.knownTemperature, low: 80, high: 100, step: 0.5, decimals: 1)
    }
    return Form.Field(
      id: Brews.temperatureInFahrenheit, label: words.say("Temperature"),
      unit: words.term("unit", "°F"), value: Brew.fahrenheit(brew.knownTemperature),
      low: Brew.fahrenheit(80), high: Brew.fahrenheit(100), step: 1, decimals: 1)
  }

  var forms: [Form] {
    let (apply, cancel) = (words.say("Apply"), words.say("Cancel"))
    return [
      Form(
        id: "adjust_grind", title: words.say("Adjust Grind Size"),
        fields: [
          Form.Field(
            id: "grind", label: words.say("Grind size"), unit: "", value: 10, low: 1, high: 40,
            step: 1, decimals: 0)
        ], apply: apply, cancel: cancel),
      Form(
        id: "adjust_profile", title: words.say("Adjust Profile"),
        fields: [
          Form.Field(
            id: "dose", label: words.say("Dose"), unit: words.term("unit", "g"),
            value: brew.knownDose, low: 5, high: 30, step: 0.5, decimals: 1),
          temperatureField,
          Form.Field(
            id: "pressure", label: words.say("Pressure"), unit: words.term("unit", "bar"),
            value: brew.pressure ?? 9, low: 1, high: 12, step: 0.5, decimals: 1),
          Form.Field(
            id: "preInfusionTime", label: words.say("Pre-infusion"), unit: words.term("unit", "s"),
            value: brew.preInfusion ?? Brew.defaultPreInfusion, low: 0, high: 30, step: 1,
            decimals: 0),
        ], apply: apply, cancel: cancel),
    ]
  }
}
