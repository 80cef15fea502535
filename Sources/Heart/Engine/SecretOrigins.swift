import CarillonLedger
package import CarillonText

/// The origins for which the configured secrets were given: a secret goes nowhere else. (T27)
///
/// Whoever may change the configuration knows a secret's reference, and could otherwise have it sent to
/// an address of his own.
package struct SecretOrigins {
  private var origins: [String: Set<String>] = [:]

  package static let reason = "was given for another address; give the secret again"

  /// `configuration` is what holds now, with all settings and items.
  package init(_ configuration: JSONValue) {
    collect(from: configuration)
  }

  private mutating func collect(from value: JSONValue) {
    switch value {
    case .object(let members):
      let references = SecretOrigins.references(in: members)
      let own = references.isEmpty ? [] : SecretOrigins.origins(of: members)
      for (reference, _) in references { origins[reference, default: []].formUnion(own) }
      members.values.forEach { collect(from: $0) }
    case .array(let elements): elements.forEach { collect(from: $0) }
    default: break
    }
  }

  /// Refuses a document that would send a known secret to another origin than before.
  ///
  /// A reference that is not configured was made just now, or has no value.
  package func check(_ field: Field) throws(Refusal) {
    switch field.value {
    case .object(let members):
      let references = SecretOrigins.references(in: members)
      let own = references.isEmpty ? [] : SecretOrigins.origins(of: members)
      for (reference, path) in references {
        guard let known = origins[reference], !own.isSubset(of: known) else { continue }
        throw path.reduce(field) { $0.child($1, .null) }.child("secretReference", .null)
          .refused(SecretOrigins.reason)
      }
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        try check(field.child(name, value))
      }
    case .array: for element in try field.elements() { try check(element) }
    default: break
    }
  }

  /// All the secrets, sorted.
  package var all: [SecretReference] { origins.keys.sorted().map { SecretReference($0) } }

  /// The value without the headers and tokens whose secret is not one of these for the same origin;
  /// `dropped` is told of each. (T29)
  ///
  /// A document from elsewhere refers to another keyring, or brings a secret itself.
  func withoutForeign(_ field: Field, dropped: (String) -> Void) -> JSONValue {
    switch field.value {
    case .object(var members):
      if case .object(var headers) = members["headers"] {
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
          guard case .object(let inside) = value, !isOurs(inside, of: members) else { continue }
          headers[name] = nil
          dropped(field.child("headers", .null).child(name, .null).path)
        }
        members["headers"] = headers.isEmpty ? nil : .object(headers)
      }
      for name in SecretOrigins.members {
        guard case .object(let secret) = members[name], !isOurs(secret, of: members) else {
          continue
        }
        members[name] = nil
        dropped(field.child(name, .null).path)
      }
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        members[name] = withoutForeign(field.child(name, value), dropped: dropped)
      }
      return .object(members)
    case .array(let elements):
      return .array(
        elements.enumerated().map {
          withoutForeign(field.element($0.offset, $0.element), dropped: dropped)
        })
    default: return field.value
    }
  }

  private func isOurs(_ secret: [String: JSONValue], of request: [String: JSONValue]) -> Bool {
    guard secret["secret"] == nil, case .text(let id) = secret["secretReference"] else {
      return false
    }
    return origins[id].map { SecretOrigins.origins(of: request).isSubset(of: $0) } == true
  }

  /// The members that are a secret: of a subscription, and of a paired sender.
  private static let members = ["token", "keys", "formerKeys"]

  /// The references in the headers of a request, and in members that are secrets, with the names that lead to
  /// them.
  private static func references(
    in request: [String: JSONValue]
  ) -> [(reference: String, path: [String])] {
    var found: [(String, [String])] = []
    if case .object(let headers) = request["headers"] {
      for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
        if let id = reference(in: value) { found.append((id, ["headers", name])) }
      }
    }
    for name in members {
      if let id = request[name].flatMap({ reference(in: $0) }) { found.append((id, [name])) }
    }
    return found
  }

  private static func reference(in value: JSONValue) -> String? {
    guard case .object(let members) = value, case .text(let id) = members["secretReference"] else {
      return nil
    }
    return id
  }

  /// Where its secrets may be sent: to the address of a request, or to the server of a subscription.
  ///
  /// A document that names both would have one of them checked and the other one used.
  private static func origins(of request: [String: JSONValue]) -> Set<String> {
    let named = ["url", "server"].compactMap { name -> String? in
      guard case .text(let address) = request[name] else { return nil }
      return FetchSpec.origin(of: address)
    }
    return named.isEmpty ? [""] : Set(named)
  }
}
