import CarillonEngine

extension JSONValue {
  /// The RFC 7396 merge patch that turns `old` into this value; nil if they are equal.
  ///
  /// A new secret replaces the old value completely, because its reference will be stored under the
  /// same member name. (T27)
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

  /// Whether any object in it has a null member.
  var hasNullMember: Bool {
    switch self {
    case .object(let members): members.values.contains { $0 == .null || $0.hasNullMember }
    default: false
    }
  }
}
