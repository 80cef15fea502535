import ArgumentParser
import CarillonEngine

struct Skip: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Skip an hour once, or take that back.")

  @Argument(help: "The hour, such as 0800.")
  var slot: String

  @Flag(help: "Ring it after all.")
  var undo = false

  @OptionGroup var options: Options

  func run() throws {
    if undo {
      try options.show(options.ask(.unskip(slotID: slot))) { _ in "It rings after all.\n" }
    } else {
      try options.show(options.ask(.skipNext(slotID: slot))) { _ in "Skipped once.\n" }
    }
  }
}
