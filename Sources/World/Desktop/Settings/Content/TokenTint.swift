import CGio
import CGtk
import CarillonGLib

/// Colors the tokens in a text, by the theme's brightness, because no theme names such a color.
enum TokenTint {
  /// Colors tokens in an entry.
  static func apply(_ spans: [TokenSpan], to entry: Widget) {
    let list: OpaquePointer = pango_attr_list_new()
    defer { pango_attr_list_unref(list) }
    let color = color(for: entry)
    for span in spans {
      // The list takes over the attribute.
      guard
        let attribute = pango_attr_foreground_new(
          component(color.red), component(color.green), component(color.blue))
      else { continue }
      attribute.pointee.start_index = guint(span.bytes.lowerBound)
      attribute.pointee.end_index = guint(span.bytes.upperBound)
      pango_attr_list_insert(list, attribute)
    }
    gtk_entry_set_attributes(entry.of(GtkEntry.self), list)
  }

  /// Colors tokens in a text view whose buffer has `tag`.
  static func apply(
    _ spans: [TokenSpan], to view: Widget, _ tag: UnsafeMutablePointer<GtkTextTag>
  ) {
    var color = color(for: view)
    setProperty("foreground-rgba", of: tag, gdk_rgba_get_type(), &color)
    guard let buffer = gtk_text_view_get_buffer(view.of(GtkTextView.self)) else { return }
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    gtk_text_buffer_remove_tag(buffer, tag, &start, &end)
    for span in spans {
      gtk_text_buffer_get_iter_at_offset(buffer, &start, gint(span.scalars.lowerBound))
      gtk_text_buffer_get_iter_at_offset(buffer, &end, gint(span.scalars.upperBound))
      gtk_text_buffer_apply_tag(buffer, tag, &start, &end)
    }
  }

  private static let onLight = GdkRGBA(
    red: 0x1A / 255, green: 0x5F / 255, blue: 0xB4 / 255, alpha: 1)
  private static let onDark = GdkRGBA(
    red: 0x62 / 255, green: 0xA0 / 255, blue: 0xEA / 255, alpha: 1)

  /// A theme is dark if its text is light.
  private static func color(for widget: Widget) -> GdkRGBA {
    var text = GdkRGBA()
    gtk_style_context_get_color(
      gtk_widget_get_style_context(widget), GTK_STATE_FLAG_NORMAL, &text)
    return 0.3 * text.red + 0.59 * text.green + 0.11 * text.blue > 0.5 ? onDark : onLight
  }

  private static func component(_ value: Double) -> guint16 { guint16(value * 65535) }

  private static func setProperty(
    _ name: String, of tag: UnsafeMutablePointer<GtkTextTag>, _ type: GType,
    _ value: inout GdkRGBA
  ) {
    var boxed = GValue()
    g_value_init(&boxed, type)
    g_value_set_boxed(&boxed, &value)
    g_object_set_property(
      UnsafeMutableRawPointer(tag).assumingMemoryBound(to: GObject.self), name, &boxed)
    g_value_unset(&boxed)
  }
}
