import CarillonEngine

/// What Carillon has asked or told the demo's service.
enum AlarmNews: Equatable {
  enum List: String {
    case alarms
    case workOrders = "work orders"
  }

  case registered
  case removed
  case listed(List, Int)
  case acknowledged(AlarmThing)
  case badge(Int)
  case preferences
  /// A request without the token.
  case refused
}

extension AlarmNews {
  /// Its name, for programs.
  var name: String {
    switch self {
    case .registered: "registered"
    case .removed: "removed"
    case .listed: "listed"
    case .acknowledged: "acknowledged"
    case .badge: "badge"
    case .preferences: "preferences"
    case .refused: "refused"
    }
  }

  /// A line for people.
  func text(_ words: Words) -> String {
    switch self {
    case .registered: words.say("Carillon has registered this computer")
    case .removed: words.say("Carillon has removed this computer")
    case .listed(.alarms, let count):
      words.say("Carillon has asked for the alarms: {n} in the list", ["n": String(count)])
    case .listed(.workOrders, let count):
      words.say("Carillon has asked for the work orders: {n} in the list", ["n": String(count)])
    case .acknowledged(let thing):
      words.say("acknowledged: {alarm}", ["alarm": thing.title(words)])
    case .badge(let count):
      words.count(
        "Carillon counts {n} unread message", "Carillon counts {n} unread messages", count)
    case .preferences: words.say("Carillon has sent the user’s preferences")
    case .refused: words.say("refused a request without the right token")
    }
  }
}
