import Foundation

/// Several processes, each of which runs one life after another.
final class Crew {
  struct Plan {
    var lives: Int
    var seed: UInt64
    var days: Int64
    var jobs: Int
    var faults: String?
    var twice: Bool
    /// Whether to go on after a failure.
    var keepGoing: Bool
  }

  enum End {
    case allWell(events: Int, seconds: Double)
    /// Never empty; more than one only with `keepGoing`.
    case failed([Failure])
  }

  private struct Member {
    let child: Child
    /// The remaining lives in order, starting with the current one.
    var seeds: [UInt64]
    let reversed: Bool
    var isInALife = false
    var isOver = false
  }

  private let plan: Plan
  private var members: [Member] = []
  private var lived = 0
  private var events = 0
  /// The hash of each life from its first run.
  private var hashes: [UInt64: Substring] = [:]
  private var failures: [Failure] = []

  init(_ plan: Plan) {
    self.plan = plan
  }

  func run() throws -> End {
    let began = ContinuousClock.now
    var random = SplitMix(seed: plan.seed)
    let seeds = (0..<plan.lives).map { _ in random.next() >> 32 }
    for number in 0..<plan.jobs {
      let share = seeds.enumerated().filter { $0.offset % plan.jobs == number }.map(\.element)
      try add(share, reversed: false)
      // The second run has the opposite order, so that no process runs a life twice.
      if plan.twice { try add(share.reversed(), reversed: true) }
    }
    while plan.keepGoing || failures.isEmpty, members.contains(where: { !$0.isOver }) {
      try listen()
    }
    for member in members where !member.isOver { member.child.stop() }
    guard failures.isEmpty else { return .failed(failures) }
    let seconds = (ContinuousClock.now - began) / .seconds(1)
    return .allWell(events: events, seconds: seconds)
  }

  private func add(_ seeds: [UInt64], reversed: Bool) throws {
    guard !seeds.isEmpty else { return }
    var arguments = ["crew", "--days", String(plan.days)]
    if let faults = plan.faults { arguments += ["--faults", faults] }
    if plan.twice { arguments.append("--hash") }
    if reversed { arguments.append("--reversed") }
    if plan.keepGoing { arguments.append("--keep-going") }
    let child = try Child(arguments + seeds.map { String($0) })
    members.append(Member(child: child, seeds: seeds, reversed: reversed))
  }

  /// Waits for output from one of the processes.
  private func listen() throws {
    let open = members.indices.filter { !members[$0].isOver }
    var waiting = open.map {
      pollfd(fd: members[$0].child.descriptor, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { return }
    for (index, descriptor) in zip(open, waiting) where descriptor.revents != 0 {
      if let lines = members[index].child.moreLines() {
        for line in lines { heard(line, from: index) }
      } else {
        try ended(index)
      }
    }
  }

  private func heard(_ line: String, from index: Int) {
    let words = line.split(separator: " ", maxSplits: 3)
    guard words.count >= 2, let seed = UInt64(words[1]) else { return }
    switch words[0] {
    case "begin": members[index].isInALife = true
    case "broken":
      members[index].isInALife = false
      members[index].seeds.removeFirst()
      lived += 1
      progress()
      fail(Failure(seed: seed, kind: .broken(rule: Failure.rule(in: line)), text: line))
    case "lived" where words.count == 4:
      members[index].isInALife = false
      members[index].seeds.removeFirst()
      lived += 1
      events += Int(words[2]) ?? 0
      compare(words[3], of: seed)
      progress()
    default: break
    }
  }

  private func compare(_ hash: Substring, of seed: UInt64) {
    guard plan.twice else { return }
    guard let known = hashes.updateValue(hash, forKey: seed), known != hash else { return }
    fail(
      Failure(
        seed: seed, kind: .undetermined, text: "\(seed) was lived otherwise a second time"))
  }

  private func ended(_ index: Int) throws {
    members[index].isOver = true
    let end = members[index].child.end()
    let left = members[index].seeds
    guard end != .exit(0), members[index].isInALife, let seed = left.first else { return }
    fail(Failure(seed: seed, kind: .died(end), text: "\(seed) died: \(end)"))
    guard plan.keepGoing else { return }
    lived += 1
    progress()
    try add(Array(left.dropFirst()), reversed: members[index].reversed)
  }

  private func fail(_ new: Failure) {
    guard plan.keepGoing || failures.isEmpty else { return }
    failures.append(new)
    say(new.text)
  }

  private func progress() {
    let all = plan.lives * (plan.twice ? 2 : 1)
    guard lived % max(1, all / 20) == 0 else { return }
    say("  \(lived) of \(all) lives")
  }
}

/// A life that failed.
struct Failure {
  enum Kind: Hashable {
    /// A rule was broken.
    case broken(rule: String)
    /// The process ended by itself: a trap.
    case died(Child.End)
    /// A second run of the same life differed.
    case undetermined
  }

  var seed: UInt64
  var kind: Kind
  var text: String

  /// The subject of a complaint, without names and numbers.
  static func rule(in text: String) -> String {
    let complaint = text.split(separator: "Z: ", maxSplits: 1).last ?? ""
    return String(complaint.filter { !$0.isNumber }.prefix(24))
  }
}
