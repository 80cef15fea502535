import ArgumentParser
import CarillonFeatures

/// Tries the real engine, Host and schema through lives that no laptop had yet.
@main
struct CarillonSim: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carillon-sim",
    abstract: "Live simulated devices' lives, and check every rule after every event.",
    version: Release.version,
    subcommands: [RunCommand.self, LifeCommand.self, ReplayCommand.self, CrewCommand.self],
    defaultSubcommand: RunCommand.self)
}
