import ArgumentParser
import CarillonFeatures
import Foundation

/// Runs one life in this process, for the members of a crew and for replaying a failure.
struct LifeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "life", abstract: "Live one life, drawn from its seed.")

  @OptionGroup var weather: WeatherOptions

  @Option(help: "What the life is drawn from.")
  var seed: UInt64

  @Option(help: "How many days it lasts.")
  var days: Int64 = 95

  @Option(help: "Take these steps only, such as 0-57,60.")
  var steps: StepList?

  @Flag(help: "Print every event and every effect.")
  var print = false

  @Option(help: "Record it in this file, for replay.")
  var record: String?

  @Flag(help: "Keep a hash of everything that happens, and print it.")
  var hash = false

  @Flag(help: "Print a digest of all that a redesign must not change.")
  var digest = false

  @Option(help: "Write the lines that the digest is made of to this file.")
  var digestLines: String?

  @Flag(help: "Let the store give rows that nothing sorts in the other order.")
  var reversed = false

  func run() throws {
    var draft = Life.Draft(
      seed: seed, days: days, steps: steps?.numbers, faults: try weather.allowed(),
      reversed: reversed, traced: hash)
    if print { draft.tell = { say($0) } }
    let life = try Life(draft)
    let recorder = try record.map(Recorder.init)
    let digest = digest || digestLines != nil ? try Digest(path: digestLines) : nil
    if recorder != nil || digest != nil {
      life.listener = { happening, now in
        recorder?.take(happening, at: now)
        digest?.take(happening, at: now)
      }
    }
    do {
      try life.live()
    } catch {
      report(error, of: life)
      close(recorder, digest)
      throw ExitCode(LifeCommand.broken)
    }
    try recorder?.close()
    if let digest {
      try digest.takeRows(of: life.store)
      try digest.close()
      say("\(seed) \(life.events) \(String(digest.trace.hash, radix: 16))")
      return
    }
    let hash = hash ? " \(String(life.trace.hash, radix: 16))" : ""
    say("\(life.events) events\(hash)")
  }

  /// Closes the files of a life that has failed: its own failure stays the one that counts.
  private func close(_ recorder: Recorder?, _ digest: Digest?) {
    for close in [recorder?.close, digest?.close] {
      do { try close?() } catch { say("\(error)") }
    }
  }

  /// The exit status if a rule was broken.
  static let broken: Int32 = 9

  /// Prints the last happenings and the broken rule.
  private func report(_ error: any Error, of life: Life) {
    if !print {
      for (at, happening) in life.recent.suffix(40) { say("\(at.isoUTC) \(happening)") }
    }
    for line in life.traces() { say(line) }
    say("steps \(StepList(numbers: life.taken))")
    say("broken at \(life.now.isoUTC): \(error)")
  }
}

/// Chooses the possible faults.
struct WeatherOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What may go wrong, separated by commas.",
      discussion: """
        Without it all of them: \(Fault.allCases.map(\.rawValue).joined(separator: ", ")).
        """,
      valueName: "faults"))
  var faults: String?

  func allowed() throws -> Set<Fault> {
    guard let faults else { return Set(Fault.allCases) }
    var allowed: Set<Fault> = []
    for name in faults.split(separator: ",") {
      guard let fault = Fault(rawValue: String(name)) else {
        throw ValidationError("--faults: there is no \(name)")
      }
      allowed.insert(fault)
    }
    return allowed
  }
}

/// Numbers of steps, written as ranges: `0-57,60`.
struct StepList: ExpressibleByArgument, CustomStringConvertible {
  var numbers: [Int]

  init(numbers: [Int]) {
    self.numbers = numbers
  }

  init?(argument: String) {
    numbers = []
    for part in argument.split(separator: ",") {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      guard let first = ends.first.flatMap({ Int($0) }), let last = ends.last.flatMap({ Int($0) }),
        ends.count <= 2, first >= 0, first <= last, last < 1_000_000
      else { return nil }
      numbers += first...last
    }
  }

  var description: String {
    var parts: [String] = []
    var rest = numbers[...]
    while let first = rest.first {
      var last = first
      rest = rest.dropFirst()
      while rest.first == last + 1 {
        last += 1
        rest = rest.dropFirst()
      }
      parts.append(first == last ? "\(first)" : "\(first)-\(last)")
    }
    return parts.joined(separator: ",")
  }
}
