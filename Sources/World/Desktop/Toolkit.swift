import CGio
import CGtk

/// GTK's process-wide state.
package enum Toolkit {
  /// Connects to the display; false if there is none.
  ///
  /// Call it before anything else in this target. The names set here let desktops match windows to
  /// the desktop file.
  ///
  /// Only if it `isAccessible`, GTK connects to assistive technology. It then waits for the accessibility bus, for up
  /// to 25 seconds if that hangs.
  package static func start(
    applicationName: String, isAccessible: @autoclosure () -> Bool
  ) -> Bool {
    g_set_prgname("org.carillon.Carillon")
    g_set_application_name(applicationName)
    let without = "NO_AT_BRIDGE"
    let cutsOff = g_getenv(without) == nil && !isAccessible()
    if cutsOff { g_setenv(without, "1", 1) }
    let isThere = gtk_init_check(nil, nil) != 0
    // Not for the processes that are started from here.
    if cutsOff { g_unsetenv(without) }
    guard isThere else { return false }
    gdk_set_program_class("org.carillon.Carillon")
    gtk_window_set_default_icon_name("org.carillon.Carillon")
    return true
  }

  /// Adds `folder`, a `hicolor` tree, to the places where icons are found.
  package static func addIcons(from folder: String) {
    gtk_icon_theme_append_search_path(gtk_icon_theme_get_default(), folder)
  }

  /// Device pixels per layout pixel, on the sharpest monitor.
  package static var scale: Double {
    guard let display = gdk_display_get_default() else { return 1 }
    let scales = (0..<gdk_display_get_n_monitors(display)).map { index in
      gdk_monitor_get_scale_factor(gdk_display_get_monitor(display, index))
    }
    return Double(scales.max() ?? 1)
  }

  /// The name of the user's sound theme. (B15)
  package static var soundTheme: String {
    guard let settings = gtk_settings_get_default() else { return "freedesktop" }
    var value = GValue()
    g_value_init(&value, GType(16 << G_TYPE_FUNDAMENTAL_SHIFT))
    defer { g_value_unset(&value) }
    g_object_get_property(settings.of(GObject.self), "gtk-sound-theme-name", &value)
    return g_value_get_string(&value).map { String(cString: $0) } ?? "freedesktop"
  }
}
