import CGtk
import CarillonGLib

/// A banner across the window that says why nothing can be shown.
final class TroubleBanner {
  let widget: Widget
  private let label = Build.label("", "heading")

  init() {
    let icon = Build.icon("dialog-warning-symbolic")
    widget = Build.row([icon, label], "banner", "warning")
    if let accessible = gtk_widget_get_accessible(widget) {
      atk_object_set_role(accessible, ATK_ROLE_ALERT)
    }
    gtk_widget_show_all(widget)
    gtk_widget_set_no_show_all(widget, 1)
    gtk_widget_hide(widget)
  }

  /// Nil hides the banner.
  func show(_ sentence: String?) {
    gtk_label_set_text(label.of(GtkLabel.self), sentence ?? "")
    gtk_widget_set_visible(widget, sentence == nil ? 0 : 1)
  }
}
