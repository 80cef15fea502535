package import CarillonText

/// What a door is answered: a value for whoever asks in this process, a JSON document for the bus.
package struct Reply: Sendable {
  private let value: any Sendable
  private let write: @Sendable () -> String

  /// The document is written only if somebody wants it as text.
  package init(_ document: some Encodable & Sendable) {
    value = document
    write = { serialize(document) }
  }

  package init(_ document: JSONValue) {
    value = document
    write = { document.serialized }
  }

  /// A document of another process, which is text already.
  package init(text: String) {
    value = text
    write = { text }
  }

  /// The call answers nothing: an empty text on the bus.
  package static let nothing = Reply(text: "")

  /// The document as it leaves the process, keys sorted.
  package var text: String { write() }

  /// The value that was answered; nil if it is another one.
  ///
  /// Within a process it is the value itself. A document of another process is read from its text.
  package func value<Value>(as type: Value.Type) -> Value? {
    if let value = value as? Value { return value }
    guard let text = value as? String else { return nil }
    if let readable = type as? any JSONReadable.Type {
      return JSONValue(parsing: text).flatMap { readable.init(json: $0) } as? Value
    }
    guard let readable = type as? any Decodable.Type else { return nil }
    return deserialize(readable, from: text) as? Value
  }
}

/// A document with values of any type in it, which no decoder can read without guessing.
package protocol JSONReadable {
  /// Nil if it is another document.
  init?(json: JSONValue)
}

extension JSONValue: JSONReadable {
  package init?(json: JSONValue) { self = json }
}

/// Two replies are equal if they are the same text.
extension Reply: Hashable {
  package static func == (left: Reply, right: Reply) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Reply: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// A merge patch over the configuration. (RFC 7396)
package struct Patch: Hashable, Sendable {
  package var value: JSONValue

  package init(_ members: [String: JSONValue]) {
    value = .object(members)
  }

  package init(_ value: JSONValue) {
    self.value = value
  }
}

extension Patch: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try Document(from: decoder).value)
  }

  package func encode(to encoder: any Encoder) throws {
    try Document(value).encode(to: encoder)
  }
}
