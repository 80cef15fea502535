import ArgumentParser
import CarillonEngine

struct Skip: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Skip an hour once, or undo that."))

  @Argument(help: .say("The hour, such as 0800."))
  var slot: String

  @Flag(help: .say("Undo the skip."))
  var undo = false

  @OptionGroup var options: Options

  func run() throws {
    let slot = slot
    if undo {
      try options.show(options.ask(.unskip(slotID: slot))) { Text().unskipped($0, slot) }
    } else {
      try options.show(options.ask(.skipNext(slotID: slot))) { Text().skipped($0, slot) }
    }
  }
}
