import CGio

/// The memory that `malloc` has of the system, and keeps although nothing is in it any more.
package enum Heap {
  /// Lets all threads share one heap; before the first of them starts.
  ///
  /// Else each has its own, and what one frees is of no use to the others. Ours work one after the
  /// other, so that none waits for another here.
  package static func useOneForAllThreads() {
    mallopt(M_ARENA_MAX, 1)
  }

  /// Gives back to the system what nothing is in; to be called when much has been freed and little
  /// is to be done soon.
  ///
  /// It would otherwise stay with the process until by chance it lies at the end of the heap.
  package static func giveBack() {
    malloc_trim(0)
  }
}
