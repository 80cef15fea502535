import CarillonFeatures

/// Follows a delivery through its steps, to tell whether its text changed after it came to the gate. (T9)
///
/// Several events may lie between two checks: zone or clock may have moved the delivery ahead, where it
/// is armed again, and back. So each step is judged by where the delivery was then, not by where it is now.
struct GatePassage {
  private var status: Delivery.Status
  private var fireAt: Instant
  private var waiting: Waiting?
  /// Whether arming or unlocking has yet to give it a text.
  private var lacksText: Bool

  /// Begins with the row before the steps.
  init(_ delivery: Delivery) {
    status = delivery.status
    fireAt = delivery.fireAt
    waiting = delivery.waiting
    lacksText = delivery.title == nil
  }

  /// Whether one of `steps` changes the text after the gate; without a step that tells of the text, whether
  /// it is past the gate `now`.
  mutating func changesText(_ steps: [TraceStep], now: Instant) -> Bool {
    var isTold = false
    for step in steps {
      switch step.step {
      case .moved(_, let to, _): fireAt = to
      case .status(let move):
        status = move.to
        guard status == .scheduled else { break }
        waiting = nil
        // Arming may have taken away an old text.
        isTold = true
        lacksText = true
      // What an occasion has waited for before is over once it passes.
      case .gate: waiting = nil
      case .waiting(let next): waiting = next
      case .rendered(let how):
        isTold = true
        // One that is held without a text has it from the unlock. (T28)
        let unlocks = how.why == .unlocked && lacksText
        if how.same != true, !unlocks, isPast(step.at) { return true }
        lacksText = how.content == nil
      case .keyLost:
        isTold = true
        if isPast(step.at) { return true }
        lacksText = true
      // Where it is shown, it is its notification that is gone. (T29)
      case .identity where status == .scheduled:
        isTold = true
        if isPast(step.at) { return true }
        lacksText = true
      default: break
      }
      // Zone or clock has moved it ahead, and it waits for nothing.
      if status == .scheduled, fireAt > step.at { waiting = nil }
    }
    return !isTold && isPast(now)
  }

  /// Whether it is past the gate; what waits for content or for its key is not.
  private func isPast(_ now: Instant) -> Bool {
    fireAt <= now && (status != .scheduled || ![nil, .fetch, .locked].contains(waiting))
  }
}
