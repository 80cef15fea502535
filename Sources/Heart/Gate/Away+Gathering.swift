import CarillonLedger

/// One notification for very many that were not seen, gathered in steps. (T38)
///
/// It is in the store from the first step on, and what it tells of points to it: a process that ends
/// meanwhile leaves the rest unseen, and the next one goes on. It is shown once all is in it.
extension Away {
  /// What is gathered.
  struct Gathering {
    let id: Int64
    /// The last of its members that was looked at again; nil once all have been.
    var reviewed: Delivery.Place? = .beforeAll
    /// The last that was not seen and looked at, by id.
    var gathered: Int64 = 0
  }

  /// The one that is gathered, if there is one.
  func gathered() throws(StoreFailure) -> Delivery? {
    let live = try awake()
    return live.indices.first { live[$0].isGatheringUnseen }.map { live[$0] }
  }

  /// Goes on by one step; returns the notification once it is whole.
  func goOn(gathering away: Delivery) throws(StoreFailure) -> Delivery? {
    var gathering = memory.gathering ?? Gathering(id: away.id)
    if gathering.id != away.id { gathering = Gathering(id: away.id) }
    defer { memory.gathering = gathering }
    var isUnfinished = try review(&gathering)
    if !isUnfinished { isUnfinished = try gather(&gathering, into: away) }
    guard !isUnfinished else {
      emit(.idleWanted)
      return nil
    }
    // The keyring may have been locked since they were looked at.
    let first = try rows.told(in: away.id, after: nil, limit: Template.longestBody / 2)
    guard !first.contains(where: waitsForKey) else {
      gathering.reviewed = .beforeAll
      return nil
    }
    var away = away
    away.waiting = nil
    guard !first.isEmpty else {
      try move(&away, to: .cancelled, .takenApart)
      return nil
    }
    away.did = try settings.did
    // It tells of what was shown before now, not only of what was when it was begun.
    away.fireAt = now
    away.createdAt = now
    try word(&away)
    return away
  }

  /// Takes out what is to be told no more; whether some are still to be looked at.
  ///
  /// Some may have been answered since, or have come to the screen again.
  private func review(_ gathering: inout Gathering) throws(StoreFailure) -> Bool {
    guard let reviewed = gathering.reviewed else { return false }
    let told = try rows.told(in: gathering.id, after: reviewed, limit: step)
    for var delivery in told where try !isToBeTold(delivery) {
      delivery.toldIn = nil
      try save(delivery)
      changed(.history)
    }
    gathering.reviewed = told.count == step ? told.last?.place : nil
    return !told.isEmpty
  }

  /// Puts in what was not seen; whether some are still to be looked at.
  private func gather(
    _ gathering: inout Gathering, into away: Delivery
  ) throws(StoreFailure) -> Bool {
    let unseen = try rows.unseen(after: gathering.gathered, limit: step)
    for var delivery in unseen where !delivery.isUrgent {
      if try isToBeTold(delivery) {
        try tell(of: delivery, in: away)
      } else {
        delivery.unseen = false
        try save(delivery)
      }
    }
    if let last = unseen.last { gathering.gathered = last.id }
    return unseen.count == step
  }
}
