import CGtk
import CarillonGLib

/// The window's size when it was last closed, stored in a small file.
///
/// The file is in the folder of Carillon's data and is deleted with it. If the folder does not
/// exist, nothing is stored.
struct WindowSize: Equatable {
  var width: Int32
  var height: Int32
  var isMaximized: Bool

  static let usual = WindowSize(width: 760, height: 560, isMaximized: false)

  /// The stored size; the default if there is none, or if it is unreadable.
  static func kept(in folder: String = WindowSize.folder) -> WindowSize {
    guard let file = g_key_file_new() else { return usual }
    defer { g_key_file_unref(file) }
    guard g_key_file_load_from_file(file, path(in: folder), G_KEY_FILE_NONE, nil) != 0 else {
      return usual
    }
    let width = g_key_file_get_integer(file, group, "width", nil)
    let height = g_key_file_get_integer(file, group, "height", nil)
    // No screen is that large; GTK itself enlarges a window that is too small.
    guard (1...16_384).contains(width), (1...16_384).contains(height) else { return usual }
    return WindowSize(
      width: width, height: height,
      isMaximized: g_key_file_get_boolean(file, group, "maximized", nil) != 0)
  }

  /// Stores the size; failures are ignored.
  func keep(in folder: String = WindowSize.folder) {
    guard let file = g_key_file_new() else { return }
    defer { g_key_file_unref(file) }
    g_key_file_set_integer(file, WindowSize.group, "width", width)
    g_key_file_set_integer(file, WindowSize.group, "height", height)
    g_key_file_set_boolean(file, WindowSize.group, "maximized", isMaximized ? 1 : 0)
    guard let text: UnsafeMutablePointer<CChar> = g_key_file_to_data(file, nil, nil) else { return }
    defer { g_free(text) }
    g_file_set_contents_full(
      WindowSize.path(in: folder), text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0o600, nil)
  }

  private static let group = "Window"

  private static func path(in folder: String) -> String { folder + "/window" }

  /// `$XDG_DATA_HOME/carillon`.
  static var folder: String { String(cString: g_get_user_data_dir()) + "/carillon" }
}
