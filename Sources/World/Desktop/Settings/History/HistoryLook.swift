import CarillonEngine

/// The icon and style for each kind of outcome. (J22)
enum HistoryLook: Hashable {
  /// `unwanted`: the user prevented it.
  case shown, unsure, unwanted, notShown, waiting, failed
  /// A connection heard nothing for a while. (C6)
  case outage

  init(status: String, reason: String?) {
    guard status != "outage" else {
      self = .outage
      return
    }
    self =
      switch Delivery.Status(rawValue: status) {
      case .shown, .merged: .shown
      case .unconfirmed: .unsure
      case .cancelled, .superseded: .unwanted
      case .skipped: reason.map({ Reason(rawValue: $0) }) == .user ? .unwanted : .notShown
      case .missed: .notShown
      case .failed: .failed
      case .scheduled, .held, .snoozed, .showing, nil: .waiting
      }
  }

  var icon: String {
    switch self {
    case .shown: "object-select-symbolic"
    case .unsure: "dialog-question-symbolic"
    case .unwanted, .notShown: "action-unavailable-symbolic"
    case .waiting: "view-more-horizontal-symbolic"
    case .failed: "dialog-error-symbolic"
    case .outage: "network-offline-symbolic"
    }
  }

  /// The style class for its color.
  var style: String {
    switch self {
    case .shown: "ok"
    case .unsure, .notShown: "warn"
    case .failed: "err"
    case .unwanted, .waiting, .outage: "dim"
    }
  }
}
