import CGtk
import CarillonCore
import CarillonGLib

/// The card that follows a test.
enum TestView {
  enum Action: Hashable {
    case openNotificationSettings, findOutWhy, done
  }

  static func parts(
    _ model: TestModel, _ section: Section<TestModel?>, _ words: Words,
    _ act: @escaping (Action) -> Void
  ) -> [Widget] {
    let timeline = Timeline()
    for step in model.steps {
      var parts = [Build.label(step.text)]
      if !step.detail.isEmpty { parts.append(Build.label(step.detail, "second")) }
      parts += step.checks.map(ExplanationView.check)
      timeline.add(time: step.time, icon: step.icon, step.style, parts)
    }
    var parts = [Build.column([timeline.widget], "told")]
    if let advice = model.advice {
      let button = Build.button(words.say("Open Settings"))
      section.on(button) { act(.openNotificationSettings) }
      parts.append(ExplanationView.advice(advice, button))
    }
    let why = Build.button(words.say("Find Out Why"))
    let done = Build.button(words.say("Done"))
    section.on(why) { act(.findOutWhy) }
    section.on(done) { act(.done) }
    let question = Build.label(words.say("Cannot see it?"), "dim")
    parts.append(Build.row(model.isOver ? [question, done] : [question, why, done], "foot"))
    if model.isOver { gtk_label_set_text(question.of(GtkLabel.self), "") }
    return [
      Build.column(
        [Build.label(model.heading, "heading"), Build.column(parts, "card")], spacing: 6)
    ]
  }
}
