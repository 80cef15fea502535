import CarillonFeatures
import Foundation
import Testing
import Toys

@testable import carillon_sim

@Suite struct LifeTests {
  /// Fresh seeds in every run; `CARILLON_SEED` replays one life, `CARILLON_LIVES` sets the number.
  ///
  /// Only a few: `packaging/test` runs many with the program itself.
  private static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["CARILLON_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    if let seed = environment["CARILLON_SIM_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    let count = environment["CARILLON_LIVES"].flatMap { Int($0) } ?? 2
    return (0..<count).map { _ in UInt64.random(in: 1...UInt64(UInt32.max)) }
  }()

  @Test("every rule holds after every event of lives drawn from fresh seeds", arguments: seeds)
  func lives(seed: UInt64) throws {
    // Printed first, so that the seed is known even if the engine traps.
    FileHandle.standardError.write(Data("simulated life: CARILLON_SEED=\(seed)\n".utf8))
    let life = try Life(Life.Draft(seed: seed))
    do {
      try life.live()
    } catch {
      let tail = life.recent.suffix(40).map { "\($0.at.isoUTC) \($0.happening)" }
        .joined(separator: "\n")
      let trace = life.traces().joined(separator: "\n")
      Issue.record("CARILLON_SEED=\(seed) at \(life.now.isoUTC): \(error)\n\(tail)\n\(trace)")
    }
  }

  @Test("a seed replays its life, even if the disk returns its rows in another order")
  func replays() throws {
    var hashes: Set<Trace> = []
    for reversed in [false, false, true] {
      var draft = Life.Draft(seed: 11, days: 20, reversed: reversed)
      draft.traced = true
      let life = try Life(draft)
      try life.live()
      hashes.insert(life.trace)
    }
    #expect(hashes.count == 1)
  }

  @Test("B17, B24: there are brews, and commands that end")
  func messages() throws {
    var brews = 0
    var commands = 0
    for seed in [13, 14] as [UInt64] {
      let life = try Life(Life.Draft(seed: seed, days: 60))
      try life.live()
      brews += life.brews
      commands += life.watch.messages.sent.count
      // A later message of the machine may have told of a success, and a subject may be forgotten.
      let notes = life.watch.messages
      #expect((notes.ended - notes.told - notes.forgotten...notes.ended).contains(notes.confirmed))
    }
    #expect(brews > 10 && commands > 0)
  }

  @Test("a toy plan source and a toy kind live beside the others, and every rule holds")
  func toys() throws {
    var calls = 0
    for seed in [21, 22, 23] as [UInt64] {
      var draft = Life.Draft(seed: seed, days: 40)
      draft.features = .withToys
      draft.configuration =
        #"{"plants":[{"name":"fern","hour":9,"minute":30},{"name":"palm","hour":2,"minute":30}]}"#
      let life = try Life(draft)
      life.listener = { happening, _ in
        if case .effect(.show(let call, _)) = happening, call.summary.hasPrefix("Water") {
          calls += 1
        }
      }
      try life.live()
    }
    #expect(calls > 30)
  }

  @Test("a life without some of its steps is still the same life")
  func someSteps() throws {
    var draft = Life.Draft(seed: 12, days: 20, traced: true)
    let whole = try Life(draft)
    try whole.live()
    draft.steps = whole.taken
    let again = try Life(draft)
    try again.live()
    #expect(again.trace == whole.trace)
    draft.steps = Array(whole.taken.dropFirst(3))
    let part = try Life(draft)
    try part.live()
    #expect(part.taken.count == whole.taken.count - 3)
  }
}
