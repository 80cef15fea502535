import CGtk
import CarillonEngine
import CarillonGLib

/// Shows what an import would change, and asks whether to do it. (T29)
final class ImportDialog {
  private let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
  private var subscriptions: [Subscription] = []

  /// The list grows up to this height, and scrolls beyond it.
  private static let tallest: Int32 = 320

  /// `decided` is called once.
  init(
    _ model: ImportModel, over widget: Widget, words: Words,
    decided: @escaping (_ isWanted: Bool) -> Void
  ) {
    build(model, words, over: gtk_widget_get_toplevel(widget))
    let accept = Build.button(words.say("Import"), "suggested-action")
    let cancel = Build.button(words.say("Cancel"))
    let header: Widget = gtk_header_bar_new()
    let bar = header.of(GtkHeaderBar.self)
    gtk_header_bar_set_title(bar, words.say("Import Settings?"))
    gtk_header_bar_pack_start(bar, cancel)
    gtk_header_bar_pack_end(bar, accept)
    gtk_window_set_titlebar(window.of(GtkWindow.self), header)
    let window = window
    var open = true
    let end: (Bool) -> Void = { [weak self] isWanted in
      guard open else { return }
      open = false
      self?.subscriptions = []
      gtk_widget_destroy(window)
      decided(isWanted)
    }
    subscriptions = [
      accept.on("clicked") { end(true) }, cancel.on("clicked") { end(false) },
      window.on("destroy") { end(false) },
      window.onKey { key in
        guard key.isPlain, key.value == GDK_KEY_Escape else { return false }
        end(false)
        return true
      },
    ]
    gtk_widget_show_all(window)
    gtk_widget_grab_focus(accept)
  }

  private func build(_ model: ImportModel, _ words: Words, over parent: Widget?) {
    let dialog = window.of(GtkWindow.self)
    gtk_window_set_type_hint(dialog, GDK_WINDOW_TYPE_HINT_DIALOG)
    gtk_window_set_transient_for(dialog, parent?.of(GtkWindow.self))
    gtk_window_set_modal(dialog, 1)
    gtk_window_set_destroy_with_parent(dialog, 1)
    gtk_window_set_resizable(dialog, 0)
    Build.add(["carillon"], to: window)
    Build.call(window, words.say("Import Settings?"))
    var parts = [Build.label(model.heading, "heading"), ImportDialog.card(model.changes)]
    if !model.leftOut.isEmpty {
      parts += [
        Build.label(words.say("Left out:"), "heading"), ImportDialog.card(model.leftOut),
      ]
    }
    parts.append(Build.label(words.say("History and content stay as they are."), "second"))
    let content = Build.column(parts, spacing: 6)
    gtk_container_set_border_width(content.of(GtkContainer.self), 18)
    let scrolled: Widget = gtk_scrolled_window_new(nil, nil)
    let frame = scrolled.of(GtkScrolledWindow.self)
    gtk_scrolled_window_set_policy(frame, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(frame, 1)
    gtk_scrolled_window_set_max_content_height(frame, ImportDialog.tallest)
    Build.append(content, to: scrolled)
    Build.append(scrolled, to: window)
  }

  private static func card(_ lines: [String]) -> Widget {
    Build.column(
      lines.map { line in
        let label = Build.label(line)
        gtk_label_set_max_width_chars(label.of(GtkLabel.self), 50)
        return Build.row([label], "row")
      }, "card")
  }
}
