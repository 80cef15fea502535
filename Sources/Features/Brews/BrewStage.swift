import CarillonEngine

/// The stages of a brew, in order. (000)
enum BrewStage: String, Codable, CaseIterable, Sendable {
  case heating, grinding, preInfusion, brewing, complete

  /// Accepts a message's stage name in any case; nil for an unknown one. (B1)
  init?(named name: String) {
    guard
      let stage = BrewStage.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
    else { return nil }
    self = stage
  }

  /// The stage with this rank; nil if there is none.
  init?(rank: Int) {
    guard BrewStage.allCases.indices.contains(rank) else { return nil }
    self = BrewStage.allCases[rank]
  }

  var rank: Int { BrewStage.allCases.firstIndex(of: self) ?? 0 }
}

extension BrewStage: Comparable {
  static func < (left: BrewStage, right: BrewStage) -> Bool { left.rank < right.rank }
}
