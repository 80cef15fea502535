import ArgumentParser
import CarillonBus
import CarillonEngine
import FoundationEssentials

/// The options that all commands share.
struct Options: ParsableArguments {
  @Flag(help: .say("Print the answer as one JSON document, for programs."))
  var json = false

  /// Asks the app if it is running.
  func ask(_ question: DoorCall) throws(Failure) -> String {
    try ask(question, starting: false)
  }

  fileprivate func ask(_ question: DoorCall, starting: Bool) throws(Failure) -> String {
    do throws(CallFailure) {
      return try BusClient(startsApp: starting).ask(question)
    } catch {
      if case .refused(let refusal) = error, !json {
        throw .refused(Text().refused(refusal))
      }
      throw Failure(error)
    }
  }

  /// Prints `answer`: unchanged for programs, otherwise the text made by `words`.
  func show(_ answer: String, _ words: (String) throws(Failure) -> String) throws(Failure) {
    if json {
      try Terminal.print((answer.isEmpty ? "{}" : answer) + "\n")
    } else {
      try Terminal.print(try words(answer))
    }
  }

  /// Prints the text for a document of `type`, or the document itself for programs.
  func show<Document: Decodable>(
    _ answer: String, as type: Document.Type, _ words: (Document) -> String
  ) throws(Failure) {
    try show(answer) { answer throws(Failure) in words(try read(answer, as: type)) }
  }

  /// The document in `answer`.
  func read<Document: Decodable>(
    _ answer: String, as type: Document.Type
  ) throws(Failure) -> Document {
    do {
      return try JSONDecoder().decode(type, from: Data(answer.utf8))
    } catch {
      throw .refused(Failure.unreadable.message + " " + say("Use --json to see it."))
    }
  }
}

/// The options of commands that start the app if necessary.
struct StartOptions: ParsableArguments {
  @OptionGroup var options: Options

  @Flag(
    name: .customLong("no-start"),
    help: .say("Fail if Carillon is not running; do not start it."))
  var mustRun = false

  /// Asks the app, starting it hidden if it is not running.
  func ask(_ question: DoorCall) throws(Failure) -> String {
    try options.ask(question, starting: !mustRun)
  }
}
