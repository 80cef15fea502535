import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// An order with its secrets replaced by references. (T27)
struct SecretDocument {
  private(set) var order: Order
  /// The secrets stored for it, to be forgotten if the order is refused.
  private(set) var kept: [SecretReference] = []

  /// Stores every `{"secret": "…"}` of the order's document in `secrets`.
  ///
  /// Throws if a secret cannot be sent as a header, or was forgotten. No secret has been stored then.
  init(_ order: Order, secrets: any Secrets) throws(Refusal) {
    self.order = order
    switch order {
    case .configure(let options):
      let document = Field(path: "options", value: options.value)
      self.order = .configure(Document(try take(from: document, secrets)))
    case .change(let patch):
      let document = Field(path: "mergePatch", value: patch.value)
      self.order = .change(Patch(try take(from: document, secrets)))
    case .tryFetch(let spec, let showsFile):
      let document = Field(path: "fetchSpec", value: spec.value)
      self.order = .tryFetch(Document(try take(from: document, secrets)), showsFile: showsFile)
    case .tryTopic(let topic):
      let document = Field(path: "subscription", value: topic.value)
      self.order = .tryTopic(Document(try take(from: document, secrets)))
    case .import(let document): self.order = .import(Document(without(document.value)))
    default: break
    }
  }

  /// An import brings no secrets, so that none is stored: only where one was. (T29)
  private func without(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        members.reduce(into: [:]) {
          $0[$1.key] = $1.key == "secret" ? .bool(true) : without($1.value)
        })
    case .array(let elements): .array(elements.map(without))
    default: value
    }
  }

  /// Whether this is a trial, whose secrets are not used afterward.
  var isTrial: Bool {
    switch order {
    case .tryFetch, .tryTopic: true
    default: false
    }
  }

  /// The document with references in place of its secrets.
  private mutating func take(
    from document: Field, _ secrets: any Secrets
  ) throws(Refusal) -> JSONValue {
    var found: [String] = []
    // By their bytes: a secret is sent as it was given, and texts are slow to compare.
    var places: [[UInt8]: Int] = [:]
    // Given twice, it is stored once: topics with the same token share a connection. (C4)
    let replaced = try replace(document, secrets) { value in
      let bytes = Array(value.utf8)
      if let index = places[bytes] { return index }
      guard found.count < SecretDocument.most else { return nil }
      places[bytes] = found.count
      found.append(value)
      return found.count - 1
    }
    guard !found.isEmpty else { return document.value }
    kept = found.map { secrets.keep($0) }
    return fill(replaced)
  }

  /// How many secrets a document may have: more than all settings together.
  private static let most = 200

  /// The document with its nth secret replaced by `{"secret": n}`; `take` returns nil for one too many.
  private func replace(
    _ field: Field, _ secrets: any Secrets, _ take: (String) -> Int?
  ) throws(Refusal) -> JSONValue {
    switch field.value {
    case .object(let members):
      // Both would map to the same member, and it would be arbitrary which one wins.
      if members["secret"] != nil, let reference = members["secretReference"] {
        throw field.child("secretReference", reference).refused("stands in place of secret")
      }
      if case .text(let id)? = members["secretReference"],
        secrets.isForgotten(SecretReference(id))
      {
        // Bound to nothing any more, it could be sent anywhere once the keyring is open.
        throw field.child("secretReference", .null).refused("was removed; give the secret again")
      }
      var changed: [String: JSONValue] = [:]
      for key in members.keys.sorted() {
        let inside = field.child(key, members[key] ?? .null)
        guard key == "secret" else {
          changed[key] = try replace(inside, secrets, take)
          continue
        }
        guard let index = take(try inside.secret()) else {
          throw inside.refused("is one of more than \(SecretDocument.most) secrets")
        }
        changed[key] = .integer(Int64(index))
      }
      return .object(changed)
    case .array:
      var changed: [JSONValue] = []
      for element in try field.elements() { changed.append(try replace(element, secrets, take)) }
      return .array(changed)
    default: return field.value
    }
  }

  private func fill(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      var changed: [String: JSONValue] = [:]
      for (key, inside) in members {
        if key == "secret", case .integer(let index) = inside {
          changed["secretReference"] = .text(kept[Int(index)].id)
        } else {
          changed[key] = fill(inside)
        }
      }
      return .object(changed)
    case .array(let elements): return .array(elements.map(fill))
    default: return value
    }
  }
}

extension Field {
  /// The longest allowed secret, in bytes.
  private static let longestSecret = 8192

  /// A value that can be sent as a header.
  fileprivate func secret() throws(Refusal) -> String {
    let text = try text()
    guard (1...Field.longestSecret).contains(text.utf8.count) else {
      throw refused("must be of 1 to \(Field.longestSecret) bytes")
    }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 || $0 == "\t" })
    else { throw refused("must be a single line") }
    return text
  }
}
