import CarillonEngine

extension Text {
  /// `carillonctl connections`: each server with its state, and its topics below. (C6)
  func connections(_ report: StateReport, _ topics: [TopicSubscription]) -> String {
    guard !topics.isEmpty else {
      return words.say("You are not subscribed to any topic.") + "\n"
    }
    var settings = Settings()
    settings.subscriptions = topics
    let like = report.carriers.first?.since
    let today = today(zone: report.timezone, like: like)
    return settings.connections.map { connection in
      let carrier = report.carriers.first { $0.name == connection.name }
      let line = ConnectionLine(carrier, today: today, words: words)
      var text = line.standing == .wrong ? "! " : "  "
      text += "\(connection.topics[0].authority): \(line.title)\n"
      for detail in line.details { text += "      \(Text.oneLine(detail))\n" }
      var table = Table()
      for topic in connection.topics { table.add(Text.oneLine(topic.name), topic.identity) }
      return text + table.text(indent: "    ")
    }.joined(separator: "\n")
  }

  /// `carillonctl subscribe`.
  func subscribed(_ report: TopicReport) -> String {
    words.say("Subscribed to {topic}.", ["topic": "\(report.server)/\(report.topic)"]) + "\n"
      + Text.oneLine(report.text) + "\n"
  }

  /// `carillonctl unsubscribe`.
  func unsubscribed(_ topic: TopicSubscription) -> String {
    words.say("Unsubscribed from {topic}.", ["topic": topic.identity]) + "\n"
  }
}
