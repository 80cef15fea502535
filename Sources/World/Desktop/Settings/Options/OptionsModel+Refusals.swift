import CarillonEngine

extension OptionsModel {
  /// Explains a refusal that depends on another setting.
  ///
  /// The engine decides; nil means to use the engine's own message.
  static func reason(
    refused key: String, _ value: JSONValue, of settings: Settings, words: Words
  ) -> String? {
    switch (key, value) {
    case ("prefetchLeadMinutes", .integer(let minutes)):
      return tooOld(lead: .minutes(minutes), ttl: settings.ttl, words)
    case ("ttlSeconds", .integer(let seconds)):
      return tooOld(lead: settings.lead, ttl: .seconds(seconds), words)
    case ("depth", .integer(1)) where !settings.autostart:
      return words.say(
        "To plan tomorrow as well, Carillon must start with your session. Turn that on first.")
    case ("autostart", .bool(false)) where settings.depth == 1:
      return words.planningTomorrowNeedsStart
    case ("quietHours", let value):
      let ranges: [JSONValue] = if case .array(let list) = value { list } else { [value] }
      let isEmpty = ranges.contains {
        if case .object(let range) = $0 { range["from"] == range["to"] } else { false }
      }
      return isEmpty
        ? words.say("Quiet hours cannot start and end at the same time.")
        : words.say("Quiet hours must leave some time of the week.")
    case ("did", .text):
      return words.say("This is not a valid identity. An example is did:web:example.org.")
    default: return nil
    }
  }

  private static func tooOld(lead: Span, ttl: Span, _ words: Words) -> String? {
    guard ttl < lead + .minutes(1) else { return nil }
    return words.say(
      "Content fetched {lead} before its hour would be too old by then. The limit is {oldest}.",
      ["lead": words.duration(lead), "oldest": words.duration(ttl)])
  }
}

extension Words {
  /// Why Carillon must go on starting with the session. (T2, T19)
  var planningTomorrowNeedsStart: String {
    say(
      "Planning tomorrow requires that Carillon starts with your session. Turn off “Also "
        + "plan tomorrow” under Advanced first.")
  }
}
