import CGio
import CarillonGLib

/// Opens articles, and the manual, in the user's browser. (T34)
package enum Browser {
  /// Asks the desktop to open `url`: an article's, which the engine has checked (http or https), or the manual's file.
  ///
  /// `activation` is the token that lets the browser take the focus. `failed` is called, later, if no
  /// program opens web addresses, or it could not be started.
  package static func open(
    _ url: String, activation: String?, failed: @escaping () -> Void
  ) {
    guard let context = g_app_launch_context_new() else {
      preconditionFailure("an object can be made")
    }
    defer { g_object_unref(context) }
    if let activation {
      // The names of the two are Wayland's and X11's.
      for name in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] {
        g_app_launch_context_setenv(context, name, activation)
      }
    }
    asynchronously {
      g_app_info_launch_default_for_uri_async(url, context, nil, $0, $1)
    } done: { result in
      let started = try? throwing { g_app_info_launch_default_for_uri_finish(result, $0) }
      if started != 1 { failed() }
    }
  }
}
