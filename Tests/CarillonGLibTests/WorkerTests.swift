import CarillonFeatures
import CarillonGLib
import Glibc
import Synchronization
import Testing

@Suite(.serialized) @MainActor struct WorkerTests {
  @Test("Jobs are done one after another on one thread, and replies come on the main loop")
  func order() {
    let main = pthread_self()
    let worker = Worker<Int, (sum: Int, thread: pthread_t)>(
      name: "adder", state: { 0 },
      perform: { sum, job in
        sum += job
        return (sum, pthread_self())
      })
    var sums: [Int] = []
    var threads: Set<pthread_t> = []
    for job in 1...200 {
      worker.submit(job) { reply in
        #expect(pthread_self() == main)
        sums.append(reply.sum)
        threads.insert(reply.thread)
      }
    }
    #expect(sums.isEmpty)
    MainLoop.run(atMost: .seconds(10)) { sums.count == 200 }
    #expect(sums == (1...200).map { $0 * ($0 + 1) / 2 })
    #expect(threads.count == 1)
    #expect(!threads.contains(main))
  }

  @Test("The main loop continues while a job blocks")
  func blocking() {
    let worker = Worker<Void, Void>(
      name: "sleeper", state: {}, perform: { _, _ in usleep(200_000) })
    var done = false
    var ticks = 0
    func tick() {
      ticks += 1
      if !done { MainLoop.after(.milliseconds(10)) { tick() } }
    }
    worker.submit(()) { done = true }
    tick()
    MainLoop.run(atMost: .seconds(10)) { done }
    #expect(ticks > 5)
  }

  @Test("A released worker finishes its jobs, then its thread and state are gone")
  func ends() {
    final class Held: Sendable {
      let gone: @Sendable () -> Void
      init(gone: @escaping @Sendable () -> Void) { self.gone = gone }
      deinit { gone() }
    }
    let ended = Counter()
    var worker: Worker<Int, Int>? = Worker(
      name: "mortal", state: { Held { ended.value.withLock { $0 += 1 } } },
      perform: { _, job in
        usleep(10_000)
        return job
      })
    var replies: [Int] = []
    for job in 1...3 { worker?.submit(job) { replies.append($0) } }
    worker = nil
    MainLoop.run(atMost: .seconds(5)) { replies.count == 3 }
    #expect(replies == [1, 2, 3])
    for _ in 0..<200 where ended.value.withLock({ $0 }) == 0 { usleep(5000) }
    #expect(ended.value.withLock { $0 } == 1)
  }
}

private final class Counter: Sendable {
  let value = Mutex(0)
}
