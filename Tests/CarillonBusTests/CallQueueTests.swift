import CarillonFeatures
import CarillonGLib
import Glibc
import TestBus
import Testing

@testable import CarillonBus

@Suite struct CallQueueTests {
  @Test("§6: callers have their turns, and each one's calls keep their order")
  func turns() {
    var queue = CallQueue<String>()
    for number in 0..<3000 { _ = queue.append("a\(number)", of: "a", bytes: 1) }
    for number in 0..<2 { _ = queue.append("b\(number)", of: "b", bytes: 1) }
    let start = (0..<5).compactMap { _ in queue.next() }
    #expect(start == ["a0", "b0", "a1", "b1", "a2"])
    var last = 2
    while let call = queue.next() {
      last += 1
      #expect(call == "a\(last)")
      if last == 1500 { _ = queue.append("c", of: "c", bytes: 1) }
      if last == 1501 {
        let other = queue.next()
        #expect(other == "c")
      }
    }
    #expect(last == 2999 && queue.isEmpty)
  }

  @Test("§6: beyond 10,000 calls or 32 MB, a call is refused until some have been served")
  func limits() {
    var queue = CallQueue<Int>()
    var kept = (0..<10_001).map { queue.append($0, of: $0 < 5_000 ? "a" : "b", bytes: 1) }
    #expect(kept.last == false && kept.count { $0 } == 10_000)
    _ = queue.next()
    kept = (0..<2).map { queue.append($0, of: "c", bytes: 1) }
    #expect(kept == [true, false])
    // One alone has half of it: others have room. (§6)
    var flooded = CallQueue<Int>()
    kept = (0..<6_000).map { flooded.append($0, of: "a", bytes: 1) }
    #expect(kept.count { $0 } == 5_000)
    let isTaken = flooded.append(0, of: "b", bytes: 1)
    #expect(isTaken)
    var large = CallQueue<Int>()
    kept = (0..<33).map { large.append($0, of: "a", bytes: 1 << 20) }
    #expect(kept.last == false && kept.count { $0 } == 32)
  }
}

extension BusServiceTests {
  @Test("§6: a burst of calls keeps neither timers nor other callers waiting, and loses none")
  func burst() throws {
    let other = try daemon.connect()
    var (served, answered) = (0, 0)
    service.serve { call, answer in
      if case .push = call {
        served += 1
        usleep(4000)
      }
      answer(.done(Reply(text: "{}")))
    }
    #expect(try service.claimName())
    // As many as a bus lets wait for an answer.
    for _ in 0..<120 {
      client.call(Door.carillon, "Push", [.string("{}")]) { _ in answered += 1 }
    }
    client.flush()
    #expect(MainLoop.run(atMost: .seconds(5)) { served > 0 })
    // All of them have arrived by now.
    var atTick = 0
    MainLoop.after(.milliseconds(1)) { atTick = served }
    var atAnswer = 0
    other.call(Door.carillon, "GetState") { _ in atAnswer = served }
    #expect(MainLoop.run(atMost: .seconds(10)) { answered == 120 })
    #expect(served == 120)
    #expect(atTick > 0 && atTick < 60, "\(atTick)")
    #expect(atAnswer > 0 && atAnswer < 60, "\(atAnswer)")
  }
}
