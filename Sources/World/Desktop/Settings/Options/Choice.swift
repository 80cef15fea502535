import CarillonEngine

/// Values that a setting can be given, as a list to choose from.
struct Choice: Hashable {
  struct Option: Hashable {
    let value: JSONValue
    let text: String
  }

  let options: [Option]
  /// Which of them holds.
  let index: Int

  /// A value that is not among those offered is one of the list all the same: somebody set it.
  init(_ options: [Option], current: Option) {
    if let index = options.firstIndex(where: { $0.value == current.value }) {
      self.options = options
      self.index = index
    } else {
      self.options = options + [current]
      index = options.count
    }
  }

  /// The numbers `offered`, and `current` in its place among them.
  init(_ offered: [Int64], current: Int64, text: (Int64) -> String) {
    let numbers = Set(offered + [current]).sorted()
    options = numbers.map { Option(value: .integer($0), text: text($0)) }
    index = numbers.firstIndex(of: current) ?? 0
  }

  var current: Option { options[index] }
}
