import CarillonLedger

/// Telling together what was late, or was released from a hold. (T18, §5)
extension Gate {
  /// Gathers what may be told together, and returns what is ready to be shown.
  func gather(_ ready: [Delivery]) throws(StoreFailure) -> [Delivery] {
    if resting.memory.keepsHeld, try rows.restingCount() <= step { emit(.idleWanted) }
    return try digests.gather(ready, begins: resting.gathers) { () throws(StoreFailure) in
      resting.memory.sweep == nil ? try mayTell() : false
    }
  }

  /// Whether a digest may be told now; one that may not is looked through before it is.
  ///
  /// The throttle has let its members go: what has popped up since does not keep it waiting. (J26)
  private func mayTell() throws(StoreFailure) -> Bool {
    if try holding.obstacles().pause == nil, resting.canShow { return true }
    digests.reviewGathered()
    return false
  }

  /// When a digest that waits may be told.
  func gatheringWake() throws(StoreFailure) -> Instant? {
    guard try awake().contains(where: \.isGathering) else { return nil }
    return try holding.obstacles().pause?.end
  }
}
