package import CarillonLedger
package import CarillonTime

/// The connections that bring messages: which ones to keep, and how they are. (C4, C6)
package final class Carriers: Room {
  package let ledger: Ledger
  package private(set) var memory: Memory

  /// What outlives a turn.
  package struct Memory {
    /// What the connections were made from; nil before the first time.
    fileprivate var subscriptions: [TopicSubscription]?
    /// The stored rows: since when each is not heard.
    fileprivate var deaf: [String: Instant?] = [:]

    package init() {}
  }

  package init(_ ledger: Ledger, _ memory: Memory) {
    self.ledger = ledger
    self.memory = memory
  }

  /// A process begins: what was open to the last is not heard since the last event of that process.
  package func begin(after lastEvent: Instant?) throws(StoreFailure) {
    memory.deaf = try rows.carriers()
    for (name, since) in memory.deaf.sorted(by: { $0.key < $1.key }) where since == nil {
      try set(name, deafSince: min(lastEvent ?? now, now))
    }
  }

  /// Takes in what has changed; `wasOnline` is how it was before. (C6, C9)
  package func learn(_ change: Situation.Change, wasOnline: Bool) throws(StoreFailure) {
    switch change {
    case .resumed: try reconnect(.resumed)
    case .online(true) where !wasOnline: try reconnect(.online)
    case .keyring(.open): try reconnect(.unlocked)
    case .carrier(let name, let carrier): try learn(name, carrier)
    case .outage(let outage):
      try rows.insert(outage)
      changed(.history)
      changed(.state)
    case .dropped(let name, let code):
      guard try isWanted(name) else { return }
      try rows.countDrop(by: name, code, at: now)
      changed(.state)
    default: break
    }
  }

  private func learn(_ name: String, _ carrier: Carrier?) throws(StoreFailure) {
    guard let carrier, try isWanted(name) else { return ledger.learn(.carrier(name, nil)) }
    let since = carrier.phase == .open ? nil : carrier.deafSince
    guard memory.deaf[name].map({ $0 != since }) ?? (carrier.phase == .open) else { return }
    try set(name, deafSince: since)
  }

  /// Whether the settings need it; one that was closed may still have something to say.
  private func isWanted(_ name: String) throws(StoreFailure) -> Bool {
    try settings.connections.contains { $0.name == name }
  }

  private func set(_ name: String, deafSince: Instant?) throws(StoreFailure) {
    try rows.setCarrier(name, deafSince: deafSince)
    memory.deaf[name] = .some(deafSince)
  }

  /// Has the world keep the connections that the settings name. (C4)
  package func follow() throws(StoreFailure) {
    let subscriptions = try settings.subscriptions
    guard memory.subscriptions != subscriptions else { return }
    let isFirst = memory.subscriptions == nil
    memory.subscriptions = subscriptions
    let connections = try settings.connections
    try keepMarks(of: subscriptions)
    try forgetOthers(than: connections)
    guard !isFirst || !connections.isEmpty else { return }
    var complete: [Connection] = []
    for var connection in connections {
      connection.from = try start(of: connection)
      connection.deafSince = memory.deaf[connection.name] ?? nil
      complete.append(connection)
      if situation.carriers[connection.name] == nil {
        ledger.learn(
          .carrier(
            connection.name,
            Carrier(
              .connecting, since: now, deafSince: connection.deafSince, awaitsBacklog: true)))
      }
      if let host = FetchSpec(url: connection.server).host {
        try rows.contacted(host, for: .carrier, at: now)
      }
    }
    emit(.listen(complete))
    changed(.state)
  }

  private func reconnect(_ why: Reconnect) throws(StoreFailure) {
    let connections = try settings.connections
    guard memory.subscriptions != nil, !connections.isEmpty else { return }
    if why == .unlocked, connections.allSatisfy({ $0.token == nil }) { return }
    emit(.reconnect(why))
  }

  /// Of a topic that is new, what is sent from now on is wanted.
  private func keepMarks(of subscriptions: [TopicSubscription]) throws(StoreFailure) {
    let topics = Set(subscriptions.map(\.identity))
    let marked = try rows.markedTopics()
    for topic in topics.subtracting(marked).sorted() {
      try rows.put(Mark(time: now), of: [topic])
    }
    for topic in marked where !topics.contains(topic) { try rows.forgetMark(of: topic) }
  }

  private func forgetOthers(than connections: [Connection]) throws(StoreFailure) {
    let names = Set(connections.map(\.name))
    let known = Set(memory.deaf.keys).union(try rows.drops().map(\.carrier))
    for name in known.sorted() where !names.contains(name) {
      try rows.forgetCarrier(name)
      memory.deaf[name] = nil
    }
    for name in situation.carriers.keys.sorted() where !names.contains(name) {
      ledger.learn(.carrier(name, nil))
    }
  }

  /// The oldest mark of its topics: what a younger one has already is a duplicate.
  private func start(of connection: Connection) throws(StoreFailure) -> Mark {
    var oldest: Mark?
    for topic in connection.topics {
      guard let mark = try rows.mark(of: topic.identity) else { continue }
      if oldest.map({ mark.time < $0.time }) ?? true { oldest = mark }
    }
    return oldest ?? Mark(time: now)
  }
}
