package import CarillonText

/// What an import changes, or has changed. (T29)
package struct ImportReport: Hashable, Encodable, Sendable {
  /// One setting or one item of a feature, such as an hour.
  package struct Change: Hashable, Encodable, Sendable {
    package enum Kind: String, Encodable, Sendable {
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
  package struct LeftOut: Hashable, Encodable, Sendable {
    package enum Reason: String, Encodable, Sendable {
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

/// Not by a decoder, which would have to guess the types of old and new values: see ``JSONReader``.
extension ImportReport: JSONReadable {
  package init?(json: JSONValue) {
    guard case .object(let members) = json, case .bool(let dryRun)? = members["dryRun"],
      case .bool(let undo)? = members["undo"], case .array(let changes)? = members["changes"],
      case .array(let leftOut)? = members["leftOut"]
    else { return nil }
    self.dryRun = dryRun
    self.undo = undo
    self.changes = changes.compactMap(Change.init)
    self.leftOut = leftOut.compactMap(LeftOut.init)
    guard self.changes.count == changes.count, self.leftOut.count == leftOut.count else {
      return nil
    }
  }
}

extension ImportReport.Change {
  fileprivate init?(_ json: JSONValue) {
    guard case .object(let members) = json, case .text(let key)? = members["key"],
      case .text(let kind)? = members["change"], let change = Kind(rawValue: kind),
      let old = members["old"], let new = members["new"], case .text(let text)? = members["text"]
    else { return nil }
    self.init(key: key, change: change, old: old, new: new, text: text)
    if case .text(let slotId)? = members["slotId"] { self.slotId = slotId }
  }
}

extension ImportReport.LeftOut {
  fileprivate init?(_ json: JSONValue) {
    guard case .object(let members) = json, case .text(let path)? = members["path"],
      case .text(let why)? = members["reason"], let reason = Reason(rawValue: why),
      case .text(let text)? = members["text"]
    else { return nil }
    self.init(path: path, reason: reason, text: text)
  }
}
