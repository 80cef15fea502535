import CarillonDetail
package import CarillonText
package import CarillonTime

/// A sender with keys of its own, for which it seals its messages. (C2, C8)
///
/// Each is a channel of its own. (C10)
package struct PairedSender: Hashable, Sendable {
  /// What tells it from the others; never changes.
  package var name: String
  /// Nil: nothing that it sends can be opened until it is paired again, as after an import.
  package var keys: SecretReference?
  package var former: Former?
  /// When it was last given its address.
  package var pairedAt: Instant
  /// When its messages are told, as long as its channel says nothing else. (§5, At my hours)
  package var at = Settings.ChannelChoice.At.now

  /// The keys before the last renewal: a sender that does not know yet still uses them.
  package struct Former: Hashable, Sendable {
    package var keys: SecretReference
    /// They open what came before this.
    package var until: Instant

    package init(keys: SecretReference, until: Instant) {
      self.keys = keys
      self.until = until
    }
  }

  package init(name: String, keys: SecretReference?, pairedAt: Instant) {
    self.name = name
    self.keys = keys
    self.pairedAt = pairedAt
  }

  /// Each message is tried with the keys of all.
  package static let most = 20
  package static let longestName = 50
  /// How long former keys count. (C2)
  package static let overlap = Span.hours(48)

  /// The id of its channel. (C10)
  package var channel: String { "\(PairedSender.channelPrefix)\(name)" }

  private static let channelPrefix = "sender:"

  /// Whether a channel is one of a sender, perhaps of a former one.
  package static func isChannel(_ id: String) -> Bool { id.hasPrefix(channelPrefix) }

  /// All of its keys.
  package var secrets: [SecretReference] { [keys, former?.keys].compactMap(\.self) }
}

extension PairedSender {
  private static let members = ["name", "keys", "formerKeys", "formerUntil", "pairedAt", "at"]

  /// All of a document; null is none.
  static func list(_ field: Field) throws(Refusal) -> [PairedSender] {
    guard !field.isNull else { return [] }
    var list: [PairedSender] = []
    for element in try field.elements(most: most, "senders") {
      let sender = try PairedSender(element)
      guard !list.contains(where: { $0.name == sender.name }) else {
        throw element.child("name", .null).refused("is there twice")
      }
      list.append(sender)
    }
    return list
  }

  /// The name as it is kept; throws if there is nothing to read, or it is too long.
  package static func name(_ field: Field) throws(Refusal) -> String {
    let name = clean(try field.text(), lines: false)
    guard !isBlank(name) else { throw field.refused("is empty") }
    guard name.count <= longestName, name.utf8.count <= 4 * longestName else {
      throw field.refused("must have at most \(longestName) characters")
    }
    return name
  }

  private init(_ field: Field) throws(Refusal) {
    let fields = try field.members(known: PairedSender.members)
    name = try PairedSender.name(try fields.required("name", in: field))
    keys = try fields.present("keys").map { (field) throws(Refusal) in
      try field.secretReference()
    }
    let former = try fields.present("formerKeys").map { (field) throws(Refusal) in
      try field.secretReference()
    }
    let until = try fields.present("formerUntil").map { (field) throws(Refusal) in
      try field.instant()
    }
    if let former, let until { self.former = Former(keys: former, until: until) }
    pairedAt = try fields.present("pairedAt")?.instant() ?? Instant(seconds: 0)
    if let at = fields.present("at") { self.at = try Settings.ChannelChoice.At(at) }
  }

  package var document: JSONValue {
    var document: [String: JSONValue] = [
      "name": .text(name), "pairedAt": .text(pairedAt.isoUTC), "at": .text(at.name),
    ]
    if let keys { document["keys"] = .object(["secretReference": .text(keys.id)]) }
    if let former {
      document["formerKeys"] = .object(["secretReference": .text(former.keys.id)])
      document["formerUntil"] = .text(former.until.isoUTC)
    }
    return .object(document)
  }
}

extension Field {
  fileprivate func instant() throws(Refusal) -> Instant {
    guard let instant = Instant(iso: try text()) else {
      throw refused("must be an instant such as 2026-11-21T08:00:00Z")
    }
    return instant
  }
}
