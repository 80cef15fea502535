import CarillonEngine

/// The attributes of Carillon's items in the keyring.
enum SecretAttributes {
  /// Matches all of Carillon's items.
  static let all = ["application": "org.carillon.Carillon"]
  /// The key that stored content is sealed with. (T28)
  static let contentKey = all.merging(["kind": "content-key"]) { $1 }
  /// The secrets of header fields. (T27)
  static let secrets = all.merging(["kind": "secret"]) { $1 }

  static func secret(_ reference: SecretReference) -> [String: String] {
    secrets.merging([referenceKey: reference.id]) { $1 }
  }

  static let referenceKey = "reference"
}
