import ArgumentParser
import CarillonEngine

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Explain what happened to a notification, step by step."))

  @Argument(
    help: .say(
      "A notification's id, an hour such as 0800 (its latest and its next), or one "
        + "of its days such as 0800@2026-11-21."))
  var id: String

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.explain(id: id)), as: ExplanationReport.self) {
      Text().explanation($0)
    }
  }
}
