import CarillonText
import CarillonTime

/// A card of values, up to three in a row.
package struct FactCard: Codable, Hashable, Sendable {
  package var facts: [Fact]

  package init(facts: [Fact]) {
    self.facts = facts
  }
}

extension FactCard {
  /// This card, with each reading that `old` also shows starting from where it is drawn now.
  func continued(from old: FactCard, at now: Instant) -> FactCard {
    var card = self
    for (index, fact) in facts.enumerated() {
      guard case .reading(let reading) = fact.value,
        case .reading(let before)? = old.facts.first(where: { $0.label == fact.label })?.value
      else { continue }
      card.facts[index].value = .reading(reading.continued(from: before, at: now))
    }
    return card
  }
}
