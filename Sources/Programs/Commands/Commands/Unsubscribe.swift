import ArgumentParser
import CarillonEngine

struct Unsubscribe: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Leave a topic: its token, and what was chosen for it, are forgotten."))

  @Argument(help: .say("Its name or its address."))
  var topic: String

  @OptionGroup var options: Options

  func run() throws {
    let topics = try Topics(options)
    let left = try topics.named(topic)
    let rest = topics.list.filter { $0.identity != left.identity }.map(\.document)
    let answer = try options.ask(.set(mergePatch: Topics.patch(rest)))
    try options.show(answer) { _ in Text().unsubscribed(left) }
  }
}
