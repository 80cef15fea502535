import CarillonCore

/// Stands in until the outbox is drained.
final class NoCallbacks: Callbacks {
  func post(_ job: PostJob, _ ticket: Ticket) {}
}
