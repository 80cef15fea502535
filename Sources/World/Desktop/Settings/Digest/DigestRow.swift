import CGtk
import CarillonDrawing
import CarillonEngine
import CarillonGLib

/// A card of one notification of a list: a click opens it, and its buttons are below. (§5)
final class DigestRow {
  struct Actions {
    let open: (_ id: String) -> Void
    let press: (_ id: String, _ button: String) -> Void
  }

  var widget: Widget { section.widget }
  private let section: Section<DigestModel.Row>
  private let main = Main()

  /// The button that opens it, of the widgets shown now, and what is in it.
  private final class Main {
    var button: Widget?
    var dot: Widget?
    var picture: DrawnArea?
  }

  init(_ actions: Actions) {
    let main = main
    section = Section { row, section in
      let picture = row.picture.flatMap { DigestRow.picture($0) }
      let dot = DigestRow.dot()
      let button = DigestRow.button(row, dot, picture?.widget)
      (main.button, main.dot, main.picture) = (button, dot, picture)
      section.on(button) { actions.open(row.id) }
      var parts = [button]
      if !row.buttons.isEmpty {
        let buttons = row.buttons.map { pressed in
          let button = Build.button(pressed.label)
          section.on(button) { actions.press(row.id, pressed.id) }
          return button
        }
        parts.append(Build.column([DigestRow.beside(buttons)], "buttons-row"))
      }
      return [Build.column(parts, "card", "popup")]
    }
  }

  /// Shows `row`; the focus stays in it.
  ///
  /// Its text is laid out only if it changed.
  func show(_ row: DigestModel.Row) {
    let hadFocus = gtk_container_get_focus_child(widget.of(GtkContainer.self)) != nil
    section.show(row.unmarked)
    if let button = main.button { Build.call(button, row.spoken) }
    if let dot = main.dot { gtk_widget_set_visible(dot, row.isUnread ? 1 : 0) }
    guard hadFocus, gtk_container_get_focus_child(widget.of(GtkContainer.self)) == nil else {
      return
    }
    takeFocus()
  }

  /// Has GTK lay out its text now, at `width`, instead of together with all others.
  func measure(_ width: Int32) {
    var (least, natural) = (Int32(0), Int32(0))
    gtk_widget_get_preferred_width(widget, &least, &natural)
    gtk_widget_get_preferred_height_for_width(widget, max(width, least), &least, &natural)
  }

  func takeFocus() {
    if let button = main.button { gtk_widget_grab_focus(button) }
  }

  private static func beside(_ buttons: [Widget]) -> Widget {
    // Three long labels have no room beside each other in a narrow window, so they wrap.
    let box: Widget = gtk_flow_box_new()
    gtk_flow_box_set_selection_mode(box.of(GtkFlowBox.self), GTK_SELECTION_NONE)
    gtk_flow_box_set_max_children_per_line(box.of(GtkFlowBox.self), 3)
    gtk_flow_box_set_min_children_per_line(box.of(GtkFlowBox.self), 1)
    // Each as wide as its label.
    gtk_widget_set_halign(box, GTK_ALIGN_START)
    for button in buttons {
      Build.append(button, to: box)
      // The cell around it must not take the focus too.
      if let cell = gtk_widget_get_parent(button) { gtk_widget_set_can_focus(cell, 0) }
    }
    return box
  }

  private static func dot() -> Widget {
    let dot: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    Build.add(["dot", "unread"], to: dot)
    gtk_widget_set_valign(dot, GTK_ALIGN_CENTER)
    gtk_widget_set_no_show_all(dot, 1)
    return dot
  }

  private static func button(
    _ row: DigestModel.Row, _ dot: Widget, _ picture: Widget?
  ) -> Widget {
    let sender = Build.label(row.sender, "second")
    let time = Build.label(row.time, "second", "clock", expands: false)
    gtk_widget_set_valign(time, GTK_ALIGN_START)
    let heading = Build.row([dot, sender, time], spacing: 6)
    var lines = [heading, Build.label(row.title, "heading")]
    if !row.body.isEmpty { lines.append(Build.label(row.body)) }
    if !row.response.isEmpty { lines.append(Build.label(row.response, "second")) }
    let text = Build.column(lines, spacing: 2)
    let button: Widget = gtk_button_new()
    Build.append(Build.row([text] + [picture].compactMap(\.self)), to: button)
    Build.add(["row", "flat"], to: button)
    return button
  }

  private static func picture(_ file: String) -> DrawnArea? {
    let area = DrawnArea(now: { .distantPast })
    let side = TextScale.scaled(64)
    let scale = Double(gtk_widget_get_scale_factor(area.widget))
    let size = Size(width: Double(side), height: Double(side))
    guard let photo = Photo.load(file, covering: size, scale: scale) else {
      // Nothing else owns it.
      g_object_ref_sink(area.widget)
      g_object_unref(area.widget)
      return nil
    }
    area.show(PictureDrawing(photo), DetailTheme(of: area.widget).look(Textures()))
    area.speak("")
    gtk_widget_set_size_request(area.widget, side, side)
    gtk_widget_set_valign(area.widget, GTK_ALIGN_START)
    return area
  }
}
