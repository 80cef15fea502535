import CarillonEngine

/// What one of our items in the keyring is found by.
enum SecretAttributes {
  /// All that is ours.
  static let all = ["application": "org.carillon.Carillon"]
  /// The key that stored content is sealed with. (T28)
  static let contentKey = all.merging(["kind": "content-key"]) { $1 }
  /// The secrets of documents. (T27)
  static let secrets = all.merging(["kind": "secret"]) { $1 }

  static func secret(_ reference: SecretReference) -> [String: String] {
    secrets.merging([referenceKey: reference.id]) { $1 }
  }

  static let referenceKey = "reference"
}
