import ArgumentParser
import CarillonEngine

struct DeleteAll: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Delete everything Carillon stores: hours, content, history, settings."))

  @Option(help: .say("The word DELETE, to prevent accidents."))
  var confirm: String

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.deleteAll(confirmation: confirm))) { _ in say("Deleted.") + "\n" }
  }
}
