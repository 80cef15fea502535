import CarillonEngine

/// Remembers all messages that rest.
///
/// There may be thousands of them, and each event asks about a few: nothing here looks at all of them but
/// ``last(_:)`` and ``first(_:after:)`` of all.
struct RestingMemo {
  private var rows: [Int64: Delivery] = [:]
  private var order = SortedMoments()
  private var expiries = SortedMoments()
  private var ids: [String: [Int64]] = [:]

  init(_ resting: [Delivery]) {
    for delivery in resting { insert(delivery) }
  }

  subscript(id: Int64) -> Delivery? { rows[id] }

  var count: Int { rows.count }

  var expiry: Instant? { expiries.first?.at }

  /// The last `limit`, by (fireAt, id).
  func last(_ limit: Int) -> [Delivery] { order.suffix(limit).compactMap { rows[$0.id] } }

  /// The first `limit` after `place`, by (fireAt, id).
  func first(_ limit: Int, after place: Delivery.Place?) -> [Delivery] {
    order.after(place.map { Moment(at: $0.fireAt, id: $0.id) }).prefix(limit)
      .compactMap { rows[$0.id] }
  }

  /// Those of a tag, by (fireAt, id).
  func tagged(_ tag: String) -> [Delivery] {
    (ids[tag] ?? []).compactMap { rows[$0] }.sorted { ($0.fireAt, $0.id) < ($1.fireAt, $1.id) }
  }

  func expired(at instant: Instant) -> [Delivery] {
    expiries.until(instant).compactMap { rows[$0.id] }
  }

  /// Puts the row in its place, or takes it out if it rests no more.
  mutating func written(_ delivery: Delivery) {
    remove(delivery.id)
    if delivery.rests { insert(delivery) }
  }

  private mutating func insert(_ delivery: Delivery) {
    rows[delivery.id] = delivery
    order.insert(Moment(at: delivery.fireAt, id: delivery.id))
    ids[delivery.tag, default: []].append(delivery.id)
    if let expires = delivery.request?.expiresAt {
      expiries.insert(Moment(at: expires, id: delivery.id))
    }
  }

  private mutating func remove(_ id: Int64) {
    guard let old = rows.removeValue(forKey: id) else { return }
    order.remove(Moment(at: old.fireAt, id: id))
    ids[old.tag]?.removeAll { $0 == id }
    if ids[old.tag]?.isEmpty == true { ids[old.tag] = nil }
    if let expires = old.request?.expiresAt { expiries.remove(Moment(at: expires, id: id)) }
  }
}

/// An instant of a row; rows of the same instant are ordered by id.
private struct Moment: Hashable, Comparable {
  let at: Instant
  let id: Int64

  static func < (one: Moment, other: Moment) -> Bool { (one.at, one.id) < (other.at, other.id) }
}

/// Moments in order.
private struct SortedMoments {
  private var moments: [Moment] = []

  var first: Moment? { moments.first }

  func until(_ instant: Instant) -> ArraySlice<Moment> {
    moments.prefix { $0.at <= instant }
  }

  func suffix(_ count: Int) -> ArraySlice<Moment> { moments.suffix(count) }

  func after(_ moment: Moment?) -> ArraySlice<Moment> {
    guard let moment else { return moments[...] }
    let place = place(of: moment)
    let isThere = place < moments.count && moments[place] == moment
    return moments[(isThere ? place + 1 : place)...]
  }

  mutating func insert(_ moment: Moment) { moments.insert(moment, at: place(of: moment)) }

  mutating func remove(_ moment: Moment) {
    let place = place(of: moment)
    if place < moments.count, moments[place] == moment { moments.remove(at: place) }
  }

  /// The index of the first moment that is not earlier.
  private func place(of moment: Moment) -> Int {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle] < moment { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
