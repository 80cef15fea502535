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

  /// One that is off until the user switches it on: its id says so, since settings know no list of channels. (J15)
  package init(optIn id: String, name: @escaping @Sendable (Words) -> String) {
    self.init(id + Channel.optIn, name: name)
  }

  private static let optIn = ".opt-in"

  /// Whether a channel is on until the user chooses otherwise.
  package static func isOn(_ id: String) -> Bool { !id.hasSuffix(optIn) }

  /// The channel of slots. (T26)
  package static let daily = Channel("timesafari.daily") {
    $0.term("kind of notification", "Your hours")
  }
}
