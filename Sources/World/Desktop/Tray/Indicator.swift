import CGio
import CGtk
import CarillonEngine
import CarillonGLib

/// The icon in the panel, a StatusNotifierItem by Ayatana.
///
/// Each change costs the panel work, so it changes at most once per second, and only if it differs.
final class Indicator {
  private let indicator: UnsafeMutablePointer<AppIndicator>
  private var shown: TrayIcon?
  private var wanted: TrayIcon?
  private var rest: Source?
  private var opening: Subscription?
  private let bus: Bus
  private var panel: Subscription?
  private var check: Source?

  /// Where Ayatana exports the icon of this id.
  private static let path = "/org/ayatana/NotificationItem/org_carillon_Carillon"

  /// `iconThemePath` is a folder with a `hicolor` tree, for icons that the system's themes lack.
  init(on bus: Bus, title: String, iconThemePath: String?, menu: UnsafeMutablePointer<GtkMenu>) {
    self.bus = bus
    let icon = TrayIcon.Look.normal.iconName
    let category = APP_INDICATOR_CATEGORY_APPLICATION_STATUS
    indicator =
      if let iconThemePath {
        app_indicator_new_with_path("org.carillon.Carillon", icon, category, iconThemePath)
      } else {
        app_indicator_new("org.carillon.Carillon", icon, category)
      }
    app_indicator_set_title(indicator, title)
    app_indicator_set_menu(indicator, menu)
    app_indicator_set_status(indicator, APP_INDICATOR_STATUS_ACTIVE)
    panel = bus.onOwner(of: TrayHost.watcher.name) { [weak self] owner in
      self?.check?.cancel()
      guard owner != nil else { return }
      self?.check = MainLoop.after(.seconds(1)) { [weak self] in self?.registerIfMissing() }
    }
  }

  isolated deinit {
    rest?.cancel()
    check?.cancel()
    opening?.cancel()
    panel?.cancel()
    g_object_unref(indicator)
  }

  func show(_ icon: TrayIcon) {
    wanted = icon
    guard rest == nil else { return }
    apply()
  }

  /// Calls `body` when a panel is about to show the menu.
  ///
  /// Listens to the exported menu, because the GtkMenu itself is never shown.
  func onOpening(_ body: @escaping () -> Void) {
    guard let server = object("dbus-menu-server", of: UnsafeMutableRawPointer(indicator)) else {
      return
    }
    defer { g_object_unref(server) }
    guard let root = object("root-node", of: server) else { return }
    defer { g_object_unref(root) }
    opening = onSignal("about-to-show", of: root) { _ in body() }
  }

  /// Registers the icon, if Ayatana has not.
  ///
  /// Ayatana gets its connection and looks for the panel at the same time. On a busy machine it may find the panel
  /// first. Then version 0.5.92 gives up, and there would be no icon until the panel is started again.
  private func registerIfMissing() {
    guard !isConnected else { return }
    bus.call(
      TrayHost.watcher, "RegisterStatusNotifierItem", [.string(Indicator.path)], mayStart: false
    ) { _ in }
  }

  private var isConnected: Bool {
    var value = GValue()
    g_value_init(&value, g_type_from_name("gboolean"))
    defer { g_value_unset(&value) }
    g_object_get_property(
      UnsafeMutableRawPointer(indicator).assumingMemoryBound(to: GObject.self), "connected", &value)
    return g_value_get_boolean(&value) != 0
  }

  private func apply() {
    guard let icon = wanted, icon != shown else { return }
    shown = icon
    // Xfce shows no attention icon, so attention is a variant of the only icon.
    app_indicator_set_icon_full(indicator, icon.look.iconName, icon.description)
    // Ayatana has no tooltip; Plasma shows the title as one.
    app_indicator_set_title(indicator, icon.description)
    rest = MainLoop.after(.seconds(1)) { [weak self] in
      self?.rest = nil
      self?.apply()
    }
  }

  /// The object that a property holds; the caller releases it.
  private func object(
    _ property: String, of owner: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    var value = GValue()
    g_value_init(&value, g_object_get_type())
    defer { g_value_unset(&value) }
    g_object_get_property(owner.assumingMemoryBound(to: GObject.self), property, &value)
    return g_value_dup_object(&value)
  }
}
