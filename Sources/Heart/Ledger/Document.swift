package import CarillonText

/// A JSON document as a value; only recordings write it as text.
package struct Document: Hashable, Sendable {
  package var value: JSONValue

  package init(_ members: [String: JSONValue] = [:]) {
    value = .object(members)
  }

  package init(_ value: JSONValue) {
    self.value = value
  }
}

extension Document: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = JSONValue(parsing: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a JSON document")
    }
    self.value = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.serialized)
  }
}
