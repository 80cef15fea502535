import CGtk
import CarillonEngine
import CarillonGLib

/// The content of an opened row: the delivery's steps, advice, and a copy button.
enum ExplanationView {
  static func parts(
    _ model: ExplanationModel, _ section: Section<ExplanationModel>, _ menus: HistoryRow.Menus,
    _ words: Words, _ actions: HistoryRow.Actions
  ) -> [Widget] {
    let timeline = TimelineGrid()
    for step in model.steps {
      var parts = [Build.label(step.text)]
      if !step.detail.isEmpty { parts.append(Build.label(step.detail, "second")) }
      parts += step.checks.map(check)
      timeline.add(time: step.time, icon: step.look.icon, step.look.style, parts)
    }
    var told: [Widget] = []
    if !model.body.isEmpty { told.append(Build.label(model.body, "dim")) }
    told.append(timeline.widget)
    let copy = Build.button(words.say("Copy as Text"))
    gtk_widget_set_halign(copy, GTK_ALIGN_START)
    section.on(copy) { actions.copy(model) }
    var parts = [Build.column(told, spacing: 6, "told")]
    var buttons = [copy]
    if let article = model.article {
      let open = Build.button(words.say("Open {host}", ["host": article.host]))
      gtk_widget_set_halign(open, GTK_ALIGN_START)
      section.on(open) { actions.open(article) }
      buttons.insert(open, at: 0)
    }
    if let list = model.list {
      let show = Build.button(words.say("Show the List"))
      gtk_widget_set_halign(show, GTK_ALIGN_START)
      section.on(show) { actions.list(list) }
      buttons.insert(show, at: 0)
    }
    menus.shown = []
    if !model.snoozes.isEmpty {
      let menu = MenuButton(
        icon: "alarm-symbolic", named: model.snoozing, chosen: actions.snooze)
      menu.show(model.snoozes)
      menus.shown = [menu]
      buttons.append(menu.widget)
    }
    if let advice = model.advice {
      let button = Build.button(advice.button)
      section.on(button) { actions.follow(advice.step) }
      parts.append(self.advice(advice.text, button))
    }
    parts.append(Build.row(buttons, spacing: 6, "foot"))
    return parts
  }

  /// A sentence of advice and its button, across a card.
  static func advice(_ text: String, _ button: Widget) -> Widget {
    let box = Build.row(
      [Build.icon("dialog-information-symbolic", "accent"), Build.label(text), button], "advice")
    return box
  }

  static func check(_ check: ExplanationModel.Check) -> Widget {
    let (icon, style) =
      switch check.look {
      case .passed: ("object-select-symbolic", "ok")
      case .deciding: ("action-unavailable-symbolic", "warn")
      case .notNeeded: ("view-more-horizontal-symbolic", "dim")
      }
    let label =
      check.look == .deciding ? Build.label(check.text) : Build.label(check.text, "second")
    return Build.row([Build.icon(icon, style), label], spacing: 6)
  }
}
