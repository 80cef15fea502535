import ArgumentParser
import CarillonEngine

struct Reschedule: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Plan all hours anew.")

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.reschedule)) { _ in "Planned anew.\n" }
  }
}
