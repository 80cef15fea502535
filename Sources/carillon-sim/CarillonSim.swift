import ArgumentParser
import CarillonCore
import Foundation

/// Tries the real engine, Host and schema through lives that no laptop had yet.
@main
struct CarillonSim: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carillon-sim",
    abstract: "Live simulated devices' lives, and check every rule after every event.",
    version: Release.version,
    subcommands: [LifeCommand.self])
}

/// One life, in this process.
struct LifeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "life", abstract: "Live one life, drawn from its seed.")

  @Option(help: "What the life is drawn from.")
  var seed: UInt64

  @Option(help: "How many days it lasts.")
  var days: Int64 = 95

  @Flag(help: "Print every event and every effect.")
  var print = false

  func run() throws {
    var draft = Life.Draft(seed: seed, days: days)
    if print { draft.tell = { Swift.print($0) } }
    let life = try Life(draft)
    try life.live()
    Swift.print("events \(life.events)")
  }
}
