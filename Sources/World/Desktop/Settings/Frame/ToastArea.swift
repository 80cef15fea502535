import CGtk
import CarillonEngine
import CarillonGLib

/// Shows one toast at a time below the page; a new one replaces the current one.
///
/// It makes room for itself: over the page, it would cover the button that one wants to press next.
final class ToastArea {
  let widget: Widget

  private let revealer: Widget = gtk_revealer_new()
  private let words: Words
  private var toast: Widget?
  private var timer: Source?
  private var subscriptions: [Subscription] = []

  private static let time = Span.seconds(6)

  init(below child: Widget, words: Words) {
    self.words = words
    gtk_widget_set_vexpand(child, 1)
    widget = Build.column([child, revealer])
    gtk_widget_set_halign(revealer, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(revealer, GTK_ALIGN_END)
    gtk_revealer_set_transition_type(
      revealer.of(GtkRevealer.self), GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
    gtk_widget_set_no_show_all(revealer, 1)
  }

  isolated deinit {
    timer?.cancel()
  }

  func show(_ content: SettingsModel.Toast) {
    subscriptions = []
    Build.empty(revealer)
    let label = Build.label(content.text)
    gtk_label_set_max_width_chars(label.of(GtkLabel.self), 44)
    var parts = [label]
    if let (text, act) = content.button {
      let button = Build.button(text)
      subscriptions.append(
        button.on("clicked") { [weak self] in
          self?.hide()
          act()
        })
      parts.append(button)
    }
    let close = Build.iconButton("window-close-symbolic", named: words.say("Close This Message"))
    Build.add(["flat"], to: close)
    subscriptions.append(close.on("clicked") { [weak self] in self?.hide() })
    parts.append(close)
    let toast = Build.row(parts, spacing: 6, "app-notification", "toast")
    if let accessible = gtk_widget_get_accessible(toast) {
      // Screen readers announce it when it appears.
      atk_object_set_role(accessible, ATK_ROLE_NOTIFICATION)
      atk_object_set_name(accessible, content.text)
    }
    Build.append(toast, to: revealer)
    self.toast = toast
    gtk_widget_show_all(toast)
    gtk_widget_show(revealer)
    gtk_revealer_set_reveal_child(revealer.of(GtkRevealer.self), 1)
    wait()
  }

  private func wait() {
    timer?.cancel()
    timer = MainLoop.after(ToastArea.time) { [weak self] in
      guard let self else { return }
      // It stays while its button has the focus.
      if toast.map({ gtk_container_get_focus_child($0.of(GtkContainer.self)) != nil }) == true {
        wait()
      } else {
        hide()
      }
    }
  }

  private func hide() {
    timer?.cancel()
    timer = nil
    gtk_revealer_set_reveal_child(revealer.of(GtkRevealer.self), 0)
    gtk_widget_hide(revealer)
  }
}
