import CarillonGate
import CarillonInbox
import CarillonLedger
import CarillonOutgoing
import CarillonPlanning
import CarillonScreen

/// One event: who hears it, and what follows from the rows and `now`.
///
/// The only place that names all rooms. ``decide(_:)`` hands the event to whoever it concerns,
/// ``settle()`` then does whatever is to be done, ``hear(_:)`` passes on what one room did and another
/// must know. Read it from top to bottom.
final class Turn {
  let ledger: Ledger
  let planning: Planning
  let features: [any Feature]
  let gate: Gate
  let digests: Digests
  let away: Away
  let groups: Groups
  let screen: Screen
  let banners: Banners
  let leftovers: Leftovers
  let pictures: Pictures
  let commands: Commands
  let buttons: ButtonRequests
  let services: Services
  let reminders: Reminders
  let subjects: Subjects
  let inbox: Inbox
  let pressing: Pressing
  let accounts: Accounts
  let badge: Badge
  let analytics: Analytics
  let carriers: Carriers
  let sealed: SealedParcels
  let callbacks: ServiceCallbacks
  let outgoing: Outgoing
  let upkeep: Upkeep
  let kinds: Kinds
  private(set) var memory: Memory

  // What the event says, for `settle`.
  private var lateCause = LateCause.asleep
  /// Whether this is the event that a wake has become.
  private var woke = false
  /// Whether occasions may have moved: their instants are computed again.
  private var timeMoved = false
  /// Whether zone or clock changed, so that an attempt far ahead is had again. (T3)
  private var clockMoved = false
  /// What this event changed, for the features' `follow`.
  private var news = News()

  init(
    rows: any Rows, environment: Environment, plugged: Features, memory: Memory, now: Instant,
    happenedAt: Instant
  ) {
    ledger = Ledger(
      rows: rows, environment: environment, memory: memory.ledger, now: now,
      happenedAt: happenedAt)
    planning = Planning(ledger, memory.planning)
    let (ledger, planning) = (ledger, planning)
    features = plugged.plugs.map { $0.make(ledger, planning, memory.features[$0.name]) }
    kinds = plugged.kinds
    commands = Commands(ledger, kinds) { [words = environment.words] in words.failure(of: $0) }
    buttons = ButtonRequests(ledger) { [words = environment.words] in words.failure(of: $0, at: $1)
    }
    reminders = Reminders(ledger, kinds)
    services = Services(ledger, kinds, reminders) { [words = environment.words] in
      words.failure(of: $0, at: $1)
    }
    badge = Badge(ledger, kinds, memory.badge)
    subjects = Subjects(ledger, services, badge, kinds)
    inbox = Inbox(ledger, subjects, services, badge, kinds)
    pressing = Pressing(ledger, subjects, commands, buttons, services, kinds)
    analytics = Analytics(ledger)
    carriers = Carriers(ledger, memory.carriers)
    accounts = Accounts(ledger, inbox, plugged.accounts, memory.accounts)
    sealed = SealedParcels(ledger, inbox, accounts, memory.sealed)
    let stands = subjects.stands
    digests = Digests(ledger, memory.digests, stands: stands, settled: subjects.settled)
    groups = Groups(ledger, memory.groups, stands: stands)
    gate = Gate(
      ledger, memory.resting, digests, answersCommand: pressing.sendsCommand,
      settled: subjects.settled, past: subjects.past)
    away = Away(ledger, memory.away)
    screen = Screen(ledger, memory.screen, KindPresenter(subjects, planning, groups))
    banners = Banners(ledger, screen)
    leftovers = Leftovers(ledger)
    pictures = Pictures(ledger, memory.pictures, screen)
    callbacks = ServiceCallbacks(ledger)
    outgoing = Outgoing(
      ledger, memory.outgoing, to: [callbacks, commands, buttons, services, accounts, analytics])
    upkeep = Upkeep(ledger, memory.upkeep)
    self.memory = memory
    ledger.sources = features
    ledger.hear = { [unowned self] happening throws(StoreFailure) in try hear(happening) }
  }

  /// Features hold the ledger, and it holds them: no turn's would ever be freed.
  deinit { ledger.sources = [] }

