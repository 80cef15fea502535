import ArgumentParser
import CarillonEngine

struct DeleteAll: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Delete all that Carillon stores: hours, content, history, settings.")

  @Option(help: "The word DELETE, so that nobody does this by mistake.")
  var confirm: String

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.deleteAll(confirmation: confirm))) { _ in "Deleted.\n" }
  }
}
