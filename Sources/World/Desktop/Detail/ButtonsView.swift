import CGtk
import CarillonEngine
import CarillonDrawing
import CarillonGLib

/// The buttons of a detail, and the outcome of the last ones pressed.
final class ButtonsView {
  let widget: Widget
  private let list: Widget
  private let notes: Widget
  private let now: () -> Instant
  private let pressed: (String) -> Void
  private var buttons: [Button] = []
  private(set) var widgets: [Widget] = []
  private var statuses: [StatusLabel] = []
  /// The texts of the statuses shown.
  private var told: [String] = []
  private var subscriptions: [Subscription] = []
  private var theme: PartTheme?
  /// How they are placed; nil if they were made anew.
  private var placed: ButtonRows?
  /// The button that was pressed with the focus, which it loses while its command is under way.
  private var focusTakenFrom: String?

  init(now: @escaping () -> Instant, pressed: @escaping (String) -> Void) {
    self.now = now
    self.pressed = pressed
    list = Build.column([], spacing: ButtonRows.gap, "actions")
    notes = Build.column([], spacing: 4)
    widget = Build.column([notes, list], spacing: 8)
  }

  isolated deinit {
    subscriptions = []
  }

  func show(_ buttons: [Button], _ theme: PartTheme) {
    let old = self.buttons
    self.buttons = buttons
    self.theme = theme
    // Unchanged buttons are kept, so that they keep the keyboard focus.
    if old.map(\.id) != buttons.map(\.id) || old.map(\.role) != buttons.map(\.role) {
      make(theme.tone)
    }
    for (widget, button) in zip(widgets, buttons) { update(widget, button) }
    showStates(theme)
    arrange(theme.width)
    gtk_widget_set_visible(list, buttons.isEmpty ? 0 : 1)
    giveFocusBack()
  }

  /// Focuses the button that was pressed, as soon as it can be pressed again, unless the user has gone elsewhere.
  ///
  /// If it is gone, nothing has the focus: pressing twice must not do what another button does.
  private func giveFocusBack() {
    guard let id = focusTakenFrom,
      let window = gtk_widget_get_ancestor(widget, gtk_window_get_type())
    else { return }
    let isElsewhere = gtk_window_get_focus(window.of(GtkWindow.self)) != nil
    guard !isElsewhere, let index = buttons.firstIndex(where: { $0.id == id }) else {
      return focusTakenFrom = nil
    }
    guard gtk_widget_get_sensitive(widgets[index]) != 0 else { return }
    focusTakenFrom = nil
    gtk_widget_grab_focus(widgets[index])
  }

  private func make(_ tone: Tone) {
    subscriptions = []
    Build.empty(list)
    placed = nil
    widgets = buttons.map { button in
      let widget: Widget = gtk_button_new_with_label(button.label)
      gtk_widget_set_hexpand(widget, 1)
      switch button.role {
      case .plain: break
      case .destructive: Build.add([DetailStyle.solid(.red)], to: widget)
      // Red means that something stops, even in a window of that tone.
      case .suggested:
        Build.add([DetailStyle.solid(tone == .red ? .blue : tone), "suggested"], to: widget)
      }
      Build.append(widget, to: list)
      gtk_widget_show_all(widget)
      let id = button.id
      subscriptions.append(
        widget.on("clicked") { [weak self, pressed] in
          self?.focusTakenFrom = gtk_widget_is_focus(widget) != 0 ? id : nil
          pressed(id)
        })
      return widget
    }
  }

  private func update(_ widget: Widget, _ button: Button) {
    let (label, isOn) =
      switch button.state {
      case .idle, .done: (button.label, true)
      case .underWay(let text): (text, false)
      case .failed(_, let retry): (retry, true)
      }
    if String(cString: gtk_button_get_label(widget.of(GtkButton.self))) != label {
      gtk_button_set_label(widget.of(GtkButton.self), label)
    }
    if (gtk_widget_get_sensitive(widget) != 0) != isOn {
      gtk_widget_set_sensitive(widget, isOn ? 1 : 0)
    }
    // "Retry" alone does not say what is retried.
    Build.call(widget, label == button.label ? label : "\(button.label): \(label)")
  }

  private func showStates(_ theme: PartTheme) {
    let states = buttons.compactMap(State.init)
    // Each new status is announced; its widget is kept as long as its text stays the same. (B27)
    if states.map(\.text) != told { makeStates(states) }
    for (status, state) in zip(statuses, states) {
      status.restyle(theme)
      status.show(state.symbol, state.tone, state.text)
    }
    gtk_widget_set_visible(notes, statuses.isEmpty ? 0 : 1)
  }

  private func makeStates(_ states: [State]) {
    told = states.map(\.text)
    Build.empty(notes)
    statuses = states.map { state in
      let status = StatusLabel(bold: false, now: now)
      gtk_widget_show_all(status.widget)
      if let accessible = gtk_widget_get_accessible(status.widget) {
        atk_object_set_role(accessible, ATK_ROLE_NOTIFICATION)
        atk_object_set_name(accessible, state.text)
      }
      Build.append(status.widget, to: notes)
      return status
    }
  }

  /// The status of a button.
  private struct State {
    let symbol: Symbol
    let tone: Tone
    let text: String

    init?(_ button: Button) {
      switch button.state {
      case .idle, .underWay: return nil
      case .failed(let reason, _): (symbol, tone, text) = (.alert, .red, reason)
      case .done(let sentence): (symbol, tone, text) = (.check, .green, sentence)
      }
    }
  }

  /// Places the buttons in rows; the one with the keyboard focus keeps it.
  private func arrange(_ width: Int32) {
    let widths = widgets.map { widget in
      var (least, natural) = (Int32(0), Int32(0))
      gtk_widget_get_preferred_width(widget, &least, &natural)
      return natural
    }
    let rows = ButtonRows(widths: widths, room: width)
    guard rows != placed else { return }
    placed = rows
    let focused = widgets.first { gtk_widget_is_focus($0) != 0 }
    for widget in widgets {
      g_object_ref(widget)
      guard let parent = gtk_widget_get_parent(widget) else { continue }
      gtk_container_remove(parent.of(GtkContainer.self), widget)
    }
    Build.empty(list)
    var rest = widgets[...]
    for count in rows.counts {
      let row = Build.row(Array(rest.prefix(count)), spacing: ButtonRows.gap)
      rest = rest.dropFirst(count)
      gtk_box_set_homogeneous(row.of(GtkBox.self), rows.isEven ? 1 : 0)
      Build.append(row, to: list)
      gtk_widget_show(row)
    }
    for widget in widgets { g_object_unref(widget) }
    if let focused { gtk_widget_grab_focus(focused) }
  }
}