  /// What the engine remembers once this turn is committed.
  var remembered: Memory {
    var memory = memory
    memory.ledger = ledger.memory
    memory.planning = planning.memory
    for feature in features { memory.features[feature.name] = feature.keepsake }
    memory.resting = gate.resting.memory
    memory.digests = digests.memory
    memory.away = away.memory
    memory.groups = groups.memory
    memory.screen = screen.memory
    memory.pictures = pictures.memory
    memory.outgoing = outgoing.memory
    memory.carriers = carriers.memory
    memory.sealed = sealed.memory
    memory.accounts = accounts.memory
    memory.badge = badge.memory
    memory.upkeep = upkeep.memory
    return memory
  }

  /// The buttons of what is no message.
  var plannedButtons: PlannedButtons { PlannedButtons(ledger: ledger, planning: planning) }

  private var now: Instant { ledger.now }

  // MARK: The event

  func decide(_ event: Event) throws(StoreFailure) {
    if case .started(let situation) = event { ledger.begin(situation) }
    guard ledger.memory.situation != nil else { return declineBeforeStart(event) }
    try ledger.readZone()
    if let cause = memory.unfinished { lateCause = cause }
    if try upkeep.noteTime(of: event) {
      timeMoved = true
      clockMoved = true
      lateCause = .clock
      memory.beginsAnew = true
      // Their order changes.
      ledger.stirAll()
    }
    if case .started = event { memory.beginsAnew = true }
    if memory.beginsAnew { try beginAnew() }
    switch event {
    case .started: try start()
    case .situation(let change): try learn(change)
    case .woke: woke = true
    case .idle: break
    case .asked(let order, let caller): try Doors(turn: self).carryOut(order, for: caller)
    case .received(let parcel): try receive(parcel)
    case .responded(let place, let response):
      try Answering(turn: self).handle(response, on: place)
    case .finished(let ticket, let outcome): try finish(ticket, outcome)
    }
    try settle()
  }

  /// Goes on after the clock has gone back, perhaps in a former process.
  private func beginAnew() throws(StoreFailure) {
    let left = [
      try upkeep.beginRestsAnew(), try upkeep.forgetPopupsAhead(),
      try subjects.beginTimeoutsAnew(), try reminders.beginAnew(),
    ]
    memory.beginsAnew = left.contains(true)
    if memory.beginsAnew { ledger.emit(.idleWanted) }
  }

  private func declineBeforeStart(_ event: Event) {
    guard case .asked(_, let caller) = event else { return }
    ledger.answer(.refused(Refusal(.refused, "Carillon is still starting.")), to: caller)
  }

  private func receive(_ parcel: Parcel) throws(StoreFailure) {
    switch parcel.body {
    case .sealed: try sealed.take(parcel)
    case .unusable:
      try inbox.receive(parcel)
      // The state counts what no message can be made of. (C6)
      ledger.changed(.state)
    case .text, .withdrawn: try inbox.receive(parcel)
    }
  }

  // MARK: What follows

  /// Whatever follows from the rows and `now`, for every event.
  private func settle() throws(StoreFailure) {
    try ledger.endPause()
    try ledger.goOnMarking()
    if timeMoved { try recompute() }
    try digests.takeApart()
    try planning.plan()
    if woke || clockMoved { try planning.noticeSkipped() }
    memory.unfinished = planning.isBehind ? lateCause : nil
    for feature in features { try feature.follow(news) }
    if try inbox.tellOccasions() {
      // What is known now may move others.
      try recompute()
      try planning.plan()
    }
    try carriers.follow()
    try sealed.follow()
    try forgettingSecrets { accounts throws(StoreFailure) in
      try accounts.follow { () throws(StoreFailure) in try badge.ownCount }
    }
    try Pairing(turn: self).forgetFormerKeys()
    try subjects.endThreads()
    try reminders.follow()
    try commands.endCommands()
    try outgoing.endOverdue()
    try gate.leaveWindow()
    try leftovers.goOnForgetting()
    if !leftovers.isForgetting { try away.settleUnseen() }
    try letOut(try gate.judge(lateBecause: lateCause))
    try tellAway()
    if !leftovers.isForgetting { try away.goOnWithCrowd() }
    try reviseGroups()
    try pictures.paint()
    try inbox.answerPushes()
    try callbacks.beat()
    try outgoing.drain()
    if try upkeep.prune() { for feature in features { try feature.subjectsPruned() } }
    try Importing(turn: self).forgetFormer()
    try upkeep.seal()
    try CarrierTest(turn: self).follow()
    try publish()
    ledger.emitTopics()
    try screen.noteClosing()
    if let caller = memory.erasing { ledger.emit(.erase(caller)) }
  }

