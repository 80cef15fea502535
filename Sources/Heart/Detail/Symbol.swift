import CarillonText
import CarillonTime

/// The small pictures beside a word or inside a ring.
package enum Symbol: String, Codable, Hashable, Sendable, CaseIterable {
  case check, clock, above, below, alert
  case thermometer, bean, drop, cup
  case bus, train, walk, home, flag, wrench, bell
}
