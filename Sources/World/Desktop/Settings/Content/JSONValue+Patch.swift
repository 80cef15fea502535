import CarillonEngine

extension JSONValue {
  /// The RFC 7396 merge patch that makes `old` this; nil if it is this.
  ///
  /// A new secret stands in place of whatever was there: the reference that will be put there has
  /// the name of the old one. (T27)
  func mergePatch(over old: JSONValue) -> JSONValue? {
    guard self != old else { return nil }
    guard case .object(let members) = self, case .object(let before) = old,
      members["secret"] == nil
    else { return self }
    var changes: [String: JSONValue] = [:]
    for key in before.keys where members[key] == nil { changes[key] = .null }
    for (key, value) in members {
      if let old = before[key] {
        changes[key] = value.mergePatch(over: old)
      } else {
        changes[key] = value
      }
    }
    return .object(changes)
  }

  /// Whether somewhere in it a member of an object is null.
  var hasNullMember: Bool {
    switch self {
    case .object(let members): members.values.contains { $0 == .null || $0.hasNullMember }
    default: false
    }
  }
}
