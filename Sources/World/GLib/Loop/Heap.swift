import CGio
import CHeap

/// The process's `malloc` heap.
package enum Heap {
  /// Lets all threads share one heap; call it before the first of them starts.
  ///
  /// By default each thread has its own, and memory freed by one is of no use to the others. Our
  /// threads work one after another, so sharing does not slow them down.
  package static func useOneForAllThreads() {
    mallopt(M_ARENA_MAX, 1)
  }

  /// Whether GLib's small blocks are allocated here, too: what it frees can be given back.
  package static var holdsSmallBlocks: Bool { carillon_heap_is_shared() != 0 }

  /// Returns unused memory to the system; call it after freeing much, before a quiet time.
  ///
  /// Otherwise only free memory at the very end of the heap is returned.
  package static func giveBack() {
    malloc_trim(0)
  }
}
