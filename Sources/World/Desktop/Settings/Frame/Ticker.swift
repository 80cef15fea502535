import CGtk
import CarillonEngine
import CarillonGLib

/// Calls when what a widget shows has grown old, but only where somebody sees it.
///
/// When the time has come the widget is drawn again, and only its drawing calls: in a window that is
/// minimised or on another workspace nothing is drawn, and so nothing wakes up.
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

  /// Says how long what is shown holds, from now; nil: for good.
  ///
  /// It takes the place of what was said before.
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
    // What is drawn must not change while it is drawn.
    MainLoop.onIdle { [weak self] in self?.tick() }
  }
}
