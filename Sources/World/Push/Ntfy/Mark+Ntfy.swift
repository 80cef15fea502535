package import CarillonEngine

extension Mark {
  /// What to ask a server for: all that this does not cover, and perhaps some of what it does.
  ///
  /// By time. After an id, a server sends what was *published* later, so that a scheduled message whose
  /// time came in a gap would never arrive; and after an id that it has forgotten, all it has.
  package var since: String {
    // Where no message was taken in, what came before is not wanted.
    let start = id == nil ? time : time - Mark.overlap
    return String(max(0, start.wholeSeconds))
  }

  /// A scheduled message has the time that it was meant for, and comes up to 10 s later.
  private static let overlap = Span.seconds(15)
}

extension NtfyEvent {
  /// Where the stream goes on after this event, heard at `now`; nil if that does not move.
  ///
  /// No later than now: a server whose clock is wrong once must not silence itself until then.
  package func position(at now: Instant) -> Mark? {
    switch self {
    case .message(let message) where message.forgottenAt != nil:
      Mark(id: message.id, time: min(message.time, now))
    case .deleted(let tombstone) where tombstone.forgottenAt != nil,
      .cleared(let tombstone) where tombstone.forgottenAt != nil:
      Mark(id: tombstone.id, time: min(tombstone.time, now))
    default: nil
    }
  }
}
