import CarillonEngine

/// The time zones to choose from, and their names.
struct TimeZones: Hashable {
  struct Zone: Hashable {
    /// The IANA name; nil for the system's zone.
    let name: String?
    let text: String
    /// Added if several zones have the same text.
    let detail: String
  }

  let zones: [Zone]

  init(names: [String], system: String, words: Words) {
    let sorted = names.map { Zone(name: $0, text: TimeZones.city(of: $0), detail: $0) }
      .sorted { ($0.text, $0.detail) < ($1.text, $1.detail) }
    zones = [Zone(name: nil, text: TimeZones.asSystem(system, words), detail: "")] + sorted
  }

  /// The zones whose names contain every word of `text`, and the number beyond `most`.
  ///
  /// Without a word, only the current zone and the system's are listed: nobody reads 400 names.
  func matching(
    _ text: String, current: String?, most: Int = 60
  ) -> (zones: [Zone], more: Int) {
    let wanted = text.lowercased().split { $0 == " " || $0 == "/" || $0 == "_" }
    guard !wanted.isEmpty else {
      return (zones.filter { $0.name == nil || $0.name == current }, 0)
    }
    let found = zones.filter { zone in
      let name = "\(zone.text) \(zone.detail)".lowercased()
      return wanted.allSatisfy { name.contains($0) }
    }
    return (Array(found.prefix(most)), max(0, found.count - most))
  }

  /// The label of the button.
  static func label(_ name: String?, system: String, words: Words) -> String {
    name.map { city(of: $0) } ?? asSystem(system, words)
  }

  private static func asSystem(_ system: String, _ words: Words) -> String {
    // The zone has no name but a file's path.
    system.isEmpty || system.hasPrefix("/")
      ? words.say("System default")
      : words.say("System default: {zone}", ["zone": city(of: system)])
  }

  /// `New York` of `America/New_York`.
  static func city(of name: String) -> String {
    (name.split(separator: "/").last.map(String.init) ?? name).replacing("_", with: " ")
  }
}
