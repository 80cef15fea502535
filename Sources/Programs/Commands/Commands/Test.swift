import ArgumentParser
import CarillonEngine

struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Show a test notification, or test a connection."),
    discussion: say(
      "With --carrier, Carillon sends itself a sealed message the whole way, and "
        + "each step is printed as it happens. The exit status is 1 if one fails."))

  @Option(
    help: .say(
      "The connection to test: unifiedpush, or a topic by its name. carillonctl "
        + "connections lists them."))
  var carrier: String?

  @OptionGroup var start: StartOptions

  func run() throws {
    guard let carrier else {
      return try start.options.show(start.ask(.sendTest)) { Text().delivered($0) }
    }
    try CarrierTrial(of: carrier, start: start).run()
  }
}
