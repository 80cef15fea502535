package import CarillonEngine
package import CarillonGLib

/// Gathers what the world around the process is like, then goes on telling what changes.
///
/// Every source of it may be missing or slow: what is known after two seconds has to do, and the
/// rest comes as changes. Nothing is polled. Nothing is sent before `gather` has called back: what
/// is told until then becomes part of the situation, or comes right behind it.
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
  private var knowsServer: Bool
  private var knowsKeyring: Bool
  /// Only where a server is present, whose switch has to be asked for.
  private var knowsPermission = true
  private var knowsSystemBus = false
  private var gathered: ((Situation) -> Void)?

  /// `executable` is the absolute path of the program that the session is to start at login.
  ///
  /// `contentKey` is told the key that content is sealed with, or nil when it is taken away, each
  /// before the change of the keyring that it belongs to. (T28)
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
    knowsServer = sessionBus == nil
    knowsKeyring = sessionBus == nil
    take(.situation(.zone(systemZone.name)))
    take(.situation(.autostart(autostart.isEnabled)))
    funnel.onChange = { [weak self] in self?.heard($0) }
  }

  /// Takes an event of another adapter, so that it too comes after the beginning.
  package func take(_ event: Event) {
    funnel.take(event)
  }

  /// Calls `done` once, within two seconds, with what is known by then.
  ///
  /// `resumed` is called whenever logind tells that the machine woke: who keeps the time should
  /// look at the clock.
  package func gather(
    resumed: @escaping () -> Void, done: @escaping (Situation) -> Void
  ) {
    gathered = done
    MainLoop.after(.seconds(2)) { [weak self] in self?.finish() }
    Bus.open(.system) { [weak self] result in
      // Without a system bus nobody tells of sleep and locks; the clocks tell of sleep too.
      if case .success(let bus) = result { self?.follow(bus, resumed: resumed) }
      // Not before: GLib's monitor would wait for that bus, and the main loop with it.
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
    let take = funnel.take
    systemZone.follow(systemBus)
    login = LoginWatch(
      systemBus: systemBus, woke: resumed, locked: { take(.situation(.locked($0))) })
  }

  private func heard(_ change: Situation.Change) {
    switch change {
    case .server(let presence): met(presence)
    case .keyring: knowsKeyring = true
    case .permitted: knowsPermission = true
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
    // It may answer yet, and its switch is where it was.
    case .silent: break
    }
    knowsServer = true
  }

  private func finishIfKnown() {
    if knowsServer, knowsKeyring, knowsPermission, knowsSystemBus { finish() }
  }

  private func finish() {
    guard let gathered else { return }
    self.gathered = nil
    funnel.open(gathered)
  }
}
