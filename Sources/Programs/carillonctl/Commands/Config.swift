import ArgumentParser
import CarillonEngine

struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the settings, or change some of them.",
    subcommands: [Get.self, Set.self], defaultSubcommand: Get.self)

  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show all settings as JSON.")

    @OptionGroup var options: Options

    func run() throws {
      try options.show(options.ask(.configuration), JSONText.pretty)
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Change settings by a JSON merge patch.",
      discussion: """
        For example: carillonctl config set '{"lateGraceMinutes": 10}'. A key with null goes back \
        to its default.
        """)

    @Argument(help: "A JSON object with the settings to change; - reads it from stdin.")
    var patch: String

    @OptionGroup var options: Options

    func run() throws {
      let patch = patch == "-" ? try Input.text("-") : patch
      try options.show(options.ask(.set(mergePatch: patch))) { _ in "Saved.\n" }
    }
  }
}
