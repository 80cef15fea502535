import CarillonFeatures
import CarillonStore

extension Life {
  /// Lets time pass without any faults.
  func calm(for span: Span) throws {
    feedFails = false
    serverRefuses = false
    store.refusals = 0
    effectsToLive = nil
    makeRoom()
    diesInside = false
    if retryAt != nil {
      tryAgain()
      try check()
    }
    // A command that waited for the disk may have scheduled a crash.
    effectsToLive = nil
    if !running { boot() }
    setServer(.present(server))
    callbacksFail = false
    setKeyring(.open, Life.key)
    situation.exact = true
    send(.situation(.exact(true)))
    setDesktop(permitted: true, doNotDisturb: false)
    try check()
    setLocked(false)
    try check()
    send(.situation(.online(true)))
    situation.online = true
    _ = ask(.pause(until: "off"))
    let exactness = random.once(in: 4) ? "windowed" : "exact"
    _ = ask(
      .patch(
        #"{"quietHours":null,"mode":"auto","ttlSeconds":129600,"exactness":"\#(exactness)","channels":{"timesafari.daily":{"enabled":true},"brew_notifications":{"enabled":true,"at":"now"},"general":{"enabled":true,"at":"now"}}}"#
      ))
    calmPlant()
    calmJourneys()
    try leaveFewSlots()
    fair = true
    defer { fair = false }
    try settleDown()
    setServer(.present(server))
    calmSince = now
    watch.calmSince = now
    if draft.faults.contains(.messages) { writeFairBrew() }
    writeFairAlarm()
    writeFairTrip()
    try pass(until: now + span)
    try watch.checkCalmIsDone(since: now - span, self)
    calmSince = nil
    watch.calmSince = nil
    // If a wake may still come late, a fresh engine would do at once what this one has not done
    // yet. (T15)
    if running, nothingIsOpen, !wakes.contains(where: { $0.at <= now }) { try replaceEngine() }
  }

