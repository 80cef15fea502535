import CGtk
import CarillonGLib

/// An entry whose text holds when it is left or Enter is pressed.
final class TextControl {
  let widget: Widget = gtk_entry_new()
  private var subscriptions: [Subscription] = []
  private var shown = ""

  /// `entered` is told a text that is another than the one shown last.
  init(width: Int32, placeholder: String = "", entered: @escaping (String) -> Void) {
    let widget = widget
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    gtk_entry_set_width_chars(widget.of(GtkEntry.self), width)
    gtk_entry_set_placeholder_text(widget.of(GtkEntry.self), placeholder)
    let commit: () -> Void = { [weak self] in
      guard let self, text != shown else { return }
      // Leaving the entry after Enter is not a second wish.
      shown = text
      entered(text)
    }
    subscriptions = [widget.on("activate", commit), widget.on("focus-out-event", commit)]
  }

  var text: String { String(cString: gtk_entry_get_text(widget.of(GtkEntry.self))) }

  /// Shows `text`, unless somebody is just typing another.
  func show(_ text: String) {
    let typing = gtk_widget_has_focus(widget) != 0 && self.text != shown
    guard !typing else { return }
    shown = text
    if self.text != text { gtk_entry_set_text(widget.of(GtkEntry.self), text) }
  }

  /// Marks what is in it as wrong, by more than its colour.
  func setWrong(_ wrong: Bool) {
    let context = gtk_widget_get_style_context(widget)
    if wrong {
      gtk_style_context_add_class(context, "wrong")
    } else {
      gtk_style_context_remove_class(context, "wrong")
    }
    gtk_entry_set_icon_from_icon_name(
      widget.of(GtkEntry.self), GTK_ENTRY_ICON_SECONDARY, wrong ? "dialog-warning-symbolic" : nil)
  }
}
