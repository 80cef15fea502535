import CarillonFeatures

/// Sequences that chance alone would hardly ever draw, because several things must fall together.
extension Life {
  func playScene() throws {
    switch random.span(0...8) {
    case 7, 8: try pressButtons()
    case 4, 5: try beAway()
    case 6: try loseASource()
    case 0: try holdAnHour()
    case 1: try hearNewsInsideLead()
    case 2: try answerAcrossAClock()
    default: try leaveManyHours()
    }
    try check()
    try rebootIfDead()
  }

  /// The session is locked while hours ring and messages come; processes end, and it is unlocked. (T38)
  private func beAway() throws {
    setLocked(true)
    try check()
    let end = now + .minutes(random.span(30...3000))
    while now < end {
      try pass(until: now + .minutes(random.span(1...240)))
      expirePopups()
      try check()
      if random.once(in: 3) { writeLetters() }
      if random.once(in: 4) {
        crash()
        // It may be unlocked while nothing runs.
        if random.once(in: 4) { situation.locked = false }
        now = now + .minutes(random.span(0...100))
        boot()
        try check()
      }
      try rebootIfDead()
    }
    if random.once(in: 3) { changeServer() }
    setLocked(false)
    try check()
    try pass(until: now + .minutes(random.span(1...60)))
  }

  /// The user presses the buttons of a topic's messages, while the network comes and goes and processes end.
  /// (C5)
  private func pressButtons() throws {
    guard draft.faults.contains(.carriers), draft.faults.contains(.user) else { return }
    if !watch.carriers.isSubscribed { subscribe() }
    for _ in 0..<8 {
      publish(Int(random.span(1...3)))
      try pass(until: now + .seconds(random.span(1...90)))
      if random.once(in: 4) { try strike(random.pick([.network, .crash, .store, .server])) }
      let pressable = popups.filter {
        $0.keys.contains("http-1") || $0.keys.contains("copy-1")
      }
      if running, !pressable.isEmpty {
        let popup = random.pick(pressable)
        let key = popup.keys.contains("http-1") ? "http-1" : "copy-1"
        use(popup, .action(key: key, activation: nil))
      }
      if random.once(in: 4) { try strike(random.pick([.network, .crash, .store])) }
      try pass(until: now + .seconds(random.span(1...30)))
      if !questions.isEmpty, !random.once(in: 3) { answerQuestion() }
      try check()
      try rebootIfDead()
    }
  }

  /// A source is dead for more than a day. (T5, T36)
  private func loseASource() throws {
    feedFails = true
    defer { feedFails = false }
    let end = now + .hours(random.span(25...60))
    while now < end {
      try pass(until: now + .hours(random.span(1...12)))
      try check()
      try rebootIfDead()
    }
  }

  /// When the next hour rings, if that is within two days.
  private func nextRing() throws -> Instant? {
    guard running, retryAt == nil else { return nil }
    return try liveRows().filter { $0.isSlot && $0.status == .scheduled && $0.fireAt > now }
      .map(\.fireAt).min().flatMap { $0 - now < .days(2) ? $0 : nil }
  }

  /// An hour is held, perhaps without a text that can be read, and its world changes meanwhile. (T9)
  private func holdAnHour() throws {
    if random.once(in: 2) {
      feedFails = true
      setKeyring(.locked, nil)
      watch.configured()
      let (hour, minute) = (random.span(0...23), random.pick([0, 30] as [Int64]))
      _ = ask(.patch(DrawnPatch.slots(hour, minute, &random)))
      try check()
    }
    defer { feedFails = false }
    guard let next = try nextRing() else { return }
    try pass(until: next - .minutes(1))
    guard running else { return }
    pausedAt = now
    _ = ask(.pause(until: "tomorrow"))
    try pass(until: max(now, next + .seconds(30)))
    if random.once(in: 2) { changeSource() }
    try check()
    for _ in 0..<Int(random.span(1...3)) where running {
      switch random.span(0...3) {
      case 0: changeSource()
      case 1: try goBack(by: .minutes(random.span(2...600)))
      case 2: setKeyring(.open, Life.key)
      default: changeZone()
      }
      try check()
    }
    setKeyring(.open, Life.key)
    try check()
    guard running else { return }
    pausedAt = now
    _ = ask(.pause(until: "off"))
  }

  private func changeSource() {
    watch.configured()
    let url = random.pick(["null", "a", "b"])
    let profile =
      url == "null"
      ? url : #"{"fetchContent":{"method":"GET","url":"https://example.org/\#(url).json"}}"#
    _ = ask(.patch(#"{"callbackProfile":\#(profile)}"#))
  }

  private func goBack(by span: Span) throws { try moveClock(by: .milliseconds(-span.milliseconds)) }

  /// With offline first, news come inside the lead, and then something else happens. (T6)
  private func hearNewsInsideLead() throws {
    watch.configured()
    _ = ask(.patch(#"{"mode":"offline-first","prefetchLeadMinutes":90,"ttlSeconds":129600}"#))
    try check()
    guard let next = try nextRing() else { return }
    feedFails = false
    try pass(until: max(now, next - .minutes(89)))
    etag += 1
    try pass(until: max(now, next - .minutes(random.span(2...60))))
    for _ in 0..<Int(random.span(1...3)) where running {
      switch random.span(0...3) {
      case 0: _ = ask(.patch(#"{"snoozeMinutes":\#(random.span(1...120))}"#))
      case 1:
        _ = ask(
          .patch(#"{"contentTemplate":{"title":"{{headline}}","body":"{{summary}} \#(etag)"}}"#))
      case 2:
        setKeyring(.locked, nil)
        try check()
        setKeyring(.open, Life.key)
      default:
        crash()
        boot()
      }
      watch.configured()
      try check()
    }
  }

  /// A call is answered only after the clock has gone back and the same hour was asked for. (B11)
  private func answerAcrossAClock() throws {
    guard let next = try nextRing(), case .present = situation.server else { return }
    serverRefuses = false
    answersLate = true
    try pass(until: next + .seconds(20))
    answersLate = false
    guard running else { return }
    try goBack(by: .hours(random.span(1...60)))
    try check()
    setServer(.present(server))
    try check()
    guard running else { return }
    _ = ask(.deliverStoredNow(slotID: watch.calls.called?.item?.name ?? ""))
    try pass(until: now + .minutes(10))
  }

  /// Many hours pass while nothing runs: more than one step records. (T18)
  private func leaveManyHours() throws {
    guard running else { return }
    let hours = (0..<40).map { #"{"hour":\#($0 % 20),"minute":\#($0 / 20 * 30 + 7)}"# }
    watch.configured()
    _ = ask(.patch(#"{"slots":[\#(hours.joined(separator: ","))]}"#))
    try check()
    crash()
    now = now + .hours(random.span(24...220))
    boot()
    try settleDown()
  }
}
