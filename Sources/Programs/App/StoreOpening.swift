import CarillonBus
import CarillonEngine
import CarillonDesktop
import CarillonGLib
import CarillonStore
import Glibc

/// Opens the database; until that works, reports the problem and keeps trying.
///
/// Without its database, Carillon knows no hours and can promise nothing. So it runs and says why:
/// the icon asks for attention, and its menu and every answer on the bus name the problem. Once the
/// database is open, an ordinary start follows.
///
/// While another session of the same user has the data folder, it waits for the end of that one, on a
/// thread of its own and without waking up.
final class StoreOpening {
  private let loop = MainLoop()
  private let bus: Bus
  private let service: BusService
  private let folders: Folders
  private let words: Words
  private let canRead: (StoredPlanItem) -> Bool
  private var opened: (store: SQLiteDataStore, setAside: SetAside?)?
  private var tray: TroubleTray?
  private var window: WindowProcess?
  private var sentence = ""
  private var lock: FolderLock?
  private var waiter: Worker<String, Result<FolderLock.Outcome, StoreFailure>>?
  private var isUnlocked = false
  /// Nothing has to be rung from here: another session does it, or nothing is stored.
  private(set) var isSettled = false
  private var isForRingOnly = false

  init(
    bus: Bus, service: BusService, folders: Folders, words: Words,
    canRead: @escaping (StoredPlanItem) -> Bool
  ) {
    self.bus = bus
    self.service = service
    self.folders = folders
    self.words = words
    self.canRead = canRead
  }

  /// Returns once the database is open; nil if the app is told to quit before.
  ///
  /// To ring only, it is tried once.
  func open(_ arguments: Arguments) -> (store: SQLiteDataStore, setAside: SetAside?)? {
    isForRingOnly = arguments.ring
    if isForRingOnly, !SQLiteDataStore.exists(in: folders.data) {
      isSettled = true
      return nil
    }
    attempt(nextIn: .seconds(2))
    if opened != nil || arguments.ring { return opened }

    showTrouble()
    // Without a panel, a user who starts it by hand would see nothing.
    if !arguments.hidden { window?.complain(sentence) }
    let signals = [SIGTERM, SIGINT, SIGHUP].map { number in
      MainLoop.onSignal(number) { [loop] in loop.quit() }
    }
    let closed = bus.onClosed { [loop] in loop.quit() }
    loop.run()
    signals.forEach { $0.cancel() }
    closed.cancel()
    window?.close()
    window = nil
    tray = nil
    return opened
  }

  private func attempt(nextIn wait: Span) {
    do throws(StoreFailure) {
      guard try isOwner() else { return waitForOwner() }
      opened = try SQLiteDataStore.open(
        in: folders.data, at: WallClock.now(), lock: lock, canRead: canRead)
      // Later calls wait for the engine, which starts in a moment.
      service.hold()
      loop.quit()
    } catch {
      let sentence = words.trouble(error, in: folders.data)
      if sentence != self.sentence { log("the database cannot be opened: \(error.detail)") }
      tell(sentence)
      MainLoop.after(wait) { [weak self] in self?.attempt(nextIn: min(wait + wait, .seconds(60))) }
    }
  }

  private func tell(_ sentence: String) {
    self.sentence = sentence
    tray?.show(sentence)
  }

  /// Whether the data folder is this process's, or can be nobody's.
  ///
  /// Blocks for up to two seconds: a Carillon of this session that has just let go of the name may still
  /// be closing its database.
  private func isOwner() throws(StoreFailure) -> Bool {
    if lock != nil || isUnlocked { return true }
    for _ in 0..<40 {
      if take(try FolderLock.take(in: folders.data)) { return true }
      usleep(50_000)
    }
    return false
  }

  private func take(_ outcome: FolderLock.Outcome) -> Bool {
    switch outcome {
    case .mine(let lock): self.lock = lock
    case .unsupported:
      log("the data folder cannot be locked")
      isUnlocked = true
    case .taken: return false
    }
    return true
  }

  private func waitForOwner() {
    guard !isForRingOnly else { return isSettled = true }
    log("another session has the data folder")
    tell(
      words.say(
        "Carillon is running in another session of yours. It will continue here when that one "
          + "ends."))
    let waiter =
      waiter
      ?? Worker(name: "owner") {
        ()
      } perform: { _, directory in
        do throws(StoreFailure) {
          return .success(try FolderLock.take(in: directory, waiting: true))
        } catch {
          return .failure(error)
        }
      }
    self.waiter = waiter
    waiter.submit(folders.data) { [weak self] result in
      guard let self else { return }
      if case .success(let outcome) = result { _ = take(outcome) }
      attempt(nextIn: .seconds(2))
    }
  }

  private func showTrouble() {
    let window = WindowProcess(
      Windows.program,
      WindowProcess.Service(
        ask: { [weak self] _, answer in answer(.refused(self?.refusal ?? Host.closing)) },
        read: { [weak self] _ in .refused(self?.refusal ?? Host.closing) },
        quit: { [loop] in loop.quit() })
    ) { log($0) }
    self.window = window
    tray = TroubleTray(sentence, on: bus, words: words, iconThemePath: folders.icons) { [loop] in
      loop.quit()
    }
    service.serve { [weak self] question, answer in
      guard let self else { return answer(.refused(Host.closing)) }
      switch question {
      case .raise, .open: window.complain(sentence)
      default: break
      }
      answer(.refused(refusal))
    }
  }

  private var refusal: Refusal { Refusal(.storageBusy, sentence) }
}

extension Words {
  /// Why nothing can be stored, and how Carillon continues.
  fileprivate func trouble(_ failure: StoreFailure, in path: String) -> String {
    switch failure.kind {
    case .busy:
      say(
        "Another program is using Carillon’s database in {path}. Carillon will continue when "
          + "it is free.",
        ["path": path])
    case .full:
      say(
        "There is no disk space for Carillon’s data in {path}. Carillon will continue when "
          + "there is.",
        ["path": path])
    case .broken:
      say(
        "Carillon cannot read and write its data in {path}. It will continue when it can.",
        ["path": path])
    }
  }
}
