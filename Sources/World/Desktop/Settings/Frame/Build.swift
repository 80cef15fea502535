import CGio
import CGtk
import CarillonGLib

/// Creates the widgets that our pages consist of.
enum Build {
  /// A start-aligned label that wraps.
  ///
  /// It shows plain text, never markup.
  static func label(_ text: String, _ classes: String..., expands: Bool = true) -> Widget {
    let label: Widget = gtk_label_new(text)
    gtk_label_set_xalign(label.of(GtkLabel.self), 0)
    if expands {
      gtk_label_set_line_wrap(label.of(GtkLabel.self), 1)
      gtk_label_set_line_wrap_mode(label.of(GtkLabel.self), PANGO_WRAP_WORD_CHAR)
      // Otherwise a wrapping label requests one line for its whole text, or one word per line.
      gtk_label_set_width_chars(label.of(GtkLabel.self), 12)
      gtk_label_set_max_width_chars(label.of(GtkLabel.self), 40)
      gtk_widget_set_hexpand(label, 1)
    }
    add(classes, to: label)
    return label
  }

  static func column(_ children: [Widget], spacing: Int32 = 0, _ classes: String...) -> Widget {
    box(GTK_ORIENTATION_VERTICAL, spacing, children, classes)
  }

  static func row(_ children: [Widget], spacing: Int32 = 12, _ classes: String...) -> Widget {
    box(GTK_ORIENTATION_HORIZONTAL, spacing, children, classes)
  }

  /// Puts a child of a box at a place, counted from 0; -1 is the last.
  ///
  /// GTK tells assistive technologies when a child is added, and not when it moves. One that remembers the old order
  /// and asks for the new one may read in a circle: Orca says nothing more then.
  static func place(_ child: Widget, in box: Widget, at place: Int32) {
    let before = Build.place(of: child, in: box)
    if before == place { return }
    gtk_box_reorder_child(box.of(GtkBox.self), child, place)
    let after = Build.place(of: child, in: box)
    guard before != after, before >= 0, after >= 0,
      let parent = gtk_widget_get_accessible(box), let moved = gtk_widget_get_accessible(child)
    else { return }
    carillon_children_changed(parent, "children-changed::remove", guint(before), moved)
    carillon_children_changed(parent, "children-changed::add", guint(after), moved)
  }

  private static func place(of child: Widget, in box: Widget) -> Int32 {
    let children = gtk_container_get_children(box.of(GtkContainer.self))
    defer { g_list_free(children) }
    return g_list_index(children, child)
  }

  /// A title above a second line, which is omitted if empty.
  static func lines(_ title: String, _ detail: String) -> Widget {
    var children = [label(title)]
    if !detail.isEmpty { children.append(label(detail, "second")) }
    let column = column(children, spacing: 2)
    gtk_widget_set_valign(column, GTK_ALIGN_CENTER)
    return column
  }

  /// An icon beside a text that says the same; hidden from screen readers.
  static func icon(_ name: String, size: Int32 = 16, _ classes: String...) -> Widget {
    let image: Widget = gtk_image_new_from_icon_name(name, GTK_ICON_SIZE_BUTTON)
    // Symbolic icons do not grow with the text by themselves.
    gtk_image_set_pixel_size(image.of(GtkImage.self), TextScale.scaled(size))
    gtk_widget_set_valign(image, GTK_ALIGN_CENTER)
    if let accessible = gtk_widget_get_accessible(image) {
      atk_object_set_role(accessible, ATK_ROLE_REDUNDANT_OBJECT)
    }
    add(classes, to: image)
    return image
  }

  static func button(_ text: String, _ classes: String...) -> Widget {
    let button: Widget = gtk_button_new_with_label(text)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    add(classes, to: button)
    return button
  }

  /// Lets the text of a button break into lines where it has no room.
  static func wrap(_ button: Widget) {
    guard let label = gtk_bin_get_child(button.of(GtkBin.self)) else { return }
    gtk_label_set_line_wrap(label.of(GtkLabel.self), 1)
    gtk_label_set_justify(label.of(GtkLabel.self), GTK_JUSTIFY_CENTER)
  }

