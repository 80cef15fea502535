import CarillonEngine

/// The icon of a step in a delivery's life.
struct StepLook: Hashable {
  let icon: String
  /// The style class for its color.
  let style: String

  init(_ step: ExplanationReport.Step) {
    (icon, style) =
      switch step.code {
      case "armed", "moved": ("alarm-symbolic", "dim")
      case "fetching", "fetched": ("folder-download-symbolic", "dim")
      case "rendered": ("accessories-text-editor-symbolic", "dim")
      case "fetch-failed", "missing-token", "sealed", "key-lost":
        ("dialog-warning-symbolic", "warn")
      case "refused": ("dialog-error-symbolic", "err")
      case "gate":
        step.checks?.allSatisfy(\.passed) == true
          ? ("object-select-symbolic", "ok") : ("action-unavailable-symbolic", "warn")
      case "response":
        step.values["response"] == "EXPIRED"
          ? ("window-close-symbolic", "dim") : ("input-mouse-symbolic", "dim")
      case "asked": ("avatar-default-symbolic", "dim")
      case "status": StepLook.status(step.values)
      default: ("view-more-horizontal-symbolic", "dim")
      }
  }

  private static func status(_ values: [String: String]) -> (String, String) {
    switch values["to"] {
    case "shown":
      return values["doNotDisturb"] == "on"
        ? ("dialog-information-symbolic", "accent") : ("org.carillon.Carillon-symbolic", "ok")
    case "scheduled": return ("alarm-symbolic", "dim")
    case "snoozed": return ("alarm-symbolic", "dim")
    case "showing": return ("view-more-horizontal-symbolic", "dim")
    case let to:
      let look = HistoryLook(status: to ?? "", reason: values["reason"])
      return (look.icon, look.style)
    }
  }
}
