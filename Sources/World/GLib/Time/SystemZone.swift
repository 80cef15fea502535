package import CarillonEngine

/// The system's time zone and zone data, followed while the program runs. (T16)
package final class SystemZone {
  /// The current IANA name, or `/etc/localtime` if the zone has none.
  package private(set) var name = ""

  private let files: ZoneFiles
  private var stamps: [FileStamp?] = []
  private let watchPath: (String, @escaping () -> Void) -> Subscription?
  private let send: (Event) -> Void
  private var pending: Source?
  private var watches: [Subscription] = []
  private var dataWatches: [Subscription] = []

  /// Sends `.situation(.zone(…))` whenever the name changes, and after an update of the zone data,
  /// even if the name is the same.
  package convenience init(send: @escaping (Event) -> Void) {
    self.init(files: ZoneFiles(), send: send)
  }

  init(
    files: ZoneFiles,
    watch watchPath: @escaping (String, @escaping () -> Void) -> Subscription? = watchFile,
    send: @escaping (Event) -> Void
  ) {
    self.files = files
    self.watchPath = watchPath
    self.send = send
    watches = watch([files.localtime, files.timezone])
    name = files.systemZone()
    followData()
  }

  private func watch(_ paths: [String]) -> [Subscription] {
    paths.compactMap { watchPath($0) { [weak self] in self?.lookSoon() } }
  }

  private func followData() {
    let paths = files.data(of: name)
    dataWatches = watch(paths)
    stamps = paths.map { FileStamp($0) }
  }

  /// Looks again after sleep, in which the files may have been replaced by another system.
  package func machineResumed() { lookSoon() }

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
    let stamps = files.data(of: current).map { FileStamp($0) }
    guard current != name || stamps != self.stamps else { return }
    name = current
    followData()
    send(.situation(.zone(current)))
  }
}
