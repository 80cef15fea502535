import ArgumentParser
import CarillonEngine
import CarillonSlots

struct Connections: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: say("Show what brings messages, how each connection is, and the paired senders."),
    discussion: say(
      "With --json: the connections, the distributor and the senders as in the "
        + "state, and the subscriptions as in the settings."))

  @OptionGroup var options: Options

  func run() throws {
    let state = try options.ask(.wholeState)
    let topics = try Topics(options)
    if options.json {
      var document: [String: JSONValue] = [
        "subscriptions": .array(topics.list.map(\.document))
      ]
      if case .object(let members)? = JSONValue(parsing: state) {
        for key in ["carriers", "distributor", "senders"] { document[key] = members[key] }
      }
      return try Terminal.print(JSONValue.object(document).serialized + "\n")
    }
    let report = try options.read(state, as: StateReport.self)
    try Terminal.print(Text().connections(report, topics.list))
  }
}
