import CarillonEngine
import CarillonGLib
import Glibc

/// Measures how late `.woke` comes, with the app's scheduler on GLib's loop, in milliseconds.
///
/// Real slots are minutes apart; here a wake is armed every half second, and the process is idle in
/// between like Carillon.
func measureTimer(wakes: Int) throws -> Result {
  var late: [Double] = []
  var due = Instant.distantPast
  let scheduler = WallClockScheduler { event in
    guard case .woke = event else { return }
    late.append(Double(nanoseconds(CLOCK_REALTIME)) / 1e6 - Double(due.milliseconds))
  }
  guard scheduler.isExact else { throw Unusable("this kernel has no timer on the wall clock") }
  for count in 1...wakes {
    due = WallClock.now() + .milliseconds(500)
    scheduler.arm([Wake(at: due)])
    guard MainLoop.run(atMost: .seconds(5), until: { late.count == count }) else {
      throw Unusable("no wake came")
    }
  }
  guard late.allSatisfy({ $0 >= 0 }) else { throw Unusable("a wake came early") }
  var result = Result()
  result.add("timer.late", late)
  return result
}
