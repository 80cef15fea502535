import CarillonEngine

extension Text {
  /// `carillonctl connections`: the distributor, each server with its topics, and the senders. (C6, C8)
  func connections(_ report: StateReport, _ topics: [TopicSubscription]) -> String {
    let like = report.carriers.first?.since ?? report.senders.first?.pairedAt
    let today = today(zone: report.timezone, like: like)
    var settings = Settings()
    settings.subscriptions = topics
    var parts = report.carriers.filter { $0.name == Carrier.unifiedPush }.map { carrier in
      connection("UnifiedPush", carrier, today)
        + (report.distributor.map { "    \(Text.oneLine($0))\n" } ?? "")
    }
    for wanted in settings.connections {
      let carrier = report.carriers.first { $0.name == wanted.name }
      var table = Table()
      for topic in wanted.topics { table.add(Text.oneLine(topic.name), topic.identity) }
      parts.append(
        connection(wanted.topics[0].authority, carrier, today) + table.text(indent: "    "))
    }
    if parts.isEmpty { parts.append(words.say("Nothing brings messages yet.") + "\n") }
    if !report.senders.isEmpty { parts.append(senders(report.senders, today)) }
    return parts.joined(separator: "\n")
  }

  private func connection(
    _ name: String, _ carrier: StateReport.Carrier?, _ today: LocalDate
  ) -> String {
    let line = ConnectionLine(carrier, today: today, words: words)
    return (line.standing == .wrong ? "! " : "  ") + "\(name): \(line.title)\n"
      + line.details.map { "      \(Text.oneLine($0))\n" }.joined()
  }

  private func senders(_ senders: [StateReport.Sender], _ today: LocalDate) -> String {
    var table = Table()
    for sender in senders {
      let since = Moment(iso: sender.pairedAt).map { words.at($0, today: today) } ?? ""
      table.add(
        Text.oneLine(sender.name),
        sender.hasKeys
          ? words.say("Paired since {moment}", ["moment": since])
          : words.say("Needs pairing again: its keys are no longer here"))
    }
    return "  " + words.say("Paired Senders") + ":\n" + table.text(indent: "    ")
  }

  /// `carillonctl subscribe`.
  func subscribed(_ report: TopicReport) -> String {
    words.say("Subscribed to {topic}.", ["topic": "\(report.server)/\(report.topic)"]) + "\n"
      + Text.oneLine(report.text) + (report.ok ? "" : " " + words.say("Carillon keeps trying."))
      + "\n"
  }

  /// `carillonctl unsubscribe`.
  func unsubscribed(_ topic: TopicSubscription) -> String {
    words.say("Unsubscribed from {topic}.", ["topic": topic.identity]) + "\n"
  }
}
