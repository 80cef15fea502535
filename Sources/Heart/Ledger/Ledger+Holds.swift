package import CarillonTime

/// The pause, and what it and the quiet hours hold. (J14, T20)
extension Ledger {
  /// A hold on ordinary notifications, and its end.
  package struct Hold: Equatable {
    package var cause: HoldCause
    package var end: Instant

    package init(cause: HoldCause, end: Instant) {
      self.cause = cause
      self.end = end
    }

    /// Its end, unless that is no time but an event.
    package var evidence: GateCheck.Evidence { cause == .backlog ? .none : .until(end) }
  }

  package func hold(at instant: Instant) throws(StoreFailure) -> Hold? {
    try holds().hold(at: instant)
  }

  /// The end of the hold at `instant` and of all holds that follow directly; nil if there is none.
  package func endOfHolds(from instant: Instant) throws(StoreFailure) -> Instant? {
    try holds().end(from: instant)
  }

  private func holds() throws(StoreFailure) -> Holds {
    let (pause, quietHours, zone) = (try storedPause(), try settings.quietHours, zone)
    if let known = knownHolds, known.areThese(pause, quietHours, in: zone) { return known }
    let holds = Holds(pause, quietHours, in: zone)
    knownHolds = holds
    return holds
  }

  /// The current or last pause; nil if there has never been one.
  package func pause() throws(StoreFailure) -> (start: Instant, end: Instant)? {
    guard let pause = try storedPause() else { return nil }
    return (pause.since, pause.end(in: zone))
  }

  /// Notes that a pause is over, so that setting the clock back does not restart it.
  package func endPause() throws(StoreFailure) {
    guard var pause = try storedPause(), pause.ended == nil else { return }
    let end = pause.end(in: zone)
    guard end <= now else { return }
    pause.ended = end
    try store(pause)
    changed(.state)
  }

  package func storedPause() throws(StoreFailure) -> Pause? {
    guard let text = try rows.note(Note.pause) else { return nil }
    if let known = memory.pause, known.text == text { return known.pause }
    let pause = try rows.document(Pause.self, of: Note.pause, text)
    memory.pause = (text, pause)
    return pause
  }

  package func store(_ pause: Pause) throws(StoreFailure) {
    try rows.setNote(Note.pause, serialize(pause))
  }
}
