import ArgumentParser
import CarillonEngine

struct AlarmsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarms",
    abstract: "Show the open alarms and the work orders, or acknowledge an alarm.",
    subcommands: [List.self, Acknowledge.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the open alarms and the work orders, the most urgent first.")

    @OptionGroup var options: Options

    func run() throws {
      try options.show(options.ask(.subjects), as: SubjectsReport.self) { Text().subjects($0) }
    }
  }

  struct Acknowledge: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Acknowledge an alarm at its service.",
      discussion: "While the service cannot be reached, Carillon keeps trying.")

    @Argument(help: "The alarm's id, as the list shows it.")
    var id: String

    @OptionGroup var options: Options

    func run() throws {
      let report = try options.read(options.ask(.subjects), as: SubjectsReport.self)
      guard
        let row = report.rows.first(where: { $0.tag == id })
          ?? report.rows.first(where: { $0.id == id })
      else { throw Failure.refused("There is no alarm \(Text.oneLine(id)) in the list.") }
      guard let button = row.button else {
        throw Failure.refused(
          report.account.map { $0.url == nil } == true
            ? "You are not signed in to the service." : "It cannot be acknowledged.")
      }
      try options.show(options.ask(.act(tag: row.tag, action: button.id))) { _ in "" }
    }
  }
}
