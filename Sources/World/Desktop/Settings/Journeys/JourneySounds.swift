import CarillonEngine
import CarillonJourneys

/// The sounds that a journey can have. (J13)
enum JourneySounds {
  static func choice(_ sound: OwnSound?, _ sounds: [String], _ words: Words) -> Choice {
    let options =
      [
        Choice.Option(
          value: .null,
          text: words.say("As for “{kind}”", ["kind": Trips.departures.name(words)])),
        Choice.Option(value: .text(none), text: words.term("sound", "None")),
      ] + OptionsModel.named(sounds, words)
    let current: Choice.Option? =
      switch sound {
      case nil: options[0]
      case OwnSound.none?: options[1]
      case .named(let name)?: Choice.Option(value: .text(name), text: words.sound(name))
      }
    return Choice(options, current: current ?? options[0])
  }

  static func sound(_ value: JSONValue) -> OwnSound? {
    guard case .text(let name) = value else { return nil }
    return name == none ? OwnSound.none : .named(name)
  }

  /// What Play plays; nil for silence.
  static func played(_ value: JSONValue, _ settings: Settings) -> String? {
    switch sound(value) {
    case nil: settings.channel(Trips.departures.id).sound
    case OwnSound.none?: nil
    case .named(let name)?: name
    }
  }

  private static let none = "none"
}
