import ArgumentParser
import CarillonEngine

struct Push: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Deliver a message as if it had been pushed."))

  @Argument(help: .say("The message as JSON; - reads it from stdin."), completion: .file())
  var file: String

  @Flag(
    help: .say(
      "Read each line as a message of its own. A refused line is reported on "
        + "stderr; the others are still delivered."))
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
          throw Failure(exit: error.exit, message: Push.sentence(error, line))
        }
        Terminal.complain(Push.sentence(error, line))
        refused += 1
        return
      }
      try show(answer)
    }
    guard refused == 0 else {
      throw Failure.refused(
        Words.user.count("{n} line was refused.", "{n} lines were refused.", refused))
    }
  }

  private static func sentence(_ failure: Failure, _ line: Input.Line) -> String {
    say("Line {n}: {reason}", ["n": String(line.number), "reason": failure.message])
  }

  private func push(_ message: String) throws(Failure) -> String {
    try start.ask(.push(message: message))
  }

  private func show(_ answer: String) throws(Failure) {
    try start.options.show(answer, Text().pushed)
  }
}
