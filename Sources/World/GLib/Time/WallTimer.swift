import CGio
import CarillonEngine
import Glibc

/// The kernel's timer on the wall clock, which also ends its wait when that clock is set.
///
/// A clock that is set, and a machine that wakes from sleep, make `read` fail with ECANCELED.
final class WallTimer {
  private let descriptor: Int32

  /// Nil where the kernel has no such timer for us.
  init?() {
    descriptor = timerfd_create(
      CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    close(descriptor)
  }

  enum Firing {
    case expired, cancelled
    /// Nothing happened after all.
    case nothing
  }

  /// Sets the time at which it fires next, once; at once if that is past.
  ///
  /// Answers whether the kernel had a clock change to tell of: setting the timer uses that up, and
  /// `read` will not tell again.
  func set(_ instant: Instant) -> Bool {
    // Zero would disarm it, and negative times are refused.
    let milliseconds = max(instant.milliseconds, 1)
    var time = itimerspec()
    time.it_value.tv_sec = Int(milliseconds / 1000)
    time.it_value.tv_nsec = Int(milliseconds % 1000) * 1_000_000
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    if timerfd_settime(descriptor, flags, &time, nil) == 0 { return false }
    precondition(errno == ECANCELED, "the timer takes any time from 1970 on")
    return true
  }

  func read() -> Firing {
    var expirations: UInt64 = 0
    if Glibc.read(descriptor, &expirations, 8) == 8 { return .expired }
    return errno == ECANCELED ? .cancelled : .nothing
  }

  func onFire(_ body: @escaping () -> Void) -> Source {
    MainLoop.onReadable(descriptor, body)
  }
}
