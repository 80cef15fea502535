import CGtk
import CarillonGLib

/// How large the window was when it was closed, kept in a small file.
///
/// The file lies in the folder of Carillon's data and goes with it: where that folder is not, nothing
/// is kept.
struct WindowSize: Equatable {
  var width: Int32
  var height: Int32
  var isMaximized: Bool

  static let usual = WindowSize(width: 760, height: 560, isMaximized: false)

  /// What was kept; the usual one where nothing was, or nothing that can be read.
  static func kept(in folder: String = WindowSize.folder) -> WindowSize {
    guard let file = g_key_file_new() else { return usual }
    defer { g_key_file_unref(file) }
    guard g_key_file_load_from_file(file, path(in: folder), G_KEY_FILE_NONE, nil) != 0 else {
      return usual
    }
    let width = g_key_file_get_integer(file, group, "width", nil)
    let height = g_key_file_get_integer(file, group, "height", nil)
    // A screen of that size has never been seen; one that is too small GTK enlarges.
    guard (1...16_384).contains(width), (1...16_384).contains(height) else { return usual }
    return WindowSize(
      width: width, height: height,
      isMaximized: g_key_file_get_boolean(file, group, "maximized", nil) != 0)
  }

  /// Keeps it, if that is possible: nothing depends on it.
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
