import CarillonEngine
import CarillonGLib
import CarillonStore

/// Moves the WAL into the database file a while after a change, on a thread of its own.
///
/// Afterwards it frees memory that is not needed until the next change. It uses one timer, and only
/// after a change, so that an idle Carillon does not wake up.
final class Checkpoints {
  private let store: SQLiteDataStore
  private let worker: Worker<Bool, Bool>
  private var timer: Source?
  /// Whether the WAL must be cleared of sealed texts. (T28)
  private var clearing = false

  init(_ store: SQLiteDataStore) {
    self.store = store
    worker = Worker(name: "checkpoint") { [path = store.path] in
      try? Checkpointer(path: path)
    } perform: { checkpointer, clearing in
      // A failure loses nothing, because the next change tries again.
      let isDone = (try? checkpointer?.checkpoint(clearing: clearing)) ?? false
      checkpointer?.giveBack()
      return isDone
    }
  }

  /// Schedules a checkpoint after a commit that must survive a power cut.
  func soon() {
    guard timer == nil else { return }
    timer = MainLoop.after(.seconds(2)) { [weak self] in
      guard let self else { return }
      timer = nil
      if store.takeTraces() { clearing = true }
      worker.submit(clearing) { [weak self] isDone in
        if isDone { self?.clearing = false }
        self?.rest()
      }
    }
  }

  /// Frees memory, unless another change has come: the next event may be hours away.
  private func rest() {
    guard timer == nil else { return }
    store.giveBack()
    Heap.giveBack()
  }
}
