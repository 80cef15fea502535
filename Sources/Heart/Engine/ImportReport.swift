package import CarillonText

/// What an import changes, or has changed. (T29)
package struct ImportReport: Hashable, Codable, Sendable {
  /// One setting or one item of a feature, such as an hour.
  package struct Change: Hashable, Codable, Sendable {
    package enum Kind: String, Codable, Sendable {
      case changed, added, removed
    }

    /// A setting, a part of one such as `channels.general`, or the key of a feature's items.
    package var key: String
    /// Of an hour.
    package var slotId: String?
    package var change: Kind
    /// Null for what is added, as `new` is for what is removed.
    package var old: JSONValue
    package var new: JSONValue
    /// For people.
    package var text: String
  }

  /// What the file has and Carillon does not take.
  package struct LeftOut: Hashable, Codable, Sendable {
    package enum Reason: String, Codable, Sendable {
      /// It is in the keyring of the computer that the file comes from.
      case secret
      /// This version does not know it.
      case unknown
    }

    package var path: String
    package var reason: Reason
    /// For people.
    package var text: String
  }

  /// Whether nothing was changed yet.
  package var dryRun: Bool
  /// Whether it takes the last import back.
  package var undo: Bool
  package var changes: [Change]
  package var leftOut: [LeftOut]
}

extension ImportReport.Change {
  private enum Key: CodingKey { case key, slotId, change, old, new, text }

  /// From the report's text, in another process.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    key = try values.decode(String.self, forKey: .key)
    slotId = try values.decodeIfPresent(String.self, forKey: .slotId)
    change = try values.decode(Kind.self, forKey: .change)
    old = try values.decode(AnyJSON.self, forKey: .old).value
    new = try values.decode(AnyJSON.self, forKey: .new).value
    text = try values.decode(String.self, forKey: .text)
  }
}

/// A value whose type only the document knows.
private struct AnyJSON: Decodable {
  let value: JSONValue

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let bool = try? container.decode(Bool.self) {
      value = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      value = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      value = .number(number)
    } else if let text = try? container.decode(String.self) {
      value = .text(text)
    } else if let items = try? container.decode([AnyJSON].self) {
      value = .array(items.map(\.value))
    } else {
      value = .object(try container.decode([String: AnyJSON].self).mapValues(\.value))
    }
  }
}
