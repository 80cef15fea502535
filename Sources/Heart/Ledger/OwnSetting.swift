package import CarillonText

/// A setting of one kind of message: its key, its values, and its row on the page of settings.
package struct OwnSetting: Sendable {
  /// As `Set` and `notif_config` have it.
  package let key: String
  /// The value while nothing was configured.
  package let fallback: JSONValue
  /// The value as it is stored; refuses by the field's name what is none.
  package let read: @Sendable (Field) throws(Refusal) -> JSONValue
  /// The secrets that a value names. (T27)
  package let secrets: @Sendable (JSONValue) -> [SecretReference]
  /// Nil: it is not on the page.
  package let row: Row?

  package struct Row: Sendable {
    /// With the underscore of its mnemonic.
    package let title: @Sendable (Words) -> String
    /// The values to choose from, the fallback among them.
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

  /// One of the texts `allowed`, the first while nothing was configured.
  package static func choice(
    _ key: String, of allowed: [String], row: Row? = nil
  ) -> OwnSetting {
    OwnSetting(key, fallback: allowed.first.map(JSONValue.text) ?? .null, row: row) {
      field throws(Refusal) in
      let text = try field.text()
      guard allowed.contains(text) else {
        throw field.refused("must be \(allowed.dropLast().joined(separator: ", ")) or \(allowed.last ?? "")")
      }
      return .text(text)
    }
  }
}

extension Settings {
  /// The value of a setting of a kind's own.
  package func value(of setting: OwnSetting) -> JSONValue { own[setting.key] ?? setting.fallback }
}
