import CarillonText
import CarillonTime

/// Values that the user can change and send.
package struct Form: Codable, Hashable, Sendable {
  /// A number within its range.
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
