import CarillonEngine
import CarillonGLib

/// One property of Xfce's settings, read once and then followed.
final class XfconfProperty {
  private static let xfconf = BusObject(
    "org.xfce.Xfconf", "/org/xfce/Xfconf", "org.xfce.Xfconf")

  private var subscriptions: [Subscription] = []

  /// `changed` receives the value soon, and at each change; nil while it is not set.
  init(bus: Bus, channel: String, property: String, changed: @escaping (Variant?) -> Void) {
    let xfconf = XfconfProperty.xfconf
    // Other processes may set it as often as they like.
    let changed = Latest(changed).take
    for (signal, isSet) in [("PropertyChanged", true), ("PropertyRemoved", false)] {
      subscriptions.append(
        bus.onSignal(
          signal, from: xfconf.name, at: xfconf.path, interface: xfconf.interface,
          argument: channel
        ) { signal in
          guard signal.arguments[at: 1]?.stringValue == property else { return }
          changed(isSet ? signal.arguments[at: 2] : nil)
        })
    }
    bus.call(
      xfconf, "GetProperty", [.string(channel), .string(property)], timeout: .seconds(2),
      mayStart: false
    ) { result in
      // An error means that it was never set.
      changed((try? result.get())?[at: 0])
    }
  }
}
