import ArgumentParser
import CarillonEngine

struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the page or brew of a link, such as carillon://history/12.")

  @Argument(
    help: "carillon://settings/PAGE, carillon://history/ID or firstcrack://brew/ID/live.")
  var link: String

  @OptionGroup var start: StartOptions

  func run() throws {
    let question = DoorCall.open(link: link, activation: Activation.token)
    try start.options.show(start.ask(question)) { _ in "" }
  }
}
