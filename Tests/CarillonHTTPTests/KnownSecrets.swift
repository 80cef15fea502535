import CarillonFeatures
import CarillonGLib

/// Secrets with known values, answered after a delay.
final class KnownSecrets: Secrets {
  private let values: [String: String]
  private let delay: Span?
  private(set) var asked: [String] = []

  /// Without a `delay`, it answers before `value` returns.
  init(_ values: [String: String] = [:], delay: Span? = nil) {
    self.values = values
    self.delay = delay
  }

  func value(of reference: SecretReference, then: @escaping (String?) -> Void) {
    asked.append(reference.id)
    let value = values[reference.id]
    if let delay { MainLoop.after(delay) { then(value) } } else { then(value) }
  }

  func keep(_ value: String) -> SecretReference {
    preconditionFailure("whoever sends a request keeps no secret")
  }

  func forget(_ references: [SecretReference]) {}
  func isForgotten(_ reference: SecretReference) -> Bool { false }
  func forgetAll(except references: [SecretReference]) {}
}
