import ArgumentParser
import CarillonEngine

struct State: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Show what comes next, and whether everything works."))

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.wholeState), as: StateReport.self) { Text().state($0) }
  }
}
