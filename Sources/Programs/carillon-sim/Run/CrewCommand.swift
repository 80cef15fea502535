import ArgumentParser
import CarillonFeatures
import Foundation

/// A member of a crew: runs several lives and prints a line for each.
struct CrewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crew", abstract: "Live several lives, one after another.", shouldDisplay: false)

  @OptionGroup var weather: WeatherOptions

  @Option var days: Int64

  @Flag var hash = false

  @Flag var reversed = false

  @Flag var keepGoing = false

  @Argument var seeds: [UInt64]

  func run() throws {
    for seed in seeds {
      // Printed first, because nothing follows if the engine traps.
      say("begin \(seed)")
      let draft = Life.Draft(
        seed: seed, days: days, faults: try weather.allowed(), reversed: reversed, traced: hash)
      let life = try Life(draft)
      // The host holds the life, its adapter, and would keep it and its store.
      defer { life.host.stop() }
      do {
        try life.live()
      } catch {
        say("broken \(seed) at \(life.now.isoUTC): \(error)".prefix(2000).filter { $0 != "\n" })
        guard keepGoing else { throw ExitCode(LifeCommand.broken) }
        continue
      }
      say("lived \(seed) \(life.events) \(String(life.trace.hash, radix: 16))")
    }
  }
}
