import CGtk
import CarillonEngine
import CarillonGLib

/// A button that shows the time zone of the hours, and opens a searchable list. (T16)
final class ZonePicker {
  let widget: Widget = gtk_menu_button_new()
  private let label: Widget = gtk_label_new("")
  private let popover: Widget
  private let search: Widget = gtk_search_entry_new()
  private let list: Widget = gtk_list_box_new()
  private let words: Words
  private let zones: () -> TimeZones
  private let note = Build.label("", "second")
  private var listed: [(zone: TimeZones.Zone, row: Widget)] = []
  private var choices: TimeZones?
  private var current: String?
  private var subscriptions: [Subscription] = []

  init(words: Words, zones: @escaping () -> TimeZones, chosen: @escaping (String?) -> Void) {
    self.words = words
    self.zones = zones
    popover = gtk_popover_new(widget)
    build()
    let list = list
    let popover = popover
    subscriptions = [
      popover.on("show") { [weak self] in self?.fill() },
      search.on("search-changed") { [weak self] in self?.filter() },
      search.on("activate") { [weak self] in self?.chooseFirst() },
      onSignal("row-activated", of: UnsafeMutableRawPointer(list)) { [weak self] arguments in
        guard let self, var value = arguments.first,
          let row = g_value_get_object(&value)?.assumingMemoryBound(to: GtkWidget.self),
          let entry = listed.first(where: { $0.row == row })
        else { return }
        // Hidden at once, because the button ignores clicks while the popover fades out.
        gtk_widget_hide(popover)
        chosen(entry.zone.name)
      },
    ]
  }

  func show(_ zone: OptionsModel.Zone) {
    current = zone.name
    gtk_label_set_text(label.of(GtkLabel.self), zone.label)
  }

  private func build() {
    gtk_label_set_xalign(label.of(GtkLabel.self), 0)
    gtk_widget_set_hexpand(label, 1)
    gtk_label_set_ellipsize(label.of(GtkLabel.self), PANGO_ELLIPSIZE_END)
    Build.append(Build.row([label, Build.icon("pan-down-symbolic")], spacing: 6), to: widget)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    Build.call(search, words.say("Search for a city"))
    gtk_entry_set_placeholder_text(search.of(GtkEntry.self), words.say("Search for a city"))
    Build.call(list, words.say("Time zones"))
    gtk_list_box_set_selection_mode(list.of(GtkListBox.self), GTK_SELECTION_NONE)
    let scrolled: Widget = gtk_scrolled_window_new(nil, nil)
    gtk_scrolled_window_set_policy(
      scrolled.of(GtkScrolledWindow.self), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_min_content_height(scrolled.of(GtkScrolledWindow.self), 240)
    Build.append(list, to: scrolled)
    gtk_widget_set_no_show_all(note, 1)
    let content = Build.column([search, scrolled, note], spacing: 6)
    gtk_container_set_border_width(content.of(GtkContainer.self), 6)
    Build.append(content, to: popover)
    gtk_widget_show_all(content)
    gtk_menu_button_set_popover(widget.of(GtkMenuButton.self), popover)
  }

  /// Reads the names each time it opens, because the system's zone may have changed.
  private func fill() {
    choices = zones()
    gtk_entry_set_text(search.of(GtkEntry.self), "")
    filter()
    gtk_widget_grab_focus(search)
  }

  private func filter() {
    guard let choices else { return }
    let text = String(cString: gtk_entry_get_text(search.of(GtkEntry.self)))
    let (found, more) = choices.matching(text, current: current)
    Build.empty(list)
    listed = found.map { ($0, add($0)) }
    gtk_label_set_text(
      note.of(GtkLabel.self),
      found.isEmpty
        ? words.say("No time zone found. Try a larger city nearby, or a continent.")
        : words.count("And {n} more", "And {n} more", more))
    gtk_widget_set_visible(note, found.isEmpty || more > 0 ? 1 : 0)
  }

  private func add(_ zone: TimeZones.Zone) -> Widget {
    let row: Widget = gtk_list_box_row_new()
    let lines = Build.lines(zone.text, zone.detail)
    Build.append(lines, to: row)
    Build.add(["part"], to: row)
    Build.call(row, zone.text)
    gtk_container_add(list.of(GtkContainer.self), row)
    gtk_widget_show_all(row)
    return row
  }

  private func chooseFirst() {
    // The search signal is delayed, so the list may not match the text yet.
    filter()
    if let first = listed.first { gtk_widget_activate(first.row) }
  }
}
