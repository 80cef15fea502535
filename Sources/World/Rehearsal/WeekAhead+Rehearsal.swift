package import CarillonEngine

extension WeekAhead {
  /// Rehearses the days twice, with and without a network.
  ///
  /// Both stores must be copies, each of its own. Throws as soon as `isCanceled`, which is asked after
  /// every instant of the rehearsal.
  package init(
    _ question: WeekQuestion, online: any DataStore, offline: any DataStore,
    environment: Environment, features: Features, isCanceled: () -> Bool = { false }
  ) throws(WeekQuestion.Failure) {
    var situation = question.situation
    // Whatever is sealed is not in the copy, and users unlock their keyring when they log in.
    if situation.keyring == .locked { situation.keyring = .open }
    situation.online = true
    let usual = try WeekRehearsal(question, situation, of: online, environment, features)
    self = try usual.play(isCanceled)
    // Without the network nothing is different then.
    guard usual.usedNetwork else { return }
    situation.online = false
    let unplugged = try WeekRehearsal(question, situation, of: offline, environment, features)
      .play(isCanceled)
    let others = Dictionary(unplugged.entries.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    for index in entries.indices {
      guard case .rings = entries[index].outcome, let other = others[entries[index].key],
        other.outcome == .silent
      else { continue }
      entries[index].offline = other.why
    }
  }
}

extension WeekAhead.Entry {
  fileprivate struct Key: Hashable {
    let occasion: Occasion
    let isSnoozed: Bool
  }

  /// What tells it from all others: an occasion that was snoozed may have a successor on the same day.
  fileprivate var key: Key { Key(occasion: occasion, isSnoozed: isSnoozed) }
}

/// One rehearsal of the days, and what it shows.
private struct WeekRehearsal {
  private let question: WeekQuestion
  private let rehearsal: Rehearsal
  private let store: any DataStore
  private let words: Words
  private let zone: any ZoneRules
  /// The users' names for the items.
  private let labels: [String: String]
  /// What was live at the beginning, by id.
  private let before: [Int64: Delivery]

  init(
    _ question: WeekQuestion, _ situation: Situation, of store: any DataStore,
    _ environment: Environment, _ features: Features
  ) throws(WeekQuestion.Failure) {
    self.question = question
    self.store = store
    words = environment.words
    do throws(StoreFailure) {
      before = Dictionary(
        try store.read { rows throws(StoreFailure) in try rows.awake() }.map { ($0.id, $0) },
        uniquingKeysWith: { $1 })
      rehearsal = try Rehearsal(
        of: store, environment: environment, features: features, situation: situation,
        at: question.at)
    } catch {
      throw .store(error)
    }
    do throws(Refusal) {
      if let patch = question.patch { try rehearsal.ask(.change(patch)) }
      let state = try rehearsal.host.read(.state).value(of: .state)
      zone = environment.zone(state.timezone) ?? UTCRules()
      labels = Dictionary(
        state.nextOccurrences.map { ($0.slotId, $0.label) }
          + (state.waiting + state.snoozed + state.skipped).compactMap { pending in
            pending.slotId.map { ($0, pending.label ?? "") }
          }, uniquingKeysWith: { $1 })
    } catch {
      throw .refused(error)
    }
  }

  var usedNetwork: Bool { rehearsal.usedNetwork }

  func play(_ isCanceled: () -> Bool) throws(WeekQuestion.Failure) -> WeekAhead {
    let end = question.end(in: zone)
    rehearsal.run(until: end) { !isCanceled() }
    guard !isCanceled() else { throw .canceled }
    do throws(StoreFailure) {
      let found = try store.read { rows throws(StoreFailure) in
        try self.entries(until: end, rows)
      }
      let entries = found.map { id, entry in
        var entry = entry
        if let own = ownSentence(entry.why.reason, id) { entry.why.sentence = own }
        return entry
      }
      return WeekAhead(
        start: question.at, end: end, zone: zone.identifier,
        entries: entries.sorted { ($0.due, $0.occasion.item) < ($1.due, $1.occasion.item) })
    } catch {
      throw .store(error)
    }
  }

