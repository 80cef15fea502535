import ArgumentParser
import CarillonEngine

struct Configure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Replace hours, content and settings with a JSON document."))

  @Argument(
    help: .say("The document; - reads it from stdin."), completion: .file(extensions: ["json"]))
  var file: String

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.configure(options: Input.text(file)))) { _ in
      say("Configured.") + "\n"
    }
  }
}
