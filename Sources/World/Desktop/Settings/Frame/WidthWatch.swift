import CGtk
import CarillonGLib

/// Reports when a page becomes too narrow for a layout, and when there is room again.
final class WidthWatch {
  private(set) var isNarrow = false
  private var subscription: Subscription?

  /// `least` is the required width at the default text size.
  init(_ page: Widget, least: Int32, changed: @escaping (_ isNarrow: Bool) -> Void) {
    subscription = page.on("size-allocate") { [weak self] in
      let isNarrow = gtk_widget_get_allocated_width(page) < TextScale.scaled(least)
      guard let self, isNarrow != self.isNarrow else { return }
      self.isNarrow = isNarrow
      // Sizes must not be requested while sizes are being allocated.
      MainLoop.onIdle { [weak self] in
        if let self { changed(self.isNarrow) }
      }
    }
  }

  isolated deinit {
    subscription = nil
  }
}
