import CGtk
import CarillonEngine
import CarillonGLib

/// Calls when a widget's content is out of date, but only while it is visible.
///
/// When the time has come, it queues a redraw, and the draw signal makes the call. In a window that
/// is minimized or on another workspace nothing is drawn, so nothing wakes up.
final class Ticker {
  private let widget: Widget
  private let tick: () -> Void
  private var subscription: Subscription?
  private var timer: Source?
  private var isOver = false

  init(_ widget: Widget, tick: @escaping () -> Void) {
    self.widget = widget
    self.tick = tick
    subscription = widget.on("draw") { [weak self] in self?.drawn() }
  }

  isolated deinit {
    timer?.cancel()
  }

  /// Sets how long the content stays valid from now on; nil means forever.
  ///
  /// This replaces the previous value.
  func holds(for span: Span?) {
    timer?.cancel()
    isOver = false
    timer = span.map { span in
      MainLoop.after(max(span, .milliseconds(1))) { [weak self] in
        guard let self else { return }
        timer = nil
        isOver = true
        gtk_widget_queue_draw(widget)
      }
    }
  }

  private func drawn() {
    guard isOver else { return }
    isOver = false
    // The content must not change while it is being drawn.
    MainLoop.onIdle { [weak self] in self?.tick() }
  }
}
