import ArgumentParser
import CarillonEngine

struct Push: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Deliver a message as if it had been pushed.")

  @Argument(help: "The message as JSON; - reads it from stdin.", completion: .file())
  var file: String

  @Flag(
    help: """
      Read each line as a message of its own. A refused line is reported on stderr; the others are \
      still delivered.
      """)
  var lines = false

  @OptionGroup var start: StartOptions

  func run() throws {
    guard lines else { return try show(push(Input.text(file))) }
    var refused = 0
    try Input.lines(file) { line throws(Failure) in
      let answer: String
      do throws(Failure) {
        answer = try push(line.text.get())
      } catch {
        // If the app cannot be reached, the next line would fail too.
        guard error.exit == .refused else {
          throw Failure(exit: error.exit, message: "Line \(line.number): \(error.message)")
        }
        Terminal.complain("Line \(line.number): \(error.message)")
        refused += 1
        return
      }
      try show(answer)
    }
    guard refused == 0 else {
      throw Failure.refused(refused == 1 ? "1 line was refused." : "\(refused) lines were refused.")
    }
  }

  private func push(_ message: String) throws(Failure) -> String {
    try start.ask(.push(message: message))
  }

  private func show(_ answer: String) throws(Failure) {
    try start.options.show(answer, Text().pushed)
  }
}
