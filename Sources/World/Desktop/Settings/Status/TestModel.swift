import CarillonEngine

/// The progress of a test notification, step by step. (J23, T31)
struct TestModel: Hashable {
  struct Step: Hashable {
    /// The time since the first step.
    let time: String
    let icon: String
    let style: String
    let text: String
    var detail = ""
    var checks: [ExplanationModel.Check] = []
  }

  let heading: String
  let steps: [Step]
  /// What to do if Do Not Disturb holds it back.
  let advice: String?
  /// Whether nothing more will happen.
  let isOver: Bool

  /// A test that was sent, but not answered yet.
  init(sent moment: Moment, words: Words) {
    heading = TestModel.heading(moment, words)
    steps = [
      Step(
        time: "", icon: "view-more-horizontal-symbolic", style: "dim",
        text: words.say("Waiting for your desktop"))
    ]
    advice = nil
    isOver = false
  }

  /// A test that could not be sent.
  init(refused reason: String, at moment: Moment, words: Words) {
    heading = TestModel.heading(moment, words)
    steps = [
      Step(
        time: "", icon: "dialog-error-symbolic", style: "err",
        text: words.say("The test could not be shown"), detail: reason)
    ]
    advice = nil
    isOver = true
  }

  init?(_ report: ExplanationReport, server: StateReport.Server, words: Words) {
    guard let item = report.items.first, let first = item.steps.first,
      let moment = Moment(iso: first.at)
    else { return nil }
    heading = TestModel.heading(moment, words)
    var steps = item.steps.map { step in
      let look = StepLook(step)
      return Step(
        time: words.say("{n} ms", ["n": String(step.atMs - first.atMs)]), icon: look.icon,
        style: look.style, text: step.text, detail: step.detail ?? "",
        checks: ExplanationModel.checks(of: step, words))
    }
    let isShown = item.entry.status == "shown"
    let isAnswered = item.entry.response != nil
    let isKeptBack = item.steps.contains { $0.values["doNotDisturb"] == "on" }
    if isShown, !isAnswered {
      steps.append(
        Step(
          time: "", icon: "view-more-horizontal-symbolic", style: "dim",
          text: words.say("Waiting for your click"),
          detail: isKeptBack
            ? words.whereTheListIs(server) : words.say("Click the notification, or close it.")))
    }
    self.steps = steps
    advice =
      isShown && !isAnswered && isKeptBack
      ? words.say("Turn off Do Not Disturb, or leave it on and look in the list.") : nil
    isOver = isAnswered || !(isShown || item.entry.status == "showing")
  }

  private static func heading(_ moment: Moment, _ words: Words) -> String {
    words.say("Test of {time}", ["time": words.clock(moment.time)])
  }
}

extension Words {
  /// Where a desktop lists notifications without popups.
  fileprivate func whereTheListIs(_ server: StateReport.Server) -> String {
    switch server.name {
    case "gnome-shell": say("The test is in the list under your clock.")
    case "Plasma": say("The test is in the list behind the bell in your panel.")
    case "Xfce Notify Daemon": say("The test is in the notification plugin of your panel.")
    case "dunst": say("The test will be shown when you resume dunst.")
    default: say("The test may be in your desktop’s notification list.")
    }
  }
}
