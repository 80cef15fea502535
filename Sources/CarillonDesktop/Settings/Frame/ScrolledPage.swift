import CGtk
import CarillonGLib

/// A page that scrolls, its content never wider than can be read with ease.
final class ScrolledPage {
  let widget: Widget
  private let content: Widget
  private var subscription: Subscription?
  private var margin: Int32 = 0
  private var width: Int32 = 0

  /// Told how wide the content may be, whenever that changes: to arrange it.
  var onWidth: (Int32) -> Void = { _ in }

  /// More than this, at the usual text size, is for the margins.
  private static let widest: Int32 = 600
  private static let narrowestMargin: Int32 = 18

  init(_ content: Widget) {
    self.content = content
    let window: Widget = gtk_scrolled_window_new(nil, nil)
    widget = window
    // External: it may become narrower than what is inside, so that a window can get as narrow as
    // it takes to fold it.
    gtk_scrolled_window_set_policy(
      window.of(GtkScrolledWindow.self), GTK_POLICY_EXTERNAL, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_vexpand(window, 1)
    gtk_widget_set_margin_top(content, 18)
    gtk_widget_set_margin_bottom(content, 24)
    setMargin(ScrolledPage.narrowestMargin)
    Build.append(content, to: window)
    // Whatever gets the focus is scrolled to.
    gtk_container_set_focus_vadjustment(
      content.of(GtkContainer.self),
      gtk_scrolled_window_get_vadjustment(window.of(GtkScrolledWindow.self)))
    subscription = window.on("size-allocate") { [weak self] in self?.allocated() }
  }

  private func allocated() {
    let width = gtk_widget_get_allocated_width(widget)
    let margin = max(
      ScrolledPage.narrowestMargin, (width - TextScale.scaled(ScrolledPage.widest)) / 2)
    guard margin != self.margin || width != self.width else { return }
    // A size must not be asked for while sizes are being given.
    MainLoop.onIdle { [weak self] in
      guard let self else { return }
      setMargin(margin)
      guard width != self.width else { return }
      self.width = width
      onWidth(width - 2 * margin)
    }
  }

  private func setMargin(_ margin: Int32) {
    guard margin != self.margin else { return }
    self.margin = margin
    gtk_widget_set_margin_start(content, margin)
    gtk_widget_set_margin_end(content, margin)
  }
}
