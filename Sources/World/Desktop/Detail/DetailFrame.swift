import CGtk
import CarillonEngine
import CarillonDrawing
import CarillonGLib

/// The frame of a detail's window: title bar, scrolled page, and what is always visible below it.
final class DetailFrame {
  let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
  /// Contains the parts, one below another.
  let page: Widget
  /// Contains the buttons, which are in reach however small the screen is.
  let footer: Widget
  private let header: Widget = gtk_header_bar_new()
  private let heading = TextLabel(bold: true)
  private let caption = TextLabel(size: 0.85)
  private let scroller: Widget = gtk_scrolled_window_new(nil, nil)
  /// The height set last by us; if it differs, the user has resized the window.
  private var givenHeight: Int32?

  init() {
    page = Build.column([], spacing: 14)
    footer = Build.column([])
    Build.add(["carillon", "detail"], to: window)
    for label in [heading.widget, caption.widget] {
      gtk_label_set_ellipsize(label.of(GtkLabel.self), PANGO_ELLIPSIZE_END)
      gtk_label_set_xalign(label.of(GtkLabel.self), 0.5)
      gtk_label_set_width_chars(label.of(GtkLabel.self), 8)
    }
    let title = Build.column([heading.widget, caption.widget])
    gtk_widget_set_valign(title, GTK_ALIGN_CENTER)
    gtk_header_bar_set_custom_title(header.of(GtkHeaderBar.self), title)
    gtk_header_bar_set_show_close_button(header.of(GtkHeaderBar.self), 1)
    gtk_window_set_titlebar(window.of(GtkWindow.self), header)
    gtk_scrolled_window_set_policy(
      scroller.of(GtkScrolledWindow.self), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    // A scroll bar that hides would not say that there is more.
    gtk_scrolled_window_set_overlay_scrolling(scroller.of(GtkScrolledWindow.self), 0)
    gtk_widget_set_vexpand(scroller, 1)
    Build.append(page, to: scroller)
    Build.append(Build.column([scroller, footer]), to: window)
    // Scrolls to the widget that gets the focus.
    gtk_container_set_focus_vadjustment(
      page.of(GtkContainer.self),
      gtk_scrolled_window_get_vadjustment(scroller.of(GtkScrolledWindow.self)))
    gtk_widget_show_all(header)
    gtk_widget_show_all(gtk_bin_get_child(window.of(GtkBin.self)))
  }

  /// Gives the focus to the page, so that the arrow keys scroll it.
  func focusPage() {
    gtk_window_set_focus(window.of(GtkWindow.self), scroller)
  }

  func show(_ detail: Detail) {
    gtk_window_set_title(window.of(GtkWindow.self), detail.title)
    // A window with a custom title bar has no accessible name in GTK.
    Build.call(window, detail.title)
    heading.show(detail.heading)
    caption.show(detail.caption)
    gtk_widget_set_visible(caption.widget, detail.caption.isEmpty ? 0 : 1)
  }

  func restyle(_ theme: DetailTheme) {
    let context = gtk_widget_get_style_context(window)
    if theme.palette.isHighContrast {
      gtk_style_context_add_class(context, "contrast")
    } else {
      gtk_style_context_remove_class(context, "contrast")
    }
    heading.restyle(theme.palette)
    caption.restyle(theme.palette)
  }

  /// Fits the height to the content, as far as the screen allows, unless the user has changed it.
  func fit(width: Int32) {
    let top = window.of(GtkWindow.self)
    let wanted = min(height(of: page, width) + height(of: footer, width), room - headerHeight)
    guard let givenHeight else {
      gtk_window_set_default_size(top, width, wanted)
      self.givenHeight = wanted
      return
    }
    var (nowWidth, nowHeight) = (Int32(0), Int32(0))
    gtk_window_get_size(top, &nowWidth, &nowHeight)
    guard nowHeight == givenHeight, wanted != givenHeight else { return }
    self.givenHeight = wanted
    gtk_window_resize(top, max(nowWidth, width), wanted)
  }

  private func height(of widget: Widget, _ width: Int32) -> Int32 {
    var (least, natural) = (Int32(0), Int32(0))
    gtk_widget_get_preferred_height_for_width(widget, width, &least, &natural)
    return natural
  }

  private var headerHeight: Int32 {
    var (least, natural) = (Int32(0), Int32(0))
    gtk_widget_get_preferred_height(header, &least, &natural)
    return natural
  }

  /// The height of the monitor without panels.
  private var room: Int32 {
    var area = GdkRectangle()
    guard let display = gdk_display_get_default(),
      let monitor = gdk_display_get_primary_monitor(display) ?? gdk_display_get_monitor(display, 0)
    else { return 700 }
    gdk_monitor_get_workarea(monitor, &area)
    return max(area.height - 40, 300)
  }
}
