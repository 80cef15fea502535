import CGtk
import CarillonEngine
import CarillonGLib

/// The card that shows a test's progress.
enum TestView {
  enum Action: Hashable {
    case openNotificationSettings, findOutWhy, done
  }

  /// `on` receives each button with its action.
  static func parts(
    _ model: TestModel, isTight: Bool, words: Words, on: (Action, Widget) -> Void
  ) -> [Widget] {
    let timeline = TimelineGrid()
    for step in model.steps {
      var parts = [Build.label(step.text)]
      if !step.detail.isEmpty { parts.append(Build.label(step.detail, "second")) }
      parts += step.checks.map(ExplanationView.check)
      timeline.add(time: step.time, icon: step.icon, step.style, parts)
    }
    var parts = [Build.column([timeline.widget], "told")]
    if let advice = model.advice {
      let button = Build.button(words.say("Open Settings"))
      on(.openNotificationSettings, button)
      parts.append(ExplanationView.advice(advice, button))
    }
    let why = Build.button(words.say("Find Out Why"))
    let done = Build.button(words.say("Done"))
    on(.findOutWhy, why)
    on(.done, done)
    let question = Build.label(words.say("Cannot see it?"), "dim")
    let foot = Build.row(model.isOver ? [done] : [question, why, done], "foot")
    if model.isOver { gtk_widget_set_halign(done, GTK_ALIGN_END) }
    if model.isOver { gtk_widget_set_hexpand(done, 1) }
    Build.turn(foot, upright: isTight)
    parts.append(foot)
    return [
      Build.column(
        [Build.label(model.heading, "heading"), Build.column(parts, "card")], spacing: 6)
    ]
  }
}
