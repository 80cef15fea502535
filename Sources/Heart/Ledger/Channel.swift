import CarillonDetail
package import CarillonText
import CarillonTime

/// What a user switches on or off and gives a sound. (D7)
package struct Channel: Sendable {
  /// Never changes.
  package let id: String
  /// As the user sees it.
  package let name: @Sendable (Words) -> String

  package init(_ id: String, name: @escaping @Sendable (Words) -> String) {
    self.id = id
    self.name = name
  }

  /// The slots' channel. (T26)
  package static let daily = Channel("timesafari.daily") {
    $0.term("kind of notification", "TimeSafari Daily")
  }
}
