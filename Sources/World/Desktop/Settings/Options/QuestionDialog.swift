import CGtk
import CarillonEngine
import CarillonGLib

/// A modal window that asks for a decision: Cancel, and a button that accepts; or one that only shows
/// something, with Done.
///
/// A third way out is a button in the content, which calls ``end(_:)`` itself.
final class QuestionDialog {
  private let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
  private var subscriptions: [Subscription] = []
  let cancel: Widget
  private var decided: ((_ isAccepted: Bool) -> Void)?

  /// `decided` is called once; Escape and closing the window cancel.
  ///
  /// `accepts` is asked when the accepting button is pressed: where it answers false, the dialog stays open.
  init(
    _ title: String, _ content: Widget, accept: Widget?, cancel label: String? = nil,
    over widget: Widget,
    words: Words, accepts: @escaping () -> Bool = { true },
    decided: @escaping (_ isAccepted: Bool) -> Void
  ) {
    self.decided = decided
    let usual = accept == nil ? words.say("Done") : words.say("Cancel")
    let cancel = Build.button(label ?? usual)
    self.cancel = cancel
    let dialog = window.of(GtkWindow.self)
    gtk_window_set_type_hint(dialog, GDK_WINDOW_TYPE_HINT_DIALOG)
    gtk_window_set_transient_for(dialog, gtk_widget_get_toplevel(widget)?.of(GtkWindow.self))
    gtk_window_set_modal(dialog, 1)
    gtk_window_set_destroy_with_parent(dialog, 1)
    gtk_window_set_resizable(dialog, 0)
    Build.add(["carillon"], to: window)
    Build.call(window, title)
    let header: Widget = gtk_header_bar_new()
    let bar = header.of(GtkHeaderBar.self)
    // A header bar's own title is never cut, and would make the window as wide as a long name.
    let heading = Build.label(title, "title", expands: false)
    gtk_label_set_line_wrap(heading.of(GtkLabel.self), 0)
    gtk_label_set_ellipsize(heading.of(GtkLabel.self), PANGO_ELLIPSIZE_END)
    gtk_label_set_max_width_chars(heading.of(GtkLabel.self), 24)
    gtk_header_bar_set_custom_title(bar, heading)
    gtk_header_bar_pack_start(bar, cancel)
    if let accept { gtk_header_bar_pack_end(bar, accept) }
    gtk_window_set_titlebar(dialog, header)
    Build.append(content, to: window)
    subscriptions = [
      cancel.on("clicked") { [weak self] in self?.end(false) },
      window.on("destroy") { [weak self] in self?.end(false) },
      window.onKey { [weak self] key in
        guard key.isPlain, key.value == GDK_KEY_Escape else { return false }
        self?.end(false)
        return true
      },
    ]
    guard let accept else { return }
    subscriptions.append(
      accept.on("clicked") { [weak self] in
        if accepts() { self?.end(true) }
      })
  }

  func show(focusing widget: Widget) {
    gtk_widget_show_all(window)
    gtk_widget_grab_focus(widget)
  }

  /// Closes the window and tells the decision, unless that was done before.
  func end(_ isAccepted: Bool) {
    guard let decided else { return }
    self.decided = nil
    subscriptions = []
    gtk_widget_destroy(window)
    decided(isAccepted)
  }
}
