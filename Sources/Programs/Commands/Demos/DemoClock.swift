import CarillonEngine
import Glibc

/// A demo's clock: it starts at zero, may run faster than the world, and cannot be set.
struct DemoClock {
  let speed: Double
  private let began = DemoClock.nanoseconds

  init(speed: Double) {
    self.speed = speed
  }

  var now: Instant {
    Instant(milliseconds: Int64(Double(DemoClock.nanoseconds - began) / 1_000_000 * speed))
  }

  /// How long to wait for a moment of this clock; zero if it has passed.
  func wait(until moment: Instant) -> Span {
    let wait = Double((moment - now).milliseconds) / speed
    return .milliseconds(max(0, Int64(wait.rounded(.up))))
  }

  private static var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
