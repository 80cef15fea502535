import CGtk
import CarillonEngine
import CarillonGLib

/// An editor in a row of a list.
protocol RowEditor: AnyObject {
  var widget: Widget { get }
  /// Saves what has been typed so far.
  func flush()
  func fit(into width: Int32)
  func takeFocus()
}

/// A row that shows a summary, and unfolds into an editor of what it is about.
final class UnfoldingRow<Editor: RowEditor> {
  let widget: Widget
  /// The button that unfolds it; the caller names it.
  let unfold: Widget
  private(set) var editor: Editor?
  private let head: Widget
  private var subscriptions: [Subscription] = []

  /// A click on the summary unfolds it, too; `power` switches it on and off, and `below` stays when it is unfolded.
  init(
    _ summary: [Widget], power: Widget, below: Widget, words: Words, toggle: @escaping () -> Void
  ) {
    unfold = Build.iconButton("pan-down-symbolic", named: words.say("Edit"))
    Build.add(["flat"], to: unfold)
    let told: Widget = gtk_event_box_new()
    gtk_event_box_set_visible_window(told.of(GtkEventBox.self), 0)
    Build.append(Build.row(summary), to: told)
    gtk_widget_set_hexpand(told, 1)
    head = Build.row([told, power, unfold], "hour-head")
    widget = Build.column([head, below], "hour")
    gtk_widget_show_all(head)
    gtk_widget_set_no_show_all(head, 1)
    subscriptions = [
      unfold.on("clicked") { toggle() }, told.on("button-release-event") { toggle() },
    ]
  }

  /// Puts `editor` in place of the summary; `fill` shows in it what it is about.
  func open(_ editor: Editor, width: Int32, fill: () -> Void) {
    self.editor = editor
    Build.append(editor.widget, to: widget)
    Build.place(editor.widget, in: widget, at: 0)
    gtk_widget_show_all(editor.widget)
    gtk_widget_hide(head)
    fill()
    editor.fit(into: width)
    editor.takeFocus()
  }

  /// Shows the summary again, and saves what has been typed so far.
  func fold() {
    guard let editor else { return }
    self.editor = nil
    editor.flush()
    let hadFocus = gtk_container_get_focus_child(editor.widget.of(GtkContainer.self)) != nil
    gtk_widget_show(head)
    gtk_widget_destroy(editor.widget)
    if hadFocus { takeFocus() }
  }

  func takeFocus() { gtk_widget_grab_focus(unfold) }
}

extension Build {
  /// Has texts look like those of something that is switched off.
  static func mark(_ texts: [Widget], isOff: Bool) {
    for text in texts {
      let context = gtk_widget_get_style_context(text)
      if isOff {
        gtk_style_context_add_class(context, "off")
      } else {
        gtk_style_context_remove_class(context, "off")
      }
    }
  }
}
