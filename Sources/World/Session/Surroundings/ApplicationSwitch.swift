import CarillonEngine
import CarillonGLib

/// Whether the desktop's settings let Carillon show notifications. (T21)
///
/// Each desktop stores this elsewhere, and some have no such switch; then it is on. Off means that
/// nobody would see a notification anywhere: GNOME's switch for the application, Plasma's "Show
/// popups" and "Show in history" both off, Xfce's list of muted applications. Popups alone do not
/// count on GNOME and Plasma: notifications still reach the desktop's list, as the user wants.
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
  private var files: [KConfigFile] = []
  /// What was last reported of Plasma's two keys, because one write may change both.
  private var isOnInPlasma: Bool?
  private var property: XfconfProperty?

  /// `application` is the id of the desktop entry, `configuration` the user's configuration folder.
  init(
    bus: Bus, application: String, configuration: String, changed: @escaping (Bool) -> Void
  ) {
    self.bus = bus
    self.application = application
    self.configuration = configuration
    self.changed = changed
  }

  /// Reads and follows the switch of this server's desktop; its value is reported soon.
  ///
  /// The switch stays the same when the server exits or another of its kind replaces it.
  func follow(_ server: NotificationServer) {
    let desktop = ApplicationSwitch.desktop(of: server)
    guard desktop != self.desktop else { return }
    self.desktop = desktop
    setting = nil
    files = []
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
    files = ["ShowPopups", "ShowInHistory"].map { key in
      KConfigFile(
        "\(configuration)/plasmanotifyrc", group: ["Applications", application], key: key
      ) { [weak self] _ in self?.lookAtPlasma() }
    }
    isOnInPlasma = nil
    lookAtPlasma()
  }

  private func lookAtPlasma() {
    let isOn = files.contains { $0.isOn ?? true }
    guard isOn != isOnInPlasma else { return }
    isOnInPlasma = isOn
    changed(isOn)
  }

  private func followXfce() {
    property = XfconfProperty(
      bus: bus, channel: "xfce4-notifyd", property: "/applications/muted_applications"
    ) { [weak self] value in
      // An answer may come when another desktop's server has taken over.
      guard let self, desktop == .xfce else { return }
      changed(value?.unboxed.stringsValue?.contains(application) != true)
    }
  }

  /// GNOME's settings path of an application: lower case, without consecutive dashes.
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
