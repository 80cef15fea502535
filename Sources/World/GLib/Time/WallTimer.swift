import CGio
import CarillonEngine
import Glibc

/// The kernel's wall clock timer, which also reports changes of the clock.
///
/// Setting the clock and waking from sleep make `read` fail with ECANCELED.
final class WallTimer {
  private let descriptor: Int32

  /// Nil if the kernel does not provide such a timer.
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
    /// A spurious wakeup.
    case nothing
  }

  /// Sets the time at which it fires next, once; a past time fires at once.
  ///
  /// Returns whether the kernel reported a clock change, which `read` will then not report again.
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
