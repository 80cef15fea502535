import CarillonDetail
import CarillonText
import CarillonTime

/// Identifies a secret in the Secret Service; its value never enters the heart. (T27)
package struct SecretReference: Hashable, Codable, Comparable, Sendable {
  package let id: String

  package init(_ id: String) {
    self.id = id
  }

  package static func < (left: SecretReference, right: SecretReference) -> Bool {
    left.id < right.id
  }
}
