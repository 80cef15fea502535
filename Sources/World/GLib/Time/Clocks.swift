import CarillonEngine
import Glibc

/// A reading of the three clocks; two readings show what happened in between.
struct Clocks {
  /// The wall clock, which may be set to anything.
  let real: Int64
  /// Keeps running while the machine sleeps.
  let boot: Int64
  /// Stops while the machine sleeps.
  let monotonic: Int64

  /// Reads the clocks, in nanoseconds.
  ///
  /// Uses libc, so that a test can shift the clock of one process.
  static func read() -> Clocks {
    Clocks(
      real: nanoseconds(CLOCK_REALTIME), boot: nanoseconds(CLOCK_BOOTTIME),
      monotonic: nanoseconds(CLOCK_MONOTONIC))
  }

  /// The wall clock, floored to the millisecond.
  var now: Instant {
    Instant(milliseconds: real.flooredQuotient(by: 1_000_000))
  }

  private static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    let failed = clock_gettime(clock, &time)
    precondition(failed == 0, "Linux has the clocks of POSIX and the one of suspend")
    // A clock may be set far enough to overflow.
    let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return time.tv_sec < 0 ? .min : .max }
    return seconds.addingReportingOverflow(Int64(time.tv_nsec)).partialValue
  }
}

/// Distinguishes sleep from setting the clock.
///
/// Slewing (NTP) changes all three clocks alike and is neither. A step of less than a second is not
/// reported, but small steps add up.
struct ClockWatch {
  /// Wall clock minus time since boot, as of the last reported step.
  private var start: Int64
  /// Time asleep since boot, as of the last reported sleep.
  private var asleep: Int64

  init(_ clocks: Clocks) {
    start = clocks.real &- clocks.boot
    asleep = clocks.boot &- clocks.monotonic
  }

  /// What happened since the last call, in the order to report it.
  mutating func changes(_ clocks: Clocks) -> [Situation.Change] {
    var changes: [Situation.Change] = []
    let slept = (clocks.boot &- clocks.monotonic) &- asleep
    // The three clocks are not read at the same instant, so a small difference is not sleep.
    if slept >= 500_000_000 {
      asleep += slept
      changes.append(.resumed(.milliseconds(slept / 1_000_000)))
    }
    let step = (clocks.real &- clocks.boot) &- start
    if abs(step) >= 1_000_000_000 {
      start &+= step
      changes.append(.clockSet(.milliseconds(step / 1_000_000)))
    }
    return changes
  }
}
