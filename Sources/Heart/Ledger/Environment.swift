import CarillonDetail
package import CarillonText
package import CarillonTime

/// What the heart cannot know by itself and must not look up: values and bare verbs of the world.
package struct Environment {
  /// The rules of a zone by its IANA name; nil if this system does not know it.
  package var zone: (String) -> (any ZoneRules)?
  package var words: Words
  /// The `file:` URL of the pack that stands where no source is configured. (T25)
  package var defaultPack: String
  /// The kinds of notification there are. (D7)
  package var channels: [Channel] = []
  /// The settings that kinds of messages bring along.
  package var settings: [OwnSetting] = []
  package var version: String
  package var build: String

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
  /// What the user calls a kind of notification. (D7)
  package func name(ofChannel id: String) -> String {
    channels.first { $0.id == id }?.name(words) ?? id
  }
}
