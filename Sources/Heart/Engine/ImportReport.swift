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
