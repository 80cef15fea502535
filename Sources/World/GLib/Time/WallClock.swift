package import CarillonEngine

/// The machine's wall clock.
package enum WallClock {
  /// The current time, floored to the millisecond.
  package static func now() -> Instant {
    Clocks.read().now
  }
}
