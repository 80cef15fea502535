package import CarillonTime

/// How often a carrier brought something that no message could be made of, for one reason. (C1)
package struct Drop: Hashable, Sendable {
  package var carrier: String
  package var code: String
  package var count: Int
  package var lastAt: Instant

  package init(carrier: String, code: String, count: Int, lastAt: Instant) {
    self.carrier = carrier
    self.code = code
    self.count = count
    self.lastAt = lastAt
  }
}
