import CGtk
import CarillonEngine
import CarillonGLib

/// The visible part of a closed row or fold.
final class HistoryHead {
  struct Look: Hashable {
    let row: HistoryModel.Row
    let detail: String
    let response: String
    let spoken: String
  }

  let button = OpeningButton.make()
  private let time = Build.label("", "clock", expands: false)
  private let icon = Build.icon("object-select-symbolic")
  private let title = Build.label("")
  private let detail = Build.label("", "second")
  private let unread: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  private let response = Build.label("", "second", expands: false)
  /// Title and response: side by side, or stacked if the page is narrow.
  private let middle: Widget
  private let content: Widget
  private let arrow = Build.icon("pan-down-symbolic", "dim")
  private let toggled: (_ isOpen: Bool) -> Void
  private var look: Look?
  private var subscription: Subscription?

  init(_ words: Words, toggled: @escaping (_ isOpen: Bool) -> Void) {
    self.toggled = toggled
    Build.add(["dot", "unread"], to: unread)
    gtk_widget_set_valign(unread, GTK_ALIGN_CENTER)
    gtk_widget_set_tooltip_text(unread, words.term("notification", "Unread"))
    gtk_widget_set_no_show_all(unread, 1)
    let lines = Build.column([title, detail], spacing: 2)
    gtk_widget_set_valign(lines, GTK_ALIGN_CENTER)
    middle = Build.row([lines, response])
    gtk_widget_set_hexpand(middle, 1)
    content = Build.row([time, icon, middle, unread, arrow])
    Build.append(content, to: button)
    Build.add(["row", "flat"], to: button)
    Build.alignClock(time, in: words.region)
    subscription = button.on("toggled") { [weak self] in self?.turn() }
    gtk_widget_show_all(button)
  }

  isolated deinit {
    subscription = nil
  }

  var isOpen: Bool { gtk_toggle_button_get_active(button.of(GtkToggleButton.self)) != 0 }

  /// Calls `toggled` if this is a change.
  func setOpen(_ open: Bool) {
    gtk_toggle_button_set_active(button.of(GtkToggleButton.self), open ? 1 : 0)
  }

  func show(_ look: Look) {
    guard look != self.look else { return }
    self.look = look
    let row = look.row
    gtk_label_set_text(time.of(GtkLabel.self), row.time)
    gtk_image_set_from_icon_name(icon.of(GtkImage.self), row.look.icon, GTK_ICON_SIZE_BUTTON)
    let context = gtk_widget_get_style_context(icon)
    for style in ["ok", "warn", "err", "dim"] {
      gtk_style_context_remove_class(context, style)
    }
    gtk_style_context_add_class(context, row.look.style)
    gtk_label_set_text(title.of(GtkLabel.self), row.title)
    gtk_label_set_text(detail.of(GtkLabel.self), look.detail)
    gtk_label_set_text(response.of(GtkLabel.self), look.response)
    gtk_widget_set_visible(unread, row.isUnread ? 1 : 0)
    gtk_widget_set_visible(response, look.response.isEmpty ? 0 : 1)
    Build.call(button, look.spoken)
  }

  func takeFocus() {
    gtk_widget_grab_focus(button)
  }

  /// Puts the response below the title.
  func narrow(_ isNarrow: Bool) {
    Build.turn(middle, upright: isNarrow)
    gtk_box_set_spacing(middle.of(GtkBox.self), isNarrow ? 2 : 12)
  }

  /// The indentation of the rows inside a fold.
  static var indent: Int32 { TextScale.scaled(16) }

  func indent(_ isInside: Bool) {
    gtk_widget_set_margin_start(content, isInside ? HistoryHead.indent : 0)
  }

  private func turn() {
    gtk_image_set_from_icon_name(
      arrow.of(GtkImage.self), isOpen ? "pan-up-symbolic" : "pan-down-symbolic",
      GTK_ICON_SIZE_BUTTON)
    OpeningButton.tell(button)
    toggled(isOpen)
  }
}
