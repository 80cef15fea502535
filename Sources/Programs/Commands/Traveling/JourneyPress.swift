import CarillonEngine

/// What the user has done about the demo's journey, in a notification or in its window. (J16–J18)
enum JourneyPress: Equatable {
  case start, snooze, cancel, alternatives, adjust
  /// The way with this place in ``DemoWay/all``.
  case choose(Int)
  /// A click on the notification.
  case open
  case dismiss

  private static let choosing = "choose-"

  /// Nil for what is no button of a journey, and for a notification that went by itself.
  init?(action: String) {
    switch action {
    case "start": self = .start
    case "snooze": self = .snooze
    case "cancel": self = .cancel
    case "alternatives": self = .alternatives
    case "adjust": self = .adjust
    case ResponseCode.open: self = .open
    case ResponseCode.dismiss: self = .dismiss
    default:
      guard action.hasPrefix(JourneyPress.choosing),
        let place = Int(action.dropFirst(JourneyPress.choosing.count)),
        DemoWay.all.indices.contains(place)
      else { return nil }
      self = .choose(place)
    }
  }

  /// What a signal of Carillon's says of the subject of `tag`; nil if nothing.
  ///
  /// `Responded` is about notifications, `Pressed` about windows.
  init?(_ signal: String, _ document: String, about tag: String) {
    let keys: (subject: String, action: String)
    switch signal {
    case "Responded": keys = ("thread", "response")
    case "Pressed": keys = ("tag", "action")
    default: return nil
    }
    guard case .object(let members) = JSONValue(parsing: document),
      members[keys.subject] == .text(tag), case .text(let action) = members[keys.action]
    else { return nil }
    self.init(action: action)
  }

  /// For programs.
  var name: String {
    switch self {
    case .start: "start"
    case .snooze: "snooze"
    case .cancel: "cancel"
    case .alternatives: "alternatives"
    case .adjust: "adjust"
    case .choose: "choose"
    case .open: "open"
    case .dismiss: "dismiss"
    }
  }
}
