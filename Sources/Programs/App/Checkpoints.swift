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
  /// Whether the WAL must be cleared of sealed texts. (T28)
  private var clearing = false

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

  /// Schedules a checkpoint after a commit that must survive a power cut.
  func soon() {
    guard timer == nil else { return }
    timer = MainLoop.after(.seconds(2)) { [weak self] in
      guard let self else { return }
      timer = nil
      if store.takeTraces() { clearing = true }
      worker.submit(clearing) { [weak self] result in
        switch result {
        case .success(let isDone): if isDone { self?.clearing = false }
        // A failure loses nothing, because the next change tries again.
        case .failure(let failure): log("checkpoint: \(failure.detail)")
        }
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
