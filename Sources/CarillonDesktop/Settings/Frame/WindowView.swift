import CGtk
import CarillonCore
import CarillonGLib

/// The window's frame: header bars, sidebar, and the place for the pages.
final class WindowView {
  private let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
  private let stack: Widget = gtk_stack_new()
  private let sidebar: Widget = gtk_list_box_new()
  private let header: Widget = gtk_header_bar_new()
  private let message: Widget = gtk_info_bar_new()
  private let messageLabel = Build.label("")
  private let menu: TrayMenu
  private let words: Words
  private var titles: [PageName: String] = [:]
  private var subscriptions: [Subscription] = []

  struct Actions {
    let go: (PageName) -> Void
    let menu: (TrayAction) -> Void
    let focused: (Bool) -> Void
    let closed: () -> Void
    let quit: () -> Void
  }

  init(words: Words, _ actions: Actions) {
    Style.apply()
    self.words = words
    menu = TrayMenu(chosen: actions.menu)
    build()
    let window = window
    let sidebar = sidebar
    subscriptions = [
      window.on("destroy") { actions.closed() },
      window.on("notify::is-active") {
        actions.focused(gtk_window_is_active(window.of(GtkWindow.self)) != 0)
      },
      message.on("response") { [message] in gtk_widget_hide(message) },
      sidebar.on("row-selected") {
        guard let row = gtk_list_box_get_selected_row(sidebar.of(GtkListBox.self)) else { return }
        let index = Int(gtk_list_box_row_get_index(row))
        actions.go(WindowView.listed[index])
      },
      onSignal("key-press-event", of: UnsafeMutableRawPointer(window)) { arguments in
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

  func add(_ page: any WindowPage, named name: PageName) {
    gtk_stack_add_named(stack.of(GtkStack.self), page.widget, name.rawValue)
    gtk_widget_show_all(page.widget)
  }

  /// Brings a page that was added to the front.
  func go(to name: PageName, _ page: any WindowPage) {
    gtk_stack_set_visible_child_name(stack.of(GtkStack.self), name.rawValue)
    gtk_header_bar_set_title(header.of(GtkHeaderBar.self), titles[name] ?? "")
    let listed = name == .privacy ? PageName.settings : name
    if let index = WindowView.listed.firstIndex(of: listed) {
      let row = gtk_list_box_get_row_at_index(sidebar.of(GtkListBox.self), Int32(index))
      gtk_list_box_select_row(sidebar.of(GtkListBox.self), row)
    }
  }

  func show(_ toast: SettingsModel.Toast) {
    gtk_label_set_text(messageLabel.of(GtkLabel.self), toast.text)
    gtk_widget_show(message)
  }

  func show(_ truth: SettingsModel.Truth) {
    let tray = TrayModel(truth.state, now: truth.now, zone: truth.zone, words: words)
    menu.show(tray.windowEntries)
  }

  private static let listed: [PageName] = [.hours, .content, .history, .status, .settings]

  private func build() {
    titles = [
      .hours: words.term("page", "Hours"), .content: words.term("page", "Content"),
      .history: words.term("page", "History"), .status: words.term("page", "Status"),
      .settings: words.term("page", "Settings"), .privacy: words.term("page", "Privacy"),
    ]
    gtk_window_set_title(window.of(GtkWindow.self), words.say("Carillon"))
    gtk_window_set_default_size(window.of(GtkWindow.self), 760, 560)
    // With a title bar of our own GTK gives the window none.
    Build.call(window, words.say("Carillon"))
    Build.add(["carillon"], to: window)
    for name in WindowView.listed {
      let row = Build.row([Build.label(titles[name] ?? "")], "row")
      gtk_container_add(sidebar.of(GtkContainer.self), row)
    }
    gtk_widget_set_size_request(sidebar, 184, -1)
    gtk_header_bar_set_show_close_button(header.of(GtkHeaderBar.self), 1)
    let button: Widget = gtk_menu_button_new()
    Build.append(Build.icon("open-menu-symbolic"), to: button)
    Build.call(button, words.say("Menu"))
    gtk_menu_button_set_popup(button.of(GtkMenuButton.self), menu.menu.of(GtkWidget.self))
    gtk_header_bar_pack_end(header.of(GtkHeaderBar.self), button)
    gtk_window_set_titlebar(window.of(GtkWindow.self), header)
    let bar = message.of(GtkInfoBar.self)
    gtk_info_bar_set_show_close_button(bar, 1)
    Build.append(messageLabel, to: gtk_info_bar_get_content_area(bar))
    gtk_widget_show(messageLabel)
    gtk_widget_set_no_show_all(message, 1)
    gtk_widget_set_hexpand(stack, 1)
    let content = Build.row(
      [sidebar, Build.column([message, stack])], spacing: 0)
    Build.append(content, to: window)
    gtk_widget_show_all(header)
    gtk_widget_show_all(content)
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
