import ArgumentParser
import CarillonEngine

struct Permissions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Ask for the permissions Carillon needs, and show the result."))

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.requestPermissions), Text().permitted)
  }
}
