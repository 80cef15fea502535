package import CarillonText

/// A setting of one kind of message: its key, its values, and its row on the settings page.
package struct OwnSetting: Sendable {
  /// The key in `Set` and `notif_config`.
  package let key: String
  /// The value until one is configured.
  package let fallback: JSONValue
  /// Reads and checks a value; throws a refusal that names the field if it is invalid.
  package let read: @Sendable (Field) throws(Refusal) -> JSONValue
  /// The secrets that a value refers to. (T27)
  package let secrets: @Sendable (JSONValue) -> [SecretReference]
  /// Nil if it is not on the settings page.
  package let row: Row?

  package struct Row: Sendable {
    /// With the underscore for its mnemonic.
    package let title: @Sendable (Words) -> String
    /// Whether the sounds of the user's theme are to choose from, too.
    package var offersSounds = false
    /// The values to choose from, including the fallback.
    package let choices: @Sendable (Words) -> [(value: JSONValue, text: String)]

    package init(
      title: @escaping @Sendable (Words) -> String,
      choices: @escaping @Sendable (Words) -> [(value: JSONValue, text: String)]
    ) {
      self.title = title
      self.choices = choices
    }
  }

  package init(
    _ key: String, fallback: JSONValue = .null, row: Row? = nil,
    secrets: @escaping @Sendable (JSONValue) -> [SecretReference] = { _ in [] },
    read: @escaping @Sendable (Field) throws(Refusal) -> JSONValue
  ) {
    self.key = key
    self.fallback = fallback
    self.row = row
    self.secrets = secrets
    self.read = read
  }

  /// A choice from the texts in `allowed`; the first is the fallback.
  package static func choice(
    _ key: String, of allowed: [String], row: Row? = nil
  ) -> OwnSetting {
    OwnSetting(key, fallback: allowed.first.map(JSONValue.text) ?? .null, row: row) {
      field throws(Refusal) in
      let text = try field.text()
      guard allowed.contains(text) else {
        throw field.refused(
          "must be \(allowed.dropLast().joined(separator: ", ")) or \(allowed.last ?? "")")
      }
      return .text(text)
    }
  }
}

extension OwnSetting {
  /// A switch that is on until the user turns it off.
  package static func flag(
    _ key: String, title: @escaping @Sendable (Words) -> String
  ) -> OwnSetting {
    let row = Row(title: title) { words in
      [(.bool(true), words.say("On")), (.bool(false), words.say("Off"))]
    }
    return OwnSetting(key, fallback: .bool(true), row: row) { field throws(Refusal) in
      .bool(try field.flag())
    }
  }
}

extension OwnSetting {
  /// The sound of a sort of notifications: `default` for that of their channel, another one, or `none`. (D14)
  ///
  /// Null is the fallback, as for all settings.
  package static func sound(
    _ key: String, fallback: String = usualSound, title: @escaping @Sendable (Words) -> String
  ) -> OwnSetting {
    var row = Row(title: title) { words in
      [
        (.text(usualSound), words.say("As for their type")),
        (.text(noSound), words.term("sound", "None")),
      ]
    }
    row.offersSounds = true
    return OwnSetting(key, fallback: .text(fallback), row: row) { field throws(Refusal) in
      .text(field.isNull ? fallback : try field.soundName())
    }
  }

  package static let usualSound = "default"
  fileprivate static let noSound = "none"
}

extension Settings {
  /// The sound that a setting names; nil for that of the channel. (D14)
  package func sound(_ setting: OwnSetting) -> OwnSound? {
    switch value(of: setting) {
    case .text(OwnSetting.usualSound): nil
    case .text(OwnSetting.noSound): OwnSound.none
    case .text(let name): .named(name)
    default: nil
    }
  }

  /// Whether a kind's switch is on.
  package func isOn(_ setting: OwnSetting) -> Bool { value(of: setting) != .bool(false) }

  /// The value of a kind's setting.
  package func value(of setting: OwnSetting) -> JSONValue { own[setting.key] ?? setting.fallback }
}
