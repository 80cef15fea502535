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
    /// The distributor that was wanted last; nil before the first time.
    fileprivate var distributor: String??
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
    case .distributor(let name):
      guard var registration = try rows.registration() else { return }
      registration.distributor = name
      try rows.put(registration)
      changed(.state)
    case .endpoint(let endpoint):
      guard var registration = try rows.registration(), registration.endpoint != endpoint else {
        return
      }
      registration.endpoint = endpoint
      try rows.put(registration)
      changed(.state)
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
    let settings = try settings
    if name == Carrier.unifiedPush { return settings.distributor != nil }
    return settings.connections.contains { $0.name == name }
  }

  private func set(_ name: String, deafSince: Instant?) throws(StoreFailure) {
    try rows.setCarrier(name, deafSince: deafSince)
    memory.deaf[name] = .some(deafSince)
  }

  /// Has the world keep the connections that the settings name. (C3, C4)
  package func follow() throws(StoreFailure) {
    try register()
    let subscriptions = try settings.subscriptions
    guard memory.subscriptions != subscriptions else { return }
    let isFirst = memory.subscriptions == nil
    memory.subscriptions = subscriptions
    let connections = try settings.connections
    try keepMarks(of: subscriptions)
    try forgetOthers(than: connections)
    changed(.state)
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
  }

  /// Has the world register with the distributor that the settings name, or with none. (C3)
  private func register() throws(StoreFailure) {
    let wanted = try settings.distributor
    guard memory.distributor != .some(wanted) else { return }
    let isFirst = memory.distributor == nil
    memory.distributor = .some(wanted)
    guard wanted != nil || !isFirst else { return }
    if wanted == nil { try forget(Carrier.unifiedPush) }
    let deafSince = memory.deaf[Carrier.unifiedPush] ?? nil
    if wanted != nil, situation.carriers[Carrier.unifiedPush] == nil {
      ledger.learn(
        .carrier(Carrier.unifiedPush, Carrier(.connecting, since: now, deafSince: deafSince)))
    }
    let former: Registration
    if let known = try rows.registration() {
      former = known
    } else {
      former = Registration(token: ledger.environment.newToken())
      try rows.put(former)
    }
    emit(.register(RegistrationWish(setting: wanted, former: former, deafSince: deafSince)))
    changed(.state)
  }

  private func reconnect(_ why: Reconnect) throws(StoreFailure) {
    let connections = try settings.connections
    let hasDistributor = try settings.distributor != nil
    guard memory.subscriptions != nil, !connections.isEmpty || hasDistributor else { return }
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
    var names = Set(connections.map(\.name))
    if try settings.distributor != nil { names.insert(Carrier.unifiedPush) }
    let known = Set(memory.deaf.keys).union(try rows.drops().map(\.carrier))
    let all = known.union(situation.carriers.keys)
    for name in all.sorted() where !names.contains(name) { try forget(name) }
  }

  private func forget(_ name: String) throws(StoreFailure) {
    try rows.forgetCarrier(name)
    memory.deaf[name] = nil
    ledger.learn(.carrier(name, nil))
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
