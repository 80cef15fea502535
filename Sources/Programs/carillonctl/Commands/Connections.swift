import ArgumentParser
import CarillonEngine
import CarillonSlots

struct Connections: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the topics you are subscribed to, and how their connections are.",
    discussion: """
      With --json: the connections as in the state, and the subscriptions as in the settings.
      """)

  @OptionGroup var options: Options

  func run() throws {
    let state = try options.ask(.wholeState)
    let topics = try Topics(options)
    if options.json {
      var document: [String: JSONValue] = [
        "subscriptions": .array(topics.list.map(\.document))
      ]
      if case .object(let members)? = JSONValue(parsing: state) {
        document["carriers"] = members["carriers"] ?? .array([])
      }
      return try Terminal.print(JSONValue.object(document).serialized + "\n")
    }
    let report = try options.read(state, as: StateReport.self)
    try Terminal.print(Text().connections(report, topics.list))
  }
}
