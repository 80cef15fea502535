import ArgumentParser
import CarillonBus
import CarillonCore
import Foundation

/// What most commands take, and what they have in common.
struct Options: ParsableArguments {
  @Flag(help: "Print the answer as one JSON document, for programs.")
  var json = false

  /// Asks the app if it is running.
  func ask(_ question: Question) throws(Failure) -> String {
    try ask(question, starting: false)
  }

  fileprivate func ask(_ question: Question, starting: Bool) throws(Failure) -> String {
    do throws(CallFailure) {
      return try BusClient(startsApp: starting).ask(question)
    } catch {
      throw Failure(error)
    }
  }

  /// Prints `answer`: as it came for programs, or the text that `words` makes of it.
  func show(_ answer: String, _ words: (String) throws(Failure) -> String) throws(Failure) {
    if json {
      try Terminal.print((answer.isEmpty ? "{}" : answer) + "\n")
    } else {
      try Terminal.print(try words(answer))
    }
  }

  /// Prints the document in words if it is one of `type`.
  func show<Document: Decodable>(
    _ answer: String, as type: Document.Type, _ words: (Document) -> String
  ) throws(Failure) {
    try show(answer) { answer throws(Failure) in
      do {
        return words(try JSONDecoder().decode(type, from: Data(answer.utf8)))
      } catch {
        throw .refused(
          "carillonctl \(Release.version) cannot read this answer of Carillon. Use --json to see it."
        )
      }
    }
  }
}

/// Of the commands that start the app if need be.
struct StartOptions: ParsableArguments {
  @OptionGroup var options: Options

  @Flag(name: .customLong("no-start"), help: "Fail if Carillon is not running; do not start it.")
  var mustRun = false

  /// Asks the app, after starting it hidden if it is not running.
  func ask(_ question: Question) throws(Failure) -> String {
    try options.ask(question, starting: !mustRun)
  }
}
