import CarillonEngine
import CarillonGLib

/// The desktop's own Do Not Disturb switch, read from where the current server stores it.
///
/// For a server without a readable switch, nil is reported. The value is only recorded; the server
/// decides whether to hold a notification. (§5)
final class DoNotDisturb {
  private let bus: Bus
  private let changed: (Bool?) -> Void
  private var server: NotificationServer?
  private var subscription: Subscription?
  private var setting: DesktopSetting?
  private var property: XfconfProperty?

  init(bus: Bus, changed: @escaping (Bool?) -> Void) {
    self.bus = bus
    // Each desktop's switch may be flipped by other processes as often as they like.
    self.changed = Latest(changed).take
  }

  /// Reads and follows the switch of this server.
  func follow(_ server: NotificationServer?) {
    guard server?.owner != self.server?.owner else { return }
    self.server = server
    subscription = nil
    setting = nil
    property = nil
    switch (server?.name, server?.vendor) {
    case ("gnome-shell", _):
      follow(schema: "org.gnome.desktop.notifications", key: "show-banners", isInverted: true)
    case (_, "MATE"):
      follow(schema: "org.mate.NotificationDaemon", key: "do-not-disturb", isInverted: false)
    case (_, "Xfce"): followXfce()
    case ("Plasma", _):
      followProperty(
        "Inhibited",
        of: BusObject(
          NotificationService.name, NotificationService.path, NotificationService.name))
    case ("dunst", _):
      followProperty(
        "paused",
        of: BusObject(NotificationService.name, NotificationService.path, "org.dunstproject.cmd0"))
    default: changed(nil)
    }
  }

  private func follow(schema: String, key: String, isInverted: Bool) {
    let changed = changed
    setting = DesktopSetting(schema: schema, key: key) { changed($0 != isInverted) }
    changed(setting.map { $0.isOn != isInverted })
  }

  private func followProperty(_ property: String, of object: BusObject) {
    let changed = changed
    subscription = bus.onSignal(
      "PropertiesChanged", from: object.name, at: object.path,
      interface: object.properties.interface, argument: object.interface
    ) { signal in
      if let value = signal.arguments[at: 1]?[property]?.boolValue { changed(value) }
    }
    bus.property(property, of: object, timeout: .seconds(2), mayStart: false) {
      changed($0?.boolValue)
    }
  }

  private func followXfce() {
    let changed = changed
    property = XfconfProperty(bus: bus, channel: "xfce4-notifyd", property: "/do-not-disturb") {
      changed($0?.boolValue ?? false)
    }
  }
}
