import CarillonLedger

/// Of what waits for one tag, only the newest is shown. (T33, B11)
extension Gate {
  /// Keeps only the newest of the judged deliveries that wait or are held for one tag. (T33)
  ///
  /// A refused message is not tried again after a later one, or an old stage would follow a newer one
  /// on the screen. (B11)
  ///
  /// - Returns: whether any was superseded.
  func supersedeOlder(amongTagsOf judged: [Delivery]) throws(StoreFailure) -> Bool {
    let live = try awake()
    // Of each other tag, one waits or rests at most.
    let all = Set(judged.map(\.tag))
    var rivals = live.indices.filter { all.contains(live[$0].tag) && mayBeSuperseded(live[$0]) }
      .map { live[$0] }
    let tags = Set(judged.filter(\.isMessage).map(\.tag))
    for tag in tags { rivals += try rows.resting(tag: tag) }
    if !tags.isEmpty { rivals.sort(by: isOlder) }
    var newest: [String: Delivery] = [:]
    var someHaveGone = false
    for delivery in rivals {
      if var older = newest.updateValue(delivery, forKey: delivery.tag) {
        try ledger.inherit(from: older, by: delivery)
        if older.status == .showing {
          try ledger.hear(.givenUp(older, .newer))
        } else {
          try move(&older, to: .superseded, .newer)
        }
        someHaveGone = true
      }
    }
    return someHaveGone
  }

  /// Messages are as old as their ids: the clock may have been set back, and an occasion that has become due
  /// with a message is told after it, even if that was a minute ago. (B11, J5)
  private func isOlder(_ one: Delivery, _ other: Delivery) -> Bool {
    guard one.isMessage == other.isMessage else { return other.isMessage }
    return one.isMessage ? one.id < other.id : one.place < other.place
  }

  private func mayBeSuperseded(_ delivery: Delivery) -> Bool {
    guard delivery.isOrdinary else { return false }
    // One that still fetches is judged later. A message only waits to be told together with it. (T18)
    guard delivery.waiting != .fetch || delivery.isMessage else { return false }
    let waits = delivery.status == .scheduled && delivery.fireAt <= now
    let isRefused = delivery.isMessage && delivery.errorAt != nil
    return waits || delivery.status == .held || isRefused
  }
}

extension Ledger {
  /// Passes on the attention that `older` asked for and never got; returns `newer` as it is then.
  @discardableResult
  func inherit(from older: Delivery, by newer: Delivery) throws(StoreFailure) -> Delivery {
    guard let request = older.request, var own = newer.request else { return newer }
    own.silent = own.silent && request.silent
    own.insists = own.insists || request.insists
    guard own != newer.request else { return newer }
    var newer = newer
    newer.request = own
    try save(newer)
    return newer
  }
}
