import ArgumentParser
import CarillonEngine
import CarillonSlots

struct Subscribe: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Try out a topic of an ntfy server, and subscribe to it."),
    discussion: say(
      "For example: carillonctl subscribe ntfy.sh/mytopic --name House")
      + "\n\n"
      + say(
        "A topic that cannot be read is not added, unless you say --anyway."))

  @Argument(
    help: .say("The topic's address, such as ntfy.sh/mytopic or https://ntfy.example.org/alerts."))
  var address: String

  @Option(help: .say("What you call it; the topic's own name if you do not say."))
  var name: String?

  @Option(
    help:
      .say(
        "A file with the access token, or with a name and password as name:password; - reads stdin."
      ),
    completion: .file())
  var token: String?

  @Flag(help: .say("Show only encrypted messages."))
  var sealed = false

  @Flag(help: .say("Let messages of priority 5 through pauses and quiet hours."))
  var urgent = false

  @Flag(help: .say("Subscribe even if the topic cannot be read now."))
  var anyway = false

  @OptionGroup var options: Options

  func run() throws {
    let document = try document()
    let answer = try options.ask(.tryTopic(subscription: document.serialized))
    let report = try options.read(answer, as: TopicReport.self)
    if report.ok || anyway {
      let others = try Topics(options).list.map(\.document)
      _ = try options.ask(.set(mergePatch: Topics.patch(others + [document])))
    }
    // Programs get the document of a failure too; people get only the reason.
    let isAdded = report.ok || anyway
    if options.json || isAdded { try options.show(answer) { _ in Text().subscribed(report) } }
    if !isAdded { throw Failure.refused(Text.oneLine(report.text)) }
  }

  private func document() throws(Failure) -> JSONValue {
    let parsed: TopicAddress
    do throws(TopicAddress.Problem) {
      parsed = try TopicAddress(typed: address)
    } catch {
      throw .refused(Text().words.problem(error))
    }
    var subscription = TopicSubscription(server: parsed.server, topic: parsed.topic, name: name)
    subscription.isSealed = sealed
    subscription.isUrgentAllowed = urgent
    guard let token, case .object(var members) = subscription.document else {
      return subscription.document
    }
    let secret = try Input.text(token).split(whereSeparator: \.isNewline).first.map(String.init)
    guard let secret else {
      throw .refused(say("{file} holds no token.", ["file": Input.name(token)]))
    }
    members["token"] = .object(["secret": .text(secret)])
    return .object(members)
  }
}
