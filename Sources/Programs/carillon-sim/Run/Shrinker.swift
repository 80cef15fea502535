import Foundation

/// Finds the shortest list of steps with which a life still fails in the same way.
struct Shrinker {
  private let failure: Failure
  private let days: Int64
  private let faults: String?
  /// The maximum number of attempts.
  private static let patience = 300

  init(_ failure: Failure, days: Int64, faults: String?) {
    self.failure = failure
    self.days = days
    self.faults = faults
  }

  /// The arguments of `life` that replay the shortest list.
  func shortest() throws -> String {
    // A life whose runs differ cannot be shortened, so all of it is replayed.
    guard failure.kind != .undetermined, let all = try stepsTaken() else { return whole }
    var steps = all
    var tries = 0
    var size = max(1, steps.count / 2)
    while tries < Shrinker.patience {
      var start = 0
      var shrunk = false
      while start < steps.count, tries < Shrinker.patience {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        tries += 1
        if try !fewer.isEmpty && stillFails(fewer) {
          steps = fewer
          shrunk = true
        } else {
          start += size
        }
      }
      if !shrunk, size == 1 { break }
      if !shrunk { size = max(1, size / 2) }
    }
    say("\(all.count) steps became \(steps.count) in \(tries) tries")
    return arguments(steps)
  }

  /// The arguments of `life` that replay the whole life.
  var whole: String { arguments(nil) }

  private func arguments(_ steps: [Int]?) -> String {
    list(steps).dropFirst().joined(separator: " ")
  }

  private func list(_ steps: [Int]?) -> [String] {
    var arguments = ["life", "--seed", String(failure.seed), "--days", String(days)]
    if let faults { arguments += ["--faults", faults] }
    if let steps { arguments += ["--steps", "\(StepList(numbers: steps))"] }
    return arguments
  }

  /// The steps before the failure; after a trap, all steps that the life can have.
  private func stepsTaken() throws -> [Int]? {
    let child = try Child(list(nil), silent: true)
    let lines = child.allLines()
    guard kind(of: child, lines) == failure.kind else { return nil }
    if let taken = lines.last(where: { $0.hasPrefix("steps ") }) {
      return StepList(argument: String(taken.dropFirst(6)))?.numbers
    }
    return Array(0..<Int(days) * 6)
  }

  private func stillFails(_ steps: [Int]) throws -> Bool {
    let child = try Child(list(steps), silent: true)
    return kind(of: child, child.allLines()) == failure.kind
  }

  private func kind(of child: Child, _ lines: [String]) -> Failure.Kind? {
    switch child.end() {
    case .exit(0): return nil
    case .exit(LifeCommand.broken):
      let complaint = lines.last { $0.hasPrefix("broken at ") } ?? ""
      return .broken(rule: Failure.rule(in: complaint))
    case let end: return .died(end)
    }
  }
}
