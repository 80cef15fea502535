/// UTC, for systems that have no zone data at all.
package struct UTCRules: ZoneRules {
  package let identifier = "UTC"

  package init() {}

  package func offset(at instant: Instant) -> Int { 0 }

  package func transition(after instant: Instant) -> Instant? { nil }
}
