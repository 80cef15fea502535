import CarillonCore
import CarillonGLib
import CarillonStore

/// Moves the WAL into the database file, on a thread of its own, a while after something changed.
///
/// One timer, and only after a change: an idle Carillon does not wake up for it.
final class Checkpoints {
  private let worker: Worker<Bool, Bool>
  private var timer: Source?

  init(path: String) {
    worker = Worker(name: "checkpoint") {
      try? Checkpointer(path: path)
    } perform: { checkpointer, _ in
      // Nothing is lost if it fails: the next change tries again.
      (try? checkpointer?.checkpoint()) ?? false
    }
  }

  /// Something was committed that a power cut must not undo.
  func soon() {
    guard timer == nil else { return }
    timer = MainLoop.after(.seconds(2)) { [weak self] in
      guard let self else { return }
      timer = nil
      worker.submit(true) { _ in }
    }
  }
}
