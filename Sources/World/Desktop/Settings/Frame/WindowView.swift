import CGtk
import CarillonEngine
import CarillonGLib

/// The window's frame: title bar, list of pages, the current page, and overlays.
final class WindowView {
  struct Actions {
    let go: (PageName) -> Void
    let menu: (TrayAction) -> Void
    /// Goes back from a subpage to its parent.
    let back: () -> Bool
    /// Keyboard shortcuts that pages handle.
    let add: () -> Void
    let search: () -> Void
    let dismiss: () -> Bool
    /// An answer to the notification in the frame. (D3)
    let respond: (_ requestID: String, _ action: String) -> Void
    let focused: (Bool) -> Void
    /// The window was minimized or restored.
    let seen: (Bool) -> Void
    let closed: () -> Void
    let quit: () -> Void
  }

  /// What dialogs belong to.
  var widget: Widget { window }
  var hasFocus: Bool { gtk_window_is_active(window.of(GtkWindow.self)) != 0 }

  /// Asks for attention until it has the focus. (D10)
  func callAttention() {
    if !hasFocus { gtk_window_set_urgency_hint(window.of(GtkWindow.self), 1) }
  }

  private let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
  private let stack: Widget = gtk_stack_new()
  private let separator: Widget = gtk_separator_new(GTK_ORIENTATION_VERTICAL)
  private let content: Widget
  private let titleBar: TitleBar
  private let sidebar: Sidebar
  private let toasts: ToastArea
  private let trouble = TroubleBanner()
  private let banner: BannerArea
  private let words: Words
  private let actions: Actions
  private var subscriptions: [Subscription] = []
  private var page = PageName.hours
  private var folding = Folding.unfolded
  private var version = ""
  private var size = WindowSize.kept()

  /// The width that a page needs at the default text size.
  private static let widthOfPage: Int32 = 400
  private static let limit: Int32 = 560

  init(words: Words, _ actions: Actions) {
    Style.apply()
    self.words = words
    self.actions = actions
    gtk_stack_set_hhomogeneous(stack.of(GtkStack.self), 0)
    gtk_stack_set_vhomogeneous(stack.of(GtkStack.self), 0)
    gtk_widget_set_hexpand(stack, 1)
    toasts = ToastArea(below: stack, words: words)
    let late = WeakView()
    sidebar = Sidebar(words: words, go: actions.go) { late.view?.leaveSidebar(forward: $0) }
    banner = BannerArea(words: words, respond: actions.respond)
    content = Build.column([trouble.widget, toasts.widget])
    titleBar = TitleBar(
      words: words, back: { late.view?.goBack() }, menu: { late.view?.act($0) })
    late.view = self
    build()
    connect()
  }

  isolated deinit {
    subscriptions = []
  }

  /// Closes the window, if the user has not.
  func destroy() {
    gtk_widget_destroy(window)
  }

  /// Brings the window to the front with the focus, if `token` allows it.
  func present(activation token: String?) {
    if let token { gtk_window_set_startup_id(window.of(GtkWindow.self), token) }
    gtk_window_present(window.of(GtkWindow.self))
  }

  func add(_ page: any WindowPage, named name: PageName) {
    gtk_stack_add_named(stack.of(GtkStack.self), page.widget, name.rawValue)
    gtk_widget_show_all(page.widget)
    ScrolledPage.setNarrowing(folding == .unfolded, in: page.widget)
    titleBar.add(page, named: name)
  }

  /// Brings a page that was added to the front.
  func go(to name: PageName) {
    page = name
    gtk_stack_set_visible_child_name(stack.of(GtkStack.self), name.rawValue)
    titleBar.show(name, title: words.title(of: name))
    sidebar.select(name)
    fold(to: folding == .list ? .page : folding)
  }

  func show(_ toast: SettingsModel.Toast) {
    toasts.show(toast)
  }

  /// Shows why nothing else can be shown, until it can.
  func show(trouble sentence: String) {
    trouble.show(sentence)
  }

  func show(_ truth: SettingsModel.Truth) {
    trouble.show(nil)
    banner.show(BannerModel(truth.state.banners, words: words))
    version = truth.state.version
    let tray = TrayModel(truth.state, now: truth.now, zone: truth.zone, words: words)
    titleBar.show(tray.windowEntries(words))
    let status = StatusModel(truth.state, now: truth.now, zone: truth.zone, words: words)
    sidebar.show(thingsToLookAt: status.open.count)
  }
}

extension WindowView {
  /// Lets closures refer to the view before it is complete.
  private final class WeakView {
    weak var view: WindowView?
  }

  private func build() {
    let frame = window.of(GtkWindow.self)
    gtk_window_set_title(frame, words.say("Carillon"))
    gtk_window_set_default_size(frame, size.width, size.height)
    if size.isMaximized { gtk_window_maximize(frame) }
    // A window with a custom title bar has no accessible name in GTK.
    Build.call(window, words.say("Carillon"))
    Build.add(["carillon"], to: window)
    let group: UnsafeMutablePointer<GtkSizeGroup> = gtk_size_group_new(
      GTK_SIZE_GROUP_HORIZONTAL)
    gtk_size_group_add_widget(group, titleBar.left)
    gtk_size_group_add_widget(group, sidebar.widget)
    g_object_unref(group)
    gtk_window_set_titlebar(frame, titleBar.widget)
    titleBar.show(TrayModel.ownEntries(words))
    let body = Build.row([sidebar.widget, separator, content], spacing: 0)
    // Across the list of pages too, so that it is there when only that is shown.
    let whole = Build.column([banner.widget, body])
    gtk_widget_set_vexpand(body, 1)
    Build.append(whole, to: window)
    gtk_widget_show_all(whole)
    subscriptions.append(body.on("size-allocate") { [weak self] in self?.allocated(body) })
  }

