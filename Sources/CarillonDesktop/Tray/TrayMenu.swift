import CGtk
import CarillonGLib

/// A menu that shows entries, and changes in place: lines that stay are kept, so that a menu which
/// is open does not flicker.
final class TrayMenu {
  let menu: UnsafeMutablePointer<GtkMenu>
  private let chosen: (TrayAction) -> Void
  private var lines: [Line] = []
  /// While the menu itself sets a check mark, that is nobody's choice.
  private var updating = false

  private final class Line {
    var entry: TrayEntry
    let widget: Widget
    var subscription: Subscription?
    var submenu: TrayMenu?

    init(_ entry: TrayEntry, _ widget: Widget) {
      self.entry = entry
      self.widget = widget
    }
  }

  init(chosen: @escaping (TrayAction) -> Void) {
    self.chosen = chosen
    let widget: Widget = gtk_menu_new()
    g_object_ref_sink(widget)
    menu = widget.of(GtkMenu.self)
  }

  isolated deinit {
    lines = []
    gtk_widget_destroy(menu.of(GtkWidget.self))
    g_object_unref(menu)
  }

  func show(_ entries: [TrayEntry]) {
    updating = true
    defer { updating = false }
    for line in lines where !entries.contains(where: { $0.hasShape(of: line.entry) }) {
      remove(line)
    }
    for (position, entry) in entries.enumerated() {
      if position < lines.count, entry.hasShape(of: lines[position].entry) {
        update(lines[position], to: entry)
      } else {
        // Panels follow lines that come and go, but not lines that move.
        if let moved = lines.first(where: { entry.hasShape(of: $0.entry) }) { remove(moved) }
        insert(entry, at: position)
      }
    }
  }

  private func remove(_ line: Line) {
    line.subscription?.cancel()
    lines.removeAll { $0 === line }
    gtk_widget_destroy(line.widget)
  }

  private func insert(_ entry: TrayEntry, at position: Int) {
    let widget = makeWidget(entry)
    let line = Line(entry, widget)
    switch entry.kind {
    case .action:
      // What the line means may change while it stays.
      line.subscription = widget.on("activate") { [weak self, weak line] in
        guard let self, case .action(let action)? = line?.entry.kind else { return }
        chosen(action)
      }
    case .check:
      line.subscription = widget.on("toggled") { [weak self] in
        guard let self, !updating else { return }
        let on = gtk_check_menu_item_get_active(widget.of(GtkCheckMenuItem.self)) != 0
        chosen(.startWithSession(on))
      }
    case .submenu:
      let submenu = TrayMenu(chosen: chosen)
      line.submenu = submenu
      gtk_menu_item_set_submenu(widget.of(GtkMenuItem.self), submenu.menu.of(GtkWidget.self))
    case .note: gtk_widget_set_sensitive(widget, 0)
    case .separator: break
    }
    update(line, to: entry)
    gtk_widget_show(widget)
    lines.insert(line, at: position)
    gtk_menu_shell_insert(menu.of(GtkMenuShell.self), widget, gint(position))
  }

  private func makeWidget(_ entry: TrayEntry) -> Widget {
    switch entry.kind {
    case .separator: gtk_separator_menu_item_new()
    case .check: gtk_check_menu_item_new_with_label(entry.label)
    case .action, .note, .submenu: gtk_menu_item_new_with_label(entry.label)
    }
  }

  private func update(_ line: Line, to entry: TrayEntry) {
    if entry.label != line.entry.label {
      gtk_menu_item_set_label(line.widget.of(GtkMenuItem.self), entry.label)
    }
    line.entry = entry
    switch entry.kind {
    case .check(let on):
      gtk_check_menu_item_set_active(line.widget.of(GtkCheckMenuItem.self), on ? 1 : 0)
    case .submenu(let entries): line.submenu?.show(entries)
    case .action, .note, .separator: break
    }
  }
}
