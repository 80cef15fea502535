import CarillonLedger

/// Whose turn it is while several notifications wait to be shown. (T15)
///
/// One call to the server is in flight at a time, and may take long. A sender whose hundreds of messages wait
/// must not keep an hour waiting, nor another sender's alarm: after one of theirs, who has waited longest is next.
struct Turns {
  /// The last turn of those who wait now, by their number.
  private var last: [Source: Int] = [:]
  private var count = 0
  /// How many others were shown while something waited that is told as one.
  private var lateWaited = 0

  /// How many go before what is told as one: more than are shown of a backlog. (C4)
  private static let before = 5

  /// Those who take turns.
  private enum Source: Hashable {
    /// What the user has planned or asked for.
    case user
    /// The services that the user has configured, and processes of the session.
    case own
    /// A topic or a paired sender, by its channel.
    case guest(String)

    init(_ delivery: Delivery) {
      if let guest = delivery.guest {
        self = .guest(guest)
      } else {
        self = delivery.isMessage && !delivery.isOfPlan ? .own : .user
      }
    }
  }

  /// The first one of who is next; nil if nothing waits.
  ///
  /// `late` is the first of what is told as one. Who had no turn since others began to wait goes before those
  /// who had, and otherwise the first is next.
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
