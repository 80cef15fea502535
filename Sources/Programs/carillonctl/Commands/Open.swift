import ArgumentParser
import CarillonEngine

struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open what a link names, such as carillon://history/12.")

  @Argument(help: "A carillon: or firstcrack: link, or a path such as /alarms/7.")
  var link: String

  @OptionGroup var start: StartOptions

  func run() throws {
    let question = Question.open(link: link, activation: Activation.token)
    try start.options.show(start.ask(question)) { _ in "" }
  }
}
