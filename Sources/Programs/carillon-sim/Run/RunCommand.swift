import ArgumentParser
import CarillonFeatures
import Foundation

/// Runs many lives in several processes.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Live many lives; on a failure, find the shortest that still fails.")

  @OptionGroup var weather: WeatherOptions

  @Option(help: "How many years are lived in all.")
  var deviceYears: Double = 20

  @Option(help: "What the lives are drawn from; without it, a fresh one.")
  var seed: UInt64?

  @Option(help: "How many days a life lasts.")
  var days: Int64 = 95

  @Option(help: "How many processes live at the same time; without it, one for each core.")
  var jobs: Int?

  @Flag(help: "Live each life twice, in two processes and with rows in another order, and compare.")
  var twice = false

  @Flag(
    help: """
      After a failure live the other lives all the same; each that fails is told, and not shortened.
      """)
  var keepGoing = false

  func validate() throws {
    guard deviceYears > 0, deviceYears <= 1_000_000 else {
      throw ValidationError("--device-years: must be more than 0")
    }
    guard (1...3650).contains(days) else { throw ValidationError("--days: must be from 1 to 3650") }
    guard (1...256).contains(jobs ?? 1) else {
      throw ValidationError("--jobs: must be from 1 to 256")
    }
    _ = try weather.allowed()
  }

  func run() throws {
    let seed = seed ?? UInt64.random(in: 1...UInt64(UInt32.max))
    let lives = Int((deviceYears * 365.25 / Double(days)).rounded(.up))
    let jobs = min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, lives)
    say("\(lives) lives of \(days) days, seed \(seed), \(jobs) processes")
    let crew = Crew(
      Crew.Plan(
        lives: lives, seed: seed, days: days, jobs: jobs, faults: weather.faults, twice: twice,
        keepGoing: keepGoing))
    let years = Double(lives) * Double(days) / 365.25
    switch try crew.run() {
    case .allWell(let events, let seconds):
      say(
        """
        \(number(years)) device-years, \(events) events, 0 violations; \
        \(number(years * (twice ? 2 : 1) / seconds / Double(jobs))) device-years a second and \
        process
        """)
    case .failed(let failures) where keepGoing:
      say(
        "\(number(years)) device-years, \(failures.count) of \(lives) lives failed; to replay them:"
      )
      for failure in failures {
        say(
          "  carillon-sim life --print \(Shrinker(failure, days: days, faults: weather.faults).whole)"
        )
      }
      throw ExitCode(LifeCommand.broken)
    case .failed(let failures):
      guard let failure = failures.first else { throw ExitCode(LifeCommand.broken) }
      say("Looking for the shortest life that still fails…")
      let shortest = try Shrinker(failure, days: days, faults: weather.faults).shortest()
      say("Replay it, with every event:")
      say("  carillon-sim life --print \(shortest)")
      throw ExitCode(LifeCommand.broken)
    }
  }

  private func number(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