  /// The secrets of an account that is left are forgotten once nothing needs them. (T27)
  func forgettingSecrets(
    after change: (Accounts) throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    let before = try accounts.secrets
    try change(accounts)
    guard try accounts.secrets != before else { return }
    try Configuring(turn: self).forgetUnused(before: before)
  }

  private func recompute() throws(StoreFailure) {
    if try planning.noticeZone() {
      clockMoved = true
      for feature in features { try feature.zoneMoved() }
    }
    let hasMoved = try planning.recompute(clockMoved: clockMoved)
    if clockMoved || hasMoved, lateCause == .asleep { lateCause = .clock }
    digests.reviewGathered()
  }

  /// Shows one of what is ready, or several as one; the others wait for their turn.
  private func letOut(_ ready: [Delivery]) throws(StoreFailure) {
    guard !ready.isEmpty else { return }
    switch try screen.availability() {
    case .none(let reason): try screen.keepWaiting(ready, reason)
    case .busy: try screen.keepWaiting(ready, .busy)
    case .some(let server):
      guard let choice = try digests.choose(of: ready, renewed: subjects.renewed) else {
        return try screen.keepWaiting(ready, .busy)
      }
      let next = choice.next
      try screen.show(next, server, isQuiet: choice.isQuiet)
      if next.isMessage, next.request?.asked == false, next.request?.silent == false {
        try screen.closeSuccess(of: Confirmation.tag(of: next.tag))
      }
      try screen.keepWaiting(choice.others, .busy)
    }
  }

  /// Tells what was not seen while the session was locked, once nothing else is to be shown. (T38)
  private func tellAway() throws(StoreFailure) {
    guard !leftovers.isForgetting, try away.hasSomething(),
      case .some(let server) = try screen.availability()
    else {
      return
    }
    if let told = try away.tell() { try screen.show(told, server) }
  }

  /// Has a group on the screen say what is so now, once nothing else is to be shown. (J24, D14)
  private func reviseGroups() throws(StoreFailure) {
    // One of a channel that was off may change now.
    if news.configured { groups.stir() }
    guard !leftovers.isForgetting, case .some(let server) = try screen.availability() else {
      return
    }
    switch try groups.revise(popsUp: ServerTraits(server).replacingLosesButtons) {
    case nil: break
    case .show(let next): try screen.show(next, server, isQuiet: true)
    case .close(let digest):
      try screen.close(over: digest)
      // Others may have to change too.
      ledger.emit(.idleWanted)
    }
  }

  // MARK: The world

  /// A process begins: what was in flight is settled. (T32)
  private func start() throws(StoreFailure) {
    ledger.startNow()
    timeMoved = true
    try upkeep.writeFlags()
    if lateCause != .clock { lateCause = .off }
    news = News(configured: true, mayFetchFirst: true)
    try screen.closeAgain()
    upkeep.wantsPruning()
    try carriers.begin(after: upkeep.formerEvent)
    accounts.begin()
    for feature in features { try feature.start() }
    try leftovers.settleInFlight()
    try leftovers.forgetGone(sinceStart: true)
    try outgoing.begin()
    try commands.failHalfSent()
    try pictures.resume()
    if ledger.situation.keyring == .open {
      upkeep.wantsSealing()
      for feature in features { try feature.learn(.keyring(.open)) }
    }
    // A database that was set aside may be put back, and refers to secrets that only it knows. (T27)
    if ledger.situation.databaseSetAside == nil {
      ledger.emit(.forgetAll(except: try Configuring(turn: self).secretsInUse()))
    }
    ledger.changed(.state)
    ledger.changed(.history)
  }

