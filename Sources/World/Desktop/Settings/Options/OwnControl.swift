import CarillonEngine

/// The control of a setting that a kind of messages brings along: a switch for what is on or off, else a
/// list.
enum OwnControl {
  case flag(SwitchControl)
  case choice(ChoiceControl)

  init(_ setting: OwnSetting, set: @escaping (JSONValue) -> Void) {
    if case .bool = setting.fallback {
      self = .flag(SwitchControl { set(.bool($0)) })
    } else {
      self = .choice(ChoiceControl { set($0.value) })
    }
  }

  /// The row with it.
  func row(titled title: String) -> OptionRow {
    switch self {
    case .flag(let control): OptionRow(title, controls: [control.widget], folds: false)
    case .choice(let control): OptionRow(title, choice: control)
    }
  }

  func show(_ choice: Choice) {
    switch self {
    case .flag(let control): control.show(choice.current.value == .bool(true))
    case .choice(let control): control.show(choice)
    }
  }
}
