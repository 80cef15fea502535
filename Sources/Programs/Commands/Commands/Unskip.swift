import ArgumentParser
import CarillonEngine

struct Unskip: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Let a skipped hour ring; the same as skip --undo."))

  @Argument(help: .say("The hour, such as 0800."))
  var slot: String

  @OptionGroup var options: Options

  func run() throws {
    let slot = slot
    try options.show(options.ask(.unskip(slotID: slot))) { Text().unskipped($0, slot) }
  }
}
