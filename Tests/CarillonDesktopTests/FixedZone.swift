import CarillonFeatures

/// A zone that never changes its clocks.
struct FixedZone: ZoneRules {
  var hours = 1
  var identifier: String { "Test/Fixed" }
  func offset(at instant: Instant) -> Int { hours * 3600 }
  func transition(after instant: Instant) -> Instant? { nil }
}
