import ArgumentParser
import CarillonEngine

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what was decided about each notification, newest first.")

  @Option(help: "How many entries to show, at most 200.")
  var limit = 20

  @OptionGroup var options: Options

  func validate() throws {
    guard (1...200).contains(limit) else {
      throw ValidationError("--limit must be a number from 1 to 200.")
    }
  }

  func run() throws {
    let question = DoorCall.history(query: "{\"limit\":\(limit)}")
    try options.show(options.ask(question), as: HistoryPage.self) { Text().history($0) }
  }
}
