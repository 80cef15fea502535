import CarillonEngine

/// Remembers where all messages that rest are, and some of them that were read or written lately.
///
/// There may be thousands of them, and each event asks about a few. Nothing looks at all of them, and
/// none is read before it is asked for: with their texts, all take a second.
struct RestingMemo {
  /// Where a message that rests is.
  struct Entry: Stored {
    let id: Int64
    let fireAt: Instant
    let tag: String
    let expiresAt: Instant?
    let isOwnPlan: Bool

    fileprivate var place: Moment { Moment(at: fireAt, id: id) }
    fileprivate var expiry: Moment? { expiresAt.map { Moment(at: $0, id: id) } }
  }

  /// Each may take 20 KB.
  private static let most = 2048

  private var entries: [Int64: Entry] = [:]
  private var rows: [Int64: Delivery] = [:]
  private var order: SortedMoments
  private var expiries: SortedMoments
  private var ids: [String: [Int64]] = [:]
  private var own: Set<Int64>

  init(_ resting: [Entry]) {
    order = SortedMoments(resting.map(\.place))
    expiries = SortedMoments(resting.compactMap(\.expiry))
    own = Set(resting.filter(\.isOwnPlan).map(\.id))
    for entry in resting {
      entries[entry.id] = entry
      ids[entry.tag, default: []].append(entry.id)
    }
  }

  /// The row, if it was read or written lately.
  subscript(id: Int64) -> Delivery? { rows[id] }

  var count: Int { entries.count }

  var expiry: Instant? { expiries.first?.at }

  /// The last `limit`, by (fireAt, id).
  func last(_ limit: Int) -> [Int64] { order.suffix(limit).map(\.id) }

  /// The first `limit` after `place`, by (fireAt, id).
  func first(_ limit: Int, after place: Delivery.Place?) -> [Int64] {
    order.after(place.map { Moment(at: $0.fireAt, id: $0.id) }).prefix(limit).map(\.id)
  }

  /// Those of a tag, by (fireAt, id).
  func tagged(_ tag: String) -> [Int64] {
    (ids[tag] ?? []).compactMap { entries[$0]?.place }.sorted().map(\.id)
  }

  func expired(at instant: Instant, limit: Int) -> [Int64] {
    expiries.until(instant).prefix(limit).map(\.id)
  }

  /// Those that the user has planned, by id.
  func ownPlans() -> [Int64] { own.sorted() }

  /// Keeps a row that was read.
  mutating func keep(_ delivery: Delivery) {
    guard entries[delivery.id] != nil else { return }
    if rows.count >= RestingMemo.most { rows = [:] }
    rows[delivery.id] = delivery
  }

  /// Puts the row in its place, or takes it out if it rests no more.
  mutating func written(_ delivery: Delivery) {
    remove(delivery.id)
    guard delivery.rests else { return }
    let entry = Entry(
      id: delivery.id, fireAt: delivery.fireAt, tag: delivery.tag,
      expiresAt: delivery.request?.expiresAt, isOwnPlan: delivery.isOwnPlan)
    entries[entry.id] = entry
    keep(delivery)
    order.insert(entry.place)
    ids[entry.tag, default: []].append(entry.id)
    if let expiry = entry.expiry { expiries.insert(expiry) }
    if entry.isOwnPlan { own.insert(entry.id) }
  }

  private mutating func remove(_ id: Int64) {
    rows[id] = nil
    guard let old = entries.removeValue(forKey: id) else { return }
    order.remove(old.place)
    own.remove(id)
    ids[old.tag]?.removeAll { $0 == id }
    if ids[old.tag]?.isEmpty == true { ids[old.tag] = nil }
    if let expiry = old.expiry { expiries.remove(expiry) }
  }
}

extension RestingMemo.Entry {
  /// Selects all of them; its expiry stands in a message's form.
  static let select = """
    SELECT id, fire_at, tag,
      CASE WHEN instr(request, '"expiresAt"') THEN json_extract(request, '$.expiresAt') END,
      coalesce(instr(message_id, '\(Delivery.planPrefix)') = 1, 0) OR instr(request, '"timely":true') > 0
    FROM notif_deliveries WHERE \(Schema.isLive) AND \(Schema.rests) ORDER BY fire_at, id
    """

  init(_ columns: inout Columns) throws(StoreFailure) {
    id = try columns.integer()
    fireAt = try columns.instant()
    tag = try columns.text()
    expiresAt = try columns.optionalInstant()
    isOwnPlan = try columns.flag()
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
  private var moments: [Moment]

  init(_ moments: [Moment]) { self.moments = moments.sorted() }

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
