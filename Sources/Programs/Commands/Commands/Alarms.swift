import ArgumentParser
import CarillonEngine

struct AlarmsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarms",
    abstract: say("Show the open alarms and the work orders, or deal with one of them."),
    subcommands: [List.self, Acknowledge.self, Assign.self, Snooze.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: say("Show the open alarms and the work orders, the most urgent first."))

    @OptionGroup var options: Options

    func run() throws {
      try options.show(options.ask(.subjects), as: SubjectsReport.self) { Text().subjects($0) }
    }
  }

  struct Acknowledge: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: say("Acknowledge an alarm at its service."),
      discussion: say("While the service cannot be reached, Carillon keeps trying."))

    @Argument(help: .say("The alarm's id, as the list shows it."))
    var id: String

    @OptionGroup var options: Options

    func run() throws {
      try options.press(
        on: id, { say("There is no alarm {id} in the list.", ["id": $0]) },
        among: { $0.tag.hasPrefix("alarm:") }, \.answer,
        otherwise: say("It cannot be acknowledged."), unlisted: ("alarm:", "ack"))
    }
  }

  struct Assign: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: say("Take a work order on, if its service lets you."),
      discussion: say("While the service cannot be reached, Carillon keeps trying."))

    @Argument(help: .say("The work order's id, as the list shows it."))
    var id: String

    @OptionGroup var options: Options

    func run() throws {
      try options.press(
        on: id, { say("There is no work order {id} in the list.", ["id": $0]) },
        among: { $0.tag.hasPrefix("work-order:") }, \.answer,
        otherwise: say("It cannot be assigned to you."))
    }
  }

  struct Snooze: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: say("Have an alarm or a work order shown again later, and not before."),
      discussion: say("For as long as snoozeMinutes says."))

    @Argument(help: .say("Its id, as the list shows it."))
    var id: String

    @OptionGroup var options: Options

    func run() throws {
      try options.press(
        on: id, { say("There is no alarm or work order {id} in the list.", ["id": $0]) },
        among: { _ in true }, \.later,
        otherwise: say("It cannot be snoozed."))
    }
  }
}

extension Options {
  /// Presses a button of the row that `id` names.
  ///
  /// `unlisted`: how tags of the kind begin, and what is pressed on one that may have been cut from a long list.
  fileprivate func press(
    on id: String, _ missing: (String) -> String, among isMeant: (SubjectRow) -> Bool,
    _ button: (SubjectRow) -> SubjectRow.Button?, otherwise refusal: String,
    unlisted: (prefix: String, action: String)? = nil
  ) throws {
    let report = try read(ask(.subjects), as: SubjectsReport.self)
    let isSignedOut = report.account.map { $0.url == nil } == true
    let rows = report.rows.filter(isMeant)
    guard let row = rows.first(where: { $0.tag == id }) ?? rows.first(where: { $0.id == id })
    else {
      guard let unlisted, report.more > 0, !isSignedOut else {
        throw Failure.refused(missing(Text.oneLine(id)))
      }
      let tag = id.hasPrefix(unlisted.prefix) ? id : unlisted.prefix + id
      return try show(ask(.act(tag: tag, action: unlisted.action))) { _ in "" }
    }
    guard let pressed = button(row) else {
      throw Failure.refused(isSignedOut ? say("You are not signed in to the service.") : refusal)
    }
    try show(ask(.act(tag: row.tag, action: pressed.id))) { _ in "" }
  }
}
