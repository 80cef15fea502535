import CarillonDetail
import CarillonText
import CarillonTime

/// What has become of a report.
package enum ReportStep: Hashable, Sendable {
  /// The user has made it; it waits to be sent.
  case made
  /// The service has it.
  case taken
  /// The service does not want it.
  case refused(status: Int)
  /// Nobody is signed in to the service.
  case nowhere
  /// It could not be sent for two weeks.
  case overdue
}

extension ReportStep {
  /// As a step of a delivery's life is stored.
  var values: [String: String] {
    switch self {
    case .made: ["outcome": "made"]
    case .taken: ["outcome": "taken"]
    case .refused(let status): ["outcome": "refused", "status": String(status)]
    case .nowhere: ["outcome": "nowhere"]
    case .overdue: ["outcome": "overdue"]
    }
  }

  init?(outcome: String?, status: Int64?) {
    switch (outcome, status) {
    case ("made", _): self = .made
    case ("taken", _): self = .taken
    case ("refused", let status?): self = .refused(status: Int(status))
    case ("nowhere", _): self = .nowhere
    case ("overdue", _): self = .overdue
    default: return nil
    }
  }
}
