import ArgumentParser
import CarillonEngine

struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Show or change the settings."),
    subcommands: [Get.self, Set.self], defaultSubcommand: Get.self)

  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: say("Show all settings as JSON, with what the services fixed at the end."))

    @OptionGroup var options: Options

    func run() throws {
      try options.show(options.ask(.configuration), Text().configuration)
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: say("Change settings with a JSON merge patch."),
      discussion: say(
        "For example: carillonctl config set '{\"lateGraceMinutes\": 10}'. null "
          + "resets a key to its default."))

    @Argument(help: .say("A JSON object with the settings to change; - reads it from stdin."))
    var patch: String

    @OptionGroup var options: Options

    func run() throws {
      let patch = patch == "-" ? try Input.text("-") : patch
      let answer = try options.ask(.set(mergePatch: patch))
      try options.show(answer) { _ in say("Saved.") + "\n" }
      // Asked only for people: programs read it in the state. (T39)
      guard !options.json, case .object(let members)? = JSONValue(parsing: patch),
        members["autostart"] == .bool(true),
        let report = deserialize(StateReport.self, from: try options.ask(.wholeState)),
        let note = Text().startedBySystemd(report)
      else { return }
      try Terminal.print(note)
    }
  }
}
