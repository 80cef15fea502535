import CarillonFeatures
import Testing

@testable import CarillonGLib

@Suite(.serialized) @MainActor struct SchedulerTests {
  /// Records a scheduler's events, with their times.
  ///
  /// No test measures how long the loop took: whatever stalls this process stalls its timers too.
  /// Those that are due in one turn of the loop run in the order in which they were set.
  private final class Log {
    var events: [Event] = []
    var times: [Instant] = []

    func take(_ event: Event) {
      events.append(event)
      times.append(WallClock.now())
    }
  }

  private func never(_ log: Log, for span: Span) -> Bool {
    !MainLoop.run(atMost: span) { !log.events.isEmpty }
  }

  @Test("T15: a wake comes at its time, never early, and once")
  func exact() {
    let log = Log()
    let scheduler = WallClockScheduler(send: log.take)
    #expect(scheduler.isExact)
    for delay in [1, 7, 60] as [Int64] {
      let wake = Wake(at: WallClock.now() + .milliseconds(delay))
      scheduler.arm([Wake(at: wake.at + .hours(1)), wake])
      var isLate = false
      let after = MainLoop.after(.milliseconds(delay + 50)) { isLate = log.events.isEmpty }
      MainLoop.run(atMost: .seconds(5)) { !log.events.isEmpty }
      after.cancel()
      #expect(log.events == [.woke])
      #expect(log.times.allSatisfy { $0 >= wake.at }, "never early")
      #expect(!isLate, "it comes before a timer that was set for 50 ms later")
      log.events = []
      log.times = []
      #expect(never(log, for: .milliseconds(30)))
    }
  }

  @Test("A wake in the past comes soon, but not from within arm")
  func past() {
    let log = Log()
    let scheduler = WallClockScheduler(send: log.take)
    scheduler.arm([Wake(at: .distantPast), Wake(at: .distantFuture)])
    #expect(log.events.isEmpty)
    MainLoop.run(atMost: .seconds(5)) { !log.events.isEmpty }
    #expect(log.events == [.woke])
  }

  @Test("Arming replaces all wakes, and an empty set never wakes")
  func replaced() {
    let log = Log()
    let scheduler = WallClockScheduler(send: log.take)
    scheduler.arm([Wake(at: WallClock.now() + .milliseconds(20))])
    scheduler.arm([])
    #expect(never(log, for: .milliseconds(80)))
    scheduler.arm([Wake(at: WallClock.now() + .milliseconds(20))])
    scheduler.arm([Wake(at: .distantFuture)])
    #expect(never(log, for: .milliseconds(80)))
  }

  @Test("T15: a wake with slack comes on a grid within it, together with others")
  func slack() {
    let log = Log()
    var clocks = Clocks(real: 0, boot: 0, monotonic: 0)
    let scheduler = WallClockScheduler(timer: WallTimer(), clocks: { clocks }, send: log.take)
    scheduler.arm([
      Wake(at: Instant(milliseconds: 601), slack: .seconds(1)),
      Wake(at: Instant(milliseconds: 999), slack: .seconds(1)),
      Wake(at: Instant(milliseconds: 1001), slack: .seconds(1)),
    ])
    func come(to milliseconds: Int64) {
      clocks = Clocks(
        real: milliseconds * 1_000_000, boot: milliseconds * 1_000_000,
        monotonic: milliseconds * 1_000_000)
      scheduler.look(afterCancel: false)
    }
    come(to: 999)
    #expect(log.events.isEmpty)
    come(to: 1000)
    #expect(log.events == [.woke])
    come(to: 1999)
    #expect(log.events == [.woke])
    come(to: 2000)
    #expect(log.events == [.woke, .woke])
  }

  @Test("T16: setting the clock is reported before the wake that has become due by it")
  func clockSet() {
    let log = Log()
    var clocks = Clocks.read()
    let scheduler = WallClockScheduler(timer: WallTimer(), clocks: { clocks }, send: log.take)
    scheduler.arm([Wake(at: clocks.now + .hours(1))])
    clocks = clocks.moved(real: 2 * 3_600_000 + 5)
    scheduler.look(afterCancel: true)
    #expect(log.events == [.situation(.clockSet(.milliseconds(2 * 3_600_000 + 5))), .woke])
    log.events = []
    clocks = clocks.moved(real: -24 * 3_600_000)
    scheduler.look(afterCancel: true)
    #expect(log.events == [.situation(.clockSet(.hours(-24)))])
  }

  @Test("T16: clock changes can be reported before another event, once")
  func caughtUp() {
    let log = Log()
    var clocks = Clocks.read()
    let scheduler = WallClockScheduler(timer: WallTimer(), clocks: { clocks }, send: log.take)
    scheduler.catchUp()
    #expect(log.events.isEmpty)
    clocks = clocks.moved(real: 3_600_000 + 60_000, boot: 60_000)
    scheduler.catchUp()
    #expect(log.events == [.situation(.resumed(.minutes(1))), .situation(.clockSet(.hours(1)))])
    scheduler.catchUp()
    scheduler.look(afterCancel: false)
    #expect(log.events.count == 2)
  }

