import ArgumentParser
import CarillonEngine

struct Unpair: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take no more messages from a paired sender.")

  @Argument(help: "The sender's name.")
  var name: String

  @OptionGroup var options: Options

  func run() throws {
    let name = name
    try options.show(options.ask(.unpair(name: name))) { _ in
      "Messages from \(name) are not opened any more.\n"
    }
  }
}
