import CarillonFeatures
import CarillonGLib
import Glibc
import Testing

@Suite(.serialized) @MainActor struct LoopTests {
  @Test("A delayed callback comes once, after its delay, and idle callbacks come after it")
  func timers() {
    var order: [String] = []
    MainLoop.after(.milliseconds(40)) { order.append("later") }
    MainLoop.after(.milliseconds(1)) { order.append("soon") }
    MainLoop.onIdle { order.append("idle") }
    #expect(order.isEmpty)
    let start = ContinuousClock.now
    MainLoop.run(atMost: .seconds(5)) { order.count == 3 }
    #expect(ContinuousClock.now - start >= .milliseconds(39))
    MainLoop.run(atMost: .milliseconds(60)) { false }
    #expect(order.sorted() == ["idle", "later", "soon"])
    #expect(order.last == "later")
  }

  @Test("A canceled source is not called, and releases what it held")
  func cancelled() {
    final class Held {}
    var held: Held? = Held()
    weak let released = held
    var came = false
    let source = MainLoop.after(.milliseconds(1)) { [held] in
      _ = held
      came = true
    }
    held = nil
    #expect(released != nil)
    source.cancel()
    #expect(released == nil)
    #expect(!source.isPending)
    MainLoop.run(atMost: .milliseconds(30)) { came }
    #expect(!came)
  }

  @Test("Long work lets what waits go first: after its time, or its number of pieces")
  func longWork() {
    for (work, pause) in [
      (LongWork(turn: .milliseconds(5)), UInt32(6000)), (LongWork(turn: .seconds(60), most: 1), 0),
    ] {
      var order: [String] = []
      work.start {
        guard order.count(where: { $0 == "piece" }) < 3 else { return false }
        order.append("piece")
        usleep(pause)
        MainLoop.after(.zero) { order.append("other") }
        return true
      }
      #expect(order == ["piece"])
      MainLoop.run(atMost: .seconds(5)) { order.count == 6 }
      #expect(order == ["piece", "other", "piece", "other", "piece", "other"])
    }
  }

  @Test("Long work ends where other work begins, where it is canceled, and with its owner")
  func longWorkEnds() {
    var order: [String] = []
    var work: LongWork? = LongWork(most: 1)
    func start(_ name: String) {
      work?.start {
        order.append(name)
        return true
      }
    }
    start("one")
    start("two")
    MainLoop.run(atMost: .seconds(5)) { order.count >= 4 }
    #expect(order.prefix(4) == ["one", "two", "two", "two"])
    work?.cancel()
    let canceled = order.count
    MainLoop.run(atMost: .milliseconds(20)) { false }
    #expect(order.count == canceled)
    start("three")
    work = nil
    MainLoop.run(atMost: .milliseconds(20)) { false }
    #expect(order.count == canceled + 1)
  }

  @Test("What is to come soon waits for others, but not for ever, and comes once")
  func soon() {
    var order: [String] = []
    var isBusy = false
    func others() {
      guard isBusy else { return }
      MainLoop.after(.zero) { others() }
    }
    MainLoop.soon { order.append("soon") }
    MainLoop.after(.zero) { order.append("other") }
    MainLoop.run(atMost: .seconds(5)) { order.count == 2 }
    #expect(order == ["other", "soon"])
    // Something of the usual priority waits at each look.
    isBusy = true
    others()
    MainLoop.soon { order.append("kept waiting") }
    let canceled = MainLoop.soon { order.append("canceled") }
    canceled.cancel()
    #expect(!canceled.isPending)
    #expect(MainLoop.run(atMost: .seconds(5)) { order.count == 3 })
    isBusy = false
    MainLoop.run(atMost: .milliseconds(60)) { false }
    #expect(order == ["other", "soon", "kept waiting"])
  }

  @Test("What is to come soon lets go of what it holds")
  func soonReleases() {
    final class Held {}
    for isCanceled in [false, true] {
      var held: Held? = Held()
      weak let released = held
      let source = MainLoop.soon { [held] in _ = held }
      held = nil
      if isCanceled { source.cancel() }
      MainLoop.run(atMost: .seconds(5)) { released == nil }
      #expect(released == nil)
    }
  }

  @Test("A queue handles a little at once, and of a flood a piece whenever nothing else waits")
  func pacedQueue() {
    var handled: [Int] = []
    let queue = PacedQueue<Int>(atOnce: 3, turn: .milliseconds(5)) {
      handled.append($0)
      if $0 > 5 { usleep(3000) }
    }
    for number in 1...10 { queue.add(number) }
    #expect(handled == [1, 2, 3])
    #expect(queue.count == 7)
    var steps: [Int] = []
    MainLoop.run(atMost: .seconds(5)) {
      steps.append(handled.count)
      return handled.count == 10
    }
    #expect(handled == Array(1...10))
    #expect(steps.contains { $0 > 3 && $0 < 10 })
    // The loop was idle.
    MainLoop.run(atMost: .milliseconds(20)) { false }
    queue.add(4)
    #expect(handled.last == 4)
  }

  @Test("What is put back into a queue goes first, and a queue can be made to finish")
  func putBack() {
    var handled: [Int] = []
    var slow = true
    let queue = PacedQueue<Int>(atOnce: 0, turn: .milliseconds(2)) {
      handled.append($0)
      if slow { usleep(3000) }
    }
    queue.add(3)
    queue.add(4)
    queue.putBack([1, 2])
    #expect(handled == [1])
    slow = false
    queue.add(5)
    queue.finish()
    #expect(handled == [1, 2, 3, 4, 5])
    MainLoop.run(atMost: .milliseconds(20)) { false }
    #expect(handled.count == 5)
  }

  @Test("What holds the loop for long is measured, and reported once a minute")
  func holds() {
    var reports: [Span] = []
    LoopWatch.start { reports.append($0) }
    MainLoop.run(atMost: .milliseconds(20)) { false }
    for _ in 1...2 {
      var isOver = false
      MainLoop.after(.milliseconds(1)) {
        usleep(80_000)
        isOver = true
      }
      MainLoop.run(atMost: .seconds(5)) { isOver }
      MainLoop.run(atMost: .milliseconds(20)) { false }
    }
    #expect(LoopWatch.longest >= .milliseconds(80))
    #expect(reports.count == 1 && reports[0] >= .milliseconds(80))
    // Waiting is no hold.
    LoopWatch.start { reports.append($0) }
    MainLoop.run(atMost: .milliseconds(400)) { false }
    #expect(LoopWatch.longest < .milliseconds(300))
  }

  @Test("A system signal is delivered on the main loop")
  func unixSignal() {
    var count = 0
    let source = MainLoop.onSignal(SIGUSR1) { count += 1 }
    defer { source.cancel() }
    for round in 1...2 {
      kill(getpid(), SIGUSR1)
      MainLoop.run(atMost: .seconds(5)) { count == round }
    }
    #expect(count == 2)
  }

  @Test("A loop runs until it is told to quit")
  func quits() {
    let loop = MainLoop()
    var ran = false
    MainLoop.onIdle {
      ran = true
      loop.quit()
    }
    loop.run()
    #expect(ran)
  }
}
