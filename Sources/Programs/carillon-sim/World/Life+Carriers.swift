import CarillonFeatures

/// Messages that come by themselves: a topic, and the connection to its server. (C1, C4, C6)
extension Life: CarrierConnections {
  func listen(_ connections: [Connection]) {
    record(.effect(.listen(connections)))
    performing {
      guard let connection = connections.first else { return closeConnection() }
      if connection.from.id == nil { subscribedAt = connection.from.time }
      // A change of what does not concern the way leaves it as it is.
      guard !topics.isListening else { return }
      topics.isListening = true
      topics.handedOver = random.once(in: 12) ? 0 : topics.start(after: connection.from)
      connect()
    }
  }

  func reconnect(_ why: Reconnect) {
    record(.effect(.reconnect(why)))
    performing {
      guard topics.isListening else { return }
      breakConnection()
      connect()
    }
  }

  func probe(_ topic: TopicSubscription, _ ticket: Ticket) {
    record(.effect(.probe(topic, ticket)))
    performing {
      let kept = TopicProbe.Kept(count: Int(random.span(0...1000)), lastAt: now - .seconds(5))
      let probe: TopicProbe = random.pick([
        .readable(kept), .status(random.pick([401, 403, 404, 429, 503])), .foreign, .heldBack,
        .failed(FetchFailure(.timeout)),
      ])
      watch.carriers.probes[topic.topic] = probe
      later(.finished(ticket, .probed(probe)), 0...15_000)
      if !fair, random.once(in: 6) { later(.finished(ticket, .probed(.foreign)), 15_000...30_000) }
    }
  }

  private func closeConnection() {
    breakConnection()
    topics.isListening = false
  }

  /// What was on its way is lost, and read again by the next connection.
  func breakConnection() {
    let lost = pending.compactMap { $0.event.parcelID }
    pending.removeAll { $0.event.isOfTopic }
    topics.isOpen = false
    topics.lastArrival = now
    if let first = topics.entries.firstIndex(where: { lost.contains($0.id) }) {
      topics.handedOver = min(topics.handedOver, first)
    }
  }

  /// Reads what waits at the server, and then listens; or fails on the way.
  func connect() {
    guard topics.isListening else { return }
    topics.lastArrival = max(topics.lastArrival, now)
    guard fair || !random.once(in: 6) else { return fail() }
    arrive(.situation(.carrier(TopicServer.name, carrier(.backlog, awaits: true))), 0...3000)
    for index in topics.handedOver..<max(topics.handedOver, topics.entries.count) {
      if !fair, random.once(in: 40) { return fail() }
      handOver(index, isBacklog: true)
    }
    arrive(.situation(.carrier(TopicServer.name, carrier(.connecting))), 0...20)
    arrive(.situation(.carrier(TopicServer.name, carrier(.open))), 0...500)
    topics.isOpen = true
  }

  private func fail() {
    arrive(
      .situation(
        .carrier(
          TopicServer.name,
          Carrier(
            .waiting, since: now, deafSince: now, trouble: random.pick([.ended, .status(502)]),
            nextTry: now + .seconds(5)))), 0...3000)
    mail.append((topics.lastArrival + .seconds(random.span(5...120)), .connects))
    mail.sort { $0.at < $1.at }
  }

  private func carrier(_ phase: Carrier.Phase, awaits: Bool = false) -> Carrier {
    Carrier(phase, since: now, deafSince: phase == .open ? nil : now, awaitsBacklog: awaits)
  }

  private func handOver(_ index: Int, isBacklog: Bool) {
    topics.handedOver = max(topics.handedOver, index + 1)
    let entry = topics.entries[index]
    // The server has forgotten what is older.
    guard now - entry.sentAt < TopicServer.cache else {
      topics.forgotten.insert(entry.id)
      return
    }
    let parcel = topics.parcel(entry, isBacklog: isBacklog)
    for _ in 0..<(!fair && random.once(in: 8) ? 2 : 1) {
      arrive(.received(parcel), isBacklog ? 0...50 : 0...2000)
    }
  }

  /// Things arrive in the order in which they were sent.
  private func arrive(_ event: Event, _ range: ClosedRange<Int64>) {
    topics.lastArrival = max(topics.lastArrival, now) + .milliseconds(random.span(range))
    pending.append((topics.lastArrival, event))
  }

  /// Asks whether some topics can be read, more than may be tried at once now and then.
  private func tryTopics() {
    for _ in 0..<(random.once(in: 4) ? 10 : random.span(1...3)) {
      watch.carriers.lastTrial += 1
      let topic = "trial\(watch.carriers.lastTrial)"
      let document = Document(["server": .text(TopicServer.address), "topic": .text(topic)])
      _ = ask(.tryTopic(document)) { [watch] in watch.checkTrial(of: topic, $0) }
    }
  }

  /// Subscribes, sends, breaks the connection, tries other topics, leaves.
  func useTopic() {
    guard !random.once(in: 2) else { return useDistributor() }
    switch random.span(0...8) {
    case 8: tryTopics()
    case 7 where !questions.isEmpty: answerQuestion()
    case 0 where !watch.carriers.isSubscribed || random.once(in: 3):
      if watch.carriers.isSubscribed {
        watch.carriers.isSubscribed = false
        _ = ask(.patch(#"{"subscriptions":[]}"#))
      } else {
        subscribe()
      }
    case 1:
      guard topics.isListening else { return }
      breakConnection()
      fail()
    case 2:
      breakConnection()  // Nothing is heard, and nobody says so, until the connection is made anew.
      if topics.isListening {
        mail.append((now + .seconds(random.span(30...3000)), .connects))
        mail.sort { $0.at < $1.at }
      }
    default: publish(Int(random.span(1...9)))
    }
  }

  func subscribe() {
    watch.carriers.isSubscribed = true
    _ = ask(
      .patch(
        #"{"subscriptions":[{"server":"\#(TopicServer.address)","topic":"t","priority5":"\#(random.pick(["urgent", "normal"]))","at":"\#(random.pick(["now", "now", "slot"]))","hosts":[\#(random.pick(["", #""door.example""#]))]}]}"#
      ))
  }

  /// The user answers the window's first question, which may be hours old. (C5)
  func answerQuestion() {
    let question = questions.removeFirst()
    let consent = random.pick(ButtonConsent.allCases)
    watch.buttons.answered(question, consent)
    _ = ask(.consent(requestID: question.requestID, action: question.action, consent))
  }

  func publish(_ count: Int) {
    for _ in 0..<count {
      topics.send(at: now, &random)
      handOverNews()
    }
  }

  func handOverNews() {
    guard running, topics.isListening, topics.isOpen else { return }
    while topics.handedOver < topics.entries.count {
      handOver(topics.handedOver, isBacklog: false)
    }
  }
}

extension Event {
  /// Whether a connection has brought it.
  var isOfCarrier: Bool {
    switch self {
    case .received, .situation(.carrier): true
    default: false
    }
  }

  /// Whether the connection to the topic's server has brought it.
  var isOfTopic: Bool {
    switch self {
    case .received(let parcel): parcel.carrier == TopicServer.name
    case .situation(.carrier(TopicServer.name, _)): true
    default: false
    }
  }

  var parcelID: String? {
    if case .received(let parcel) = self { parcel.id } else { nil }
  }
}
