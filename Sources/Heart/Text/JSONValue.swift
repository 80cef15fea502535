import CarillonTime
import FoundationEssentials

/// Any JSON document, for reading input from outside with errors that name the field.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Nil if `text` is not a JSON document.
  package init?(parsing text: String) {
    guard let value = JSONReader.read(text) else { return nil }
    self = value
  }

  /// Parses `text` and keeps only the member `name` of its object; nil if it is not a JSON document.
  package init?(parsing text: String, keeping name: String) {
    guard let value = JSONReader.read(text, keeping: name) else { return nil }
    self = value
  }

  /// The document as text; keys are sorted, so equal values give equal texts.
  package var serialized: String { JSONWriter.text(of: self) }
}

/// Not `Decodable`: a decoder would have to guess the type of each value. See `JSONReader`.
extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

/// `value` as JSON text with sorted keys.
package func serialize(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  do {
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  } catch {
    // Only NaN and infinity have no JSON form, and our documents contain neither.
    preconditionFailure("a document of ours has a JSON form: \(error)")
  }
}

/// `members` as JSON text with sorted keys.
package func serialize(_ members: [String: String]) -> String { JSONWriter.text(of: members) }

/// Parses an object whose members are all strings; nil if `text` is anything else.
package func deserializeTexts(from text: String) -> [String: String]? {
  guard case .object(let members) = JSONValue(parsing: text) else { return nil }
  var texts: [String: String] = [:]
  for (name, value) in members {
    guard case .text(let text) = value else { return nil }
    texts[name] = text
  }
  return texts
}

/// Decodes a `Value` from `text`; nil if it is another document.
///
/// Use ``decode(_:from:)`` where a document that cannot be read is a fault that must be named.
package func deserialize<Value: Decodable>(_ type: Value.Type, from text: String) -> Value? {
  do {
    return try decode(type, from: text)
  } catch {
    return nil
  }
}
