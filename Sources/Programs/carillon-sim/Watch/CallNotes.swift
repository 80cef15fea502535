import CarillonFeatures

/// The watch's notes about calls to servers, so that nothing is checked twice.
struct CallNotes {
  /// Identifies what a call is for: an occurrence or, without one, a row.
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

  /// The last ticket of each kind, whose result may be repeated.
  var lastTicket: Ticket?
  var lastPost: Ticket?
  var lastCommand: Ticket?
  var lastMedia: Ticket?
  /// The delivery of the last call.
  var called: Delivery?
  /// The tickets whose work has ended for good.
  var over: Set<Ticket> = []
  /// The calls for each name, and the excuses for another one.
  var handed: [Name: Int] = [:]
  var excused: [Name: Int] = [:]
  /// The refusals of each row in its current showing.
  var refusals: [Int64: Int] = [:]
  /// When something was last handed over.
  var lastHandover: Instant?
  var openShow: Ticket?
  /// The bodies of posted callbacks, by key.
  var posted: [String: String] = [:]
}
