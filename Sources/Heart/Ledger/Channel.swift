import CarillonDetail
package import CarillonText
import CarillonTime

/// A category of notifications that the user can switch off and give a sound. (D7)
package struct Channel: Sendable {
  /// Never changes.
  package let id: String
  /// The name that the user sees.
  package let name: @Sendable (Words) -> String

  package init(_ id: String, name: @escaping @Sendable (Words) -> String) {
    self.id = id
    self.name = name
  }

  /// The channel of slots. (T26)
  package static let daily = Channel("timesafari.daily") {
    $0.term("kind of notification", "Your hours")
  }
}
