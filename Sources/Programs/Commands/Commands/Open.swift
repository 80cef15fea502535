import ArgumentParser
import CarillonEngine

struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Open what a link names, such as carillon://history/12."))

  @Argument(
    help: .say(
      "carillon://settings/PAGE, carillon://history/ID, firstcrack://brew/ID/live, "
        + "/alarms/ID, /work-orders/ID, /assets/ID or /notifications."))
  var link: String

  @OptionGroup var start: StartOptions

  func run() throws {
    let question = DoorCall.open(link: link, activation: Activation.token)
    try start.options.show(start.ask(question)) { _ in "" }
  }
}
