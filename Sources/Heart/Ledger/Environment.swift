import CarillonDetail
package import CarillonText
package import CarillonTime

/// The values and functions that the heart needs from outside and must not look up by itself.
package struct Environment {
  /// The rules of a zone by its IANA name; nil if this system does not know it.
  package var zone: (String) -> (any ZoneRules)?
  package var words: Words
  /// The `file:` URL of the pack for devices without a configured source. (T25)
  package var defaultPack: String
  /// All channels of notifications. (D7)
  package var channels: [Channel] = []
  /// The settings of kinds of messages.
  package var settings: [OwnSetting] = []
  package var version: String
  package var build: String
  /// How many rows long work takes up in one event.
  package var step = Ledger.step
  /// The longest that one event has kept everything else waiting; nil if that is not measured.
  package var longestHold: () -> Span? = { nil }

  /// Makes what nobody can guess, to be known by at a distributor. (C3)
  ///
  /// The default is for where nothing outside hears it.
  package var newToken: () -> String = { "token" }

  package init(
    zone: @escaping (String) -> (any ZoneRules)?, words: Words, defaultPack: String,
    version: String, build: String
  ) {
    self.zone = zone
    self.words = words
    self.defaultPack = defaultPack
    self.version = version
    self.build = build
  }
}

extension Environment {
  /// The user's name for a channel. (D7)
  package func name(ofChannel id: String) -> String {
    channels.first { $0.id == id }?.name(words) ?? id
  }
}
