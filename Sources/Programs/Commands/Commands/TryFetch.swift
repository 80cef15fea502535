import ArgumentParser
import CarillonEngine
import CarillonSlots

struct TryFetch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Show what a content source returns, without storing it."))

  @Argument(
    help: .say("An https: or file: URL, or a file with a FetchSpec; - reads that from stdin."),
    completion: .file())
  var source: String

  @OptionGroup var options: Options

  func run() throws {
    let answer = try options.ask(.tryFetch(fetchSpec: document()))
    let report = deserialize(TrialReport.self, from: answer)
    // Programs get the document of a failure too; people get only the reason.
    if options.json || report?.ok != false {
      try options.show(answer, as: TrialReport.self) { Text().trial($0) }
    }
    if let report, !report.ok { throw Failure.refused(Text().untried(report)) }
  }

  private func document() throws(Failure) -> String {
    source.contains("://")
      ? JSONText.object(["method": "GET", "url": source]) : try Input.text(source)
  }
}
