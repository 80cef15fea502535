import CarillonEngine

/// The values a setting can have, as a list to choose from.
struct Choice: Hashable {
  struct Option: Hashable {
    let value: JSONValue
    let text: String
  }

  let options: [Option]
  /// The index of the current value.
  let index: Int

  /// Adds the current value if it is not among those offered, because it was set elsewhere.
  init(_ options: [Option], current: Option) {
    if let index = options.firstIndex(where: { $0.value == current.value }) {
      self.options = options
      self.index = index
    } else {
      self.options = options + [current]
      index = options.count
    }
  }

  /// The numbers `offered`, with `current` inserted in order.
  init(_ offered: [Int64], current: Int64, text: (Int64) -> String) {
    let numbers = Set(offered + [current]).sorted()
    options = numbers.map { Option(value: .integer($0), text: text($0)) }
    index = numbers.firstIndex(of: current) ?? 0
  }

  var current: Option { options[index] }
}
