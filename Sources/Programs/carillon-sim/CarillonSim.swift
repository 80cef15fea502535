import ArgumentParser
import CarillonFeatures

/// Runs the real engine, host, and schema through simulated lives.
@main
struct CarillonSim: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carillon-sim",
    abstract: "Live simulated devices' lives, and check every rule after every event.",
    version: Release.version,
    subcommands: [RunCommand.self, LifeCommand.self, ReplayCommand.self, CrewCommand.self],
    defaultSubcommand: RunCommand.self)
}
