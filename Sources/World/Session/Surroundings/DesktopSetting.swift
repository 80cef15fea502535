import CGio
import CarillonGLib

/// A boolean key of the desktop's settings, followed live.
final class DesktopSetting {
  private let settings: UnsafeMutablePointer<GSettings>
  private let key: String
  private var subscription: Subscription?

  /// Nil if no installed schema has the key; GLib itself would end the program.
  ///
  /// A relocatable schema needs a `path`.
  init?(
    schema name: String, path: String? = nil, key: String, changed: @escaping (Bool) -> Void
  ) {
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, name, 1)
    else { return nil }
    defer { g_settings_schema_unref(schema) }
    guard g_settings_schema_has_key(schema, key) != 0 else { return nil }
    guard (g_settings_schema_get_path(schema) == nil) == (path != nil) else { return nil }
    settings = g_settings_new_full(schema, nil, path)
    self.key = key
    subscription = onSignal("changed::\(key)", of: UnsafeMutableRawPointer(settings)) {
      [weak self] _ in
      if let self { changed(isOn) }
    }
  }

  isolated deinit {
    subscription = nil
    g_object_unref(settings)
  }

  var isOn: Bool {
    g_settings_get_boolean(settings, key) != 0
  }
}
