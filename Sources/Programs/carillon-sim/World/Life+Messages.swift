import CarillonFeatures

/// Incoming messages, and the reactions of users and machines.
extension Life {
  /// Runs one or more brews that the user follows, while other things happen.
  func brew() throws {
    if random.once(in: 2) { chooseMachine() }
    writeLetters()
    while let next = mail.first {
      let soon = max(next.at, now) + .milliseconds(random.span(10...40_000))
      try pass(until: soon)
      guard !mail.isEmpty else { break }
      if random.once(in: 4) {
        try takePart()
      } else if random.once(in: 7) {
        try strike(random.pick(Life.whileBrewing))
      }
      try check()
      try rebootIfDead()
      // Mail that is hours away comes among other events.
      if mail.first.map({ $0.at - now > .minutes(20) }) == true { break }
    }
  }

  /// Faults that may strike in the middle of a brew.
  private static let whileBrewing: [Fault] = [
    .crash, .crash, .server, .server, .network, .store, .keyring, .desktop, .doors, .repeats,
    .repeats, .disk, .clock, .sleep, .configuration,
  ]

  /// Mail that arrived while no process ran; some of it is delivered again.
  func missMail() {
    let due = mail.prefix { $0.at <= now }.count
    guard due > 0 else { return }
    let kept = mail[..<due].filter { _ in random.once(in: 2) }
    mail.replaceSubrange(..<due, with: kept)
  }

  func open(_ mail: Mail) {
    switch mail {
    case .letter(let letter):
      guard running else { return }
      record(.asked(.push(message: letter.text)))
      watch.asked()
      let number = watch.handsIn(letter)
      var answers = 0
      host.ask(.push(message: letter.text)) { [unowned self] in
        answers += 1
        watch.answered(times: answers)
        watch.took(letter, number, $0, self)
      }
      retry()
    case .commandDone(let id, let error):
      watch.machineSays(id, isDone: error.isEmpty)
      _ = ask(.commandDone(id: id, error: error))
    case .topic(let saying, let data): publish(saying, data)
    case .press(let action, let tag): press(action, of: tag)
    case .connects:
      guard running, topics.isListening, !topics.isOpen else { return }
      breakConnection()
      connect()
    }
  }

  // MARK: The machine

  private func chooseMachine() {
    _ = ask(
      .patch(
        random.pick([
          #"{"machine":null}"#, #"{"machine":{"url":"http://127.0.0.1:8177/command"}}"#,
          #"{"machine":{"url":"https://machine.example.org/command"}}"#,
        ])))
  }

  /// A machine's server receives a command, and may answer slowly.
  func takeCommand(_ job: PostJob, _ ticket: Ticket) {
    watch.commanded(job.body, self)
    mayDieMeanwhile()
    var result = PostResult.answered(status: 204, retryAfter: nil)
    if !fair, random.once(in: 4) {
      result = random.pick([
        .failed(FetchFailure(.timeout)), .failed(FetchFailure(.unreachable)),
        .answered(status: 500, retryAfter: nil), .answered(status: 404, retryAfter: .minutes(1)),
      ])
    }
    if case .answered(200..<300, _) = result { watch.machineSays(job.key, isDone: true) }
    let delay: ClosedRange<Int64> = !fair && random.once(in: 5) ? 20_000...45_000 : 0...3000
    later(.finished(ticket, .posted(result)), delay)
    if !fair, random.once(in: 8) { later(.finished(ticket, .posted(result)), 0...40_000) }
  }

  /// A machine on the bus hears a command, and may answer slowly.
  func hearCommand(_ document: String) {
    guard let id = watch.commanded(document, self) else { return }
    mayDieMeanwhile()
    guard !random.once(in: 5) else { return }
    for _ in 0..<(random.once(in: 6) ? 2 : 1) {
      let error = random.once(in: 4) ? "No water. <b>&" : ""
      let delay = random.once(in: 5) ? random.span(20_000...45_000) : random.span(0...3000)
      mail.append((now + .milliseconds(delay), .commandDone(id: id, error: error)))
    }
    mail.sort { $0.at < $1.at }
  }

  /// The process may die before the machine has answered.
  private func mayDieMeanwhile() {
    guard !fair, draft.faults.contains(.crash), random.once(in: 10) else { return }
    effectsToLive = Int(random.span(0...3))
  }

  // MARK: The user

  /// The user follows a brew: presses, looks, or dismisses.
  private func takePart() throws {
    switch random.span(0...9) {
    case 0...5: useNotification()
    case 6:
      guard let tag = watch.latestBrew else { return }
      let action = random.pick([
        "cancel_brew", "stop_shot", "start_brew", "foo", "view_live", "retry-1", "adjust_grind",
        "adjust_profile", "../", "",
      ])
      let form =
        action.hasPrefix("adjust") && random.once(in: 2)
        ? Document(["grind": .text("4")]) : Document()
      watch.wanted(action, of: tag, self)
      _ = ask(.act(tag: tag, action: action, data: form))
    case 7:
      guard let id = watch.latestMessage else { return }
      let name = random.pick(["open", "dismiss", "stop_shot", "pause_grinding", "brew_again"])
      if let popup = popups.last(where: { $0.row == id }) {
        watch.wanted(name, of: popup, self)
      } else if let tag = watch.tagOfLatestMessage {
        watch.wanted(name, of: tag, self)
      }
      _ = ask(.respond(requestID: "\(id)", action: name))
    case 8: if let tag = watch.latestBrew { look(.detail(tag: tag)) }
    default:
      look(
        random.pick([.metrics, .wholeState, .history(HistoryQuery(limit: 50, kind: "message"))]))
    }
  }

  /// Asks a read-only question, which must be answered at once, whatever the store does.
  private func look(_ query: Query) {
    guard running else { return }
    if case .refused(let refusal) = host.read(query), refusal.kind == .storageBusy {
      watch.fail("SPEC §6: \(query) is not answered: \(refusal)")
    }
  }
}
