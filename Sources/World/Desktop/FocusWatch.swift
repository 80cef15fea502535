import CGio
import CGtk
import CarillonEngine
import CarillonGLib

/// Whether one of our windows has the focus. (D3)
///
/// When the focus goes from one of them to another, including a dialog, none has it for a moment. That
/// is not losing it.
package final class FocusWatch {
  private let tell: (Bool) -> Void
  private var told = false
  private var waiting: Source?
  /// The window that had the focus when last looked at, which may be a dialog that reports nothing.
  private var follows: [Subscription] = []

  /// How long a new window may take to appear and get the focus.
  private static let patience = Span.milliseconds(500)

  /// `tell` is called at each change.
  package init(tell: @escaping (Bool) -> Void) {
    self.tell = tell
  }

  /// A window got or lost the focus, or was closed.
  package func changed(_ focused: Bool) {
    waiting?.cancel()
    waiting = nil
    if focused { return say(true) }
    guard told else { return }
    waiting = MainLoop.after(FocusWatch.patience) { [weak self] in
      guard let self else { return }
      waiting = nil
      look()
    }
  }

  private func look() {
    follows = []
    guard let window = FocusWatch.active else { return say(false) }
    follows = [
      window.on("notify::is-active") { [weak self] in
        self?.changed(gtk_window_is_active(window.of(GtkWindow.self)) != 0)
      },
      // Its subscriptions end with it.
      window.on("unmap") { [weak self] in self?.changed(false) },
    ]
  }

  /// The window of ours that has the focus.
  private static var active: Widget? {
    let list = gtk_window_list_toplevels()
    defer { g_list_free(list) }
    var next = list
    while let entry = next {
      let window = entry.pointee.data.assumingMemoryBound(to: GtkWidget.self)
      if gtk_window_is_active(window.of(GtkWindow.self)) != 0 { return window }
      next = entry.pointee.next
    }
    return nil
  }

  private func say(_ focused: Bool) {
    guard focused != told else { return }
    told = focused
    tell(focused)
  }
}
