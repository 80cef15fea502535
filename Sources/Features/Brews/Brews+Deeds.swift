package import CarillonEngine

/// The actions behind a brew's buttons and links. (B16, B17)
extension Brews {
  private static let commands = [
    "pause_grinding": "pause", "resume_grinding": "resume", "skip_preinfusion": "skip",
    "extend_preinfusion": "extend",
    "stop_shot": "stop", "stop_early": "stop", "brew_again": "repeat", "cancel_brew": "cancel",
    "start_brew": "start",
  ]
  /// Of these, all that they do is to open the window.
  static let opensOnly: Set = ["view_live", "view_details"]
  /// These always open the window. (B17)
  private static let navigation: Set = [
    "view_live", "view_details", "share", "adjust_grind", "adjust_profile",
  ]
  /// Link path components that name a place in the window, not a brew.
  private static let places: Set = [
    "status", "heating", "grinding", "preinfusion", "brewing", "live", "complete", "details", "new",
    "start", "share",
  ]

  package static func button(_ id: String, of thread: Subject) -> Action? {
    known(thread)?.actions.first { $0.id == id }
  }

  package static func deed(of action: Action, in thread: Subject) -> Deed {
    if let command = commands[action.id] { return deed(command, action) }
    if navigation.contains(action.id) {
      return .navigate(
        LinkTarget(
          tag: thread.tag, kind: name, place: formsAndActs.contains(action.id) ? action.id : nil))
    }
    if let link = action.link { return .follow(link: link) }
    // Nobody but the user's own services names commands: the words of a button that is not one of the above
    // may say anything. (C5)
    guard thread.guest == nil else { return .navigate(LinkTarget(tag: thread.tag, kind: name)) }
    return deed(action.id, action)
  }

  private static func deed(_ name: String, _ action: Action) -> Deed {
    var data: [String: JSONValue] = [:]
    if let text = action.data, case .object(let members) = JSONValue(parsing: text) {
      data = members
    }
    return .command(name: name, data: data, foreground: action.requiresForeground)
  }

  private static let formsAndActs: Set = ["share", "adjust_grind", "adjust_profile"]

  package static func command(
    ofForm id: String, _ values: [String: JSONValue]
  ) -> (name: String, data: [String: JSONValue])? {
    switch id {
    case "adjust_grind": ("settings", values)
    case "adjust_profile": ("profile", celsius(values))
    default: nil
    }
  }

  /// The form's key for a temperature in °F; machines receive °C.
  package static let temperatureInFahrenheit = "temperatureFahrenheit"

  private static func celsius(_ values: [String: JSONValue]) -> [String: JSONValue] {
    let fahrenheit: Double
    switch values[temperatureInFahrenheit] {
    case .integer(let number): fahrenheit = Double(number)
    case .number(let number): fahrenheit = number
    default: return values
    }
    var values = values
    values[temperatureInFahrenheit] = nil
    // Rounded to a tenth, the precision of the form: 199.4 °F is 93 °C.
    values["temperature"] = .number((Brew.celsius(fahrenheit) * 10).rounded() / 10)
    return values
  }

  package static func ends(with command: Command) -> Bool { command.name == "cancel" }

  /// True for commands such as stop and pause, which must not affect the next brew.
  package static func expires(_ command: Command) -> Bool {
    ["pause", "resume", "skip", "extend", "stop", "cancel"].contains(command.name)
  }

  /// Grind and profile are set for good: after the brew, they are for the next one.
  package static func note(on command: Command, isOver: Bool, _ words: Words) -> String? {
    isOver && ["settings", "profile"].contains(command.name)
      ? words.say("It applies to the next brew.") : nil
  }

  /// The appearance of a button; red only if it stops something.
  package static func role(of action: String) -> Button.Role {
    switch action {
    case "stop_shot", "stop_early": .destructive
    case "brew_again": .suggested
    default: .plain
    }
  }

  package static func detail(of thread: Subject, _ context: KindContext) -> Detail? {
    known(thread).map { BrewDetail($0, of: thread, context).detail }
  }

  /// `brew/{id}`, `brew/{id}/live`, or `brew/live` for the latest brew. (B16)
  package static func target(of link: LinkPath) -> LinkTarget? {
    guard link.parts.first == "brew", (2...3).contains(link.parts.count) else { return nil }
    let last = link.parts[link.parts.count - 1].lowercased()
    if link.parts.count == 2, places.contains(last) {
      return LinkTarget(tag: nil, kind: name, place: last == "share" ? last : nil)
    }
    let id = link.parts[1]
    guard Subject.isID(id) else { return nil }
    if link.parts.count == 3 {
      guard places.contains(last) else { return nil }
    }
    let isNumber = id.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return LinkTarget(
      tag: tag(isNumber ? "brew_\(id)" : id), kind: name,
      place: link.parts.count == 3 && last == "share" ? last : nil)
  }
}
