package import CarillonEngine

extension Mark {
  /// What to ask a server for that keeps messages so long.
  package func since(at now: Instant, keeping cache: Span) -> String {
    if let id, now - time < cache { return id }
    return String(max(0, time.wholeSeconds))
  }
}

extension NtfyEvent {
  /// Where the stream goes on after this event; nil if that does not move.
  package var position: Mark? {
    switch self {
    case .message(let message) where message.forgottenAt != nil:
      Mark(id: message.id, time: message.time)
    case .deleted(let tombstone) where tombstone.forgottenAt != nil,
      .cleared(let tombstone) where tombstone.forgottenAt != nil:
      Mark(id: tombstone.id, time: tombstone.time)
    default: nil
    }
  }
}
