import CGio
import CarillonGLib

/// The desktop's own page of notification settings. (T31)
package struct NotificationSettings {
  private let session: DesktopSession

  package init() {
    self.init(.current)
  }

  init(_ session: DesktopSession) {
    self.session = session
  }

  /// Whether there is such a page; if not, the window explains where to look.
  package var exists: Bool { command != nil }

  /// Opens the page; false if there is none, or its program cannot be started.
  package func open() -> Bool {
    guard let command else { return false }
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { g_strdup($0) } + [nil]
    defer { for argument in arguments { g_free(argument) } }
    // GLib starts it through an intermediate process, so that it outlives us and needs no waiting.
    let started = try? throwing {
      g_spawn_async(nil, &arguments, nil, G_SPAWN_DEFAULT, nil, nil, nil, $0)
    }
    return started == 1
  }

  /// The program to start, with its arguments.
  var command: [String]? {
    for desktop in session.desktops {
      for command in NotificationSettings.pages[desktop.lowercased()] ?? [] {
        if let program = session.find(command[0]) { return [program] + command.dropFirst() }
      }
    }
    return nil
  }

  private static let pages: [String: [[String]]] = [
    "gnome": [["gnome-control-center", "notifications", application]],
    "kde": [
      ["systemsettings", "kcm_notifications", "--args", "--desktop-entry \(application)"],
      ["systemsettings5", "kcm_notifications", "--args", "--desktop-entry \(application)"],
      ["kcmshell6", "kcm_notifications", "--args", "--desktop-entry \(application)"],
      ["kcmshell5", "kcm_notifications", "--args", "--desktop-entry \(application)"],
    ],
    "xfce": [["xfce4-notifyd-config"]],
    "mate": [["mate-notification-properties"]],
  ]

  private static let application = "org.carillon.Carillon"
}
