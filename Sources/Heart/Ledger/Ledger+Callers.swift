import CarillonDetail

/// Whoever asked for a delivery, and waits for what becomes of it.
extension Ledger {
  /// Registers `caller` for the outcome of this delivery.
  package func await(_ delivery: Int64, for caller: Caller) { memory.callers[delivery] = caller }

  /// Answers the caller that waits for `delivery`, if any.
  package func answer(_ answer: Answer, about delivery: Delivery) {
    guard let caller = memory.callers.removeValue(forKey: delivery.id) else { return }
    self.answer(answer, to: caller)
  }

  package func isAwaited(_ delivery: Delivery) -> Bool { memory.callers[delivery.id] != nil }
}
