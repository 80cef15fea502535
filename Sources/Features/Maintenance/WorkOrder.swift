import CarillonEngine

/// What is known of one work order. (D2)
struct WorkOrder: Hashable, Codable, Sendable {
  enum Priority: String, Codable, Sendable, CaseIterable {
    case low, medium, high
  }

  enum Status: String, Codable, Sendable, CaseIterable {
    case active, acknowledged, resolved
  }

  var priority: Priority?
  var status = Status.active
  var asset: Asset?
  var title = ""
  var body = ""
  var image: String?
  var actions: [Action] = []
  /// Who is to do it, as the service names them; nil if nobody is.
  var assignee: String?
  var dueAt: Instant?
  /// Whether the user may take it on, if its messages have said; nil if they have not. (D14)
  var assignable: Bool?
  /// That the user takes it on, told to the service; nil if they have not. (D14)
  var report: Report?
  /// When the first message about it was sent, by the service's clock if it says so.
  var raisedAt: Instant
  /// The instant of the newest message taken in.
  var saidAt: Instant
  /// True if only a list has said this: its message is still to be shown. (D9)
  var isUnheard: Bool?

  init(raisedAt: Instant) {
    self.raisedAt = raisedAt
    saidAt = raisedAt
  }

  /// Whether a message has said that the user may take it on, and they have not. (D14)
  var offersAssignment: Bool {
    let isAllowed = assignable ?? actions.contains { WorkOrders.isAssigning($0.id) }
    return isAllowed && status != .resolved && report?.counts != true
  }

  var isOver: Bool { status == .resolved }
}
