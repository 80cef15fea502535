import ArgumentParser
import CarillonCore

struct Push: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Hand in a message as if it had been pushed.")

  @Argument(help: "The message as JSON; - reads it from stdin.", completion: .file())
  var file: String

  @Flag(help: "Every line is a message of its own.")
  var lines = false

  @OptionGroup var start: StartOptions

  func run() throws {
    if lines {
      try Input.lines(file, push)
    } else {
      try push(Input.text(file))
    }
  }

  private func push(_ message: String) throws(Failure) {
    try start.options.show(start.ask(.push(message: message)), Text().pushed)
  }
}
