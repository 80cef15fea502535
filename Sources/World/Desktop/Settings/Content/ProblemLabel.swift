import CGtk

/// Shows below a control what is wrong with its value; otherwise it takes no room.
final class ProblemLabel {
  let widget = Build.label("", "second", "err")
  private let input: Widget

  /// `input` is the control it belongs to.
  init(_ input: Widget) {
    self.input = input
    gtk_widget_set_no_show_all(widget, 1)
    guard let accessible = gtk_widget_get_accessible(input),
      let own = gtk_widget_get_accessible(widget)
    else { return }
    atk_object_add_relationship(accessible, ATK_RELATION_DESCRIBED_BY, own)
  }

  func show(_ text: String?) {
    gtk_label_set_text(widget.of(GtkLabel.self), text ?? "")
    gtk_widget_set_visible(widget, text == nil ? 0 : 1)
    let context = gtk_widget_get_style_context(input)
    if text == nil {
      gtk_style_context_remove_class(context, "error")
    } else {
      gtk_style_context_add_class(context, "error")
    }
  }
}
