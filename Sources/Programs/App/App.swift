import ArgumentParser
import CarillonBus
import CarillonDesktop
import CarillonDrawing
package import CarillonEngine
import CarillonGLib
import CarillonHTTP
import CarillonPush
import CarillonSession
import CarillonSlots
import CarillonStore
import struct Foundation.UUID
import Glibc

/// The tray app: builds the object graph, and runs the main loop until it is told to quit.
package final class App {
  private let loop = MainLoop()
  private let folders: Folders
  private let bus: Bus
  private let service: BusService
  private let store: SQLiteDataStore
  private let host: Host
  private let features: Features
  private let zone: (String) -> (any ZoneRules)?
  private let words: Words
  private let setAside: SetAside?
  private let connector: UnifiedPushConnector

  /// All of the program; returns its exit status.
  package static func main(_ features: Features) -> Int32 {
    // Only the user may read the files we write. (T28)
    umask(0o077)
    keepMemoryOutOfFiles()
    allowManyFiles()
    if let status = PictureProcess.runIfAsked() { return status }
    Heap.useOneForAllThreads()
    HTTPVersion.useFirst()
    setlocale(LC_ALL, "")
    // Writing to a closed window or pipe fails the write instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    if let status = Windows.runIfAsked(features) { return status }
    let arguments = Arguments.parseOrExit()
    return main(arguments, features)
  }

  /// A crash must not write our memory to a file, with the secrets in it. (T27)
  ///
  /// Only the soft limit, which programs that we start may raise again.
  private static func keepMemoryOutOfFiles() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = 0
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }

  /// Allows more open files than a session usually does: whoever has a thousand of ours open, by
  /// calls that carry descriptors, would end the program.
  private static func allowManyFiles() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(max(limit.rlim_cur, 65_536), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Runs the app, or forwards the arguments to the running one.
  private static func main(_ arguments: Arguments, _ features: Features) -> Int32 {
    do {
      let bus = try Bus.open(.session)
      let service = try BusService(on: bus)
      // A distributor that has started us calls as soon as the name is ours. (C3)
      let connector = try UnifiedPushConnector(on: bus, service: Door.name, label: "Carillon")
      if let status = try takeOver(service, arguments, on: bus) { return status }
      guard Toolkit.start(applicationName: "Carillon", isAccessible: false) else {
        // Without an icon, it would only block a Carillon started on the desktop later.
        log("there is no display")
        return arguments.ring ? RingTimer.tryAgain : 1
      }
      let folders = Folders()
      Toolkit.addIcons(from: folders.icons)
      Words.bindTranslations(of: "carillon", in: folders.locale)
      let words = Words.gettext(domain: "carillon")
      let opening = StoreOpening(
        bus: bus, service: service, folders: folders, words: words, canRead: features.canRead)
      guard let (store, setAside) = opening.open(arguments) else {
        service.close()
        bus.flush()
        return arguments.ring && !opening.isSettled ? RingTimer.tryAgain : 0
      }
      let app = App(bus, service, connector, folders, words, store, setAside, features)
      return app.run(arguments)
    } catch {
      log("there is no session bus: \(error.message)")
    }
    return arguments.ring ? RingTimer.tryAgain : 1
  }

  /// Claims the name; nil if it is ours now, or the exit status if another process has it.
  ///
  /// One that is ending frees it in a moment, and is waited for: it does not do what this start is for.
  private static func takeOver(
    _ service: BusService, _ arguments: Arguments, on bus: Bus
  ) throws(GLibError) -> Int32? {
    for _ in 0..<100 {
      if try service.claimName() { return nil }
      guard let failure = forward(arguments, on: bus) else { return 0 }
      guard failure.meansEnd else {
        log(failure.sentence(.english))
        return 1
      }
      usleep(100_000)
    }
    log("the Carillon that is ending does not end")
    return 1
  }

  /// Handles a second start: raises the window of the first, or passes the link to it. (T20)
  private static func forward(_ arguments: Arguments, on bus: Bus) -> CallFailure? {
    let client = BusClient(on: bus, startsApp: false)
    let token = getenv("XDG_ACTIVATION_TOKEN").map { String(cString: $0) }
    let question: DoorCall?
    if let link = arguments.link {
      question = .open(link: link, activation: token)
    } else if arguments.settings {
      question = .open(link: "carillon://settings/settings", activation: token)
    } else if arguments.ring {
      // The other one rings by itself.
      return nil
    } else if arguments.hidden {
      question = nil
    } else {
      question = .raise(activation: token)
    }
    do throws(CallFailure) {
      if let question { _ = try client.ask(question) } else { try client.stay() }
      return nil
    } catch {
      return error
    }
  }

  private init(
    _ bus: Bus, _ service: BusService, _ connector: UnifiedPushConnector, _ folders: Folders,
    _ words: Words, _ store: SQLiteDataStore, _ setAside: SetAside?, _ features: Features
  ) {
    self.bus = bus
    self.service = service
    self.connector = connector
    self.folders = folders
    self.words = words
    self.features = features
    let zones = ZoneTable()
    zone = { zones.zone(named: $0) }
    self.store = store
    self.setAside = setAside
    if let setAside { log("the database was set aside (\(setAside.reason)): \(setAside.path)") }
    if let problem = store.repaired { log("the database's indexes were rebuilt: \(problem)") }
    var environment = Environment(
      zone: zone, words: words, defaultPack: folders.defaultPack, version: Release.version,
      build: Release.version)
    environment.longestHold = { LoopWatch.longest }
    environment.newToken = { UUID().uuidString.lowercased() }
    #if DEBUG
      let death = SuddenDeath.wanted
      let engine = Engine(
        store: death?.watching(store) ?? store, environment: environment, features: features)
      host = Host(engine: engine, now: WallClock.now)
      host.atKillPoint = death?.pass
    #else
      host = Host(
        engine: Engine(store: store, environment: environment, features: features),
        now: WallClock.now)
    #endif
  }

  private func run(_ arguments: Arguments) -> Int32 {
    var mail: KeyringMail?
    let surroundings = Surroundings(
      sessionBus: bus, applicationName: "Carillon", executable: folders.program,
      contentKey: { [store] in store.useKey($0) },
      send: { [weak self] event in
        if event == .situation(.keyring(.locked)) { mail?.lock() }
        self?.host.send(event)
      })
    surroundings.notifier.scale = { Toolkit.scale }
    let clock = WallClockScheduler(send: surroundings.take)
    let timer = RingTimer(
      bus: bus, executable: folders.program, environment: Folders.environment
    ) {
      surroundings.take(.situation(.closedTimer($0)))
    }
    let scheduler = SystemdScheduler(clock, timer)
    let sounds = SoundPlayer { Toolkit.soundTheme }
    let shell = AppShell(
      service: service, checkpoints: Checkpoints(store),
      autostart: surroundings.autostart, exports: Exports(store), sounds: sounds,
      launcher: LauncherEntry(on: bus, desktopID: Door.name), words: words, host: host)
    shell.eraser = { [store, folders, loop, words] done in
      Eraser(
        store: store, folders: folders, keyring: surroundings.keyring,
        autostart: surroundings.autostart, timer: timer, words: words
      ).erase { problem in
        done(problem)
        // The answer is sent first.
        MainLoop.soon { loop.quit() }
      }
    }
    let secrets = surroundings.keyring
    let pictures = SoupMediaStore(
      version: Release.version, folder: folders.cache + "/media",
      decode: PictureProcess.decode, encode: { DecodedPhoto($0)?.png }, send: surroundings.take)
    let carriers = carriers(secrets)
    mail = KeyringMail(
      version: Release.version, secrets: secrets, clock: WallClock.now, send: surroundings.take)
    host.connect(
      Host.World(
        scheduler: scheduler,
        content: SoupContentSource(
          version: Release.version, secrets: secrets, send: surroundings.take),
        callbacks: SoupCallbacks(
          version: Release.version, secrets: secrets, send: surroundings.take),
        media: pictures, secrets: secrets, notifier: surroundings.notifier, shell: shell,
        carriers: carriers, mail: mail))
    let panel = showThings(
      in: shell, pictures, unlock: { secrets.unlock() }, telling: surroundings.take)
    var shift: RingShift?
    // Of a database that was set aside the user is told by the icon, which stays.
    if arguments.ring, setAside == nil {
      let begun = RingShift(
        host: host, next: { scheduler.next },
        isInUse: { shell.windows.map { $0.isOpen || $0.holdsClipboard } ?? false }
      ) { [weak self, loop] in
        // Until systemd has answered, messages and clicks are still taken in. One of them may keep the process.
        timer.leave(at: WallClock.now())
        if shift?.isOver == true { return loop.quit() }
        self?.followScheduler(timer, shell)
        shift?.changed()
      }
      shift = begun
      scheduler.onArm = { [weak begun] in begun?.changed() }
      shell.onChange = { [weak begun] in begun?.changed() }
    } else {
      panel.showIcon()
    }
    // Opening a window, or starting Carillon again, turns it into the usual program.
    let stay = {
      shift?.stay()
      panel.showIcon()
    }
    shell.onWindow = stay
    service.onStay = stay
    surroundings.gather(resumed: { clock.machineResumed() }) { [weak self] situation in
      var situation = situation
      situation.exact = clock.isExact
      situation.databaseSetAside = self?.databaseSetAside
      self?.start(situation, arguments, shell)
      carriers.begin()
      self?.host.noteClocks = { [weak clock] in clock?.catchUp() }
      self?.followScheduler(timer, shell)
    }

    let signals = [SIGTERM, SIGINT, SIGHUP].map { number in
      MainLoop.onSignal(number) { [loop] in loop.quit() }
    }
    let closed = bus.onClosed { [loop] in loop.quit() }
    LoopWatch.start { log("one thing kept all others waiting for \($0.milliseconds) ms") }
    loop.run()
    signals.forEach { $0.cancel() }
    closed.cancel()
    timer.leave(at: WallClock.now())
    carriers.stop()
    service.end()
    withExtendedLifetime((surroundings, panel, shift)) { quit(shell) }
    return 0
  }

  /// Has systemd ring while Carillon is closed, as long as that is the setting.
  private func followScheduler(_ timer: RingTimer, _ shell: AppShell) {
    guard case .done(let reply) = host.read(.configuration),
      case .object(let settings)? = reply.value(as: JSONValue.self)
    else {
      // The store is busy.
      MainLoop.after(.seconds(5)) { [weak self] in self?.followScheduler(timer, shell) }
      return
    }
    timer.want(settings["scheduler"] == .text(Settings.SchedulerChoice.systemd.rawValue))
    shell.onConfiguration = { [weak self] in self?.followScheduler(timer, shell) }
  }

  private func carriers(_ secrets: any Secrets) -> PushCarriers {
    let send: (Event, (() -> Void)?) -> Void = { [weak self] event, committed in
      self?.host.send(event, committed: committed)
    }
    let ntfy = NtfyCarriers(
      version: Release.version, secrets: secrets, words: words, clock: WallClock.now, send: send)
    return PushCarriers(ntfy: ntfy, connector: connector, clock: WallClock.now, send: send)
  }

  /// The database that was set aside, possibly by an earlier process; the user may not know yet.
  private var databaseSetAside: String? {
    do throws(StoreFailure) {
      return try SQLiteDataStore.lastSetAside(in: folders.data)
    } catch {
      log("looking for what was set aside: \(error.detail)")
      return setAside?.path
    }
  }

  /// The watch of the panel, and the icon in it, which is not there yet.
  private struct Panel {
    let host: TrayHost
    /// Shows the icon, once.
    let showIcon: () -> Void
  }

  /// Builds icon and windows; the returned value must live as long as the app.
  private func showThings(
    in shell: AppShell, _ pictures: SoupMediaStore,
    unlock: @escaping () -> Void, telling send: @escaping (Event) -> Void
  ) -> Panel {
    var service = WindowProcess.Service(
      ask: { [host] order, answer in host.ask(order, answer: answer) },
      read: { [host] query in host.read(query) }, quit: { [loop] in loop.quit() })
    let rehearsals = Rehearsals(store, host, features, words, defaultPack: folders.defaultPack)
    service.rehearse = rehearsals.rehearse
    service.focused = { send(.situation(.focused($0))) }
    service.picture = { pictures.find($0, then: $1) }
    service.unlockKeyring = unlock
    let windows = WindowProcess(Windows.program, service) { log($0) }
    shell.windows = windows
    let note = PassingNote(on: bus)
    let link = AppLink(
      ask: service.ask, read: service.read, daily: DailyNotifications(host), now: WallClock.now,
      zone: zone, words: words, features: features)
    let showIcon = { [weak shell, loop, folders, bus] in
      guard let shell, shell.tray == nil else { return }
      let tray = Tray(
        on: bus, link,
        exits: Tray.Exits(
          open: { [weak shell] in shell?.open($0, activation: nil) },
          refused: { windows.complain($0) },
          told: { title, sentence in
            note.show(title, sentence) { windows.complain(sentence) }
          }, quit: { loop.quit() }),
        iconThemePath: folders.icons)
      shell.tray = tray
      tray.changed(.state)
    }
    return Panel(
      host: TrayHost(on: bus) { present in send(.situation(.trayHost(present))) },
      showIcon: showIcon)
  }

  /// Starts the engine once the situation is known, or the wait has timed out.
  private func start(_ situation: Situation, _ arguments: Arguments, _ shell: AppShell) {
    host.send(.started(situation))
    // Messages are taken whether or not there is ever a window. (B23)
    service.serve { [host] call, answer in host.serve(call, answer: answer) }
    if let link = arguments.link {
      host.ask(.open(link: link, activation: nil)) { [weak shell, words] answer in
        guard case .refused(let refusal) = answer else { return }
        log(refusal.message)
        // Whoever started it sees a window, and why it is not the one they asked for. (T20, D5)
        guard !arguments.hidden else { return }
        let isKnown = refusal.kind == .notFound
        shell?.windows?.complain(
          isKnown ? refusal.message : words.say("Carillon does not open this link."))
      }
    } else if arguments.settings {
      shell.open(.settings("settings"), activation: nil)
    } else if !arguments.hidden, !arguments.ring {
      shell.open(.window, activation: nil)
    }
  }

  private func quit(_ shell: AppShell) {
    host.close()
    shell.windows?.close()
    service.close()
    bus.flush()
    do {
      try store.close()
    } catch {
      log("closing the database: \(error.detail)")
    }
  }
}
