import ArgumentParser
import CarillonEngine

struct Deliver: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Show stored content now, at most once a minute."))

  @Argument(help: .say("The hour whose content to show, such as 0800. Default: the next hour."))
  var slot = ""

  @OptionGroup var start: StartOptions

  func run() throws {
    try start.options.show(start.ask(.deliverStoredNow(slotID: slot))) {
      Text().delivered($0)
    }
  }
}
