extension Decision {
  var situation: Situation {
    guard let situation = memory.situation else {
      preconditionFailure("events before .started are declined")
    }
    return situation
  }

  /// A process begins: what was in flight is settled. (T32)
  func start() throws(StoreFailure) {
    memory.startedAt = now
    timeMoved = true
    try writeFlags()
    if lateCause != .clock { lateCause = .off }
    wantsFirstContent = true
    configured = true
    try begin()
    try closeAgain()
    pruning = true
    if let posting = try rows.postingInFlight() {
      // It may have arrived: it is posted again, under the same key. (T32)
      try rows.setPosting(posting.id, attempts: posting.attempts, inFlight: false)
    }
    for fetch in try rows.openFetches() {
      try rows.close(fetch: fetch.id, at: now, outcome: "lost")
    }
    for id in try live().map(\.id) {
      guard var delivery = try live(id) else { continue }
      switch (delivery.kind, delivery.status) {
      case (_, .showing) where delivery.isInFlight:
        try move(&delivery, to: .unconfirmed, "restarted")
        try settleIdentity(of: delivery)
      case (.message, .scheduled) where delivery.askedFor:
        try move(&delivery, to: .cancelled, "restarted")
      case (.ringNow, .scheduled), (.test, .scheduled):
        try move(&delivery, to: .cancelled, "restarted")
        if delivery.kind == .ringNow { try rows.setNote(Note.ringNowAt, nil) }
      default:
        if delivery.waiting != nil {
          // Whoever it waited for is met anew.
          if delivery.waiting == Waiting.fetch { delivery.fetchWaitSince = nil }
          delivery.waiting = delivery.waiting == Waiting.fetch ? nil : delivery.waiting
          try save(delivery)
        }
      }
    }
    try forgetGoneScreens()
    try failHalfSent()
    try resumePictures()
    if situation.keyring == .open {
      memory.sealing = true
      try renderUnlocked()
    }
    effects.append(.forgetAll(except: try secretsInUse()))
    changed(.state)
    changed(.history)
  }

  func take(_ change: Situation.Change) throws(StoreFailure) {
    let before = situation
    memory.situation?.apply(change)
    switch change {
    case .zone: timeMoved = true
    case .clockSet:
      timeMoved = true
      clockMoved = true
      lateCause = .clock
    case .resumed:
      timeMoved = true
      lateCause = .asleep
      memory.calmUntil = now + .seconds(30)
      pruning = true
    case .online(true):
      wantsFirstContent = true
      try endBackOffs()
    case .server:
      memory.serverWouldNotStart = false
      try forgetGoneScreens()
    case .keyring(.open):
      memory.sealing = true
      wantsFirstContent = true
      try renderUnlocked()
      try endBackOffs()
    case .storeWasBusy: try report("STORAGE_BUSY")
    case .eventRefused: try report("INTERNAL_ERROR")
    case .redirected(let host): try rows.contacted(host, for: .redirect, at: now)
    default: break
    }
    if situation != before { changed(.state) }
  }

  func finish(_ ticket: Ticket, _ outcome: Outcome) throws(StoreFailure) {
    switch (ticket.kind, outcome) {
    case (.fetch, .fetched(let result)): try finish(fetch: ticket, result)
    case (.post, .posted(let result)): try finish(post: ticket, result)
    case (.command, .posted(let result)): try finish(command: ticket, result)
    case (.export, .exported(let bytes, let error)):
      finish(export: ticket, bytes: bytes, error: error)
    case (.tryFetch, .fetched(let result)): finish(trial: ticket, result)
    case (.tryFetch, .tried(let result, let sample)): finish(trial: ticket, result, sample)
    case (.media, .media(let result)): try finish(media: ticket, result)
    case (.picture, .notified(let result)): try finish(picture: ticket, result)
    case (.show, .notified(let result)): try finish(show: ticket, result)
    case (.autostart, .autostart(let enabled, let error)):
      memory.situation?.autostart = enabled
      if error != nil { try report("AUTOSTART_FAILED") }
      changed(.state)
    case (.startServer, .startedServer(let started)):
      guard memory.startingServer else { return }
      memory.startingServer = false
      if !started || situation.server == .startable { memory.serverWouldNotStart = true }
    default: break
    }
  }

  /// Notifications of a server that is no longer there, or that forgets those of clients that
  /// left, are on no screen.
  private func forgetGoneScreens() throws(StoreFailure) {
    guard let server = presentServer else {
      switch situation.server {
      case .absent, .startable: break
      // A server that does not answer still shows what it showed.
      case .silent, .present: return
      }
      for var delivery in try rows.allOnScreen() {
        delivery.onScreen = nil
        try save(delivery)
      }
      return
    }
    let restarted = memory.startedAt == now && !ServerTraits(server).keepsAfterClientLeft
    for var delivery in try rows.allOnScreen() {
      guard let screen = delivery.onScreen else { continue }
      let same = screen.owner == server.owner && screen.bus == server.bus
      guard restarted || !same else { continue }
      delivery.onScreen = nil
      try save(delivery)
    }
  }

  private var presentServer: NotificationServer? {
    guard case .present(let server) = situation.server else { return nil }
    return server
  }

  /// Every setting is a row, also one that was never touched or has come with a newer version. (T26)
  private func writeFlags() throws(StoreFailure) {
    let rows = try rows.config()
    for key in Settings.unreadable(in: rows) { try report("SETTING_UNREADABLE \(key)") }
    let all = Settings().document.merging(Settings.fixed) { $1 }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) where rows[key] == nil {
      try self.rows.setConfig(key, value.serialized)
    }
  }

  /// The three slots of a first start. (T1)
  private func begin() throws(StoreFailure) {
    guard try rows.note(Note.begun) == nil else { return }
    try rows.setNote(Note.begun, "1")
    let names = [
      environment.words.say("Morning"), environment.words.say("Noon"),
      environment.words.say("Evening"),
    ]
    for (hour, name) in zip([8, 12, 18], names) {
      guard let time = WallTime(hour: hour, minute: 0) else { continue }
      let slot = Slot(id: SlotID(time), label: name, considered: lastPassed(time, in: zone))
      try rows.put(slot)
    }
    memory.slots = nil
  }
}
