/// Which of the messages that rest the gate has to look at again. (§5)
extension Ledger {
  /// What has changed since the gate last looked at them, and may concern them.
  package struct Stirred {
    /// The subjects of which a row was written.
    package var tags: Set<String> = []
    /// Whether all may be concerned, as by a setting.
    package var all = true
  }

  func stir(_ delivery: Delivery) {
    if delivery.isMessage { memory.stirred.tags.insert(delivery.tag) }
  }

  /// Has the gate look at those of a subject.
  package func stir(tag: String) { memory.stirred.tags.insert(tag) }

  /// Has the gate look at all of them.
  package func stirAll() { memory.stirred.all = true }

  /// Returns what has been stirred, once.
  package func takeStirred() -> Stirred {
    defer { memory.stirred = Stirred(all: false) }
    return memory.stirred
  }
}
