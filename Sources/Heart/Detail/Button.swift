import CarillonText
import CarillonTime

/// A button of a window, and how far its command has come.
package struct Button: Codable, Hashable, Sendable {
  package enum Role: String, Codable, Hashable, Sendable {
    case plain, suggested
    /// Stops something.
    case destructive
  }

  package enum State: Codable, Hashable, Sendable {
    case idle
    /// The text replaces the label.
    case underWay(String)
    /// The reason; `retry` is the label of the Retry button.
    case failed(String, retry: String)
    case done(String)
  }

  package var id: String
  package var label: String
  package var role = Role.plain
  package var state = State.idle

  package init(id: String, label: String, role: Role = Role.plain, state: State = State.idle) {
    self.id = id
    self.label = label
    self.role = role
    self.state = state
  }
}
