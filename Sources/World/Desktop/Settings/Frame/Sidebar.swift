import CGtk
import CarillonEngine
import CarillonGLib

/// The list of pages: beside the page in a wide window, on its own in a narrow one.
final class Sidebar {
  let widget: Widget

  private let list: Widget = gtk_list_box_new()
  private let words: Words
  private var rows: [Row] = []
  private var subscriptions: [Subscription] = []
  /// Set while the program changes the selection, which must not count as a choice.
  private var updating = false
  private var isFolded = false
  private var selected: PageName?

  private struct Row {
    let page: PageName
    let widget: Widget
    let dot: Widget
    let arrow: Widget
  }

  static let pages: [PageName] = [
    .hours, .content, .connections, .alarms, .journeys, .history, .status, .settings,
  ]

  private static let icons: [PageName: String] = [
    .hours: "alarm-symbolic", .content: "x-office-document-symbolic",
    .connections: "network-transmit-receive-symbolic", .alarms: "dialog-warning-symbolic",
    .journeys: "mark-location-symbolic", .history: "document-open-recent-symbolic",
    .status: "object-select-symbolic", .settings: "emblem-system-symbolic",
  ]

  /// `leave` moves the focus out of the list, forward or backward.
  init(
    words: Words, go: @escaping (PageName) -> Void,
    leave: @escaping (_ forward: Bool) -> Void
  ) {
    self.words = words
    let window: Widget = gtk_scrolled_window_new(nil, nil)
    widget = window
    // Scrolls in short windows; as wide as the longest name.
    gtk_scrolled_window_set_policy(
      window.of(GtkScrolledWindow.self), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_size_request(window, 184, -1)
    Build.add(["sidebar"], to: window)
    Build.call(list, words.say("Pages"))
    for page in Sidebar.pages { append(page) }
    Build.append(list, to: window)
    let list = list
    subscriptions = [
      // By default, Tab would move from row to row and select each.
      list.onKey { key in
        guard !key.control, !key.alt, [GDK_KEY_Tab, GDK_KEY_ISO_Left_Tab].contains(key.value)
        else { return false }
        leave(!key.shift)
        return true
      },
      list.on("row-selected") { [weak self] in
        guard let self, !updating, !isFolded,
          let row = gtk_list_box_get_selected_row(list.of(GtkListBox.self))
        else { return }
        let page = rows[Int(gtk_list_box_row_get_index(row))].page
        // Also emitted for a row that only gets the focus, which must not leave a subpage.
        if page != selected { go(page) }
      },
      onSignal("row-activated", of: UnsafeMutableRawPointer(list)) { [weak self] arguments in
        guard let self, let row = arguments.first.flatMap({ Sidebar.object(of: $0) })
        else { return }
        let index = gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))
        go(rows[Int(index)].page)
      },
    ]
  }

  /// Selects the current page; for a subpage, its parent.
  func select(_ page: PageName) {
    updating = true
    defer { updating = false }
    let listed = page.parent ?? page
    selected = listed
    guard let row = rows.first(where: { $0.page == listed }) else { return }
    gtk_list_box_select_row(list.of(GtkListBox.self), row.widget.of(GtkListBoxRow.self))
    // The focus frame would stay on the former page's row.
    if rows.contains(where: { gtk_widget_is_focus($0.widget) != 0 }) {
      gtk_widget_grab_focus(row.widget)
    }
  }

  /// In a narrow window the list fills the window, and each row opens its page.
  func setFolded(_ isFolded: Bool) {
    self.isFolded = isFolded
    gtk_widget_set_hexpand(widget, isFolded ? 1 : 0)
    for row in rows { gtk_widget_set_visible(row.arrow, isFolded ? 1 : 0) }
  }

  func takeFocus(at page: PageName) {
    let listed = page.parent ?? page
    guard let row = rows.first(where: { $0.page == listed }) else { return }
    gtk_widget_grab_focus(row.widget)
  }

  /// Shows a dot on Status, which is also part of its accessible name.
  func show(thingsToLookAt count: Int) {
    guard let row = rows.first(where: { $0.page == .status }) else { return }
    gtk_widget_set_visible(row.dot, count > 0 ? 1 : 0)
    let name = words.title(of: .status)
    Build.call(
      row.widget,
      count == 0
        ? name
        : words.count(
          "{page}, {n} problem", "{page}, {n} problems", count, ["page": name]))
  }

  private func append(_ page: PageName) {
    let name = words.title(of: page)
    let label = Build.label(name, expands: false)
    gtk_widget_set_hexpand(label, 1)
    let dot: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    Build.add(["dot"], to: dot)
    gtk_widget_set_valign(dot, GTK_ALIGN_CENTER)
    gtk_widget_set_size_request(dot, 8, 8)
    let arrow = Build.icon("go-next-symbolic", "dim")
    for hidden in [dot, arrow] {
      gtk_widget_show_all(hidden)
      gtk_widget_set_no_show_all(hidden, 1)
      gtk_widget_hide(hidden)
    }
    let row: Widget = gtk_list_box_row_new()
    Build.add(["nav"], to: row)
    let inside = Build.row([Build.icon(Sidebar.icons[page] ?? ""), label, dot, arrow])
    // Expanding labels would make the sidebar grow.
    gtk_widget_set_hexpand(inside, 0)
    Build.append(inside, to: row)
    Build.call(row, name)
    Build.append(row, to: list)
    rows.append(Row(page: page, widget: row, dot: dot, arrow: arrow))
  }

  private static func object(of value: GValue) -> UnsafeMutableRawPointer? {
    var value = value
    return g_value_get_object(&value)
  }
}

extension Words {
  /// The name of a page, as in its title.
  func title(of page: PageName) -> String {
    switch page {
    case .hours: term("page", "Hours")
    case .content: term("page", "Content")
    case .connections: term("page", "Connections")
    case .alarms: term("page", "Alarms")
    case .journeys: term("page", "Journeys")
    case .history: term("page", "History")
    case .status: term("page", "Status")
    case .settings: term("page", "Settings")
    case .privacy: term("page", "Privacy")
    case .week: term("page", "Week Ahead")
    case .digest: term("page", "Notifications")
    }
  }
}
