import CGtk
import CarillonEngine
import CarillonGLib

/// The filters of the history: the search bar with its button, and a row of outcomes.
final class HistorySearch {
  let bar: Widget = gtk_search_bar_new()
  /// For the header bar.
  let button: Widget = gtk_toggle_button_new()
  let outcomes: Widget

  private let entry: Widget = gtk_search_entry_new()
  private let buttons: [(outcome: HistoryFilter.Outcome, button: Widget)]
  private let changed: (HistoryFilter) -> Void
  private var filter = HistoryFilter()
  private var subscriptions: [Subscription] = []

  init(words: Words, changed: @escaping (HistoryFilter) -> Void) {
    self.changed = changed
    var first: Widget?
    buttons = HistoryFilter.Outcome.allCases.map { outcome in
      let button: Widget = gtk_radio_button_new_with_label_from_widget(
        first?.of(GtkRadioButton.self), HistoryFilter().name(of: outcome, words))
      gtk_toggle_button_set_mode(button.of(GtkToggleButton.self), 0)
      first = first ?? button
      return (outcome, button)
    }
    outcomes = Build.row(buttons.map(\.button), spacing: 0, "linked")
    gtk_widget_set_halign(outcomes, GTK_ALIGN_CENTER)
    build(words)
    connect()
  }

  isolated deinit {
    subscriptions = []
  }

  var isOpen: Bool { gtk_search_bar_get_search_mode(bar.of(GtkSearchBar.self)) != 0 }

  func open() {
    gtk_search_bar_set_search_mode(bar.of(GtkSearchBar.self), 1)
    // Realized now, because GTK drops keys for unrealized widgets.
    gtk_widget_realize(entry)
    gtk_widget_grab_focus(entry)
  }

  /// Closes the bar, which ends the search.
  func close() {
    gtk_search_bar_set_search_mode(bar.of(GtkSearchBar.self), 0)
  }

  func clear() {
    gtk_entry_set_text(entry.of(GtkEntry.self), "")
    close()
  }

  func showAll() {
    guard let all = buttons.first?.button else { return }
    gtk_toggle_button_set_active(all.of(GtkToggleButton.self), 1)
  }

  /// Starts a search when the user simply types.
  func take(_ key: Key) -> Bool {
    guard !isOpen, !key.control, !key.alt else { return false }
    let code = gdk_keyval_to_unicode(UInt32(bitPattern: key.value))
    // A space presses the focused button.
    guard code > 0x20, code != 0x7F, let scalar = Unicode.Scalar(code) else { return false }
    open()
    gtk_entry_set_text(entry.of(GtkEntry.self), String(Character(scalar)))
    gtk_editable_set_position(OpaquePointer(entry), -1)
    return true
  }

  private func build(_ words: Words) {
    Build.append(entry, to: bar)
    gtk_search_bar_connect_entry(bar.of(GtkSearchBar.self), entry.of(GtkEntry.self))
    gtk_entry_set_width_chars(entry.of(GtkEntry.self), 20)
    gtk_entry_set_max_width_chars(entry.of(GtkEntry.self), 32)
    Build.call(entry, words.say("Search History"))
    Build.append(Build.icon("edit-find-symbolic"), to: button)
    Build.add(["image-button"], to: button)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    Build.call(button, words.say("Search"))
    gtk_widget_set_tooltip_text(button, words.say("Search"))
    Build.call(outcomes, words.say("Show"))
  }

  private func connect() {
    let toggle = button.of(GtkToggleButton.self)
    subscriptions = [
      button.on("toggled") { [weak self] in
        guard let self, (gtk_toggle_button_get_active(toggle) != 0) != isOpen else { return }
        isOpen ? close() : open()
      },
      bar.on("notify::search-mode-enabled") { [weak self] in
        guard let self else { return }
        gtk_toggle_button_set_active(toggle, isOpen ? 1 : 0)
      },
      entry.on("search-changed") { [weak self] in
        guard let self else { return }
        filter.search = String(cString: gtk_entry_get_text(entry.of(GtkEntry.self)))
        changed(filter)
      },
    ]
    subscriptions += buttons.map { outcome, button in
      button.on("toggled") { [weak self] in
        guard let self, gtk_toggle_button_get_active(button.of(GtkToggleButton.self)) != 0,
          filter.outcome != outcome
        else { return }
        filter.outcome = outcome
        changed(filter)
      }
    }
  }
}