  /// A button whose text has a `_` before its mnemonic.
  static func command(_ text: String, _ classes: String...) -> Widget {
    let button: Widget = gtk_button_new_with_mnemonic(text)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    add(classes, to: button)
    return button
  }

  /// A button with only an icon; its name is the tooltip and the accessible name.
  static func iconButton(_ icon: String, named name: String) -> Widget {
    let button: Widget = gtk_button_new()
    append(self.icon(icon), to: button)
    add(["image-button"], to: button)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    call(button, name)
    gtk_widget_set_tooltip_text(button, name)
    return button
  }

  /// Sets the accessible name of `widget`.
  static func call(_ widget: Widget, _ name: String) {
    if let accessible = gtk_widget_get_accessible(widget) {
      atk_object_set_name(accessible, name)
    }
  }

  /// Sets the accessible description, which is read after the name.
  static func describe(_ widget: Widget, _ text: String) {
    if let accessible = gtk_widget_get_accessible(widget) {
      atk_object_set_description(accessible, text)
    }
  }

  /// Arranges the children of a box vertically or horizontally.
  static func turn(_ box: Widget, upright: Bool) {
    gtk_orientable_set_orientation(
      OpaquePointer(box), upright ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
  }

  /// Escapes `text` for a label with markup.
  static func escaped(_ text: String) -> String {
    guard let escaped: UnsafeMutablePointer<CChar> = g_markup_escape_text(text, -1) else {
      return ""
    }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }

  /// What a page says in place of an empty list: an icon, a title, a sentence, and perhaps a button that
  /// helps.
  static func nothing(
    _ icon: Widget, _ title: String, _ text: String, _ button: Widget? = nil
  ) -> Widget {
    let labels = [label(title, "empty"), label(text, "dim")]
    for label in labels {
      gtk_label_set_xalign(label.of(GtkLabel.self), 0.5)
      gtk_label_set_justify(label.of(GtkLabel.self), GTK_JUSTIFY_CENTER)
    }
    if let button { gtk_widget_set_halign(button, GTK_ALIGN_CENTER) }
    return column([icon] + labels + [button].compactMap(\.self), spacing: 12)
  }

  static func empty(_ container: Widget) {
    for child in children(of: container) { gtk_widget_destroy(child) }
  }

  /// The children of `widget`; empty if it is not a container.
  static func children(of widget: Widget) -> [Widget] {
    guard isA(widget, gtk_container_get_type()) else { return [] }
    let children = gtk_container_get_children(widget.of(GtkContainer.self))
    defer { g_list_free(children) }
    var found: [Widget] = []
    var item = children
    while let node = item {
      if let child = node.pointee.data {
        found.append(child.assumingMemoryBound(to: GtkWidget.self))
      }
      item = node.pointee.next
    }
    return found
  }

  static func isA(_ widget: Widget, _ type: GType) -> Bool {
    g_type_check_instance_is_a(
      UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self), type) != 0
  }

  /// Shows or hides `widget` with its children, unaffected by `show_all` on its surroundings.
  static func setVisible(_ widget: Widget, _ visible: Bool) {
    gtk_widget_set_no_show_all(widget, 0)
    gtk_widget_show_all(widget)
    gtk_widget_set_no_show_all(widget, 1)
    gtk_widget_set_visible(widget, visible ? 1 : 0)
  }

  static func append(_ child: Widget, to container: Widget) {
    gtk_container_add(container.of(GtkContainer.self), child)
  }

  static func add(_ classes: [String], to widget: Widget) {
    let context = gtk_widget_get_style_context(widget)
    for name in classes { gtk_style_context_add_class(context, name) }
  }

  private static func box(
    _ orientation: GtkOrientation, _ spacing: Int32, _ children: [Widget], _ classes: [String]
  ) -> Widget {
    let box: Widget = gtk_box_new(orientation, spacing)
    for child in children { append(child, to: box) }
    add(classes, to: box)
    return box
  }
}
