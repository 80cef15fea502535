import CarillonFeatures
import CarillonStore

extension Life {

  func boot() {
    running = true
    // Results for an earlier process are never delivered.
    pending = []
    parked = []
    wakes = []
    retryDelay = nil
    retryAt = nil
    diesInside = false
    effectsToLive = nil
    if desktop == .gnome { clearScreen() }
    missMail()
    store.real.forget()
    host = Host(
      engine: Life.engine(store, globe, draft), now: { [unowned self] in self.now })
    host.connect(
      Host.World(
        scheduler: self, content: self, callbacks: self, media: self, secrets: self,
        notifier: self, shell: self, carriers: self, mail: self))
    push.isRegistered = false
    push.handedOver = 0
    topics.isListening = false
    topics.isOpen = false
    topics.lastArrival = now
    watch.booted()
    watch.wasOff(since: endedAt, self)
    endedAt = nil
    send(.started(situation))
    pressOrphan()
  }

  /// The user presses Snooze on what the last process was showing when it died. (T32, T33)
  private func pressOrphan() {
    defer { orphan = nil }
    guard let orphan, running, draft.faults.contains(.user),
      let popup = popups.last(where: { $0.row == orphan && $0.keys.contains("snooze") }),
      random.once(in: 2)
    else { return }
    use(popup, .action(key: "snooze", activation: nil))
  }

  func crash() {
    guard running else { return }
    host.stop()
    running = false
    endedAt = now
    questions = []
    carryOut()
    orphan = watch.calls.openShow?.row
    // Nobody knows whether an urgent one was seen: the next process shows it again. (DESIGN)
    if let called = watch.calls.called, called.isUrgent,
      // Its answer may have come, and not have been stored.
      called.id == orphan || watch.before[called.id]?.isInFlight == true
    {
      watch.allowsReturn(of: called, self)
    }
    watch.dies()
    // The commits of a dying process count.
    let duePerhaps = diesInside || resuming || retryAt != nil || wakes.contains { $0.at <= now }
    do { if !duePerhaps { try watch.check(self) } } catch { watch.fail("at a crash: \(error)") }
    forgetUnstoredScreens()
    unseen.formUnion(unstored)
    unstored = []
    watch.crashed()
    record(.crash)
  }

  func send(_ event: Event) {
    guard running else { return }
    record(.event(event))
    noteScreen(of: event)
    let before = isOver(event) ? undisputed() : nil
    watch.willSend(event, self)
    if case .received(let parcel) = event {
      host.send(event) { [unowned self] in watch.committed(parcel, self) }
    } else {
      host.send(event)
    }
    retry()
    if case .situation(.carrier(TopicServer.name, let carrier)) = event, carrier?.phase == .open,
      running,
      retryAt == nil
    {
      watch.checkBacklog(self)
    }
    defer { releaseSignals(after: event) }
    guard let before, running, retryAt == nil else { return }
    if undisputed() != before { watch.fail("DESIGN: a second result changed \(before)") }
  }

  /// The deliveries that are armed or in flight. (SPEC §5)
  ///
  /// Waiting and held ones are judged anew at every event.
  private func undisputed() -> [Delivery] {
    let live = watch.read(self, or: []) { rows throws(StoreFailure) in try rows.live() }
    return live.filter { ($0.status == .scheduled && $0.fireAt > now) || $0.isInFlight }
  }

  /// Whether `event` repeats an earlier result and nothing else is due now.
  private func isOver(_ event: Event) -> Bool {
    guard case .finished(let ticket, _) = event, watch.isOver(ticket) else { return false }
    return store.refusals == 0 && retryAt == nil && !wakes.contains { $0.at <= now }
      && !pending.contains { $0.at <= now }
  }

  /// Retries what the store refused, each time a moment later.
  func retry() {
    while let delay = retryDelay, running {
      retryDelay = nil
      if let failure = store.unplanned {
        return watch.fail("the schema refused: \(failure.detail)")
      }
      if store.isFull {
        // Other events happen in the meantime.
        retryAt = now + delay
        return
      }
      now = now + delay
      resume()
    }
  }

  private func resume() {
    resuming = true
    watch.willSeeSeveral()
    if !store.isFull { watch.messages.forgetPopups(after: now) }
    host.resume()
    resuming = false
    // Earlier requests may have been stored only now.
    watch.settingsMayDiffer()
  }

  /// Retries what a full disk refused, perhaps with room for it now.
  func tryAgain() {
    retryAt = nil
    if fullUntil.map({ $0 <= now }) ?? true {
      makeRoom()
      watch.storeWasFull(at: now)
    }
    resume()
    retry()
    if retryAt == nil { unstored = [] }
  }

  func makeRoom() {
    store.isFull = false
    fullUntil = nil
  }

  /// Asks, and gives the answer to `check` as well, also if it comes later; the one that is returned has come
  /// at once.
  func ask(_ order: Order, check: ((Answer) -> Void)? = nil) -> Answer? {
    guard running else { return nil }
    record(.asked(order))
    switch order {
    case .change, .consent: watch.settingsMayDiffer()
    default: break
    }
    if case .runFullPipelineNow = order { watch.texts.runNow = now }
    var answers = 0
    var answer: Answer?
    watch.asked()
    host.ask(order) { [watch, weak self] in
      self?.record(.answered($0))
      answers += 1
      answer = $0
      watch.answered(times: answers)
      check?($0)
    }
    retry()
    return answer
  }

  /// Reads as a window does.
  func read(_ query: Query) -> Answer? {
    guard running else { return nil }
    record(.read(query))
    watch.asked()
    let answer = host.read(query)
    record(.answered(answer))
    watch.answered(times: 1)
    retry()
    return answer
  }

  /// Replaces the engine with a fresh one that receives `.started` with the same situation.
  func replaceEngine() throws {
    let (rows, wake) = (try liveRows(), wakes)
    host.stop()
    boot()
    let fresh = try liveRows()
    guard fresh == rows, wakes == wake else {
      let (gone, new) = (rows.filter { !fresh.contains($0) }, fresh.filter { !rows.contains($0) })
      throw Broken("a fresh engine decides otherwise: not \(gone) \(wake), but \(new) \(wakes)")
    }
  }

  /// The stored steps of all live deliveries, for a report.
  func traces() -> [String] {
    do {
      return try store.read { rows throws(StoreFailure) in try Life.traces(of: rows) }
    } catch {
      return ["the store cannot be read: \(error.detail)"]
    }
  }

  private static func traces(of rows: any Rows) throws(StoreFailure) -> [String] {
    var lines: [String] = []
    for delivery in try rows.live().prefix(12) {
      lines.append("\(delivery)")
      for step in try rows.trace(of: delivery.id).suffix(12) {
        lines.append(
          "    \(step.at.isoUTC) \(step.code) \(step.values.sorted { $0.key < $1.key })")
      }
    }
    return lines
  }

  func liveRows() throws -> [Delivery] {
    try store.read { rows throws(StoreFailure) in try rows.live() }
  }

  var idleIsWanted: Bool { pending.contains { $0.event == .idle } }

  var nothingIsOpen: Bool {
    !pending.contains {
      if case .finished = $0.event { true } else { $0.event.isOfCarrier }
    }
  }
}
