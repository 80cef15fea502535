import CarillonTime
import FoundationEssentials

/// Why a text is not the document that it should be.
///
/// It names the member and never its value, which may be private. (T28)
package struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }

  init(_ error: any Error) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self.init("\(Unreadable.path(context.codingPath + [key])) is missing")
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      self.init("\(Unreadable.path(context.codingPath)) has another type")
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
      self.init("it is not JSON")
    case DecodingError.dataCorrupted(let context):
      self.init("\(Unreadable.path(context.codingPath)) has an unknown value")
    default: self.init("\(type(of: error))")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.isEmpty ? "the document" : keys.map(\.stringValue).joined(separator: ".")
  }
}

/// Decodes a `Value` from `text`; throws what names the member that is wrong.
///
/// For what is stored or was written by hand. ``deserialize(_:from:)`` is for a text that may as well be
/// another document.
package func decode<Value: Decodable>(
  _ type: Value.Type, from text: String
) throws(Unreadable) -> Value {
  do {
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  } catch {
    throw Unreadable(error)
  }
}
