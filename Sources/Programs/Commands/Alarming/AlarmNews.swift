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
  var text: String {
    switch self {
    case .registered: "Carillon has registered this computer"
    case .removed: "Carillon has removed this computer"
    case .listed(let list, let count):
      "Carillon has asked for the \(list.rawValue): \(count) in the list"
    case .acknowledged(let thing): "acknowledged: \(thing.title)"
    case .badge(let count): "Carillon counts \(count) unread \(count == 1 ? "message" : "messages")"
    case .preferences: "Carillon has sent the user’s preferences"
    case .refused: "refused a request without the right token"
    }
  }
}
