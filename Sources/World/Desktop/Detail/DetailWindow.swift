import CGtk
import CarillonEngine
import CarillonDrawing
import CarillonGLib

/// The live window of one thread: its parts and its buttons. (B18)
///
/// It asks nothing between two messages. It wakes only when the next pixel or digit changes, and
/// not at all while it is invisible or nothing moves.
final class DetailWindow {
  private let frame = DetailFrame()
  private let buttons: ButtonsView
  private let heard: StatusLabel
  private let now: () -> Instant
  private let actions: DetailWindows.Actions
  private let textures = Textures()
  private var detail: Detail
  private var views: [any PartView] = []
  private var plate: PlateView?
  private var theme: DetailTheme
  private var form: FormWindow?
  /// When the appearance of each view changes next.
  private var due: [Instant?] = []
  private var isOverdue = false
  private var visibility = Visibility()
  private var timer: Source?
  private var subscriptions: [Subscription] = []

  /// The shortest time between frames: on a ring, two pixels at a time.
  private static let shortest = Span.milliseconds(33)

  init(
    _ detail: Detail, now: @escaping () -> Instant, actions: DetailWindows.Actions,
    closed: @escaping () -> Void
  ) {
    DetailStyle.apply()
    self.detail = detail
    self.now = now
    self.actions = actions
    theme = DetailTheme(of: frame.window)
    heard = StatusLabel(bold: false, ink: .dim, size: 0.88, now: now)
    let press = PressRelay()
    buttons = ButtonsView(now: now) { press.pressed?($0) }
    press.pressed = { [weak self] in self?.pressed($0) }
    for widget in [heard.widget, buttons.widget] {
      gtk_widget_set_margin_start(widget, 18)
      gtk_widget_set_margin_end(widget, 18)
      g_object_ref_sink(widget)
    }
    gtk_widget_set_margin_bottom(buttons.widget, 18)
    gtk_widget_set_margin_top(buttons.widget, 12)
    gtk_widget_show_all(buttons.widget)
    Build.append(buttons.widget, to: frame.footer)
    connect(closed)
    rebuild()
  }

  isolated deinit {
    subscriptions = []
    timer?.cancel()
    g_object_unref(heard.widget)
    g_object_unref(buttons.widget)
  }

  /// Shows the changes of a message.
  func show(_ new: Detail) {
    let now = now()
    // Nothing is animated once everything is over, or if animations are off.
    let moves = !new.isOver && !theme.isStill
    detail = moves ? new.continued(from: detail, at: now) : new
    let isSame =
      views.count == detail.parts.count && zip(views, detail.parts).allSatisfy { $0.show($1) }
    isSame ? restyle() : rebuild()
  }

  func present(activation token: String?) {
    let window = frame.window.of(GtkWindow.self)
    if let token { gtk_window_set_startup_id(window, token) }
    // Otherwise the first button would get the focus, and the page would scroll down to it.
    if gtk_widget_get_visible(frame.window) == 0 { frame.focusPage() }
    gtk_window_present(window)
  }

  /// Opens the form with this id, if it exists now.
  func openForm(_ id: String) {
    guard form == nil, let form = detail.forms.first(where: { $0.id == id }) else { return }
    let tag = detail.tag
    self.form = FormWindow(form, over: frame.window) { [actions] values in
      actions.applied(tag, id, values)
    } closed: { [weak self] in
      self?.form = nil
    }
  }

  var widget: Widget { frame.window }

  func destroy() {
    form?.destroy()
    gtk_widget_destroy(frame.window)
  }

  private final class PressRelay {
    var pressed: ((String) -> Void)?
  }

  private func pressed(_ id: String) {
    if detail.forms.contains(where: { $0.id == id }) { return openForm(id) }
    actions.pressed(detail.tag, id)
  }
}

// Building and updating the content.
extension DetailWindow {
  private func rebuild() {
    for view in views { gtk_widget_destroy(view.widget) }
    if gtk_widget_get_parent(heard.widget) != nil {
      gtk_container_remove(frame.page.of(GtkContainer.self), heard.widget)
    }
    Build.empty(frame.page)
    plate = nil
    let first = detail.parts.firstIndex { !$0.isEmpty }
    views = detail.parts.enumerated().map { make($1, isFirst: $0 == first) }
    for (index, view) in views.enumerated() {
      var widget = view.widget
      if index == first, view is RoundView {
        let plate = PlateView(widget)
        self.plate = plate
        widget = plate.widget
      } else if !(view is PictureView) {
        gtk_widget_set_margin_start(widget, 18)
        gtk_widget_set_margin_end(widget, 18)
        if index == first { gtk_widget_set_margin_top(widget, 18) }
      }
      gtk_widget_show_all(widget)
      gtk_widget_set_no_show_all(widget, 1)
      gtk_widget_set_visible(widget, detail.parts[index].isEmpty ? 0 : 1)
      Build.append(widget, to: frame.page)
    }
    gtk_widget_show_all(heard.widget)
    Build.append(heard.widget, to: frame.page)
    restyle()
  }

  private func make(_ part: DetailPart, isFirst: Bool) -> any PartView {
    if let round = RoundPart(part) { return RoundView(round, isFirst: isFirst, now: now) }
    switch part {
    case .picture(let picture):
      return PictureView(picture, now: now) { [weak self] in self?.pressed($0) }
    case .facts(let facts): return FactsView(facts)
    case .note(let note): return NoteView(note)
    case .bar(let bar): return BarView(bar, now: now)
    case .steps(let steps): return StepsView(steps, now: now)
    case .timeline(let timeline): return TimelineView(timeline, now: now)
    case .ring, .vessel, .gauge: preconditionFailure("these are round")
    }
  }

