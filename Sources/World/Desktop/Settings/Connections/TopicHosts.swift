import CGtk
import CarillonEngine
import CarillonGLib

/// The computers that buttons of a topic's messages may send to: each can be taken back. (C5)
final class TopicHosts {
  let widget = Build.column([], "subrows")
  private let words: Words
  private let remove: (String) -> Void
  private var hosts: [String] = []
  private var subscriptions: [Subscription] = []

  init(words: Words, remove: @escaping (String) -> Void) {
    self.words = words
    self.remove = remove
  }

  /// Shows a row for each; nothing if there is none.
  func show(_ hosts: [String]) {
    guard hosts != self.hosts else { return }
    self.hosts = hosts
    let hadFocus = gtk_container_get_focus_child(widget.of(GtkContainer.self)) != nil
    subscriptions = []
    Build.empty(widget)
    for host in hosts {
      let button = Build.iconButton(
        "list-remove-symbolic", named: words.say("Remove {host}", ["host": host]))
      let row = OptionRow(
        words.say("Buttons may send requests to"), detail: host, controls: [button],
        folds: false)
      Build.call(button, words.say("Remove {host}", ["host": host]))
      subscriptions.append(
        button.on("clicked") { [remove] in
          // Not at once: the row that is clicked goes.
          MainLoop.onIdle { remove(host) }
        })
      Build.append(row.widget, to: widget)
    }
    gtk_widget_show_all(widget)
    if hadFocus { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) }
  }
}
