import CarillonFeatures
import Testing

/// Helpers for windows. (B18)
extension Device {
  /// The contents of the window of `brew`.
  func detail(
    _ brew: String = "b1", at location: SourceLocation = #_sourceLocation
  ) throws -> Detail {
    try detail(of: "brew:\(brew)", at: location)
  }

  /// The contents of the window of the subject with this tag.
  func detail(
    of tag: String, at location: SourceLocation = #_sourceLocation
  ) throws -> Detail {
    try #require(
      deserialize(Detail.self, from: done(.detail(tag: tag), at: location)),
      sourceLocation: location)
  }

  /// The values of a window with their units, by label: `93 °C`.
  func facts(_ brew: String = "b1", at location: SourceLocation = #_sourceLocation) throws
    -> [String: String]
  {
    var facts: [String: String] = [:]
    for case .facts(let card) in try detail(brew, at: location).parts {
      for fact in card.facts {
        facts[fact.label] = [fact.value.text(at: now), fact.value.unit].filter { !$0.isEmpty }
          .joined(separator: " ")
      }
    }
    return facts
  }
}

extension Detail {
  /// Every text that the user reads in the window, with the name of its field; no ids, tones, or
  /// files.
  ///
  /// The contents of new fields count as read until they are listed here.
  func texts() throws -> [(field: String, text: String)] {
    let unread: Set = [
      "address", "file", "id", "role", "rounding", "separator", "shape", "symbol", "tag", "tone",
    ]
    func texts(_ value: JSONValue, _ field: String) -> [(field: String, text: String)] {
      switch value {
      case .text(let text): [(field, text)]
      case .array(let values): values.flatMap { texts($0, field) }
      case .object(let members):
        members.filter { !unread.contains($0.key) }.sorted { $0.key < $1.key }
          .flatMap { texts($0.value, $0.key.hasPrefix("_") ? field : $0.key) }
      default: []
      }
    }
    return texts(try #require(JSONValue(parsing: serialize(self))), "")
  }
}
