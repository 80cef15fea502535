import CarillonFeatures

/// What a message of the maintenance system says, as its service means it. (D2)
struct Saying {
  enum Severity: String, CaseIterable {
    case info, warning, critical
  }

  enum Status: String, CaseIterable {
    case active, acknowledged, resolved
  }

  /// The key of its kind's tags: `alarm` or `work-order`.
  var kind: String
  var id: String
  /// Nil if the message leaves it out.
  var severity: Severity?
  var status = Status.active
  /// By the service's clock; nil if the message does not say.
  var sentAt: Instant?
  var title: String
  var body: String
  /// Whether it brings the button that only follows a link.
  var hasLook = false

  var tag: String { "\(kind):\(id)" }
}

extension Saying.Severity: Comparable {
  static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .critical: 2
    }
  }
}

extension Saying.Status {
  var rank: Int {
    switch self {
    case .active: 0
    case .acknowledged: 1
    case .resolved: 2
    }
  }
}
