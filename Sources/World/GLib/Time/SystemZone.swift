package import CarillonEngine

/// The system's time zone, followed while the program runs. (T16)
package final class SystemZone {
  /// The current IANA name, or `/etc/localtime` if the zone has none.
  package private(set) var name = ""

  private let files: ZoneFiles
  private let send: (Event) -> Void
  private var pending: Source?
  private var watches: [Subscription] = []

  /// Sends `.situation(.zone(…))` whenever the name changes.
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

  /// Also listens to the system's time service, in case files cannot be watched.
  ///
  /// Whichever notification comes first reads the files; the other then finds no difference.
  package func follow(_ systemBus: Bus) {
    watches.append(
      systemBus.onSignal(
        "PropertiesChanged", from: "org.freedesktop.timedate1",
        at: "/org/freedesktop/timedate1", interface: "org.freedesktop.DBus.Properties"
      ) { [weak self] _ in self?.lookSoon() })
  }

  /// Waits for the change to complete: a link that is replaced is missing for a moment.
  private func lookSoon() {
    pending?.cancel()
    pending = MainLoop.after(.milliseconds(200)) { [weak self] in self?.look() }
  }

  private func look() {
    let current = files.systemZone()
    // One nameless zone may have been replaced by another.
    guard current != name || current == ZoneFiles.localtime else { return }
    name = current
    send(.situation(.zone(current)))
  }
}
