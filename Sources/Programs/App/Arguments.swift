import ArgumentParser
import CarillonEngine

/// The command line of the tray app.
struct Arguments: ParsableArguments {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "carillon",
    abstract: "Shows notifications at the times you choose, from the tray.",
    version: Release.version)

  @Flag(help: "Start into the tray, without a window (as at login).")
  var hidden = false

  @Flag(help: "Open the settings.")
  var settings = false

  @Flag(help: "Show the version.")
  var version = false

  @Argument(help: "A carillon:// link to open.")
  var link: String?
}
