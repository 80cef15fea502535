import CarillonEngine

/// A command to a machine, from the `Command` signal. (B17)
struct BrewCommand: Equatable {
  let id: String
  let brewID: String
  let name: String
  let data: [String: JSONValue]

  /// Nil if it is not a command about a brew.
  init?(_ document: String) {
    guard case .object(let members) = JSONValue(parsing: document),
      case .text(let id) = members["commandId"], case .text(let brewID) = members["brewId"],
      case .text(let name) = members["command"]
    else { return nil }
    self.id = id
    self.brewID = brewID
    self.name = name
    if case .object(let data) = members["data"] { self.data = data } else { data = [:] }
  }
}

/// The machine's response to commands. (B17)
extension BrewMachine {
  struct Obedience: Equatable {
    /// Empty if the command was carried out.
    var error = ""
    /// To be sent before the answer, so that one popup tells both.
    var reports: [Report] = []
  }

  /// Carries out a command that makes sense at this moment, or says why it does not.
  ///
  /// Call ``advance(to:)`` first.
  mutating func obey(_ command: BrewCommand, at now: Instant) -> Obedience {
    switch command.name {
    case "start", "repeat":
      return isOn
        ? Obedience(error: words.say("A brew is already under way."))
        : Obedience(reports: [startNext(at: now)])
    case "settings": return change(command.data, [("grind", \.grind, 1...40)])
    case "profile":
      return change(
        command.data,
        [
          ("dose", \.dose, 5...30), ("temperature", \.temperature, 80...100),
          ("pressure", \.pressure, 1...12), ("preInfusionTime", \.preInfusion, 0...30),
        ])
    case "pause", "resume", "skip", "extend", "stop", "cancel":
      guard isOn, command.brewID == brewID else {
        return Obedience(error: words.say("That brew is over."))
      }
      return steer(command.name, at: now)
    default:
      return Obedience(
        error: words.say("This machine has no command {command}.", ["command": command.name]))
    }
  }

  private mutating func steer(_ command: String, at now: Instant) -> Obedience {
    switch (command, stage) {
    case ("pause", .grinding) where pausedAt == nil: return Obedience(reports: [pause(at: now)])
    case ("pause", _): return Obedience(error: words.say("The grinder is not running."))
    case ("resume", .grinding) where pausedAt != nil: return Obedience(reports: [resume(at: now)])
    case ("resume", _): return Obedience(error: words.say("The grinder is not paused."))
    case ("skip", .preInfusion): return Obedience(reports: [enter(.brewing, at: now)])
    case ("extend", .preInfusion):
      guard soaking < BrewMachine.longestSoaking else {
        return Obedience(error: words.say("Pre-infusion cannot be extended any further."))
      }
      soakLonger(by: .seconds(4))
      return Obedience(reports: [report(at: now, says: .extended)])
    case ("skip", _), ("extend", _):
      return Obedience(error: words.say("Pre-infusion is not under way."))
    case ("stop", .brewing): return Obedience(reports: [enter(.complete, at: now)])
    case ("stop", _): return Obedience(error: words.say("No shot is running."))
    default:
      // A canceled brew sends no further messages.
      cancel()
      return Obedience()
    }
  }

  static let longestSoaking = Span.seconds(20)

  private mutating func change(
    _ data: [String: JSONValue],
    _ fields: [(name: String, path: WritableKeyPath<Profile, Double>, range: ClosedRange<Double>)]
  ) -> Obedience {
    var changed = profile
    for (name, value) in data {
      guard let field = fields.first(where: { $0.name == name }) else {
        return Obedience(
          error: words.say("{name} is not a setting of this machine.", ["name": name]))
      }
      let number: Double
      switch value {
      case .integer(let whole): number = Double(whole)
      case .number(let some): number = some
      default: return Obedience(error: words.say("{name} must be a number.", ["name": name]))
      }
      guard field.range.contains(number) else {
        return Obedience(
          error: words.say(
            "{name} must be from {least} to {most}.",
            [
              "name": name, "least": String(Int(field.range.lowerBound)),
              "most": String(Int(field.range.upperBound)),
            ]))
      }
      changed[keyPath: field.path] = number
    }
    guard !data.isEmpty else { return Obedience(error: words.say("There is nothing to change.")) }
    set(changed)
    return Obedience()
  }
}
