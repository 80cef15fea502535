import CarillonFeatures

/// A keyring with one secret, or locked.
final class OneSecret: Secrets {
  static let reference = SecretReference("secret-1")
  var secret: String?

  func keep(_ value: String) -> SecretReference { Self.reference }
  func value(of reference: SecretReference, then: @escaping (String?) -> Void) { then(secret) }
  func forget(_ references: [SecretReference]) {}
  func forgetAll(except references: [SecretReference]) {}
  func isForgotten(_ reference: SecretReference) -> Bool { false }
}
