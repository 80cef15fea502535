import CGtk
import CarillonEngine
import CarillonGLib

/// A page that scrolls, with content no wider than is comfortable to read.
final class ScrolledPage {
  let widget: Widget
  private let content: Widget
  private var subscription: Subscription?
  private var arrival: Subscription?
  private var departure: Subscription?
  private var settling: Source?
  private var margin: Int32 = 0
  private var width: Int32 = 0

  /// Receives the available width whenever it changes, to arrange the content.
  var onWidth: (Int32) -> Void = { _ in }

  /// Beyond this width, at the default text size, the margins grow.
  private static let widest: Int32 = 600
  private static let settlesIn = Span.milliseconds(400)
  private static let narrowestMargin: Int32 = 18

  init(_ content: Widget) {
    self.content = content
    let window: Widget = gtk_scrolled_window_new(nil, nil)
    widget = window
    // EXTERNAL lets it become narrower than its content, so that the window can shrink enough to be
    // folded.
    gtk_scrolled_window_set_policy(
      window.of(GtkScrolledWindow.self), GTK_POLICY_EXTERNAL, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_vexpand(window, 1)
    gtk_widget_set_margin_top(content, 18)
    gtk_widget_set_margin_bottom(content, 24)
    setMargin(ScrolledPage.narrowestMargin)
    Build.append(content, to: window)
    // Scrolls to the widget that gets the focus.
    gtk_container_set_focus_vadjustment(
      content.of(GtkContainer.self),
      gtk_scrolled_window_get_vadjustment(window.of(GtkScrolledWindow.self)))
    subscription = window.on("size-allocate") { [weak self] in self?.allocated() }
  }

  /// Scrolls to a widget that was just added or shown, as soon as it has its position.
  ///
  /// Focus what is in it with `then`: before, GTK would scroll to where it is not yet.
  func reveal(_ widget: Widget, then: @escaping () -> Void = {}) {
    settling?.cancel()
    var isNew = true
    // What is revealed may be closed at once.
    departure = widget.on("destroy") { [weak self] in
      self?.settling?.cancel()
      self?.settling = nil
      self?.arrival = nil
    }
    arrival = widget.on("size-allocate") { [weak self] in
      MainLoop.onIdle { [weak self] in
        guard let self, arrival != nil else { return }
        if isNew {
          isNew = false
          then()
          // What is saved with it may add something above, such as the explanation.
          settling = MainLoop.after(ScrolledPage.settlesIn) { [weak self] in
            self?.arrival = nil
            // GTK scrolls to what has the focus now, perhaps after us, and no further than that.
            self?.scroll(to: widget)
          }
        }
        scroll(to: widget)
      }
    }
  }

  private func scroll(to widget: Widget) {
    var top: Int32 = 0
    guard gtk_widget_translate_coordinates(widget, content, 0, 0, nil, &top) != 0 else { return }
    let bottom = top + gtk_widget_get_allocated_height(widget)
    gtk_adjustment_clamp_page(
      gtk_scrolled_window_get_vadjustment(self.widget.of(GtkScrolledWindow.self)),
      Double(top), Double(bottom + 18))
  }

  /// Sets whether scrolled widgets inside `widget` may become narrower than their content.
  ///
  /// There is only a vertical scroll bar.
  static func setNarrowing(_ isAllowed: Bool, in widget: Widget) {
    guard Build.isA(widget, gtk_scrolled_window_get_type()) else {
      for child in Build.children(of: widget) { setNarrowing(isAllowed, in: child) }
      return
    }
    let window = widget.of(GtkScrolledWindow.self)
    var (horizontal, vertical) = (GTK_POLICY_NEVER, GTK_POLICY_NEVER)
    gtk_scrolled_window_get_policy(window, &horizontal, &vertical)
    guard horizontal == GTK_POLICY_EXTERNAL || horizontal == GTK_POLICY_NEVER else { return }
    gtk_scrolled_window_set_policy(
      window, isAllowed ? GTK_POLICY_EXTERNAL : GTK_POLICY_NEVER, vertical)
  }

  private func allocated() {
    let width = gtk_widget_get_allocated_width(widget)
    let margin = max(
      ScrolledPage.narrowestMargin, (width - TextScale.scaled(ScrolledPage.widest)) / 2)
    guard margin != self.margin || width != self.width else { return }
    // Sizes must not be requested while sizes are being allocated.
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