  private func entries(
    until end: Instant, _ rows: any Rows
  ) throws(StoreFailure) -> [(id: Int64, entry: WeekAhead.Entry)] {
    var found: [Int64: Delivery] = [:]
    for delivery in try decided(rows) + rows.awake() + rows.skippedByUser(after: question.at)
    where delivery.isPlanned {
      found[delivery.id] = delivery
    }
    var entries: [(id: Int64, entry: WeekAhead.Entry)] = []
    for delivery in found.values {
      if let entry = try entry(of: delivery, until: end, rows) {
        entries.append((delivery.id, entry))
      }
    }
    return entries
  }

  /// What was decided during the rehearsal.
  private func decided(_ rows: any Rows) throws(StoreFailure) -> [Delivery] {
    var query = HistoryQuery(limit: 200)
    var found: [Delivery] = []
    while true {
      let page = try rows.history(query)
      for delivery in page {
        guard let at = delivery.decidedAt, at >= question.at else { return found }
        found.append(delivery)
      }
      guard page.count == query.limit, let last = page.last, let at = last.decidedAt else {
        return found
      }
      query.before = HistoryQuery.Cursor(decidedAt: at, id: last.id)
    }
  }

  /// Nil if it is not part of these days.
  private func entry(
    of delivery: Delivery, until end: Instant, _ rows: any Rows
  ) throws(StoreFailure) -> WeekAhead.Entry? {
    guard let occasion = delivery.occasion else { return nil }
    let earlier = before[delivery.id]
    let isSnoozed = earlier?.status == .snoozed
    let snoozed = (delivery.snoozedAt ?? question.at) + (delivery.snooze ?? .zero)
    let due = isSnoozed ? snoozed : delivery.fireAt
    guard due < end, !isDropped(delivery) else { return nil }
    var entry = WeekAhead.Entry(
      occasion: occasion, label: labels[occasion.item.name] ?? "", due: due, outcome: .silent,
      why: .init(
        reason: delivery.reason, sentence: words.outcome(delivery.status, delivery.reason)))
    entry.isSnoozed = isSnoozed
    entry.holds = try holds(of: delivery, rows)
    switch delivery.status {
    case .shown, .unconfirmed:
      if let shown = delivery.shownAt ?? delivery.decidedAt, shown >= question.at {
        entry.outcome = .rings(at: shown)
      }
    case .merged:
      if let id = delivery.mergedInto, let digest = try rows.delivery(id),
        let shown = digest.shownAt
      {
        entry.outcome = .rings(at: shown)
        entry.others = try rows.members(of: id).count - 1
      }
    case .scheduled, .held, .snoozed, .showing: entry.outcome = .waits
    case .skipped, .missed, .superseded, .failed, .cancelled: break
    }
    return entry
  }

  /// Whether the change of the settings that is tried, or one before it, has taken it off the plan.
  private func isDropped(_ delivery: Delivery) -> Bool {
    guard delivery.status == .cancelled else { return false }
    return delivery.fireAt > (delivery.decidedAt ?? question.at)
  }

  /// What a plan source says of a reason of its own; nil if it is not one.
  private func ownSentence(_ reason: Reason?, _ id: Int64) -> String? {
    guard case .own? = reason else { return nil }
    let reading = TypedQuery.explain(id: String(id))
    do throws(Refusal) {
      return try rehearsal.host.read(reading.query).value(of: reading).items.first?.entry.text
    } catch {
      return nil
    }
  }

  private func holds(
    of delivery: Delivery, _ rows: any Rows
  ) throws(StoreFailure) -> [HoldCause] {
    var holds: [HoldCause] = []
    func note(_ reason: Reason?) {
      if case .held(let cause)? = reason, !holds.contains(cause) { holds.append(cause) }
    }
    // The steps before the rehearsal are not in the copy.
    if let earlier = before[delivery.id], earlier.status == .held { note(earlier.reason) }
    for trace in try rows.trace(of: delivery.id) {
      guard case .gate(let verdict) = trace.step else { continue }
      for case .stopped(let reason) in verdict.checks.map(\.finding) { note(reason) }
    }
    return holds
  }
}
