import CGtk
import CarillonGLib

/// A menu that is updated in place, so that an open menu does not flicker.
final class TrayMenu {
  let menu: UnsafeMutablePointer<GtkMenu>
  private let chosen: (TrayAction) -> Void
  private var lines: [Line] = []
  /// Set while the program changes a check mark, which must not count as a choice.
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
    clear()
    gtk_widget_destroy(menu.of(GtkWidget.self))
    g_object_unref(menu)
  }

  func show(_ entries: [TrayEntry]) {
    updating = true
    defer { updating = false }
    let kept = zip(lines, entries).prefix { TrayMenu.canChange($0.entry, to: $1) }.count
    // GNOME's panel misplaces lines that are inserted between others, so everything after the first
    // difference is created again at the end.
    for line in lines[kept...].reversed() { remove(line) }
    for (line, entry) in zip(lines, entries) { update(line, to: entry) }
    for entry in entries[kept...] { append(entry) }
  }

  /// The exported menu escapes underscores in a new line, but not in a changed label, where they
  /// would become mnemonics.
  private static func canChange(_ old: TrayEntry, to new: TrayEntry) -> Bool {
    new.hasShape(of: old) && (new.label == old.label || !new.label.contains("_"))
  }

  private func remove(_ line: Line) {
    line.subscription?.cancel()
    line.submenu?.clear()
    line.submenu = nil
    lines.removeAll { $0 === line }
    gtk_widget_destroy(line.widget)
  }

  private func clear() {
    for line in lines.reversed() { remove(line) }
  }

  private func append(_ entry: TrayEntry) {
    let widget = makeWidget(entry)
    let line = Line(entry, widget)
    switch entry.kind {
    case .action:
      // The meaning of a line may change while its widget stays.
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
    lines.append(line)
    gtk_menu_shell_append(menu.of(GtkMenuShell.self), widget)
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
