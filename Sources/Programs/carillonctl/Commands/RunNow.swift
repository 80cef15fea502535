import ArgumentParser
import CarillonEngine

struct RunNow: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fetch content now and plan the rest of today.")

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.runFullPipelineNow), Text().fetched)
  }
}
