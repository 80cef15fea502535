import CarillonFeatures
import CarillonGLib
import CarillonStore

/// Moves the WAL into the database file, on a thread of its own, a while after something changed,
/// and then gives back the memory that nothing needs until the next change.
///
/// One timer, and only after a change: an idle Carillon does not wake up for it.
final class Checkpoints {
  private let store: SQLiteDataStore
  private let worker: Worker<Bool, Bool>
  private var timer: Source?
  /// Whether the WAL is to be cleared of what was sealed. (T28)
  private var clearing = false

  init(_ store: SQLiteDataStore) {
    self.store = store
    worker = Worker(name: "checkpoint") { [path = store.path] in
      try? Checkpointer(path: path)
    } perform: { checkpointer, clearing in
      // Nothing is lost if it fails: the next change tries again.
      let isDone = (try? checkpointer?.checkpoint(clearing: clearing)) ?? false
      checkpointer?.giveBack()
      return isDone
    }
  }

  /// Something was committed that a power cut must not undo.
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

  /// Hours may pass until the next event, unless one has just come.
  private func rest() {
    guard timer == nil else { return }
    store.giveBack()
    Heap.giveBack()
  }
}
