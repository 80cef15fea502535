import CGtk
import CarillonEngine
import CarillonGLib

/// The popup as it will appear, above the scrolled page.
///
/// It has the width of a popup and always the same height, so that nothing below it moves while one
/// types; a longer text scrolls. Markup in its texts is not interpreted. (T10)
final class PreviewView {
  let widget: Widget
  private let title = Build.label("", "heading")
  private let body = Build.label("")
  private let time = Build.label("", "second", expands: false)
  private let caption = Build.label("", "second")
  private let link = Build.label("", "second")
  private var subscription: Subscription?

  /// Enough for most texts, at the default text size.
  private static let height: Int32 = 158

  init(words: Words) {
    let icon = Build.icon("org.carillon.Carillon", size: 40)
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    gtk_widget_set_valign(time, GTK_ALIGN_START)
    gtk_label_set_selectable(title.of(GtkLabel.self), 0)
    let head = Build.row([title, time], spacing: 6)
    let text = Build.column([head, body], spacing: 2)
    gtk_widget_set_hexpand(text, 1)
    let popup = Build.row([icon, text], "card", "popup", "preview")
    // About the width of popups on every desktop; they shrink if there is no room.
    for label in [title, body] {
      gtk_label_set_max_width_chars(label.of(GtkLabel.self), 44)
    }
    gtk_widget_set_halign(popup, GTK_ALIGN_CENTER)
    gtk_widget_set_size_request(popup, 300, -1)
    for label in [caption, link] {
      gtk_label_set_xalign(label.of(GtkLabel.self), 0.5)
      gtk_label_set_justify(label.of(GtkLabel.self), GTK_JUSTIFY_CENTER)
    }
    let area = Build.column(
      [popup, Build.column([link, caption], spacing: 0)], spacing: 6, "preview-room")
    gtk_widget_set_no_show_all(link, 1)
    // It may become narrower than its content, so that the window can be folded.
    widget = gtk_scrolled_window_new(nil, nil)
    let scrolled = widget.of(GtkScrolledWindow.self)
    gtk_scrolled_window_set_policy(scrolled, GTK_POLICY_EXTERNAL, GTK_POLICY_AUTOMATIC)
    let height = TextScale.scaled(PreviewView.height)
    gtk_scrolled_window_set_max_content_height(scrolled, height)
    gtk_scrolled_window_set_min_content_height(scrolled, height)
    gtk_widget_set_valign(area, GTK_ALIGN_CENTER)
    Build.append(area, to: widget)
    Build.call(widget, words.say("Preview"))
    gtk_widget_set_can_focus(widget, 0)
    let adjustment: UnsafeMutablePointer<GtkAdjustment> =
      gtk_scrolled_window_get_vadjustment(scrolled)
    subscription = adjustment.on("changed") { [widget] in
      // It gets the focus only if it scrolls.
      let isHigher = gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment)
      gtk_widget_set_can_focus(widget, isHigher ? 1 : 0)
    }
    Build.add(["preview-area"], to: widget)
    if let accessible = gtk_widget_get_accessible(popup) {
      atk_object_set_role(accessible, ATK_ROLE_PANEL)
    }
    Build.call(popup, words.say("Preview"))
    gtk_widget_set_no_show_all(body, 1)
  }

  func show(_ model: PreviewModel) {
    gtk_label_set_text(title.of(GtkLabel.self), model.title)
    gtk_label_set_text(body.of(GtkLabel.self), model.body)
    gtk_widget_set_visible(body, model.body.isEmpty ? 0 : 1)
    gtk_label_set_text(time.of(GtkLabel.self), model.time)
    gtk_label_set_text(caption.of(GtkLabel.self), model.caption)
    gtk_label_set_text(link.of(GtkLabel.self), model.link ?? "")
    gtk_widget_set_visible(link, model.link == nil ? 0 : 1)
    for label in [title, body] {
      let context = gtk_widget_get_style_context(label)
      if model.isPlaceholder {
        gtk_style_context_add_class(context, "dim")
      } else {
        gtk_style_context_remove_class(context, "dim")
      }
    }
  }
}
