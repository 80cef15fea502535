import CGtk
import CarillonCore
import CarillonGLib

/// One row of the history; it opens, and tells why.
final class HistoryRow {
  struct Actions {
    /// The row was opened, and wants what it is to show.
    let opened: (_ id: String) -> Void
    let copy: (ExplanationModel) -> Void
    let follow: (Advice.Step) -> Void
  }

  let widget: Widget
  private(set) var model: HistoryModel.Row
  private let words: Words
  private let actions: Actions
  private let head: Widget = gtk_toggle_button_new()
  private let time = Build.label("", "clock", expands: false)
  private let icon = Build.icon("object-select-symbolic")
  private let title = Build.label("")
  private let detail = Build.label("", "second")
  private let response = Build.label("", "second", expands: false)
  /// Title and response: beside each other, or where that is too narrow below.
  private let middle: Widget
  private let arrow = Build.icon("pan-down-symbolic", "dim")
  private let explanation: Section<ExplanationModel>
  private var subscription: Subscription?

  init(_ model: HistoryModel.Row, words: Words, _ actions: Actions) {
    self.model = model
    self.words = words
    self.actions = actions
    explanation = Section { model, section in
      ExplanationView.parts(model, section, words, actions)
    }
    let lines = Build.column([title, detail], spacing: 2)
    gtk_widget_set_valign(lines, GTK_ALIGN_CENTER)
    middle = Build.row([lines, response])
    Build.append(Build.row([time, icon, middle, arrow]), to: head)
    gtk_widget_set_hexpand(middle, 1)
    widget = Build.column([head, explanation.widget], "past")
    Build.add(["row", "flat"], to: head)
    Build.alignClock(time, in: words.region)
    gtk_widget_set_no_show_all(explanation.widget, 1)
    subscription = head.on("toggled") { [weak self] in self?.toggled() }
    gtk_widget_show_all(widget)
    update(model)
  }

  isolated deinit {
    subscription = nil
  }

  var isOpen: Bool { gtk_toggle_button_get_active(head.of(GtkToggleButton.self)) != 0 }

  /// Shows `model` without losing focus or what is open.
  func update(_ model: HistoryModel.Row) {
    self.model = model
    gtk_label_set_text(time.of(GtkLabel.self), model.time)
    gtk_image_set_from_icon_name(icon.of(GtkImage.self), model.look.icon, GTK_ICON_SIZE_BUTTON)
    let context = gtk_widget_get_style_context(icon)
    for style in ["ok", "warn", "err", "dim"] {
      gtk_style_context_remove_class(context, style)
    }
    gtk_style_context_add_class(context, model.look.style)
    gtk_label_set_text(title.of(GtkLabel.self), model.title)
    gtk_label_set_text(detail.of(GtkLabel.self), model.detail)
    gtk_label_set_text(response.of(GtkLabel.self), model.response)
    gtk_widget_set_visible(response, model.response.isEmpty ? 0 : 1)
    Build.call(head, model.spoken)
  }

  func setOpen(_ open: Bool) {
    gtk_toggle_button_set_active(head.of(GtkToggleButton.self), open ? 1 : 0)
  }

  func show(_ model: ExplanationModel) {
    explanation.show(model)
    gtk_widget_set_visible(explanation.widget, isOpen ? 1 : 0)
  }

  func takeFocus() {
    gtk_widget_grab_focus(head)
  }

  func fold(_ folded: Bool) {
    Build.turn(middle, upright: folded)
    gtk_box_set_spacing(middle.of(GtkBox.self), folded ? 2 : 12)
  }

  private func toggled() {
    gtk_image_set_from_icon_name(
      arrow.of(GtkImage.self), isOpen ? "pan-up-symbolic" : "pan-down-symbolic",
      GTK_ICON_SIZE_BUTTON)
    gtk_widget_set_visible(explanation.widget, isOpen ? 1 : 0)
    if isOpen { actions.opened(model.id) }
  }
}
