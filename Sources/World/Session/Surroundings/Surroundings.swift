package import CarillonEngine
package import CarillonGLib

/// Gathers the initial situation, then reports changes.
///
/// Every source may be missing or slow: what is known after two seconds has to do, and the rest
/// arrives as changes. Nothing is polled. Nothing is sent before `gather` has called back; earlier
/// events become part of the situation or follow it.
package final class Surroundings {
  package let notifier: LibnotifyNotifier
  package let autostart: AutostartEntry
  package let keyring: Keyring

  private let funnel: Funnel
  private let systemZone: SystemZone
  private var network: NetworkWatch?
  private let doNotDisturb: DoNotDisturb?
  private let applicationSwitch: ApplicationSwitch?
  private var login: LoginWatch?
  private let screenLock: ScreenLock
  private var knowsLock = false
  private var systemd: SystemdUnit?
  private var knowsServer: Bool
  private var knowsKeyring: Bool
  /// False only while the switch of a present server is being asked for.
  private var knowsPermission = true
  private var knowsSystemBus = false
  private var knowsUnit: Bool
  private var gathered: ((Situation) -> Void)?

  /// `executable` is the absolute path of the program to start at login.
  ///
  /// `contentKey` receives the key that content is sealed with, or nil when it is removed, each
  /// before the corresponding change of the keyring. (T28)
  package init(
    sessionBus: Bus?, applicationName: String, executable: String,
    configuration: String = AutostartEntry.userConfiguration,
    contentKey: @escaping ([UInt8]?) -> Void = { _ in }, send: @escaping (Event) -> Void
  ) {
    funnel = Funnel(send: send)
    let take = funnel.take
    systemZone = SystemZone(send: take)
    autostart = AutostartEntry(
      executable: executable, configuration: configuration, send: take)
    notifier = LibnotifyNotifier(bus: sessionBus, applicationName: applicationName, send: take)
    // A server may say very much before the start.
    notifier.wait()
    doNotDisturb = sessionBus.map { bus in
      DoNotDisturb(bus: bus) { take(.situation(.doNotDisturb($0))) }
    }
    applicationSwitch = sessionBus.map { bus in
      ApplicationSwitch(
        bus: bus, application: "org.carillon.Carillon", configuration: configuration,
        changed: { take(.situation(.permitted($0))) })
    }
    keyring = Keyring(
      bus: sessionBus, changed: { take(.situation(.keyring($0))) }, contentKey: contentKey)
    screenLock = ScreenLock(sessionBus: sessionBus) { take(.situation(.locked($0))) }
    knowsServer = sessionBus == nil
    knowsKeyring = sessionBus == nil
    knowsUnit = sessionBus == nil
    systemd = sessionBus.map { bus in
      SystemdUnit(bus: bus) { take(.situation(.systemdUnit($0))) }
    }
    take(.situation(.zone(systemZone.name)))
    take(.situation(.autostart(autostart.isEnabled)))
    funnel.onChange = { [weak self] in self?.heard($0) }
  }

  /// Takes an event of another adapter, so that it is not sent too early either.
  package func take(_ event: Event) {
    funnel.take(event)
  }

  /// Calls `done` once, within two seconds, with what is known by then.
  ///
  /// `resumed` is called whenever logind reports that the machine woke up: check the clock then.
  package func gather(
    resumed: @escaping () -> Void, done: @escaping (Situation) -> Void
  ) {
    gathered = done
    MainLoop.after(.seconds(2)) { [weak self] in self?.finish() }
    Bus.open(.system) { [weak self] result in
      // Without a system bus, sleep is noticed by the clocks only, and locking by the screen saver.
      if case .success(let bus) = result {
        self?.follow(bus, resumed: resumed)
      } else {
        self?.screenLock.logind(says: false)
      }
      // Only now, because GLib's monitor would block the main loop until that bus is connected.
      self?.watchNetwork()
      self?.knowsSystemBus = true
      self?.finishIfKnown()
    }
  }

  private func watchNetwork() {
    let take = funnel.take
    let network = NetworkWatch { take(.situation(.online($0))) }
    self.network = network
    take(.situation(.online(network.isOnline)))
  }

  private func follow(_ systemBus: Bus, resumed: @escaping () -> Void) {
    systemZone.follow(systemBus)
    login = LoginWatch(
      systemBus: systemBus,
      woke: { [weak self] in
        resumed()
        self?.systemZone.machineResumed()
      },
      locked: { [weak self] in self?.screenLock.logind(says: $0) })
  }

  private func heard(_ change: Situation.Change) {
    switch change {
    case .server(let presence): met(presence)
    case .keyring: knowsKeyring = true
    case .permitted: knowsPermission = true
    case .locked: knowsLock = true
    case .systemdUnit: knowsUnit = true
    default: return
    }
    finishIfKnown()
  }

  private func met(_ presence: NotificationServer.Presence) {
    switch presence {
    case .present(let server):
      if !knowsServer { knowsPermission = false }
      doNotDisturb?.follow(server)
      applicationSwitch?.follow(server)
    case .absent, .startable: doNotDisturb?.follow(nil)
    // It may still answer, and its switch has not moved.
    case .silent: break
    }
    knowsServer = true
  }

  private func finishIfKnown() {
    if knowsServer, knowsKeyring, knowsPermission, knowsSystemBus, knowsUnit, knowsLock { finish() }
  }

  private func finish() {
    guard let gathered else { return }
    self.gathered = nil
    funnel.open(gathered)
    notifier.begin()
  }
}
