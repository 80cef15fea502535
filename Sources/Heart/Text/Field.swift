import CarillonTime

/// A value in a document from outside, together with its path for error messages.
///
/// Every accessor throws a `Refusal` that begins with the path, such as `slots[2].hour`.
package struct Field {
  package let path: String
  package let value: JSONValue
  /// Notes unknown members, here and below, which are then left out instead of refused.
  private let leftOut: LeftOut?

  package init(path: String, value: JSONValue, leavingOut leftOut: LeftOut? = nil) {
    self.path = path
    self.value = value
    self.leftOut = leftOut
  }

  package static func document(_ text: String, named name: String) throws(Refusal) -> Field {
    guard let value = JSONValue(parsing: text) else {
      throw Refusal(.invalidArgument, "\(name): not a JSON document")
    }
    return Field(path: name, value: value)
  }

  package func refused(_ reason: String) -> Refusal {
    // Names in it are the document's own.
    Refusal(.invalidArgument, "\(beginning(of: path, 100)): \(reason)")
  }

  package func object() throws(Refusal) -> [String: JSONValue] {
    guard case .object(let members) = value else { throw refused("must be an object") }
    return members
  }

  /// The members as fields; throws for a key that is not in `known`.
  package func members(known: [String]?) throws(Refusal) -> [String: Field] {
    var members = try object()
    for key in members.keys.sorted() where known?.contains(key) == false {
      let unknown = child(key, .null)
      guard let leftOut else { throw unknown.refused("unknown field") }
      leftOut.note(unknown.path)
      members[key] = nil
    }
    return members.reduce(into: [:]) { $0[$1.key] = child($1.key, $1.value) }
  }

  package func elements() throws(Refusal) -> [Field] {
    guard case .array(let values) = value else { throw refused("must be a list") }
    return values.enumerated().map { element($0.offset, $0.element) }
  }

  /// The elements; throws for more than `most` of `what` before it looks at any of them.
  package func elements(most: Int, _ what: String) throws(Refusal) -> [Field] {
    if case .array(let values) = value, values.count > most {
      throw refused("must be at most \(most) \(what)")
    }
    return try elements()
  }

  package func element(_ index: Int, _ value: JSONValue) -> Field {
    Field(path: below("[\(index)]"), value: value, leavingOut: leftOut)
  }

  /// The path of something inside; that of what has a long name already, which is cut when it is shown.
  ///
  /// A name may have a megabyte, and below it there may be a hundred thousand elements.
  private func below(_ name: String) -> String {
    path.utf8.count > Field.longestPath ? path : path + name
  }

  private static let longestPath = 1000

  package func text() throws(Refusal) -> String {
    guard case .text(let text) = value else { throw refused("must be a text") }
    return text
  }

  package func flag() throws(Refusal) -> Bool {
    guard case .bool(let flag) = value else { throw refused("must be true or false") }
    return flag
  }

  package func integer(_ range: ClosedRange<Int>) throws(Refusal) -> Int {
    var found: Int?
    if case .integer(let number) = value { found = Int(exactly: number) }
    if case .number(let number) = value { found = Int(exactly: number) }
    guard let found else { throw refused("must be a whole number") }
    guard range.contains(found) else {
      throw refused("must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return found
  }

  package var isNull: Bool { value == .null }

  package func child(_ key: String, _ value: JSONValue) -> Field {
    // The path leaves out the document's own name: `ttlSeconds`, not `options.ttlSeconds`.
    let isDocument = [
      "options", "mergePatch", "fetchSpec", "subscription", "document",
    ].contains(path)
    return Field(path: isDocument ? key : below(".\(key)"), value: value, leavingOut: leftOut)
  }
}

extension [String: Field] {
  /// The member; nil if it is absent or null.
  package func present(_ key: String) -> Field? {
    guard let field = self[key], !field.isNull else { return nil }
    return field
  }

  package func required(_ key: String, in parent: Field) throws(Refusal) -> Field {
    guard let field = self[key] else {
      throw parent.child(key, .null).refused("is required")
    }
    return field
  }
}
