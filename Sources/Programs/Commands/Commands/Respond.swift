import ArgumentParser
import CarillonEngine

struct Respond: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Press a button of a notification."))

  @Argument(help: .say("The notification's id, as history shows it."))
  var id: String

  @Argument(help: .say("The button's id, such as default or dismiss."))
  var action: String

  @OptionGroup var start: StartOptions

  func run() throws {
    try start.options.show(start.ask(.respond(requestID: id, action: action))) { _ in "" }
  }
}
