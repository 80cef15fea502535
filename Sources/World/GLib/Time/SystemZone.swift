package import CarillonEngine

/// The zone of this system, followed while the program runs. (T16)
package final class SystemZone {
  /// The IANA name now, or `/etc/localtime` where the zone has none.
  package private(set) var name = ""

  private let files: ZoneFiles
  private let send: (Event) -> Void
  private var pending: Source?
  private var watches: [Subscription] = []

  /// Sends `.situation(.zone(…))` whenever the name becomes another.
  package convenience init(send: @escaping (Event) -> Void) {
    self.init(files: ZoneFiles(), send: send)
  }

  init(files: ZoneFiles, send: @escaping (Event) -> Void) {
    self.files = files
    self.send = send
    watches = [files.localtime, files.timezone].compactMap {
      watchFile($0) { [weak self] in self?.lookSoon() }
    }
    name = files.systemZone()
  }

  /// Listens to the system's time service too: where its files cannot be watched, or are not all.
  ///
  /// Whichever of the two ways is first reads the files; the other then finds no difference.
  package func follow(_ systemBus: Bus) {
    watches.append(
      systemBus.onSignal(
        "PropertiesChanged", from: "org.freedesktop.timedate1",
        at: "/org/freedesktop/timedate1", interface: "org.freedesktop.DBus.Properties"
      ) { [weak self] _ in self?.lookSoon() })
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
