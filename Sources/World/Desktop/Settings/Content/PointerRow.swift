import CGtk
import CarillonEngine
import CarillonGLib

/// One JSON Pointer: typed, or chosen from the values in the answer.
final class PointerRow {
  let widget: Widget
  /// `isChosen`: taken from the list, not typed.
  var onEdit: (_ text: String, _ isChosen: Bool) -> Void = { _, _ in }
  var onDone: () -> Void = {}
  var onEnter: () -> Void = {}

  private let field = TextField()
  private let problem: ProblemLabel
  private let icon = Build.icon("object-select-symbolic", "ok")
  private let found = Build.label("", "second")
  private let finding: Widget
  private let choose: Widget = gtk_menu_button_new()
  private let words: Words
  private var places: [Sample.Place] = []
  private var subscriptions: [Subscription] = []

  init(_ title: String, choose name: String, _ words: Words) {
    self.words = words
    problem = ProblemLabel(field.input)
    let label = field.label(title)
    gtk_entry_set_placeholder_text(field.input.of(GtkEntry.self), "/items/0/title")
    Build.add(["monospace"], to: field.input)
    Build.call(choose, name)
    gtk_widget_set_tooltip_text(choose, name)
    gtk_widget_set_valign(choose, GTK_ALIGN_CENTER)
    gtk_widget_set_no_show_all(choose, 1)
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    finding = Build.row([icon, found], spacing: 6)
    gtk_widget_show_all(finding)
    gtk_widget_set_no_show_all(finding, 1)
    widget = Build.column(
      [label, Build.row([field.widget, choose], spacing: 6), finding, problem.widget],
      spacing: 6, "row", "top-line")
    field.onChange = { [weak self] in
      guard let self else { return }
      onEdit(field.text, false)
    }
    field.onLeave = { [weak self] in self?.onDone() }
    field.onEnter = { [weak self] in self?.onEnter() }
  }

  func show(_ model: PointerModel, problem text: String?) {
    field.show(model.pointer)
    problem.show(text)
    let (sentence, name, tone): (String, String, String) =
      switch model.finding {
      case .none: ("", "", "")
      case .text(let text): (text, "object-select-symbolic", "ok")
      case .nothing: (words.say("There is no value there."), "dialog-warning-symbolic", "warn")
      case .untried:
        (words.say("Press Try It to see the value."), "dialog-question-symbolic", "dim")
      }
    gtk_label_set_text(found.of(GtkLabel.self), sentence)
    gtk_widget_set_visible(finding, sentence.isEmpty ? 0 : 1)
    gtk_image_set_from_icon_name(icon.of(GtkImage.self), name, GTK_ICON_SIZE_BUTTON)
    let context = gtk_widget_get_style_context(icon)
    for other in ["ok", "warn", "dim"] { gtk_style_context_remove_class(context, other) }
    if !tone.isEmpty { gtk_style_context_add_class(context, tone) }
    offer(model.places)
  }

  /// Offers the texts found, each with its place below it.
  private func offer(_ places: [Sample.Place]) {
    gtk_widget_set_visible(choose, places.isEmpty ? 0 : 1)
    guard places != self.places else { return }
    self.places = places
    subscriptions = []
    let menu: Widget = gtk_menu_new()
    for place in places {
      let item: Widget = gtk_menu_item_new()
      let text = Build.lines(place.text, place.pointer)
      Build.append(text, to: item)
      Build.call(item, place.text)
      gtk_menu_shell_append(menu.of(GtkMenuShell.self), item)
      subscriptions.append(
        item.on("activate") { [weak self] in self?.onEdit(place.pointer, true) })
    }
    gtk_widget_show_all(menu)
    // The button takes over the menu, and destroys the previous one.
    gtk_menu_button_set_popup(choose.of(GtkMenuButton.self), menu)
  }
}
