import CGtk
import CarillonGLib

/// Tells when a page becomes too narrow for something, and when there is room again.
final class WidthWatch {
  private(set) var isNarrow = false
  private var subscription: Subscription?

  /// `least` is the width that it takes, at the usual text size.
  init(_ page: Widget, least: Int32, changed: @escaping (_ isNarrow: Bool) -> Void) {
    subscription = page.on("size-allocate") { [weak self] in
      let isNarrow = gtk_widget_get_allocated_width(page) < TextScale.scaled(least)
      guard let self, isNarrow != self.isNarrow else { return }
      self.isNarrow = isNarrow
      // A size must not be asked for while sizes are being given.
      MainLoop.onIdle { [weak self] in
        if let self { changed(self.isNarrow) }
      }
    }
  }

  isolated deinit {
    subscription = nil
  }
}