  /// Updates all colors and sizes, with the values of this moment.
  private func restyle() {
    isOverdue = detail.heard?.text(at: now()) != nil && !detail.isOver
    frame.show(detail)
    frame.restyle(theme)
    plate?.color = theme.palette.plate(detail.tone)
    let first = detail.parts.firstIndex { !$0.isEmpty }
    for (index, view) in views.enumerated() {
      view.restyle(partTheme(isFirst: index == first, isWide: view is PictureView))
    }
    heard.restyle(partTheme())
    buttons.show(detail.buttons, partTheme())
    tick(all: true)
    frame.fit(width: theme.windowWidth)
  }

  private func partTheme(isFirst: Bool = false, isWide: Bool = false) -> PartTheme {
    PartTheme(
      theme: theme, textures: textures, isFirst: isFirst, tone: detail.tone,
      isOverdue: isOverdue, width: theme.windowWidth - (isWide ? 0 : 36))
  }
}

// The window's clock.
extension DetailWindow {
  private func tick(all: Bool = false) {
    timer?.cancel()
    timer = nil
    let now = now()
    let text = detail.isOver ? nil : detail.heard?.text(at: now)
    if (text != nil) != isOverdue { return restyle() }
    heard.show(.clock, detail.tone, text ?? "", ink: .dim)
    gtk_widget_set_visible(heard.widget, text == nil ? 0 : 1)
    for (index, view) in views.enumerated() {
      // Unchanged views are not drawn again.
      guard all || due.count != views.count || due[index].map({ $0 <= now }) ?? false else {
        continue
      }
      view.tick(at: now)
    }
    due = views.map { $0.nextChange(after: now) }
    arm(after: now)
  }

  private func arm(after now: Instant) {
    guard visibility.isVisible else { return }
    // When it is over, nothing moves; at most a last value still has to be announced.
    let heard = detail.isOver ? nil : detail.heard?.nextChange(after: now)
    let next = (due + [heard]).compactMap(\.self).min()
    guard let next else { return }
    timer = MainLoop.after(max(next - now, DetailWindow.shortest)) { [weak self] in self?.tick() }
  }

  private func connect(_ closed: @escaping () -> Void) {
    let window = frame.window
    gtk_widget_add_events(window, Int32(GDK_VISIBILITY_NOTIFY_MASK.rawValue))
    let raw = UnsafeMutableRawPointer(window)
    subscriptions = [
      window.on("destroy") { [weak self] in
        self?.ended()
        closed()
      },
      window.on("map") { [weak self] in self?.seen { $0.isMapped = true } },
      window.on("unmap") { [weak self] in self?.seen { $0.isMapped = false } },
      onSignal("window-state-event", of: raw) { [weak self] arguments in
        guard let event = Visibility.event(arguments, GdkEventWindowState.self) else { return }
        self?.seen {
          $0.isMinimised =
            event.new_window_state.rawValue
            & (GDK_WINDOW_STATE_ICONIFIED.rawValue | GDK_WINDOW_STATE_WITHDRAWN.rawValue) != 0
        }
      },
      onSignal("visibility-notify-event", of: raw) { [weak self] arguments in
        guard let event = Visibility.event(arguments, GdkEventVisibility.self) else { return }
        self?.seen { $0.isCovered = event.state == GDK_VISIBILITY_FULLY_OBSCURED }
      },
      window.on("style-updated") { [weak self] in self?.themeChanged() },
      window.on("notify::scale-factor") { [weak self] in self?.restyle() },
      window.on("notify::is-active") { [actions] in
        actions.focused(gtk_window_is_active(window.of(GtkWindow.self)) != 0)
      },
      onSignal("key-press-event", of: raw) { arguments in
        guard let event = Visibility.event(arguments, GdkEventKey.self) else { return }
        if DetailWindow.closes(event) { gtk_window_close(window.of(GtkWindow.self)) }
      },
    ]
    if let settings = gtk_settings_get_default() {
      subscriptions.append(
        settings.on("notify::gtk-enable-animations") { [weak self] in self?.themeChanged() })
    }
  }

  private func seen(_ change: (inout Visibility) -> Void) {
    let before = visibility.isVisible
    change(&visibility)
    guard visibility.isVisible != before else { return }
    if visibility.isVisible {
      tick(all: true)
    } else {
      timer?.cancel()
      timer = nil
    }
  }

  private func themeChanged() {
    let theme = DetailTheme(of: frame.window)
    guard theme != self.theme else { return }
    self.theme = theme
    restyle()
  }

  private func ended() {
    timer?.cancel()
    timer = nil
    visibility = Visibility()
    form?.destroy()
  }

  /// Escape and Ctrl+W.
  private static func closes(_ event: GdkEventKey) -> Bool {
    let modifiers = event.state & gtk_accelerator_get_default_mod_mask().rawValue
    switch Int32(bitPattern: gdk_keyval_to_lower(event.keyval)) {
    case GDK_KEY_Escape: return modifiers == 0
    case GDK_KEY_w: return modifiers == GDK_CONTROL_MASK.rawValue
    default: return false
    }
  }
}
