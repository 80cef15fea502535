import CarillonLedger

/// Letting go of very many urgent messages that a backlog has held. (C4, T21)
///
/// They are told one by one, and each turn judges all that wait for that. So of one sender no more than
/// ``Environment/step`` wait for it at a time. The others stay held until there is room.
extension Resting {
  /// Urgent messages that are held though their hold is over, by whose they are; each in its order.
  struct Crowd {
    private var places: [Turns.Source: [Delivery.Place]] = [:]

    var isEmpty: Bool { places.isEmpty }

    /// In any order: of each, as many are let go as if there were no others.
    var sources: [Turns.Source] { Array(places.keys) }

    func first(of source: Turns.Source) -> Delivery.Place? { places[source]?.first }

    mutating func insert(_ place: Delivery.Place, of source: Turns.Source) {
      // The sweep brings them in their order.
      guard let last = places[source]?.last, last >= place else {
        places[source, default: []].append(place)
        return
      }
      let index = places[source]?.firstIndex { $0 >= place } ?? 0
      if places[source]?[index] != place { places[source]?.insert(place, at: index) }
    }

    /// Removes the first `count` of one, and returns them.
    mutating func take(_ count: Int, of source: Turns.Source) -> [Delivery.Place] {
      guard let known = places[source] else { return [] }
      let left = known.dropFirst(count)
      places[source] = left.isEmpty ? nil : Array(left)
      return Array(known.prefix(count))
    }
  }

  /// Whether an urgent message whose hold is over stays held, because so many of its sender's wait to be shown.
  func isCrowdedOut(_ delivery: Delivery) throws(StoreFailure) -> Bool {
    guard delivery.rests, delivery.isUrgent else { return false }
    let source = Turns.Source(delivery)
    if let first = memory.crowd.first(of: source), first < delivery.place { return true }
    return try room(for: source) <= 0
  }

  /// How many more of one sender's urgent messages may wait to be shown.
  private func room(for source: Turns.Source) throws(StoreFailure) -> Int {
    if urgentWaiting == nil { urgentWaiting = try countUrgent() }
    return step - (urgentWaiting?[source] ?? 0)
  }

  /// Counts one that was let go.
  func waits(_ delivery: Delivery) {
    guard delivery.isUrgent else { return }
    urgentWaiting?[Turns.Source(delivery), default: 0] += 1
  }

  /// The next of those for which there is room now.
  func nextOfCrowd() throws(StoreFailure) -> [Delivery] {
    var found: [Delivery] = []
    for source in memory.crowd.sources where try hasRoom(for: source) {
      for place in memory.crowd.take(try room(for: source), of: source) {
        // It may have been decided since, or pruned.
        if let delivery = try rows.delivery(place.id), delivery.rests { found.append(delivery) }
      }
    }
    return found
  }

  /// Whether as many have gone that others follow: not one by one, because each time all places are copied.
  private func hasRoom(for source: Turns.Source) throws(StoreFailure) -> Bool {
    try room(for: source) > step / 2
  }

  /// Goes on with the crowd if all that waited have gone in this turn: nothing else would bring another.
  func goOnWithCrowd() throws(StoreFailure) {
    guard !memory.crowd.isEmpty else { return }
    urgentWaiting = nil
    for source in memory.crowd.sources where try hasRoom(for: source) {
      return emit(.idleWanted)
    }
  }
}

extension Room {
  /// How many urgent messages of each sender wait to be shown.
  func countUrgent() throws(StoreFailure) -> [Turns.Source: Int] {
    let live = try awake()
    var counts: [Turns.Source: Int] = [:]
    for index in live.indices where live[index].isMessage && live[index].isUrgent {
      guard live[index].status == .scheduled || live[index].status == .held else { continue }
      counts[Turns.Source(live[index]), default: 0] += 1
    }
    return counts
  }
}
