import ArgumentParser
import CarillonAnswers
import CarillonEngine

struct Pair: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Give a sender what it needs to send sealed messages."),
    discussion: say(
      "Prints one line of JSON: the address to post to, and the keys to seal "
        + "messages with. It is a web push subscription, as pywebpush and other "
        + "libraries take it. Whoever has the line can send you messages, but read "
        + "none. The same name gives the same line again."))

  @Argument(help: .say("The sender's name, as its messages are to be called."))
  var name: String

  @Flag(help: .say("Make new keys; the former ones still count for two days."))
  var renew = false

  @Flag(name: .customLong("qr"), help: .say("Also show the line as a QR code."))
  var hasCode = false

  @OptionGroup var options: Options

  func run() throws {
    let answer = try options.ask(renew ? .renewPairing(name: name) : .pair(name: name))
    // One line, whatever the app's own layout is.
    guard let line = JSONValue(parsing: answer)?.serialized else {
      throw Failure.refused(say("carillonctl cannot read this answer of Carillon."))
    }
    try Terminal.print(line + "\n")
    guard hasCode else { return }
    guard let code = QRCode(line) else {
      throw Failure.refused(say("The line is too long for a QR code."))
    }
    if let width = Terminal.width, width < code.width {
      Terminal.complain(
        say(
          "The QR code needs a terminal {width} columns wide.",
          ["width": String(code.width)]))
    }
    try Terminal.print(code.text)
  }
}
