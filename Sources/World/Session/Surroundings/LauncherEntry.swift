import CGio
package import CarillonGLib

/// The number at the app's icon in docks and task bars. (D8)
///
/// The protocol is Unity's, and Plasma, Dash to Dock and other docks speak it. They forget the number
/// when the app leaves the bus, and those that start later ask for it or announce themselves.
package final class LauncherEntry {
  private static let interface = "com.canonical.Unity.LauncherEntry"
  /// The name that a launcher takes.
  private static let launcher = "com.canonical.Unity"
  private static let description = """
    <node><interface name="\(interface)">
    <method name="Query"><arg type="s" direction="out"/><arg type="a{sv}" direction="out"/></method>
    <signal name="Update"><arg type="s"/><arg type="a{sv}"/></signal>
    </interface></node>
    """

  private let bus: Bus
  private let application: String
  private let path: String
  private var count = 0
  /// Empty until there is a number: most users never have one.
  private var subscriptions: [Subscription] = []

  /// `desktopID` is the name of the app's desktop file, without its ending.
  package init(on bus: Bus, desktopID: String) {
    self.bus = bus
    application = "application://\(desktopID).desktop"
    // As Unity's own library numbers it.
    path = "/com/canonical/unity/launcherentry/\(g_str_hash(application))"
  }

  /// Shows `count`, or nothing if it is 0.
  package func show(_ count: Int) {
    guard count != self.count else { return }
    self.count = count
    if subscriptions.isEmpty { listen() }
    tell()
  }

  private func listen() {
    let launchers = bus.onOwner(of: LauncherEntry.launcher) { [weak self] owner in
      guard let self, owner != nil, count > 0 else { return }
      tell()
    }
    subscriptions.append(launchers)
    do throws(GLibError) {
      subscriptions.append(
        try bus.export(LauncherEntry.description, at: path) { [weak self] call in
          guard let self else { return }
          call.reply(news)
        })
    } catch {
      // Hides little: nobody else exports this path, and the signal needs no object.
    }
  }

  private func tell() {
    bus.emit("Update", news, from: path, interface: LauncherEntry.interface)
  }

  private var news: [Variant] {
    [
      .string(application),
      .dictionary(["count": .int64(Int64(count)), "count-visible": .bool(count > 0)]),
    ]
  }
}
