package import CarillonEngine

/// The user's settings for brews. (B17, B25)
extension Brews {
  package static let settings = [temperatureUnit, machine]

  /// The unit for temperatures; `auto` follows the region. (B25)
  package static let temperatureUnit = OwnSetting.choice(
    "temperatureUnit", of: ["auto", "C", "F"],
    row: OwnSetting.Row(title: { $0.say("_Temperatures") }) { words in
      [
        (
          .text("auto"),
          words.region.fahrenheit
            ? words.say("°F, as in your region") : words.say("°C, as in your region")
        ),
        (.text("C"), words.term("unit", "°C")), (.text("F"), words.term("unit", "°F")),
      ]
    })

  /// Where commands are posted; null to send them as signals on the bus. (B17)
  package static let machine = OwnSetting(
    "machine", secrets: { spec(of: $0)?.secrets ?? [] }
  ) { field throws(Refusal) in
    field.isNull ? .null : try FetchSpec(machine: field).machineDocument
  }

  package static func addressee(_ settings: Settings) -> FetchSpec? {
    spec(of: settings.value(of: machine))
  }

  /// Decodes a stored value, which was checked when it was set.
  private static func spec(of value: JSONValue) -> FetchSpec? {
    do throws(Refusal) {
      return value == .null ? nil : try FetchSpec(machine: Field(path: machine.key, value: value))
    } catch {
      return nil
    }
  }
}
