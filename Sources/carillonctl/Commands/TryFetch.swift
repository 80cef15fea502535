import ArgumentParser
import CarillonCore

struct TryFetch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what a source of content would give, and store nothing.")

  @Argument(
    help: "An https: or file: URL, or a file with a FetchSpec; - reads that from stdin.",
    completion: .file())
  var source: String

  @OptionGroup var options: Options

  func run() throws {
    try options.show(options.ask(.tryFetch(fetchSpec: document())), JSONText.pretty)
  }

  private func document() throws(Failure) -> String {
    source.contains("://")
      ? JSONText.object(["method": "GET", "url": source]) : try Input.text(source)
  }
}
