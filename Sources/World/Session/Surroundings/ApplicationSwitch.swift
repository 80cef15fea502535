import CarillonEngine
import CarillonGLib

/// Whether the desktop lets Carillon show notifications: its own switch for this application. (T21)
///
/// Each desktop keeps it in another place, and some have none: then it is on. What counts as off is
/// what keeps a notification off the screen: GNOME's switch for the application, Plasma's "Show
/// popups", Xfce's list of muted ones. (GNOME's "Notification popups" leaves them in its list, as
/// its user wants it, and is none.)
final class ApplicationSwitch {
  private enum Desktop {
    case gnome, plasma, xfce, other
  }

  private let bus: Bus
  private let application: String
  private let configuration: String
  private let changed: (Bool) -> Void
  private var desktop: Desktop?
  private var setting: DesktopSetting?
  private var file: KConfigFile?
  private var property: XfconfProperty?

  /// `application` is the id of its desktop entry, `configuration` the user's folder for settings.
  init(
    bus: Bus, application: String, configuration: String, changed: @escaping (Bool) -> Void
  ) {
    self.bus = bus
    self.application = application
    self.configuration = configuration
    self.changed = changed
  }

  /// Reads, and from now on follows, the switch of this server's desktop; it is told soon.
  ///
  /// A server that is gone leaves its switch where it was, and so does another one of its kind.
  func follow(_ server: NotificationServer) {
    let desktop = ApplicationSwitch.desktop(of: server)
    guard desktop != self.desktop else { return }
    self.desktop = desktop
    setting = nil
    file = nil
    property = nil
    switch desktop {
    case .gnome: followGNOME()
    case .plasma: followPlasma()
    case .xfce: followXfce()
    case .other: changed(true)
    }
  }

  private static func desktop(of server: NotificationServer) -> Desktop {
    switch (server.name, server.vendor) {
    case ("gnome-shell", _): .gnome
    case ("Plasma", _): .plasma
    case (_, "Xfce"): .xfce
    default: .other
    }
  }

  private func followGNOME() {
    let changed = changed
    setting = DesktopSetting(
      schema: "org.gnome.desktop.notifications.application",
      path: ApplicationSwitch.gnomePath(of: application), key: "enable", changed: changed)
    changed(setting?.isOn ?? true)
  }

  private func followPlasma() {
    let changed = changed
    let file = KConfigFile(
      "\(configuration)/plasmanotifyrc", group: ["Applications", application], key: "ShowPopups"
    ) { changed($0 ?? true) }
    self.file = file
    changed(file.isOn ?? true)
  }

  private func followXfce() {
    let (application, changed) = (application, changed)
    property = XfconfProperty(
      bus: bus, channel: "xfce4-notifyd", property: "/applications/muted_applications"
    ) { value in
      changed(value?.unboxed.stringsValue?.contains(application) != true)
    }
  }

  /// Where GNOME keeps the settings of an application: lower case, and no two dashes in a row.
  static func gnomePath(of application: String) -> String {
    var name = ""
    for character in application.lowercased() {
      let plain = character.isASCII && (character.isLetter || character.isNumber)
      if plain {
        name.append(character)
      } else if name.last != "-" {
        name.append("-")
      }
    }
    return "/org/gnome/desktop/notifications/application/\(name)/"
  }
}
