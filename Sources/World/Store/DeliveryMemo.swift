import CarillonEngine

/// Remembers rows of `notif_deliveries` that were read or written before.
struct DeliveryMemo {
  private var rows: [Int64: Delivery] = [:]
  /// The live deliveries without the messages that rest, by (fireAt, id); nil if not read yet.
  private(set) var awake: [Delivery]?
  /// Where the messages that rest are; nil if not read yet.
  private(set) var resting: RestingMemo?
  /// The deliveries the user skipped, by (fireAt, id); nil if not read yet.
  private(set) var skipped: [Delivery]?

  private static let capacity = 256

  subscript(id: Int64) -> Delivery? { rows[id] ?? resting?[id] }

  mutating func keep(_ delivery: Delivery) {
    if rows.count >= DeliveryMemo.capacity { rows = [:] }
    rows[delivery.id] = delivery
    // In place: a copy would cost as much as reading all of them.
    resting?.keep(delivery)
  }

  mutating func keep(awake: [Delivery]) { self.awake = awake }

  mutating func keep(resting: RestingMemo) { self.resting = resting }

  /// Forgets what may have been deleted.
  mutating func forgetDecided() {
    rows = [:]
    skipped = nil
  }

  /// Forgets all but the messages that rest: reading thousands of those again takes up to a second.
  mutating func forgetOthers() {
    rows = [:]
    awake = nil
    skipped = nil
  }

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
    resting?.written(delivery)
    guard var awake else { return }
    // Drops the property's reference, so that the array is changed in place.
    self.awake = nil
    let isAwake = delivery.status.isLive && !delivery.rests
    let index = awake.firstIndex { $0.id == delivery.id }
    if let index, isAwake, awake[index].fireAt == delivery.fireAt {
      awake[index] = delivery
    } else {
      if let index { awake.remove(at: index) }
      if isAwake {
        let place = awake.firstIndex { (delivery.fireAt, delivery.id) < ($0.fireAt, $0.id) }
        awake.insert(delivery, at: place ?? awake.endIndex)
      }
    }
    self.awake = awake
  }
}

extension Delivery {
  fileprivate var isSkippedByUser: Bool {
    status == .skipped && reason == .user && isPlanned
  }

  /// Whether the row, read again, is equal to this delivery: a NUL would come back as U+FFFD.
  fileprivate var isStoredAsItIs: Bool {
    ![
      tag, reason?.rawValue, title, body, link, did, error, response, messageID, onScreen?.bus,
      onScreen?.owner,
    ].contains { $0?.containsNUL == true }
  }
}