  private func connect() {
    let window = window
    let actions = actions
    subscriptions += [
      window.on("destroy") { [weak self] in
        self?.size.keep()
        actions.closed()
      },
      window.on("notify::is-active") {
        let isActive = gtk_window_is_active(window.of(GtkWindow.self)) != 0
        if isActive { gtk_window_set_urgency_hint(window.of(GtkWindow.self), 0) }
        actions.focused(isActive)
      },
      window.on("window-state-event") {
        guard let surface = gtk_widget_get_window(window) else { return }
        let hidden = GDK_WINDOW_STATE_ICONIFIED.rawValue | GDK_WINDOW_STATE_WITHDRAWN.rawValue
        actions.seen(gdk_window_get_state(surface).rawValue & hidden == 0)
      },
      window.onKey { [weak self] in self?.pressed($0) ?? false },
    ]
  }

  /// Records the size while the window is open: during destruction GTK reports the initial size.
  private func noteSize() {
    let frame = window.of(GtkWindow.self)
    var size = size
    size.isMaximized = gtk_window_is_maximized(frame) != 0
    if !size.isMaximized { gtk_window_get_size(frame, &size.width, &size.height) }
    self.size = size
  }

  private func allocated(_ body: Widget) {
    noteSize()
    let width = gtk_widget_get_allocated_width(body)
    var beside: Int32 = 0
    gtk_widget_get_preferred_width(sidebar.widget, &beside, nil)
    let limit = max(
      WindowView.limit, max(184, beside) + TextScale.scaled(WindowView.widthOfPage))
    let isNarrow = width < limit
    guard isNarrow != (folding != .unfolded) else { return }
    // Widgets must not be shown or hidden while sizes are being allocated.
    MainLoop.onIdle { [weak self] in
      guard let self, isNarrow != (folding != .unfolded) else { return }
      fold(to: isNarrow ? .page : .unfolded)
    }
  }

  private func fold(to folding: Folding) {
    self.folding = folding
    gtk_widget_set_visible(sidebar.widget, folding == .page ? 0 : 1)
    gtk_widget_set_visible(separator, folding == .unfolded ? 1 : 0)
    gtk_widget_set_visible(content, folding == .list ? 0 : 1)
    sidebar.setFolded(folding != .unfolded)
    // Beside the list a page may be cut off until the window folds. Alone it gets its full width.
    ScrolledPage.setNarrowing(folding == .unfolded, in: stack)
    titleBar.fold(folding, canGoBack: page.parent != nil)
  }

  private func leaveSidebar(forward: Bool) {
    let direction = forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
    let places =
      forward
      ? [content, titleBar.widget, banner.widget] : [banner.widget, titleBar.widget, content]
    for place in places
    where gtk_widget_get_visible(place) != 0 {
      if gtk_widget_child_focus(place, direction) != 0 { return }
    }
  }

  private func goBack() {
    if actions.back() { return }
    guard folding == .page else { return }
    fold(to: .list)
    sidebar.takeFocus(at: page)
  }

  private func act(_ action: TrayAction) {
    switch action {
    case .showShortcuts: ShortcutsWindow.show(over: window, words: words)
    case .showAbout: AboutWindow.show(over: window, version: version, words: words)
    default: actions.menu(action)
    }
  }

  private func pressed(_ key: Key) -> Bool {
    if key.isWithControl, let number = Sidebar.number(of: key.value) {
      actions.go(Sidebar.pages[number])
      return true
    }
    switch key.value {
    case GDK_KEY_w where key.isWithControl: gtk_window_close(window.of(GtkWindow.self))
    case GDK_KEY_q where key.isWithControl: actions.quit()
    case GDK_KEY_n where key.isWithControl: actions.add()
    case GDK_KEY_f where key.isWithControl: actions.search()
    case GDK_KEY_question where key.control && !key.alt: act(.showShortcuts)
    case GDK_KEY_F1 where key.isPlain: act(.showHelp)
    case GDK_KEY_F10 where key.isPlain: titleBar.openMenu()
    case GDK_KEY_Left where key.alt && !key.control && !key.shift && isLeftToRight,
      GDK_KEY_Right where key.alt && !key.control && !key.shift && !isLeftToRight:
      goBack()
    case GDK_KEY_Escape where key.isPlain: return actions.dismiss()
    default: return false
    }
    return true
  }

  private var isLeftToRight: Bool {
    gtk_widget_get_direction(window) != GTK_TEXT_DIR_RTL
  }
}

extension Sidebar {
  /// The page for a digit key, including the keypad's.
  fileprivate static func number(of key: Int32) -> Int? {
    for first in [GDK_KEY_1, GDK_KEY_KP_1] where (first..<first + Int32(pages.count)).contains(key)
    {
      return Int(key - first)
    }
    return nil
  }
}
