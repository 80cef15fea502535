import CarillonFeatures

/// A maintenance system: what it says, how it answers, and a user who is signed in to it. (002)
///
/// Draws from streams of its own, so that a life without it is the same in all else.
extension Life {
  /// What may happen to a message of the maintenance system on its way.
  private enum Mishap {
    case none, lost, twice, saidAgain, late, expiring, badBeside
  }

  /// After each step something may happen at the plant.
  func tendPlant() throws {
    guard draft.faults.contains(.alarms) else { return }
    random = plantStream()
    guard random.once(in: 6) else { return }
    switch random.span(0...9) {
    case 0: if random.once(in: 3) { signOut() } else { signIn() }
    case 1: setUpAlarms()
    case 2:
      if random.once(in: 2) {
        plant.lastInvalidToken = secrets
      } else {
        plant.busyUntil = now + .minutes(random.span(1...400))
      }
    default: try haveAlarms()
    }
    try check()
    try rebootIfDead()
  }

  private func plantStream() -> SplitMix {
    var stream = SplitMix(
      seed: (draft.seed ^ 0x0A1A_2B3C_4D5E_6F70) &+ UInt64(step) &* 0x9E37_79B9_7F4A_7C15)
    _ = stream.next()
    return stream
  }

  // MARK: The account

  func signIn() {
    _ = ask(
      .patch(
        #"{"backend":{"url":"\#(MaintenanceServer.address)","token":{"secret":"\#(DrawnPatch.secret)"}}}"#
      ))
  }

