import ArgumentParser
import CarillonAnswers
import CarillonEngine

struct RunNow: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Fetch content now and plan the rest of today."))

  @OptionGroup var options: Options

  func run() throws {
    let answer = try options.ask(.runFullPipelineNow)
    try options.show(answer, as: PipelineReport.self) { Text().fetched($0) }
    guard let report = deserialize(PipelineReport.self, from: answer),
      let failure = Text().unfetched(report)
    else { return }
    throw Failure.refused(failure)
  }
}
