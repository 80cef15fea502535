import CarillonEngine

/// The stages of a brew, in their order. (000)
enum BrewStage: String, Codable, CaseIterable {
  case heating, grinding, preInfusion, brewing, complete

  /// As a message names it, in any case; nil for one that nobody knows. (B1)
  init?(named name: String) {
    guard
      let stage = BrewStage.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
    else { return nil }
    self = stage
  }

  /// The one of this rank; nil where there is none.
  init?(rank: Int) {
    guard BrewStage.allCases.indices.contains(rank) else { return nil }
    self = BrewStage.allCases[rank]
  }

  var rank: Int { BrewStage.allCases.firstIndex(of: self) ?? 0 }
}

extension BrewStage: Comparable {
  static func < (left: BrewStage, right: BrewStage) -> Bool { left.rank < right.rank }
}