  private func signOut() { _ = ask(.patch(#"{"backend":null}"#)) }

  private func setUpAlarms() {
    let minutes = random.pick([0, 1, 5, 5, 20, 60])
    watch.configured()
    _ = ask(
      .patch(
        random.pick([
          #"{"repeatMinutes":\#(minutes)}"#, #"{"repeatMinutes":\#(minutes)}"#,
          #"{"channels":{"alarms":{"enabled":false}}}"#,
          #"{"channels":{"alarms":{"enabled":true}}}"#,
          #"{"channels":{"alarms":{"enabled":true,"sound":null}}}"#,
          #"{"channels":{"alarms":{"enabled":true,"sound":"default"}}}"#,
          #"{"channels":{"alarms":{"enabled":true,"at":"slot"}}}"#,
          #"{"channels":{"work_orders":{"enabled":false}}}"#,
          #"{"channels":{"work_orders":{"enabled":true,"at":"slot"}}}"#,
        ])))
  }

  /// Calm weather at the plant, too: its channels are on, and who is signed in has a token that counts.
  func calmPlant() {
    guard draft.faults.contains(.alarms) else { return }
    plant.busyUntil = .distantPast
    watch.configured()
    _ = ask(
      .patch(
        #"{"channels":{"alarms":{"enabled":true,"at":"now"},"work_orders":{"enabled":true,"at":"now"}}}"#
      ))
    if let token = watch.token(self), !plant.counts(token) { signIn() }
  }

  // MARK: Minutes at the plant

  /// Alarms come and go, and somebody deals with them, or not.
  private func haveAlarms() throws {
    if random.once(in: 3) { signIn() }
    writeSayings()
    let end = now + .minutes(random.pick([5, 30, 70, 130] as [Int64]))
    for _ in 0..<40 where now < end {
      try pass(until: now + .seconds(random.span(1...600)))
      if random.once(in: 3) {
        answerAlarm()
      } else if random.once(in: 8) {
        try strike(random.pick(Life.whileAlarmed))
      }
      try check()
      try rebootIfDead()
    }
  }

  /// Faults that may strike while there are alarms.
  private static let whileAlarmed: [Fault] = [
    .crash, .crash, .server, .network, .network, .store, .keyring, .desktop, .doors, .repeats,
    .disk, .clock, .sleep, .configuration, .lock, .lock, .zone,
  ]

  private func writeSayings() {
    for number in 0..<Int(random.pick([1, 1, 2, 3] as [Int64])) {
      writeAlarm("a\(step)-\(number)")
    }
    if random.once(in: 3), let known = plantIDs.last { writeAlarm(known) }
    if random.once(in: 3) { writeOrder("w\(step)") }
    if random.once(in: 6) {
      for number in 0..<8 { writeAlarm("f\(step)-\(number)", isShort: true) }
    }
    mail.sort { $0.at < $1.at }
  }

  /// An alarm from when it is raised, until it is resolved or forgotten.
  private func writeAlarm(_ id: String, isShort: Bool = false) {
    if !isShort { plantIDs = Array((plantIDs + [id]).suffix(6)) }
    let isOfTopic =
      watch.carriers.isSubscribed && !isShort && id.hasPrefix("a") && plantTopicIDs(id)
    // The service's clock: none, right, ahead, or behind.
    let clock = random.pick([nil, 0, 0, 0, 7200, -7200] as [Int64?])
    let hasIDs = !random.once(in: 3)
    var severity: Saying.Severity? = random.pick([.critical, .critical, .warning, .info])
    var status = Saying.Status.active
    var at = now + .seconds(random.span(0...90))
    var text = "It began"
    for number in 0...(isShort ? 0 : Int(random.span(0...6))) {
      var saying = Saying(
        kind: "alarm", id: id, severity: severity, status: status,
        sentAt: clock.map { at.inWholeSeconds + .seconds($0) }, title: "Pump \(id)", body: text)
      saying.hasLook = random.once(in: 6)
      send(saying, number, hasIDs, isOfTopic, at: at)
      at = at + .seconds(random.pick([1, 20, 200, 200, 420, 900]))
      switch random.span(0...9) {
      case 0...1: text = "It is now \(step) \(number)"
      case 2: break
      case 3: severity = random.pick([.critical, .warning, .info, nil])
      case 4: severity = nil
      case 5: status = .acknowledged
      case 6...7: status = .resolved
      default: status = .active
      }
    }
  }

  /// A life's alarms of a topic have ids of their own.
  private func plantTopicIDs(_ id: String) -> Bool { Trace(id).hash % 4 == 0 }

  private func writeOrder(_ id: String) {
    let hasIDs = !random.once(in: 3)
    let clock = random.pick([nil, 0, 0, -7200] as [Int64?])
    var at = now + .seconds(random.span(0...90))
    var text = "Change the seal"
    var status = Saying.Status.active
    for number in 0...Int(random.span(0...4)) {
      let saying = Saying(
        kind: "work-order", id: id, status: status,
        sentAt: clock.map { at.inWholeSeconds + .seconds($0) }, title: "Order \(id)", body: text)
      send(saying, number, hasIDs, false, at: at)
      at = at + .seconds(random.pick([1, 60, 400, 4000]))
      if random.once(in: 2) { text = "Change it by \(step) \(number)" }
      status = random.pick([.active, .active, .acknowledged, .resolved])
    }
  }

  // MARK: On their way

  private func send(
    _ saying: Saying, _ number: Int, _ hasIDs: Bool, _ isOfTopic: Bool, at instant: Instant
  ) {
    let mishap: Mishap = random.pick([
      .none, .none, .none, .none, .none, .none, .lost, .twice, .saidAgain, .late, .late, .expiring,
      .badBeside,
    ])
    let id = hasIDs ? "\(saying.tag)/\(step)/\(number)" : nil
    if !isOfTopic { plant.says(saying, at: instant) }
    if isOfTopic {
      let delay = mishap == .late ? random.span(20...900) : 0
      if mishap != .lost {
        mail.append((instant + .seconds(delay), .topic(saying, data(of: saying))))
      }
      return
    }
    var around: [String: JSONValue] = [:]
    if mishap == .expiring {
      let life = random.pick([0, 60, 600])
      around["android"] = .object(["ttl": .text("\(life)s")])
    }
    let data = data(of: saying)
    var letter = Letter(
      data, tag: saying.tag, id: id, around: around,
      shape: random.pick([.nested, .nested, .flat, .whole]))
    letter.saying = saying
    switch mishap {
    case .none, .expiring: mail.append((instant, .letter(letter)))
    case .lost: break
    case .late: mail.append((instant + .seconds(random.span(20...900)), .letter(letter)))
    case .twice:
      mail.append((instant, .letter(letter)))
      let delay = random.pick([0, 1, 20, 590, 610, 4000] as [Int64])
      mail.append((instant + .seconds(delay), .letter(letter)))
    case .saidAgain:
      mail.append((instant, .letter(letter)))
      var again = Letter(data, tag: saying.tag, id: id.map { $0 + "/again" })
      again.saying = saying
      mail.append((instant + .seconds(random.pick([0, 2, 599, 601])), .letter(again)))
    case .badBeside:
      mail.append((instant, .letter(letter)))
      mail.append((instant, .letter(badSaying(saying, data))))
    }
  }

  private func data(of saying: Saying) -> [String: String] {
    let isAlarm = saying.kind == "alarm"
    var data = ["title": saying.title, "body": saying.body]
    data["type"] = isAlarm ? "alarm" : "work_order"
    data[isAlarm ? "alarmId" : "workOrderId"] = saying.id
    data["severity"] = saying.severity?.rawValue
    data["timestamp"] = saying.sentAt?.isoUTC
    if saying.status != .active || random.once(in: 2) { data["status"] = saying.status.rawValue }
    if random.once(in: 2) { data["assetId"] = "pump-5" }
    if random.once(in: 4) { data["imageUrl"] = "https://pictures.example.org/\(saying.id).png" }
    if random.once(in: 4) {
      (data["quantity"], data["unit"]) = ("Vibration", "Hz")
      data["value"] = random.pick(["85", "-5", "NaN", "1e9", ""])
      data["limit"] = random.pick(["60", "100", "x"])
    }
    if !isAlarm {
      data["priority"] = random.pick(["low", "medium", "high", "huge"])
      if random.once(in: 2) { data["dueAt"] = (now + .hours(random.span(-9...90))).isoUTC }
    }
    if saying.hasLook {
      data["actions"] =
        #"[{"id":"ACKNOWLEDGE_ACTION","title":"Confirm"},{"id":"look","title":"Look","deepLink":"/notifications"}]"#
    }
    return data
  }

  /// What contradicts itself, and is refused by the name of its field. (D2)
  private func badSaying(_ saying: Saying, _ good: [String: String]) -> Letter {
    var data = good
    let idKey = saying.kind == "alarm" ? "alarmId" : "workOrderId"
    var field = idKey
    switch random.span(0...3) {
    case 0: data[idKey] = "../a"
    case 1: data[idKey] = nil
    case 2 where saying.kind == "alarm":
      data["severity"] = "terrible"
      field = "severity"
    default:
      data["status"] = "gone"
      field = "status"
    }
    return Letter(refused: Letter(data, tag: "", id: nil).text, field: "data.\(field)")
  }

  /// In calm weather a critical alarm comes through, comes again until somebody acknowledges it, and is told
  /// to its service.
  func writeFairAlarm() {
    guard draft.faults.contains(.alarms) else { return }
    let former = random
    random = plantStream()
    defer { random = former }
    let at = now + .minutes(random.span(1...600))
    var saying = Saying(
      kind: "alarm", id: "c\(step)", severity: .critical, title: "Pump", body: "Calm \(step)")
    saying.sentAt = random.once(in: 2) ? at.inWholeSeconds : nil
    var letter = Letter(data(of: saying), tag: saying.tag, id: "c\(step)")
    letter.saying = saying
    letter.mustShow = true
    plant.says(saying, at: at)
    mail.append((at, .letter(letter)))
    let minutes = random.span(1...90)
    switch random.span(0...3) {
    case 0: break
    case 1:
      saying.status = random.pick([.acknowledged, .resolved])
      saying.sentAt = nil
      var end = Letter(data(of: saying), tag: saying.tag, id: "c\(step)/end")
      end.saying = saying
      plant.says(saying, at: at + .minutes(minutes))
      mail.append((at + .minutes(minutes), .letter(end)))
    default: mail.append((at + .minutes(minutes), .press("ack", of: saying.tag)))
    }
    mail.sort { $0.at < $1.at }
  }

  /// The plant says something by the topic. (C10)
  func publish(_ saying: Saying, _ data: [String: String]) {
    var members = data.mapValues { JSONValue.text($0) }
    members["timestamp"] = nil
    topics.send(saying, JSONValue.object(["data": .object(members)]).serialized, at: now)
    handOverNews()
  }

  // MARK: The user

  /// The user deals with an alarm, or with another notification of the plant.
  private func answerAlarm() {
    let own = popups.filter { $0.tag.contains("alarm:") || $0.tag.contains("work-order:") }
    switch random.span(0...9) {
    case 0...5:
      guard !own.isEmpty else { return useNotification() }
      let popup = random.pick(own)
      use(
        popup,
        random.pick([
          .dismissed, .expired, .action(key: "default", activation: nil),
          .action(key: random.pick(popup.keys + ["unknown"]), activation: nil),
          .action(key: random.pick(popup.keys + ["unknown"]), activation: nil),
          .action(
            key: popup.keys.first { $0.lowercased().hasPrefix("ack") } ?? "ack", activation: nil),
        ]))
    case 6...7:
      guard let tag = watch.pickAlarm(&random) else { return }
      press(
        random.pick([
          "ack", "ack", "ACKNOWLEDGE_ACTION", "view", "silence", "look", "snooze", "../",
        ]), of: tag
      )
    case 8:
      guard let popup = own.last else { return }
      let action = random.pick(["open", "dismiss", "ack", "silence", "foo"])
      watch.willAct(popup.tag)
      _ = ask(.respond(requestID: "\(popup.row)", action: action)) { [unowned self] in
        watch.responded(action, on: popup.tag, $0, self)
      }
    default:
      guard let tag = watch.pickAlarm(&random), tag.hasPrefix("alarm:") else { return }
      watch.willAct(tag)
      _ = ask(.open(link: "/alarms/\(tag.dropFirst(6))", activation: nil)) { [unowned self] in
        // Nobody sees the window while the screen is locked. (D15)
        watch.opened(tag, $0, isSeen: !situation.locked, self)
      }
    }
  }

  /// Presses a button in the window of a subject.
  func press(_ action: String, of tag: String) {
    watch.willAct(tag)
    _ = ask(.act(tag: tag, action: action, data: Document())) { [unowned self] in
      watch.acted(action, on: tag, $0, self)
    }
  }
}

extension Instant {
  fileprivate var inWholeSeconds: Instant { Instant(milliseconds: wholeSeconds * 1000) }
}
