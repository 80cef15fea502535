import CarillonFeatures

/// What the watch has seen of calls to servers, so that it looks at nothing twice.
struct CallNotes {
  /// What a call is for: an occurrence, or what has none.
  enum Name: Hashable, CustomStringConvertible {
    case occasion(Occasion)
    case row(Int64)

    var description: String {
      switch self {
      case .occasion(let occurrence): "\(occurrence)"
      case .row(let id): "row \(id)"
      }
    }
  }

  /// The last of each sort, which may be answered once more.
  var lastTicket: Ticket?
  var lastPost: Ticket?
  var lastCommand: Ticket?
  var lastMedia: Ticket?
  /// What was called for last.
  var called: Delivery?
  /// Whose work has ended for good.
  var over: Set<Ticket> = []
  /// Calls by what they were for, and what allows one more of them.
  var handed: [Name: Int] = [:]
  var excused: [Name: Int] = [:]
  /// How often the server refused each row in its present showing.
  var refusals: [Int64: Int] = [:]
  /// When something was handed over last.
  var lastHandover: Instant?
  var openShow: Ticket?
  /// Callbacks that were posted, by their keys.
  var posted: [String: String] = [:]
}
