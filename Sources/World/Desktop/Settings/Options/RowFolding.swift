import CGtk
import CarillonGLib

/// Moves the controls of a page below their titles if there is no room beside them.
final class RowFolding {
  private let page: Widget
  private let rows: [Widget]
  private var isFolded = false
  private var subscription: Subscription?

  /// In pixels, at text scale 1.
  private static let least = 440.0

  init(_ page: Widget, rows: [OptionRow]) {
    self.page = page
    self.rows = rows.filter(\.folds).map(\.widget)
    subscription = page.on("size-allocate") { [weak self] in self?.allocated() }
  }

  private func allocated() {
    let folds = Double(gtk_widget_get_allocated_width(page)) < RowFolding.least * TextScale.now
    guard folds != isFolded else { return }
    isFolded = folds
    // Sizes must not be requested while sizes are being allocated.
    MainLoop.onIdle { [weak self] in self?.follow() }
  }

  private func follow() {
    for row in rows {
      gtk_orientable_set_orientation(
        OpaquePointer(row), isFolded ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
    }
  }
}
