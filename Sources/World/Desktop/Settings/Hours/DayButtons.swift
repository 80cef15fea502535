import CGtk
import CarillonEngine
import CarillonGLib

/// The days of the week as round buttons, starting with the region's first.
final class DayButtons {
  let widget: Widget
  private var buttons: [Int: Widget] = [:]
  private var subscriptions: [Subscription] = []
  private var updating = false

  /// `choose` receives the days pressed, possibly none.
  init(first: Int, words: Words, choose: @escaping (Weekdays) -> Void) {
    widget = Build.row([], spacing: 6)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    gtk_widget_set_halign(widget, GTK_ALIGN_START)
    for day in (0..<7).map({ (first - 1 + $0) % 7 + 1 }) {
      let button: Widget = gtk_toggle_button_new_with_label(words.initial(ofWeekday: day))
      let name = words.weekday(day)
      Build.call(button, name)
      gtk_widget_set_tooltip_text(button, name)
      Build.add(["day"], to: button)
      subscriptions.append(
        button.on("toggled") { [weak self] in
          guard let self, !updating else { return }
          choose(pressed)
        })
      buttons[day] = button
      Build.append(button, to: widget)
    }
  }

  func show(_ days: Weekdays) {
    updating = true
    defer { updating = false }
    for (day, button) in buttons {
      gtk_toggle_button_set_active(
        button.of(GtkToggleButton.self), days.contains(weekday: day) ? 1 : 0)
    }
  }

  private var pressed: Weekdays {
    Weekdays(
      mask: buttons.reduce(0) { mask, entry in
        let isOn = gtk_toggle_button_get_active(entry.value.of(GtkToggleButton.self)) != 0
        return isOn ? mask | 1 << (entry.key - 1) : mask
      })
  }
}
