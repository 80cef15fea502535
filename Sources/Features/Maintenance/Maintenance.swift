package import CarillonEngine

/// Messages of a maintenance system: alarms, work orders, and what else it has to say. (002)
package enum Maintenance {
  /// The kinds, in the order in which they are offered a message.
  package static let kinds: [any MessageKind.Type] = [Alarms.self, WorkOrders.self]

  /// The shape of all ids of 002.
  static func isID(_ id: some StringProtocol) -> Bool {
    (1...128).contains(id.utf8.count)
      && id.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F || $0 == 0x2D
      }
  }

  /// The checked id in the field `key`; throws a refusal that names it.
  static func id(_ key: String, of message: Message) throws(Refusal) -> String {
    guard let id = message[key] else {
      throw Refusal(.invalidArgument, "data.\(key): is required")
    }
    guard isID(id) else {
      throw Refusal(
        .invalidArgument, "data.\(key): must be 1 to 128 letters, digits, hyphens or underscores")
    }
    return id
  }

  /// The value of a field with a few names; nil if it is missing, a refusal for any other name.
  static func choice<Value: RawRepresentable & CaseIterable>(
    _ key: String, of message: Message
  ) throws(Refusal) -> Value? where Value.RawValue == String {
    guard let text = message[key] else { return nil }
    guard let value = Value(rawValue: text.lowercased()) else {
      let names = Value.allCases.map(\.rawValue)
      throw Refusal(
        .invalidArgument, "data.\(key): must be one of \(names.joined(separator: ", "))")
    }
    return value
  }

  /// How long a subject of which nothing is heard counts as open.
  static let silence = Span.days(30)
}