  /// Replaces more than 64 slots with two: so many slow down every event a hundredfold.
  private func leaveFewSlots() throws {
    guard try slotCount() > 64 else { return }
    watch.configured()
    _ = ask(.patch(#"{"slots":[{"hour":8,"minute":0},{"hour":2,"minute":30}]}"#))
  }

  /// Waits until everything in flight has ended.
  func settleDown() throws {
    try pass(until: now + .minutes(2))
    try check()
  }

  /// Strikes with a random fault; if it is not allowed, only time passes.
  func disturb() throws {
    if random.once(in: 4) { try leaveFewSlots() }
    let fault = random.pick(Life.weighted)
    guard let fault, draft.faults.contains(fault) else {
      try pass(until: now + .minutes(random.span(1...600)))
      return try rebootIfDead()
    }
    try strike(fault)
    try check()
    try rebootIfDead()
  }

  /// Strikes with a fault now.
  func strike(_ fault: Fault) throws {
    guard draft.faults.contains(fault) else { return }
    switch fault {
    case .sleep: try sleep()
    case .power: try powerOff()
    case .crash:
      switch random.span(0...3) {
      case 0:
        diesInside = true
        store.refusals = 1
      case 1: crash()
      default: effectsToLive = Int(random.span(0...6))
      }
    case .clock: try setClock()
    case .zone: changeZone()
    case .network: flapNetwork()
    case .server: if random.once(in: 2) { changeServer() } else { serverRefuses.toggle() }
    case .feed: feedFails.toggle()
    case .store: store.refusals = Int(random.span(1...4))
    case .disk: fillDisk()
    case .configuration: configure()
    case .user: useNotification()
    case .doors: askSomething()
    case .repeats: repeatResult()
    case .keyring: changeKeyring()
    case .callbacks: callbacksFail.toggle()
    case .timers:
      situation.exact.toggle()
      send(.situation(.exact(situation.exact)))
    case .desktop:
      setDesktop(permitted: !random.once(in: 3), doNotDisturb: random.pick([true, false, nil]))
      enableUnit(random.once(in: 2))
    case .messages: try brew()
    case .scenes: try playScene()
    case .lock: setLocked(!situation.locked)
    case .carriers: useTopic()
    case .alarms: try tendPlant()
    case .journeys: try travel()
    }
  }

  func rebootIfDead() throws {
    if !running { try reboot() }
  }

  /// The weights of the faults; nil lets time pass.
  private static let weighted: [Fault?] =
    [
      (nil, 6), (.sleep, 1), (.power, 1), (.crash, 2), (.clock, 1), (.zone, 1), (.network, 1),
      (.server, 2), (.feed, 1), (.store, 1), (.disk, 1), (.configuration, 2), (.user, 6),
      (.doors, 7), (.repeats, 2), (.keyring, 1), (.callbacks, 1), (.timers, 1), (.desktop, 1),
      (.messages, 4), (.scenes, 1), (.lock, 2),
      (.carriers, 5),
    ].flatMap { Array(repeating: $0.0 as Fault?, count: $0.1) }

  /// A door asks a question, for the user or a program.
  private func askSomething() {
    switch random.span(0...9) {
    case 9: snoozeFromHistory()
    case 0:
      pausedAt = now
      _ = ask(.pause(until: random.pick(["1h", "tomorrow", "off", "20m", "8h"])))
    case 1: _ = ask(.skipNext(slotID: slotID()))
    case 2: _ = ask(.unskip(slotID: slotID()))
    case 3, 4:
      _ = ask(.deliverStoredNow(slotID: random.once(in: 2) ? "" : slotID()))
      snoozeWhatComes()
    case 5: _ = ask(.runFullPipelineNow)
    case 6:
      _ = ask(
        .tryFetch(
          Document(["method": .text("GET"), "url": .text("https://example.org/t.json")]),
          showsFile: false))
    default: _ = ask(random.pick([.reschedule, .sendTest, .requestPermissions]))
    }
  }

  /// The user presses Snooze on what they have just asked for, also of an hour that is off. (T12, T33)
  private func snoozeWhatComes() {
    guard draft.faults.contains(.user), let row = watch.calls.openShow?.row, random.once(in: 2)
    else { return }
    carryOut()
    guard let popup = popups.last(where: { $0.row == row && $0.keys.contains("snooze") }) else {
      return
    }
    use(popup, .action(key: "snooze", activation: nil))
  }

  /// The user has an hour from the history come back after a while, answered or not. (T33)
  private func snoozeFromHistory() {
    guard draft.faults.contains(.user), retryAt == nil, let shown = watch.shownSlots.first else {
      return
    }
    let action = "snooze:\(random.span(1...1440))"
    watch.allowsReturn(of: shown, self)
    _ = ask(.respond(requestID: "\(shown.id)", action: action))
  }

  /// The session is locked or unlocked; the server closes meanwhile what has been there for a while. (T38)
  func setLocked(_ locked: Bool) {
    guard locked != situation.locked else { return }
    situation.locked = locked
    send(.situation(.locked(locked)))
  }

  /// Lets the server close what does not stay, as most do after some seconds.
  func expirePopups() {
    for popup in popups where running && !popup.resident && random.once(in: 2) {
      use(popup, .expired)
    }
  }

  func reboot() throws {
    if random.once(in: 2) { now = now + .minutes(random.span(0...3000)) }
    // Another system may have set the hardware clock to local time.
    if draft.faults.contains(.clock), random.once(in: 8) {
      let step = Span.hours(random.pick([-2, -1, 1, 2]))
      now = now + step
      mail = mail.map { ($0.at + step, $0.mail) }
      watch.clockMoved(by: step, to: now)
      endedAt = nil
      if let at = pausedAt, at > now { pausedAt = now }
    }
    boot()
    try check()
  }

  func sleep() throws {
    let span = Span.minutes(random.once(in: 6) ? random.span(1440...40_000) : random.span(1...900))
    now = now + span
    // The kernel may deliver the two in either order.
    if random.once(in: 2) { send(.situation(.resumed(span))) } else { send(.woke) }
    try check()
    if random.once(in: 2) { send(.situation(.resumed(span))) }
  }

  func powerOff() throws {
    crash()
    now = now + .minutes(random.once(in: 6) ? random.span(1440...60_000) : random.span(1...900))
  }

  /// Nothing can be committed for minutes or hours.
  func fillDisk() {
    store.isFull = true
    fullUntil = now + .minutes(random.once(in: 6) ? random.span(30...360) : random.span(1...30))
  }

  func setDesktop(permitted: Bool, doNotDisturb: Bool?) {
    if permitted != situation.permitted {
      situation.permitted = permitted
      send(.situation(.permitted(permitted)))
    }
    if doNotDisturb != situation.doNotDisturb {
      situation.doNotDisturb = doNotDisturb
      send(.situation(.doNotDisturb(doNotDisturb)))
    }
  }

  /// The user enables or disables the unit of systemd. (T39)
  private func enableUnit(_ enabled: Bool) {
    situation.systemdUnit = enabled
    send(.situation(.systemdUnit(enabled)))
  }

  func setClock() throws {
    let sizes: [Int64] = [5, 90, 90, 1800, 1800, 7200, 7200, 86_400, 1_000_000, 100_000_000]
    let size = random.pick(sizes)
    try moveClock(by: .seconds(random.span(-size...size)))
  }

  func moveClock(by step: Span) throws {
    let before = now
    now = now + step
    // A pause that is not over starts again if the clock has gone back.
    if let at = pausedAt, at > now, before - at < .days(2) { pausedAt = now }
    // Work in flight takes as long as it takes, whatever the clock says.
    pending = pending.map { ($0.at + step, $0.event) }
    mail = mail.map { ($0.at + step, $0.mail) }
    // What is sent next must not overtake it.
    if topics.lastArrival > .distantPast { topics.lastArrival = topics.lastArrival + step }
    retryAt = retryAt.map { $0 + step }
    fullUntil = fullUntil.map { $0 + step }
    watch.clockMoved(by: step, to: now)
    send(.situation(.clockSet(step)))
  }

  func changeZone() {
    situation.zone = random.pick(Globe.zones)
    watch.zoneChanged()
    send(.situation(.zone(situation.zone)))
  }

  func flapNetwork() {
    situation.online.toggle()
    send(.situation(.online(situation.online)))
  }

  func changeServer() {
    if random.once(in: 2) {
      owner += 1
      // A restarted server may number its notifications from the beginning.
      if random.once(in: 2) { lastScreen = 0 }
      clearScreen()
    }
    setServer(
      random.pick([
        .absent, .startable, .silent(owner: ":1.\(owner)"), .present(server), .present(server),
      ]))
  }

  static let key = [UInt8](repeating: 1, count: 32)
  static let otherKey = [UInt8](repeating: 2, count: 32)

  func changeKeyring() {
    switch random.span(0...5) {
    case 0: setKeyring(.none, Life.key)
    case 1...2: setKeyring(.locked, nil)
    case 3: setKeyring(.open, Life.otherKey)
    default: setKeyring(.open, Life.key)
    }
  }

  /// The key appears before the news of it, and disappears before the news of that. (T28)
  func setKeyring(_ state: Situation.Keyring, _ key: [UInt8]?) {
    store.real.useKey(key)
    // What was stored with one of the keys cannot be read with the other.
    if (key ?? storeKey) != storeKey { watch.alarmsCannotBeRead() }
    hasUsualKey = key == Life.key
    if let key { storeKey = key }
    watch.keyChanged()
    situation.keyring = state
    send(.situation(.keyring(state)))
  }

  func setServer(_ presence: NotificationServer.Presence) {
    if presence == .absent || presence == .startable {
      owner += 1
      clearScreen()
    }
    situation.server = presence
    send(.situation(.server(presence)))
  }

  func configure() {
    let patch = DrawnPatch.any(&random)
    watch.configured()
    let answer = ask(.patch(patch))
    if patch.contains(DrawnPatch.secret), case .refused(let refusal)? = answer,
      refusal.kind == .invalidArgument
    {
      watch.fail("T27: a document with a secret was refused: \(refusal)")
    }
  }

  func slotCount() throws -> Int {
    try store.read { rows throws(StoreFailure) in
      try rows.planItems(of: Slots.source).compactMap { Slot($0) }.count
    }
  }

  func slotID() -> String {
    let slots = watch.read(self, or: []) { rows throws(StoreFailure) in
      try rows.planItems(of: Slots.source).compactMap { Slot($0) }
    }
    return random.pick(slots.map(\.id.description) + ["0800"])
  }

  /// Repeats an earlier result, or delivers one early.
  func repeatResult() {
    let last = random.pick([
      watch.calls.lastTicket, watch.calls.lastTicket, watch.calls.lastPost, watch.calls.lastPost,
      watch.calls.lastCommand,
      watch.calls.lastMedia,
    ])
    guard let last = last ?? watch.calls.lastTicket else { return }
    switch last.kind {
    case .fetch: send(.finished(last, .fetched(.notModified)))
    case .media: send(.finished(last, .media(.ready(file: lastPicture))))
    case .post: send(.finished(last, .posted(.failed(FetchFailure(.timeout)))))
    // A server that has left says nothing more.
    case _ where pending.contains { $0.event == .finished(last, .notified(.unowned)) }: break
    default:
      // A result that comes early replaces the planned one.
      pending.removeAll {
        if case .finished(last, .notified) = $0.event { true } else { false }
      }
      popups.removeAll { $0.row == last.row && !$0.isKnown }
      if unplaced?.ticket == last { unplaced = nil }
      send(.finished(last, .notified(.refused(name: "again", message: ""))))
    }
  }
}
