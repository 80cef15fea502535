package import CarillonCore
import Glibc

/// The machine's wall clock.
package enum WallClock {
  /// The time now, floored to the millisecond.
  package static func now() -> Instant {
    Instant(milliseconds: Clocks.nanoseconds(CLOCK_REALTIME).flooredQuotient(by: 1_000_000))
  }
}
