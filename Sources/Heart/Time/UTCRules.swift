/// What stands in where the system knows no zone at all.
struct UTCRules: ZoneRules {
  let identifier = "UTC"

  func offset(at instant: Instant) -> Int { 0 }

  func transition(after instant: Instant) -> Instant? { nil }
}
