import ArgumentParser
import CarillonEngine

struct Permissions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask for all that Carillon needs, and show what it has.")

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.requestPermissions), Text().permitted)
  }
}
