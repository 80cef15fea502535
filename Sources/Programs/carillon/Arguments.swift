import ArgumentParser
import CarillonFeatures

/// How the tray app is started.
struct Arguments: ParsableArguments {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "carillon",
    abstract: "The tray companion: rings at the hours you chose.",
    version: Release.version)

  @Flag(help: "Start into the tray, without a window (as at login).")
  var hidden = false

  @Flag(help: "Open the settings.")
  var settings = false

  @Flag(help: "Say which version this is, and end.")
  var version = false

  @Argument(help: "A carillon:// link to open.")
  var link: String?
}
