import CarillonLedger

/// Whose turn it is while several notifications wait to be shown. (T15)
///
/// Only one call to the server is in flight at a time, and it may take long. So that hundreds of messages of one
/// sender keep neither an hour nor another sender's alarm waiting, the one whose turn is longest ago is next.
struct Turns {
  /// When those who wait now had their last turn, as a number of calls; none if not since they began to wait.
  private var last: [Source: Int] = [:]
  private var count = 0
  /// How many others were shown while a digest waited.
  private var lateWaited = 0

  /// How many others a digest waits for at most; of a backlog, fewer are shown before it. (C4)
  private static let before = 5

  /// Those who take turns.
  enum Source: Hashable {
    /// What the user has planned or asked for.
    case user
    /// The service that the user is signed in to.
    case own
    /// Whoever uses `Push`, or knows the address of a carrier.
    case door(String)
    /// A topic or a paired sender, by its channel.
    case guest(String)

    init(_ delivery: Delivery) {
      if let guest = delivery.guest {
        self = .guest(guest)
      } else if let door = delivery.request?.door {
        self = .door(door)
      } else {
        self = delivery.isMessage && !delivery.isOfPlan ? .own : .user
      }
    }
  }

  /// The next one to be shown; nil if nothing waits.
  ///
  /// `alone` are shown one by one, and come in the order that counts as long as there is one sender. `late` is the
  /// first part of a digest that may be shown.
  mutating func next(of alone: [Delivery], orLate late: Delivery?) -> Delivery? {
    if let late, alone.isEmpty || lateWaited >= Turns.before {
      lateWaited = 0
      return late
    }
    lateWaited = late == nil ? 0 : lateWaited + 1
    var waiting: [(source: Source, first: Delivery)] = []
    for delivery in alone {
      let source = Source(delivery)
      if !waiting.contains(where: { $0.source == source }) { waiting.append((source, delivery)) }
    }
    let sources = Set(waiting.map(\.source))
    last = sources.count < 2 ? [:] : last.filter { sources.contains($0.key) }
    guard let next = waiting.min(by: { last[$0.source, default: 0] < last[$1.source, default: 0] })
    else { return nil }
    count += 1
    if sources.count > 1 { last[next.source] = count }
    return next.first
  }
}
