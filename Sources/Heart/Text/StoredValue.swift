/// A value of a feature's own, to be stored as JSON text.
///
/// One that was made from a value keeps it, so that nothing is parsed again before a restart. Two are
/// equal if their texts are.
package struct StoredValue: Sendable {
  package let text: String
  private let value: (any Sendable)?

  /// `value` must be equal to what its own JSON text decodes to; it must not hold NaN or infinity.
  package init<Value: Codable & Equatable & Sendable>(_ value: Value) {
    text = serialize(value)
    self.value = value
    assert(deserialize(Value.self, from: text) == value, "read again it is another: \(text)")
  }

  /// `text` as stored, which may be anything.
  package init(text: String) {
    self.text = text
    value = nil
  }

  /// The value as a `Value`; nil if the text is another document.
  package func read<Value: Decodable>(as type: Value.Type) -> Value? {
    value as? Value ?? deserialize(type, from: text)
  }
}

extension StoredValue: Hashable {
  package static func == (one: StoredValue, other: StoredValue) -> Bool { one.text == other.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
