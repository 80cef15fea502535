import ArgumentParser
import CarillonEngine

struct Unpair: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Take no more messages from a paired sender."))

  @Argument(help: .say("The sender's name."))
  var name: String

  @OptionGroup var options: Options

  func run() throws {
    let name = name
    try options.show(options.ask(.unpair(name: name))) { _ in
      say("Messages from {name} are not opened any more.", ["name": name]) + "\n"
    }
  }
}
