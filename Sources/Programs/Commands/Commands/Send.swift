import ArgumentParser
import CarillonEngine
import CarillonGLib
import CarillonHTTP
import CarillonPush

struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Seal a message and send it to a Carillon that was paired."),
    discussion: say(
      "The message is JSON in one of the shapes that Carillon knows, or plain text "
        + "of at most 3,993 bytes. Carillon need not run here: the pairing says where "
        + "to post."))

  @Argument(
    help: .say(
      "What carillonctl pair printed: a file with the line, - for stdin, or the "
        + "line itself, which other users of this computer can see then."),
    completion: .file())
  var pairing: String

  @Argument(help: .say("The message; - reads it from stdin."), completion: .file())
  var file = "-"

  @Flag(help: .say("Send the message as plain text, even if it is JSON."))
  var text = false

  @Option(help: .say("For how long the server keeps it while the receiver is away, in seconds."))
  var ttl = 86_400

  @Option(
    help: .say(
      "A file with the access token that the server wants, or with a name and "
        + "password as name:password."),
    completion: .file())
  var token: String?

  @Option(help: .say("low, normal or high."), completion: .list(["low", "normal", "high"]))
  var urgency = "normal"

  func validate() throws {
    guard (0...2_419_200).contains(ttl) else {
      throw ValidationError(say("--ttl must be a number of seconds from 0 to 2419200, four weeks."))
    }
    guard SoupPush.Urgency(rawValue: urgency) != nil else {
      throw ValidationError(say("--urgency must be low, normal or high."))
    }
    guard pairing != "-" || file != "-" else {
      throw ValidationError(say("Only one of the two can be read from stdin."))
    }
  }

  func run() throws {
    let isLine = pairing.first == "{"
    let line = isLine ? pairing : try Input.text(pairing)
    let (target, message) = try read(line, try Input.text(file))
    let sealed: [UInt8]
    do throws(SealedMessage.Refused) {
      sealed = try SealedMessage.seal(message.bytes, for: target.address)
    } catch {
      preconditionFailure("the length was checked: \(error)")
    }
    let token = try token.map { (file) throws(Failure) in
      let lines = try Input.text(file).split(whereSeparator: \.isNewline)
      guard let first = lines.first else {
        throw .refused(say("{file} holds no token.", ["file": file]))
      }
      return String(first)
    }
    let result = post(sealed, to: target.endpoint, token: token)
    switch result {
    case .success(200..<300):
      try Terminal.print(say("The server has accepted the message.") + "\n")
    case .success(let status): throw Failure.refused(Send.sentence(for: status))
    case .failure(let failure): throw Failure.refused(Send.sentence(for: failure))
    }
  }

  private func read(
    _ line: String, _ text: String
  ) throws(Failure) -> (PairingLine, OutgoingMessage) {
    do throws(Refusal) {
      return (
        try PairingLine(line),
        try OutgoingMessage(text, isText: self.text, at: WallClock.now())
      )
    } catch {
      throw .refused(error.message)
    }
  }

  private func post(
    _ sealed: [UInt8], to endpoint: String, token: String?
  ) -> Result<Int, FetchFailure> {
    let (seconds, urgency) = (ttl, SoupPush.Urgency(rawValue: urgency) ?? .normal)
    return MainActor.assumeIsolated {
      let loop = MainLoop()
      var result: Result<Int, FetchFailure>?
      let push = SoupPush(version: Release.version)
      push.post(
        sealed, to: endpoint, authorization: token.map(Authorization.value(of:)),
        timeToLive: .seconds(Int64(seconds)), urgency: urgency,
        timeout: .seconds(30)
      ) {
        result = $0
        loop.quit()
      }
      // An address that nothing may be sent to fails at once.
      if result == nil { loop.run() }
      return result ?? .failure(FetchFailure(.timeout))
    }
  }

  static func sentence(for status: Int) -> String {
    let reason =
      switch status {
      case 401, 403: say("The server does not allow sending to this address")
      case 404, 410: say("The server does not know this address any more. Pair again")
      case 413: say("The message is too long for the server")
      case 429: say("The server asks to wait: too many messages")
      case 507: say("The server keeps nothing for this address, because nobody listens there now")
      case 500...: say("The server has an error. Try again later")
      default: say("The server has not accepted the message")
      }
    return "\(reason) (\(status))."
  }

  static func sentence(for failure: FetchFailure) -> String {
    switch failure.code {
    case .timeout: say("The server did not answer in time.")
    case .offline: say("There is no network.")
    case .certificate: say("The server’s certificate is not trusted by this computer.")
    case .forbidden:
      "pairing.endpoint: "
        + say("must be an address with https, or with http on this computer.")
    default: say("The server cannot be reached.")
    }
  }
}
