import CGtk
import CarillonCore
import CarillonGLib

/// The window's widgets: built when it is opened, gone when it is closed.
final class WindowView {
  enum Tab: String, CaseIterable {
    case hours, status, history
  }

  let hours: HoursView
  let status: StatusView
  let history: HistoryView
  let menu: TrayMenu

  private let window: Widget
  private let stack: Widget
  private let message: Widget
  private let messageLabel: Widget
  private var subscriptions: [Subscription] = []

  struct Actions {
    let hours: (HoursView.Action) -> Void
    let status: (StatusView.Action) -> Void
    let menu: (TrayAction) -> Void
    let explain: (String) -> Void
    let closed: () -> Void
    let quit: () -> Void
  }

  init(words: Words, _ actions: Actions) {
    Style.apply()
    hours = HoursView(words: words, do: actions.hours)
    status = StatusView(words: words, do: actions.status)
    history = HistoryView(words: words, explain: actions.explain)
    menu = TrayMenu(chosen: actions.menu)
    window = gtk_window_new(GTK_WINDOW_TOPLEVEL)
    stack = gtk_stack_new()
    message = gtk_info_bar_new()
    messageLabel = Build.label("")
    build(words)
    subscriptions = [
      window.on("destroy") { actions.closed() },
      message.on("response") { [message] in gtk_widget_hide(message) },
      onSignal("key-press-event", of: UnsafeMutableRawPointer(window)) { [window] arguments in
        switch WindowView.command(of: arguments) {
        case .close?: gtk_window_close(window.of(GtkWindow.self))
        case .quit?: actions.quit()
        case nil: break
        }
      },
    ]
  }

  isolated deinit {
    subscriptions = []
  }

  /// Closes it, if its user has not.
  func destroy() {
    gtk_widget_destroy(window)
  }

  /// In front of the others and with the focus, as far as `token` allows.
  func present(activation token: String?) {
    if let token { gtk_window_set_startup_id(window.of(GtkWindow.self), token) }
    gtk_window_present(window.of(GtkWindow.self))
  }

  func go(to tab: Tab) {
    gtk_stack_set_visible_child_name(stack.of(GtkStack.self), tab.rawValue)
  }

  /// Shows a refusal above the page, until it is closed or the next action.
  func complain(_ text: String?) {
    gtk_label_set_text(messageLabel.of(GtkLabel.self), text ?? "")
    gtk_widget_set_visible(message, text == nil ? 0 : 1)
  }

  private func build(_ words: Words) {
    gtk_window_set_title(window.of(GtkWindow.self), words.say("Carillon"))
    gtk_window_set_default_size(window.of(GtkWindow.self), 660, 620)
    // With a title bar of our own GTK gives the window none.
    Build.call(window, words.say("Carillon"))
    Build.add(["carillon"], to: window)
    gtk_stack_set_transition_type(stack.of(GtkStack.self), GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    let pages: [(Tab, Widget, String)] = [
      (.hours, hours.page, words.term("page", "Hours")),
      (.status, status.page, words.term("page", "Status")),
      (.history, history.page, words.term("page", "History")),
    ]
    for (tab, page, title) in pages {
      gtk_stack_add_titled(stack.of(GtkStack.self), page, tab.rawValue, title)
    }
    gtk_window_set_titlebar(window.of(GtkWindow.self), header(words))

    let bar = message.of(GtkInfoBar.self)
    gtk_info_bar_set_message_type(bar, GTK_MESSAGE_WARNING)
    gtk_info_bar_set_show_close_button(bar, 1)
    Build.append(messageLabel, to: gtk_info_bar_get_content_area(bar))
    gtk_widget_show(messageLabel)
    gtk_widget_set_no_show_all(message, 1)

    let content = Build.column([message, stack])
    Build.append(content, to: window)
    gtk_widget_show_all(content)
  }

  private func header(_ words: Words) -> Widget {
    let header: Widget = gtk_header_bar_new()
    let bar = header.of(GtkHeaderBar.self)
    gtk_header_bar_set_show_close_button(bar, 1)
    let switcher: Widget = gtk_stack_switcher_new()
    gtk_stack_switcher_set_stack(switcher.of(GtkStackSwitcher.self), stack.of(GtkStack.self))
    gtk_header_bar_set_custom_title(bar, switcher)
    let button: Widget = gtk_menu_button_new()
    Build.append(Build.icon("open-menu-symbolic"), to: button)
    Build.call(button, words.say("Menu"))
    gtk_widget_set_tooltip_text(button, words.say("Menu"))
    gtk_menu_button_set_popup(
      button.of(GtkMenuButton.self), menu.menu.of(GtkWidget.self))
    gtk_header_bar_pack_end(bar, button)
    gtk_widget_show_all(header)
    return header
  }

  private enum Command { case close, quit }

  /// Ctrl+W and Ctrl+Q; the keyboard's other modifiers (a locked Num, say) do not matter.
  private static func command(of arguments: UnsafeBufferPointer<GValue>) -> Command? {
    guard var value = arguments.first, let boxed = g_value_get_boxed(&value) else { return nil }
    let event = boxed.assumingMemoryBound(to: GdkEventKey.self).pointee
    let wanted = GDK_CONTROL_MASK.rawValue
    guard event.state & gtk_accelerator_get_default_mod_mask().rawValue == wanted else {
      return nil
    }
    switch Int32(bitPattern: gdk_keyval_to_lower(event.keyval)) {
    case GDK_KEY_w: return .close
    case GDK_KEY_q: return .quit
    default: return nil
    }
  }
}
