import CarillonLedger

/// Letting go of very many urgent messages that a backlog has held. (C4, T21)
///
/// They are told one by one, and each turn judges all that wait for that. So of one sender no more than
/// ``Environment/step`` wait for it at a time. The others stay held until there is room.
extension Gate {
  /// Urgent messages that are held though their hold is over, by whose they are; each in its order.
  struct Crowd {
    private var places: [Turns.Source: [Delivery.Place]] = [:]

    var isEmpty: Bool { places.isEmpty }

    /// In any order: of each, as many are let go as if there were no others.
    var sources: [Turns.Source] { Array(places.keys) }

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
    return try room(for: Turns.Source(delivery)) <= 0
  }

  /// How many more of one sender's urgent messages may wait to be shown.
  private func room(for source: Turns.Source) throws(StoreFailure) -> Int {
    if urgentWaiting == nil {
      let live = try awake()
      var counts: [Turns.Source: Int] = [:]
      for index in live.indices where live[index].isMessage && live[index].isUrgent {
        guard live[index].status == .scheduled || live[index].status == .held else { continue }
        counts[Turns.Source(live[index]), default: 0] += 1
      }
      urgentWaiting = counts
    }
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
    for source in memory.crowd.sources {
      // Not one by one: each time, all that the crowd holds is copied.
      let room = try room(for: source)
      guard room > step / 2 else { continue }
      for place in memory.crowd.take(room, of: source) {
        // It may have been decided since, or pruned.
        if let delivery = try rows.delivery(place.id), delivery.rests { found.append(delivery) }
      }
    }
    return found
  }
}
