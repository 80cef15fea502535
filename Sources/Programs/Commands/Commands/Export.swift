import ArgumentParser
import CarillonEngine
import CarillonGLib

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Export everything to a new file."))

  @Argument(help: .say("The file to create; it must not exist yet."), completion: .file())
  var file: String

  @OptionGroup var options: Options

  func run() throws {
    try options.show(export()) { _ in say("Exported.") + "\n" }
  }

  /// We create the file, not the app: with our rights, in our folder.
  private func export() throws(Failure) -> String {
    let new = try attempt { () throws(NewFile.Problem) in try NewFile(creating: file) }
    let answer = try options.ask(.export(file: new.descriptor))
    try attempt { () throws(NewFile.Problem) in try new.keep() }
    return answer
  }

  private func attempt<R>(_ body: () throws(NewFile.Problem) -> R) throws(Failure) -> R {
    do throws(NewFile.Problem) {
      return try body()
    } catch {
      throw .refused("\(file): \(error.sentence(.user))")
    }
  }
}
