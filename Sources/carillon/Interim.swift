import CarillonCore

<<<<<<< HEAD
/// Stands in until there is a keyring.
final class NoSecrets: Secrets {
  private var values: [SecretReference: String] = [:]

  func keep(_ value: String) -> SecretReference {
    let reference = SecretReference("secret-\(values.count)")
    values[reference] = value
    return reference
  }

  func value(of reference: SecretReference, then: @escaping (String?) -> Void) {
    then(values[reference])
  }

  func forget(_ references: [SecretReference]) {}

  func forgetAll(except references: [SecretReference]) {}
=======
/// Stands in until the outbox is drained.
final class NoCallbacks: Callbacks {
  func post(_ job: PostJob, _ ticket: Ticket) {}
>>>>>>> session
}
