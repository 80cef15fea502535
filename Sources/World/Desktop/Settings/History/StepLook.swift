import CarillonEngine

/// The icon of a step in a delivery's life.
struct StepLook: Hashable {
  let icon: String
  /// The style class for its color.
  let style: String

  init(_ step: ExplanationReport.Step) {
    // Of an outage. (C6)
    if step.code == "deaf" {
      (icon, style) = ("network-offline-symbolic", "warn")
      return
    }
    if step.code == "connected" {
      (icon, style) = ("object-select-symbolic", "ok")
      return
    }
    (icon, style) =
      switch Step.Code(rawValue: step.code) {
      case .armed, .moved: ("alarm-symbolic", "dim")
      case .fetching, .fetched: ("folder-download-symbolic", "dim")
      case .rendered: ("accessories-text-editor-symbolic", "dim")
      case .fetchFailed, .missingToken, .sealed, .keyLost:
        ("dialog-warning-symbolic", "warn")
      case .refused: ("dialog-error-symbolic", "err")
      case .gate:
        step.checks?.allSatisfy(\.passed) == true
          ? ("object-select-symbolic", "ok") : ("action-unavailable-symbolic", "warn")
      case .response:
        step.values["response"] == ResponseCode.expired
          ? ("window-close-symbolic", "dim") : ("input-mouse-symbolic", "dim")
      case .asked: ("avatar-default-symbolic", "dim")
      case .status: StepLook.status(step.values)
      case .received, .identity, .waiting, .released, .retry, .picture, .noPicture, .replaced,
        .closed, .unknownAction, .snoozedAnew, .unseen, .told, .again, .returned, .reported,
        nil:
        ("view-more-horizontal-symbolic", "dim")
      }
  }

  private static func status(_ values: [String: String]) -> (String, String) {
    switch values["to"].flatMap(Delivery.Status.init(rawValue:)) {
    case .shown:
      return values["doNotDisturb"] == "on"
        ? ("dialog-information-symbolic", "accent") : ("org.carillon.Carillon-symbolic", "ok")
    case .scheduled: return ("alarm-symbolic", "dim")
    case .snoozed: return ("alarm-symbolic", "dim")
    case .showing: return ("view-more-horizontal-symbolic", "dim")
    case .held, .unconfirmed, .skipped, .missed, .merged, .superseded, .failed, .cancelled, nil:
      let look = HistoryLook(status: values["to"] ?? "", reason: values["reason"])
      return (look.icon, look.style)
    }
  }
}
