import CarillonEngine

/// Remembers rows of `notif_deliveries` that were read or written before.
struct DeliveryMemo {
  private var rows: [Int64: Delivery] = [:]
  /// The live deliveries, by (fireAt, id); nil if not read yet.
  private(set) var live: [Delivery]?
  /// The deliveries the user skipped, by (fireAt, id); nil if not read yet.
  private(set) var skipped: [Delivery]?

  private static let capacity = 256

  subscript(id: Int64) -> Delivery? { rows[id] }

  mutating func keep(_ delivery: Delivery) {
    if rows.count >= DeliveryMemo.capacity { rows = [:] }
    rows[delivery.id] = delivery
  }

  mutating func keep(live: [Delivery]) { self.live = live }

  mutating func keep(skipped: [Delivery]) { self.skipped = skipped }

  /// Updates the memo after the row of `delivery` was written.
  mutating func written(_ delivery: Delivery) {
    guard delivery.isStoredAsItIs else {
      self = DeliveryMemo()
      return
    }
    if delivery.isSkippedByUser || skipped?.contains(where: { $0.id == delivery.id }) == true {
      skipped = nil
    }
    keep(delivery)
    guard var live else { return }
    // Drops the property's reference, so that the array is changed in place.
    self.live = nil
    let index = live.firstIndex { $0.id == delivery.id }
    if let index, delivery.status.isLive, live[index].fireAt == delivery.fireAt {
      live[index] = delivery
    } else {
      if let index { live.remove(at: index) }
      if delivery.status.isLive {
        let place = live.firstIndex { (delivery.fireAt, delivery.id) < ($0.fireAt, $0.id) }
        live.insert(delivery, at: place ?? live.endIndex)
      }
    }
    self.live = live
  }
}

extension Delivery {
  fileprivate var isSkippedByUser: Bool {
    status == .skipped && reason == .user && isPlanned
  }

  /// Whether the row, read again, is equal to this delivery: a NUL would come back as U+FFFD.
  fileprivate var isStoredAsItIs: Bool {
    ![
      tag, reason?.rawValue, title, body, did, error, response, messageID, onScreen?.bus,
      onScreen?.owner,
    ].contains { $0?.containsNUL == true }
  }
}