  @Test("A small step wakes but is not reported; several add up; slewing is neither")
  func smallSteps() {
    let log = Log()
    var clocks = Clocks.read()
    let scheduler = WallClockScheduler(timer: WallTimer(), clocks: { clocks }, send: log.take)
    clocks = clocks.moved(real: 600)
    scheduler.look(afterCancel: true)
    #expect(log.events == [.woke])
    clocks = clocks.moved(real: 600)
    scheduler.look(afterCancel: true)
    #expect(log.events == [.woke, .situation(.clockSet(.milliseconds(1200)))])
    log.events = []
    // A day during which the kernel slewed all clocks by a second.
    clocks = clocks.moved(real: 86_399_000, boot: 86_399_000, monotonic: 86_399_000)
    scheduler.look(afterCancel: false)
    #expect(log.events.isEmpty)
  }

  @Test("T17: sleep and setting the clock are told apart")
  func resumed() {
    let log = Log()
    var clocks = Clocks.read()
    let scheduler = WallClockScheduler(timer: WallTimer(), clocks: { clocks }, send: log.take)
    scheduler.arm([Wake(at: clocks.now + .hours(1))])
    clocks = clocks.moved(real: 8 * 3_600_000, boot: 8 * 3_600_000)
    scheduler.look(afterCancel: true)
    #expect(log.events == [.situation(.resumed(.hours(8))), .woke])
    log.events = []
    clocks = clocks.moved(real: 60_000 + 30_000, boot: 60_000)
    scheduler.look(afterCancel: true)
    #expect(
      log.events == [.situation(.resumed(.minutes(1))), .situation(.clockSet(.seconds(30)))])
  }

  @Test(
    "T15: a wake with ten minutes of slack comes on a multiple of ten minutes, never early",
    arguments: [(0, 0), (1, 600_000), (599_999, 600_000), (600_000, 600_000), (-1, 0)]
      as [(Int64, Int64)])
  func window(at: Int64, target: Int64) {
    let log = Log()
    let day: Int64 = 20_000 * 86_400_000
    var now = Instant(milliseconds: day + target - 1)
    let scheduler = WallClockScheduler(
      timer: WallTimer(), clocks: { Clocks(wall: now) }, send: log.take)
    scheduler.arm([Wake(at: Instant(milliseconds: day + at), slack: .minutes(10))])
    scheduler.look(afterCancel: false)
    #expect(log.events.isEmpty)
    now = now + .milliseconds(1)
    scheduler.look(afterCancel: false)
    #expect(log.events == [.woke])
  }

  @Test("T15: without the kernel's timer a wake still comes, by checking the clock")
  func fallback() {
    let log = Log()
    let scheduler = WallClockScheduler(timer: nil, clocks: Clocks.read, send: log.take)
    #expect(!scheduler.isExact)
    let wake = Wake(at: WallClock.now() + .milliseconds(30))
    scheduler.arm([wake])
    MainLoop.run(atMost: .seconds(5)) { !log.events.isEmpty }
    #expect(log.events == [.woke])
    #expect(log.times.allSatisfy { $0 >= wake.at })
    log.events = []
    scheduler.arm([])
    #expect(never(log, for: .milliseconds(30)))
  }

  @Test("T15: without it, a slow clock or one set back makes no wake come early")
  func fallbackNeverEarly() {
    let log = Log()
    var now = WallClock.now()
    let scheduler = WallClockScheduler(timer: nil, clocks: { Clocks(wall: now) }, send: log.take)
    let wake = Wake(at: now + .milliseconds(20))
    scheduler.arm([wake])
    // The timer ends before the clock is there, so it must wait on.
    now = now + .milliseconds(10)
    #expect(never(log, for: .milliseconds(60)))
    now = wake.at
    MainLoop.run(atMost: .seconds(5)) { !log.events.isEmpty }
    #expect(log.events == [.woke])
  }

  @Test("An engine that cannot act on a wake is not woken repeatedly")
  func noStorm() {
    let log = Log()
    let scheduler = WallClockScheduler(send: log.take)
    scheduler.arm([Wake(at: .distantPast)])
    MainLoop.run(atMost: .milliseconds(100)) { false }
    #expect(log.events == [.woke])
  }

  @Test("The time is floored to the millisecond, before 1970 too")
  func floored() {
    #expect(Clocks(real: 1_999_999, boot: 0, monotonic: 0).now == Instant(milliseconds: 1))
    #expect(Clocks(real: -1, boot: 0, monotonic: 0).now == Instant(milliseconds: -1))
  }
}

extension Clocks {
  /// A machine that was started at the epoch and has never slept.
  fileprivate init(wall: Instant) {
    let time = wall.milliseconds * 1_000_000
    self.init(real: time, boot: time, monotonic: time)
  }

  /// The clocks after each has advanced by some milliseconds.
  fileprivate func moved(real: Int64, boot: Int64 = 0, monotonic: Int64 = 0) -> Clocks {
    Clocks(
      real: self.real + real * 1_000_000, boot: self.boot + boot * 1_000_000,
      monotonic: self.monotonic + monotonic * 1_000_000)
  }
}
