import CGtk
import CarillonGLib

/// A part of a page that is rebuilt whenever its model changes.
final class Section<Model: Equatable> {
  let widget: Widget
  private let build: (Model, Section) -> [Widget]
  private var shown: Model?
  private var subscriptions: [Subscription] = []

  /// `build` creates the widgets of a model, and connects them with `on`.
  init(spacing: Int32 = 0, _ classes: String..., build: @escaping (Model, Section) -> [Widget]) {
    widget = Build.column([], spacing: spacing)
    Build.add(classes, to: widget)
    self.build = build
  }

  /// An empty section takes no room.
  func show(_ model: Model) {
    guard model != shown else { return }
    shown = model
    subscriptions = []
    Build.empty(widget)
    let children = build(model, self)
    for child in children {
      Build.append(child, to: widget)
      gtk_widget_show_all(child)
    }
    gtk_widget_set_no_show_all(widget, 1)
    gtk_widget_set_visible(widget, children.isEmpty ? 0 : 1)
  }

  /// Calls `body` when `button` is clicked, as long as it is shown.
  func on(_ button: Widget, _ body: @escaping () -> Void) {
    subscriptions.append(button.on("clicked", body))
  }

  /// Keeps a widget's subscription as long as the widget is shown.
  func keep(_ subscription: Subscription) {
    subscriptions.append(subscription)
  }
}
