import ArgumentParser
import CarillonEngine
import CarillonJourneys

struct JourneysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journeys",
    abstract: say("Show the journeys and when it is time to leave, the next one first."),
    discussion: say("Each begins with the id by which messages name it."))

  @OptionGroup var options: Options

  func run() throws {
    try options.show(
      options.ask(.plan(source: Journeys.source)), as: PlanReport.self
    ) { Text().journeys($0) }
  }
}
