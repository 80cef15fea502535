extension Decision {
  /// Whether what `delivery` says was fetched for whom things are fetched now. (T29)
  func isOurs(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    try delivery.did == settings.did
  }

  /// What a user may read of it: nothing, if it was fetched for somebody else. (T29)
  func title(of delivery: Delivery) throws(StoreFailure) -> String? {
    try isOurs(delivery) ? delivery.title : nil
  }

  func body(of delivery: Delivery) throws(StoreFailure) -> String? {
    try isOurs(delivery) ? delivery.body : nil
  }

  /// What is armed, or is so again, says nothing that was fetched for another identity. (T29)
  func disown(_ delivery: inout Delivery) throws(StoreFailure) {
    guard try !isOurs(delivery) else { return }
    delivery.did = try settings.did
    delivery.content = nil
    delivery.title = nil
    delivery.body = nil
    try save(delivery)
    try trace(delivery, "identity")
  }

  /// Takes what was fetched for another identity off the screen and out of what is armed. (T29)
  ///
  /// What is due and waits is stopped by the gate. What messages were about is forgotten: the next
  /// message of one that goes on begins it anew, and tells of nothing that another was told.
  func leaveFormerIdentity() throws(StoreFailure) {
    for var delivery in try live() {
      guard try !isOurs(delivery) else { continue }
      switch delivery.status {
      case .snoozed: try move(&delivery, to: .shown, SkipReason.otherIdentity)
      case .scheduled where delivery.kind == .slot && delivery.fireAt > now:
        try disown(&delivery)
      default: continue
      }
    }
    for var delivery in try rows.allOnScreen() {
      guard let screen = delivery.onScreen, try !isOurs(delivery) else { continue }
      effects.append(.close(screen))
      delivery.onScreen = nil
      try save(delivery)
      try trace(delivery, "identity")
    }
    try rows.forgetThreads()
    changed(.threads)
    changed(.history)
  }
}
