import CarillonEngine
import CarillonGLib
import CarillonStore

/// Moves the WAL into the database file a while after a change, on a thread of its own.
///
/// Afterwards it frees memory that is not needed until the next change. It uses one timer, and only
/// after a change, so that an idle Carillon does not wake up.
final class Checkpoints {
  private let store: SQLiteDataStore
  private let worker: Worker<Bool, Result<Bool, StoreFailure>>
  private var timer: Source?
  /// How many wait for the thread, or are under way.
  private var running = 0
  private var isRunning: Bool { running > 0 }
  /// The pages that were written since the last checkpoint began.
  private var pages = 0
  /// What goes on once the WAL is no longer far too long.
  private var waiting: (() -> Void)?
  /// Whether the WAL must be cleared of sealed texts. (T28)
  private var clearing = false
  /// The last failure that was logged; nil since a checkpoint worked.
  private var logged: String?

  /// After so many pages, the WAL has grown by 1 MiB, and the next checkpoint does not wait: on a disk that is
  /// almost full, a longer one would leave no room for what it is moved to.
  private static let many = 256
  /// So many may be written during a checkpoint before idle work is held back.
  private static let tooMany = 1024

  init(_ store: SQLiteDataStore) {
    self.store = store
    worker = Worker(name: "checkpoint") { [path = store.path] in
      Checkpoints.checkpointer(path)
    } perform: { checkpointer, clearing in
      Checkpoints.checkpoint(checkpointer, clearing: clearing)
    }
  }

  private nonisolated static func checkpointer(
    _ path: String
  ) -> Result<Checkpointer, StoreFailure> {
    do {
      return .success(try Checkpointer(path: path))
    } catch {
      return .failure(error)
    }
  }

  private nonisolated static func checkpoint(
    _ opened: Result<Checkpointer, StoreFailure>, clearing: Bool
  ) -> Result<Bool, StoreFailure> {
    do throws(StoreFailure) {
      let checkpointer = try opened.get()
      let isDone = try checkpointer.checkpoint(clearing: clearing)
      checkpointer.giveBack()
      return .success(isDone)
    } catch {
      return .failure(error)
    }
  }

  /// Schedules a checkpoint after a commit that must survive a power cut, or one that was refused: a
  /// WAL that is moved makes room on a full disk.
  func soon() {
    pages += store.takeWritten()
    if pages >= Checkpoints.many, !isRunning { return run() }
    guard timer == nil else { return }
    timer = MainLoop.after(.seconds(2)) { [weak self] in self?.run() }
  }

  /// Goes on at once, or after the checkpoint under way if much has been written meanwhile: otherwise the WAL would
  /// grow for as long as there is work.
  ///
  /// Only the last of those that wait goes on.
  func whenCaughtUp(_ goOn: @escaping () -> Void) {
    pages += store.takeWritten()
    if isRunning, pages >= Checkpoints.tooMany { waiting = goOn } else { goOn() }
  }

  private func run() {
    timer?.cancel()
    timer = nil
    pages = 0
    running += 1
    if store.takeTraces() { clearing = true }
    worker.submit(clearing) { [weak self] result in
      self?.running -= 1
      switch result {
      case .success(let isDone):
        self?.logged = nil
        if isDone { self?.clearing = false }
      case .failure(let failure): self?.failed(failure)
      }
      self?.ended()
    }
  }

  private func ended() {
    guard let goOn = waiting else { return rest() }
    // What was written meanwhile is moved, too, or the WAL would never begin anew.
    if pages >= Checkpoints.tooMany { return run() }
    waiting = nil
    goOn()
    rest()
  }

  /// A failure loses nothing, because the next change tries again.
  private func failed(_ failure: StoreFailure) {
    guard logged != failure.detail else { return }
    logged = failure.detail
    log("checkpoint: \(failure.detail)")
  }

  /// Frees memory, unless another change has come: the next event may be hours away.
  private func rest() {
    guard timer == nil else { return }
    store.giveBack()
    Heap.giveBack()
  }
}
