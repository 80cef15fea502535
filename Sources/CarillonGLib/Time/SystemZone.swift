package import CarillonCore

/// The zone of this system, followed while the program runs. (T16)
package final class SystemZone {
  /// The IANA name now, or `/etc/localtime` where the zone has none.
  package private(set) var name = ZoneFiles.systemZone()

  private let send: (Event) -> Void
  private var watches: [Subscription] = []

  /// Sends `.situation(.zone(…))` whenever the name becomes another.
  ///
  /// With the system bus, where there is one, a change is noticed also where its file cannot be
  /// watched.
  package init(systemBus: Bus?, send: @escaping (Event) -> Void) {
    self.send = send
    // Two ways to hear of one thing: whichever comes first reads the file, the other finds no
    // difference.
    if let watch = watchFile(ZoneFiles.localtime, changed: { [weak self] in self?.look() }) {
      watches.append(watch)
    }
    if let watch = watchFile("/etc/timezone", changed: { [weak self] in self?.look() }) {
      watches.append(watch)
    }
    if let systemBus {
      watches.append(
        systemBus.onSignal(
          "PropertiesChanged", from: "org.freedesktop.timedate1",
          at: "/org/freedesktop/timedate1", interface: "org.freedesktop.DBus.Properties"
        ) { [weak self] _ in self?.look() })
    }
  }

  private func look() {
    let current = ZoneFiles.systemZone()
    guard current != name else { return }
    name = current
    send(.situation(.zone(current)))
  }
}
