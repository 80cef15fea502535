import CarillonBus
import CarillonCore
import CarillonGLib
import CarillonHTTP
import CarillonSession
import CarillonStore
import Glibc

/// The tray app: builds the object graph, and runs the loop until it is told to quit.
final class App {
  private let loop = MainLoop()
  private let folders = Folders()
  private let bus: Bus
  private let service: BusService
  private let store: SQLiteDataStore
  private let host: Host
  private let zones: ZoneTable
  private var situation: Situation
  private var started = false
  /// What lives as long as the app and is held by nobody else.
  private var held: [AnyObject] = []

  /// Runs the app, or hands what it was asked to the one that runs already; the exit status.
  static func main(_ arguments: Arguments) -> Int32 {
    do {
      let bus = try Bus.open(.session)
      let service = try BusService(on: bus)
      guard try service.claimName() else { return forward(arguments, on: bus) }
      let app = try App(bus: bus, service: service)
      return app.run(arguments)
    } catch let error as GLibError {
      log("there is no session bus: \(error.message)")
    } catch let failure as StoreFailure {
      log("the database cannot be used: \(failure.detail)")
    } catch {
      log("\(error)")
    }
    return 1
  }

  /// A second start: raises the window of the first, or gives it the link. (T20)
  private static func forward(_ arguments: Arguments, on bus: Bus) -> Int32 {
    let client = BusClient(on: bus, startsApp: false)
    let token = getenv("XDG_ACTIVATION_TOKEN").map { String(cString: $0) }
    let question: Question
    if let link = arguments.link {
      question = .open(link: link, activation: token)
    } else if arguments.settings {
      question = .open(link: "carillon://settings/hours", activation: token)
    } else if arguments.hidden {
      return 0
    } else {
      question = .raise(activation: token)
    }
    do {
      _ = try client.ask(question)
      return 0
    } catch {
      log("\(error)")
      return 1
    }
  }

  private init(bus: Bus, service: BusService) throws(StoreFailure) {
    self.bus = bus
    self.service = service
    let zones = ZoneTable()
    self.zones = zones
    let (store, setAside) = try SQLiteDataStore.open(in: folders.data, at: WallClock.now())
    self.store = store
    if let setAside { log("set aside: \(setAside.path) (\(setAside.reason))") }
    Words.bindTranslations(of: "carillon", in: folders.shared + "/locale")
    let environment = Environment(
      zone: { zones.zone(named: $0) }, words: .gettext(domain: "carillon"),
      defaultPack: folders.defaultPack, version: Release.version, build: Release.version)
    host = Host(engine: Engine(store: store, environment: environment), now: WallClock.now)
    situation = Situation(zone: "UTC")
  }

  private func run(_ arguments: Arguments) -> Int32 {
    let send: (Event) -> Void = { [weak self] in self?.take($0) }
    let zone = SystemZone(send: send)
    situation.zone = zone.name
    let scheduler = WallClockScheduler(send: send)
    situation.exact = scheduler.isExact
    let checkpoints = Checkpoints(path: store.path)
    let shell = AppShell(service: service, checkpoints: checkpoints, host: host)
    let notifier = LibnotifyNotifier(bus: bus, applicationName: "Carillon", send: send)
    held = [zone, shell]
    host.connect(
      Host.World(
        scheduler: scheduler,
        content: SoupContentSource(version: Release.version, send: send),
        notifier: notifier, shell: shell))

    let patience = MainLoop.after(.seconds(2)) { [weak self] in self?.start(arguments) }
    whenServerIsKnown = { [weak self] in
      patience.cancel()
      self?.start(arguments)
    }
    let signals = [SIGTERM, SIGINT, SIGHUP].map { number in
      MainLoop.onSignal(number) { [weak self] in self?.quit() }
    }
    let closed = bus.onClosed { [weak self] in self?.quit() }
    loop.run()
    signals.forEach { $0.cancel() }
    closed.cancel()
    host.stop()
    service.close()
    bus.flush()
    do {
      try store.close()
    } catch {
      log("closing the database: \(error.detail)")
    }
    return 0
  }

  private var whenServerIsKnown: (() -> Void)?

  /// An event from an adapter; before the start only what it says of the situation matters.
  private func take(_ event: Event) {
    guard !started else { return host.send(event) }
    guard case .situation(let change) = event else { return }
    situation.apply(change)
    if case .server = change { whenServerIsKnown?() }
  }

  /// The situation is known, or has been waited for long enough.
  private func start(_ arguments: Arguments) {
    guard !started else { return }
    started = true
    whenServerIsKnown = nil
    host.send(.started(situation))
    service.serve { [host] question, answer in host.ask(question, answer: answer) }
    if let link = arguments.link {
      host.ask(.open(link: link, activation: nil)) { answer in
        if case .refused(let refusal) = answer { log(refusal.message) }
      }
    }
  }

  private func quit() { loop.quit() }
}
