import ArgumentParser
import CarillonEngine

struct Reschedule: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: say("Recalculate the schedule."))

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.reschedule)) { _ in say("Schedule recalculated.") + "\n" }
  }
}
