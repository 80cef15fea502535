import CGtk
import CarillonGLib

/// A sequence of events: times, icons joined by a line, and texts.
final class TimelineGrid {
  let widget: Widget = gtk_grid_new()
  private var row: Int32 = 0
  private var lastIcon: Widget?

  init() {
    gtk_grid_set_column_spacing(widget.of(GtkGrid.self), 12)
    // The lines between the icons expand, but the page must not.
    gtk_widget_set_vexpand(widget, 0)
  }

  /// `parts` are placed one below another.
  func add(time: String, icon: String, _ style: String, _ parts: [Widget]) {
    if let lastIcon {
      let line: Widget = gtk_separator_new(GTK_ORIENTATION_VERTICAL)
      Build.add(["tl-line"], to: line)
      gtk_widget_set_vexpand(line, 1)
      gtk_widget_set_halign(line, GTK_ALIGN_CENTER)
      Build.append(line, to: lastIcon)
    }
    let label = Build.label(time, "second", "clock", expands: false)
    gtk_label_set_xalign(label.of(GtkLabel.self), 1)
    gtk_widget_set_valign(label, GTK_ALIGN_START)
    let picture = Build.icon(icon, style)
    gtk_widget_set_valign(picture, GTK_ALIGN_START)
    let column = Build.column([picture], spacing: 2)
    let text = Build.column(parts, spacing: 2)
    gtk_widget_set_margin_bottom(text, 10)
    let grid = widget.of(GtkGrid.self)
    gtk_grid_attach(grid, label, 0, row, 1, 1)
    gtk_grid_attach(grid, column, 1, row, 1, 1)
    gtk_grid_attach(grid, text, 2, row, 1, 1)
    lastIcon = column
    row += 1
  }
}
