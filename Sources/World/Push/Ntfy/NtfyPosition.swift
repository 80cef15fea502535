package import CarillonEngine

/// How far the messages of a server have been taken in. (C4)
///
/// It is stored together with the message that moved it, so that after a crash nothing is missing.
package struct NtfyPosition: Hashable, Codable, Sendable {
  /// The last message that the server keeps; nil if there was none yet.
  ///
  /// Never one that it does not keep: after an id that it does not know, a server sends everything.
  package var id: String?
  /// When that message was sent, or when the subscription began.
  package var time: Instant

  package init(id: String? = nil, time: Instant) {
    self.id = id
    self.time = time
  }

  /// What to ask a server for that keeps messages so long.
  package func since(at now: Instant, keeping cache: Span) -> String {
    if let id, now - time < cache { return id }
    return String(max(0, time.wholeSeconds))
  }
}

extension NtfyEvent {
  /// Where the stream goes on after this event; nil if that does not move.
  package var position: NtfyPosition? {
    switch self {
    case .message(let message) where message.forgottenAt != nil:
      NtfyPosition(id: message.id, time: message.time)
    case .deleted(let tombstone) where tombstone.forgottenAt != nil,
      .cleared(let tombstone) where tombstone.forgottenAt != nil:
      NtfyPosition(id: tombstone.id, time: tombstone.time)
    default: nil
    }
  }
}
