import CarillonText
import CarillonTime

extension Detail {
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

  /// Values that the user can change and send.
  package struct Form: Codable, Hashable, Sendable {
    /// The id of the button that opens the form.
    package var id: String
    package var title: String
    package var fields: [Field]
    package var apply: String
    package var cancel: String

    package init(id: String, title: String, fields: [Field], apply: String, cancel: String) {
      self.id = id
      self.title = title
      self.fields = fields
      self.apply = apply
      self.cancel = cancel
    }
  }

  package struct Field: Codable, Hashable, Sendable {
    package var id: String
    package var label: String
    package var unit: String
    package var value: Double
    package var low: Double
    package var high: Double
    package var step: Double
    package var decimals: Int

    package init(
      id: String, label: String, unit: String, value: Double, low: Double, high: Double,
      step: Double, decimals: Int
    ) {
      self.id = id
      self.label = label
      self.unit = unit
      self.value = value
      self.low = low
      self.high = high
      self.step = step
      self.decimals = decimals
    }
  }
}
