import CarillonCore
import Foundation
import Testing

@Suite struct SimulatorTests {
  /// Fresh seeds in every run; `CARILLON_SEED` replays one life, `CARILLON_LIVES` sets how many.
  private static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["CARILLON_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    let count = environment["CARILLON_LIVES"].flatMap { Int($0) } ?? 20
    return (0..<count).map { _ in UInt64.random(in: 1...UInt64(UInt32.max)) }
  }()

  @Test("every rule holds after every event of lives drawn from fresh seeds", arguments: seeds)
  func lives(seed: UInt64) throws {
    // Said first, so that it is known even if the engine traps.
    FileHandle.standardError.write(Data("simulated life: CARILLON_SEED=\(seed)\n".utf8))
    let life = try Life(seed: seed)
    do {
      try life.live(days: 95)
    } catch {
      let tail = life.log.suffix(40).joined(separator: "\n")
      Issue.record("CARILLON_SEED=\(seed) at \(life.now.isoUTC): \(error)\n\(tail)")
    }
  }

  @Test("a seed replays its life")
  func replays() throws {
    var logs: [[String]] = []
    for _ in 0..<2 {
      let life = try Life(seed: 11)
      try life.live(days: 20)
      logs.append(life.log)
    }
    #expect(logs[0] == logs[1])
  }
}
