import ArgumentParser
import CarillonEngine

struct Skip: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Skip an hour once, or undo that.")

  @Argument(help: "The hour, such as 0800.")
  var slot: String

  @Flag(help: "Undo the skip.")
  var undo = false

  @OptionGroup var options: Options

  func run() throws {
    if undo {
      try options.show(options.ask(.unskip(slotID: slot))) { _ in "The hour \(slot) will ring.\n" }
    } else {
      try options.show(options.ask(.skipNext(slotID: slot))) { _ in
        "The hour \(slot) will be skipped once.\n"
      }
    }
  }
}
