import ArgumentParser
import CarillonEngine

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Bring settings and hours back from an exported file."),
    discussion: say(
      "History and content are not imported, and secrets are in no export: they "
        + "have to be entered again. Settings that the file does not have stay as they "
        + "are. The last import can be undone for a day."))

  @Argument(
    help: .say("A file written by carillonctl export or by the window; - reads it from stdin."),
    completion: .file(extensions: ["json"]))
  var file: String?

  @Flag(name: .customLong("dry-run"), help: .say("Show what would change, and change nothing."))
  var dryRun = false

  @Flag(help: .say("Undo the last import."))
  var undo = false

  @OptionGroup var options: Options

  /// More than any export should have; it must fit into memory.
  private static let longestFile = 1 << 28

  func validate() throws {
    if undo == (file != nil) {
      throw ValidationError(say("Name a file, or use --undo to undo the last import."))
    }
  }

  func run() throws {
    let answer = try options.ask(.import(document: document().value.serialized))
    try options.show(answer) { Text().imported($0) }
  }

  private func document() throws(Failure) -> Document {
    guard let file else { return .undoingImport(dryRun: dryRun) }
    let text = try Input.text(file, longest: Import.longestFile)
    do throws(Refusal) {
      return try .importing(text, dryRun: dryRun)
    } catch {
      throw .refused("\(Input.name(file)): \(error.message)")
    }
  }
}
