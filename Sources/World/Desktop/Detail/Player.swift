import CGio
import CGtk

/// Passes a video to the desktop's player. (B10)
enum Player {
  /// `refused` receives the reason if nothing can play it.
  ///
  /// The engine has checked `address`: HTTPS, or HTTP within this machine.
  static func play(_ address: String, refused: (String) -> Void) {
    var problem: UnsafeMutablePointer<GError>?
    if gtk_show_uri_on_window(nil, address, guint32(GDK_CURRENT_TIME), &problem) == 0 {
      refused(problem.map { String(cString: $0.pointee.message) } ?? "")
    }
    if let problem { g_error_free(problem) }
  }
}