  private func learn(_ change: Situation.Change) throws(StoreFailure) {
    let before = ledger.situation
    ledger.learn(change)
    switch change {
    case .zone: timeMoved = true
    case .clockSet:
      timeMoved = true
      clockMoved = true
      lateCause = .clock
    case .resumed:
      timeMoved = true
      lateCause = .asleep
      upkeep.wantsPruning()
    case .online(true):
      news.mayFetchFirst = true
      try outgoing.endBackOffs()
    case .server: try leftovers.forgetGone(sinceStart: false)
    case .keyring(.open):
      upkeep.wantsSealing()
      news.mayFetchFirst = true
      try outgoing.endBackOffs()
    case .storeWasBusy: try ledger.report(.storageBusy)
    case .eventRefused: try ledger.report(.internalError)
    case .redirected(let host): try ledger.rows.contacted(host, for: .redirect, at: now)
    default: break
    }
    try carriers.learn(change, wasOnline: before.online)
    sealed.learn(change)
    accounts.learn(change)
    for feature in features { try feature.learn(change) }
    if ledger.situation != before { ledger.changed(.state) }
  }

  private func finish(_ ticket: Ticket, _ outcome: Outcome) throws(StoreFailure) {
    for feature in features { if try feature.finish(ticket, outcome) { return } }
    if try sealed.finish(ticket, outcome) { return }
    switch (ticket.kind, outcome) {
    case (.post, .posted(let result)): try outgoing.finish(post: ticket, result)
    case (.export, .exported(let bytes, let error)):
      Doors(turn: self).finish(export: ticket, bytes: bytes, error: error)
    case (.probe, .probed(let probe)): try TopicTrials(turn: self).finish(ticket, probe)
    case (.media, .media(let result)): try pictures.finish(media: ticket, result)
    case (.picture, .notified(let result)): try pictures.finish(picture: ticket, result)
    case (.show, .notified(let result)): try screen.finish(show: ticket, result)
    case (.autostart, .autostart(let enabled, let error)):
      ledger.learn(.autostart(enabled))
      if error != nil { try ledger.report(.autostartFailed) }
      ledger.changed(.state)
    case (.keys, .keys(let result)): try Pairing(turn: self).finish(ticket, result)
    case (.deviceKeys, .keys(let result)): try accounts.finish(ticket, result)
    case (.sendSelf, .sentSelf(let sending)):
      CarrierTest(turn: self).finish(ticket, sending)
    case (.startServer, .startedServer(let started)): screen.finish(startingServer: started)
    default: break
    }
  }

  // MARK: What doors change

  func occasionsMoved() { timeMoved = true }

  func wasConfigured() {
    news = News(configured: true, mayFetchFirst: true)
  }

  func remember(_ change: (inout Memory) -> Void) { change(&memory) }

  /// Tells the world what follows: wakes, attention, and who waited for planning.
  private func publish() throws(StoreFailure) {
    for feature in features { try feature.publish() }
    try tellDenied()
    try tellInexact()
    let attention = try Reports(turn: self).attentionWanted()
    if attention != memory.attention {
      memory.attention = attention
      ledger.emit(.attention(attention))
    }
    try badge.publish()
    var waits = try Wakes(self)
    let wakes = try waits.next()
    // What woke is armed no more; before the clock went back it was due, and now it is so again. One
    // that is due and stays would only wake for nothing, again and again. (T16)
    let isLost = woke && wakes.allSatisfy { $0.at > now }
    if wakes != memory.armed || isLost {
      memory.armed = wakes
      ledger.emit(.arm(wakes))
    }
  }

  /// What cannot be shown is said once, when that begins. (T21)
  private func tellDenied() throws(StoreFailure) {
    // Switched off is news also where there is no server at the moment.
    let permitted = ledger.situation.permitted
    if !permitted, memory.permitted != false { try ledger.report(.permissionDenied) }
    memory.permitted = permitted
    let denied = ledger.denied
    guard denied != memory.denied else { return }
    let first = memory.denied == nil
    memory.denied = denied
    if denied { try ledger.report(.scheduleDenied) }
    if !first || denied { ledger.changed(.state) }
  }

  /// That hours cannot be had exactly is said once, when that begins. (T15)
  private func tellInexact() throws(StoreFailure) {
    let exact = ledger.situation.exact
    guard memory.exact != exact else { return }
    memory.exact = exact
    if !exact { try ledger.report(.exactAlarmMissing) }
  }
}
