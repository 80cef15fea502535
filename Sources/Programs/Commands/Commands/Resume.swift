import ArgumentParser
import CarillonEngine

struct Resume: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("End a pause; the same as pause off."))

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.pause(until: "off"))) { Text().paused($0, until: "off") }
  }
}
