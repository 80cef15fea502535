import ArgumentParser
import CarillonEngine

struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show a test notification.")

  @OptionGroup var start: StartOptions

  func run() throws {
    try start.options.show(start.ask(.sendTest)) { Text().delivered($0) }
  }
}
