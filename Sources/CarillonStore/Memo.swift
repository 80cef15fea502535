import CarillonCore

/// What was read or written before, as it is stored.
///
/// One process has the database to itself, and this is for its one connection: what it read stays
/// true until it writes something else. A transaction that is rolled back takes all of it along.
final class Memo {
  /// Decoded payloads, by the id of their content: a committed one never changes, and its id never
  /// returns. A pack takes longer to decode than a whole event takes otherwise.
  private var payloads: [Int64: Payload] = [:]
  private var deliveries: [Int64: Delivery] = [:]
  /// The live ones, by (fireAt, id); nil: not read yet.
  private(set) var live: [Delivery]?
  /// All notes; nil: not read yet.
  var notes: [String: String]?
  /// The ids of sources by their keys: none is ever deleted.
  var sources: [String: Int64] = [:]

  /// More than the sources that anybody has.
  private static let payloadsKept = 16
  private static let deliveriesKept = 256

  func payload(of content: Int64) -> Payload? { payloads[content] }

  func keep(_ payload: Payload, of content: Int64) {
    if payloads.count >= Memo.payloadsKept { payloads = [:] }
    payloads[content] = payload
  }

  func delivery(_ id: Int64) -> Delivery? { deliveries[id] }

  func keep(_ delivery: Delivery) {
    if deliveries.count >= Memo.deliveriesKept { deliveries = [:] }
    deliveries[delivery.id] = delivery
  }

  func keep(live: [Delivery]) {
    self.live = live
    for delivery in live { keep(delivery) }
  }

  /// Takes what has been written to the row of `delivery`.
  func written(_ delivery: Delivery) {
    guard delivery.isStoredAsItIs else { return forgetDeliveries() }
    keep(delivery)
    guard var live else { return }
    // Let go of, so that what follows changes it in place.
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

  func forgetDeliveries() {
    deliveries = [:]
    live = nil
  }

  func forget() {
    payloads = [:]
    notes = nil
    sources = [:]
    forgetDeliveries()
  }
}

extension Delivery {
  /// Whether its row, read again, is equal to it: a NUL would come back as U+FFFD.
  fileprivate var isStoredAsItIs: Bool {
    ![tag, reason, title, body, did, waiting, error, response, onScreen?.bus, onScreen?.owner]
      .contains { $0?.utf8.contains(0) == true }
  }
}
