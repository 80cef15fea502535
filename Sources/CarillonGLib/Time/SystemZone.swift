package import CarillonCore

/// The zone of this system, followed while the program runs. (T16)
package final class SystemZone {
  /// The IANA name now, or `/etc/localtime` where the zone has none.
  package private(set) var name = ""

  private let files: ZoneFiles
  private let send: (Event) -> Void
  private var pending: Source?
  private var watches: [Subscription] = []

  /// Sends `.situation(.zone(…))` whenever the name becomes another.
  ///
  /// With the system bus, where there is one, a change is noticed also where its file cannot be
  /// watched.
  package convenience init(systemBus: Bus?, send: @escaping (Event) -> Void) {
    self.init(files: ZoneFiles(), systemBus: systemBus, send: send)
  }

  init(files: ZoneFiles, systemBus: Bus?, send: @escaping (Event) -> Void) {
    self.files = files
    self.send = send
    // Two ways to hear of one thing: whichever comes first reads the file, the other finds no
    // difference.
    watches = [files.localtime, files.timezone].compactMap {
      watchFile($0) { [weak self] in self?.lookSoon() }
    }
    if let systemBus {
      watches.append(
        systemBus.onSignal(
          "PropertiesChanged", from: "org.freedesktop.timedate1",
          at: "/org/freedesktop/timedate1", interface: "org.freedesktop.DBus.Properties"
        ) { [weak self] _ in self?.lookSoon() })
    }
    name = files.systemZone()
  }

  /// Looks once the change is complete: a link that is replaced is gone for a moment.
  private func lookSoon() {
    pending?.cancel()
    pending = MainLoop.after(.milliseconds(200)) { [weak self] in self?.look() }
  }

  private func look() {
    let current = files.systemZone()
    // A zone without a name may have become another one without a name.
    guard current != name || current == ZoneFiles.localtime else { return }
    name = current
    send(.situation(.zone(current)))
  }
}
