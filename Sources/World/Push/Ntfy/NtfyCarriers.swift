package import CarillonEngine
import CarillonGLib
import FoundationEssentials

/// The connections to ntfy servers, as the engine wants them. (C4)
///
/// What they bring is handed over in order, and nothing more is read from a server before all of it is
/// committed.
@MainActor package final class NtfyCarriers {
  private struct Kept {
    var connection: Connection
    let stream: NtfyStream
    /// What came last, if not all of it has been handed over yet.
    var handover: Handover?
  }

  private let version: String
  private let secrets: any Secrets
  private let words: Words
  private let clock: () -> Instant
  private let send: (Event, (() -> Void)?) -> Void
  private var kept: [String: Kept] = [:]
  private var probes: [Ticket: NtfyProbe] = [:]

  /// `send` is `Host.send`: its second argument is called once the event is committed.
  package init(
    version: String, secrets: any Secrets, words: Words, clock: @escaping () -> Instant,
    send: @escaping (Event, (() -> Void)?) -> Void
  ) {
    self.version = version
    self.secrets = secrets
    self.words = words
    self.clock = clock
    self.send = send
  }

  package func listen(_ connections: [Connection]) {
    let names = Set(connections.map(\.name))
    for name in kept.keys.sorted() where !names.contains(name) {
      kept[name]?.handover?.finish()
      kept.removeValue(forKey: name)?.stream.stop()
    }
    for connection in connections { listen(connection) }
  }

  private func listen(_ connection: Connection) {
    let server = NtfyServer(
      url: connection.server, topics: connection.topics.map(\.topic), token: connection.token)
    if let before = kept[connection.name]?.connection {
      kept[connection.name]?.connection = connection
      let isSame =
        before.server == connection.server && before.token == connection.token
        && before.topics.map(\.topic) == server.topics
      // A name, an hour or what is urgent changes nothing on the way.
      if !isSame { kept[connection.name]?.stream.configure(server) }
      return
    }
    let name = connection.name
    let stream = NtfyStream(server, version: version, secrets: secrets, clock: clock) {
      [weak self] in self?.take($0, from: name)
    }
    kept[name] = Kept(connection: connection, stream: stream)
    stream.start(from: connection.from, deafSince: connection.deafSince)
  }

  package func reconnect(_ why: Reconnect) {
    for (_, kept) in kept.sorted(by: { $0.key < $1.key }) {
      switch why {
      case .resumed: kept.stream.resumed()
      case .online: kept.stream.networkIsBack()
      case .unlocked: if kept.connection.token != nil { kept.stream.networkIsBack() }
      }
    }
  }

  package func probe(_ topic: TopicSubscription, _ ticket: Ticket) {
    let server = NtfyServer(url: topic.server, topics: [topic.topic], token: topic.token)
    probes[ticket] = NtfyProbe(server, version: version, secrets: secrets) { [weak self] result in
      guard let self else { return }
      // Not at once: the probe is still on its way out.
      MainLoop.onIdle { [weak self] in self?.probes[ticket] = nil }
      send(.finished(ticket, .probed(result)), nil)
    }
  }

  /// Ends all connections.
  package func stop() {
    listen([])
    probes = [:]
  }

  private func take(_ news: NtfyStream.News, from name: String) {
    // What follows is about a time when all of that had come.
    kept[name]?.handover?.finish()
    switch news {
    case .received(let events, let malformed, let isBacklog, let taken):
      receive(events, malformed, from: name, isBacklog: isBacklog, taken)
    case .backlogEnded: break
    case .tooLong: send(.situation(.dropped(carrier: name, code: "long-line")), nil)
    case .changed: tellState(of: name)
    case .outage(let outage):
      send(
        .situation(
          .outage(
            Outage(
              carrier: name, from: outage.from, to: outage.to, why: outage.why,
              lostBefore: outage.lostBefore))), nil)
    }
  }

  private func tellState(of name: String) {
    guard let stream = kept[name]?.stream else { return }
    var carrier = Carrier(stream.connection, at: clock())
    carrier?.refusedTopics = stream.refusedTopics
    send(.situation(.carrier(name, carrier)), nil)
  }

  private func receive(
    _ events: [NtfyEvent], _ malformed: Int, from name: String, isBacklog: Bool,
    _ taken: @escaping () -> Void
  ) {
    // A store that is busy holds back a flood of what is dropped, too.
    var passed = Array(
      repeating: Event.situation(.dropped(carrier: name, code: "malformed")), count: malformed)
    for event in events {
      let parcel = parcel(event, from: name, isBacklog: isBacklog) { code in
        passed.append(.situation(.dropped(carrier: name, code: code)))
      }
      if let parcel { passed.append(.received(parcel)) }
    }
    guard !passed.isEmpty else { return taken() }
    let handover = Handover(passed, to: send, taken)
    kept[name]?.handover = handover
    handover.begin()
  }

  /// What the engine gets of an event; nil if there is nothing to know.
  ///
  /// `drop` is given a code for what is left out.
  private func parcel(
    _ event: NtfyEvent, from name: String, isBacklog: Bool, drop: (String) -> Void
  ) -> Parcel? {
    var parcel: Parcel
    switch event {
    case .message(let message):
      guard let subscription = subscription(to: message.topic, of: name) else { return nil }
      parcel = Parcel(body(of: message, subscription, drop), carrier: name, id: message.id)
      parcel.topic = subscription.identity
      parcel.sequence = message.sequence
      parcel.sentAt = message.time
    case .deleted(let tombstone), .cleared(let tombstone):
      guard let subscription = subscription(to: tombstone.topic, of: name) else { return nil }
      parcel = Parcel(.withdrawn, carrier: name, id: tombstone.id)
      parcel.topic = subscription.identity
      parcel.sequence = tombstone.sequence
      parcel.sentAt = tombstone.time
    case .open, .keepalive, .pollRequest: return nil
    case .unknown:
      drop("unknown-event")
      return nil
    }
    parcel.isBacklog = isBacklog
    parcel.mark = event.position(at: clock())
    return parcel
  }

  private func subscription(to topic: String, of name: String) -> TopicSubscription? {
    kept[name]?.connection.topics.first { $0.topic == topic }
  }

  private func body(
    of message: NtfyMessage, _ subscription: TopicSubscription, _ drop: (String) -> Void
  ) -> Parcel.Body {
    switch NtfyMapping(message, of: NtfyTopic(subscription), words) {
    case .bytes(let bytes):
      // A document of our own came as text; what was sealed is none.
      guard !subscription.isSealed, let text = String(validating: bytes, as: UTF8.self) else {
        return .sealed(bytes)
      }
      return .text(text)
    case .message(let document, let leftOut):
      for part in leftOut { drop("left-out-\(part.rawValue)") }
      return .text(document)
    case .unsealed: return .unusable("unsealed")
    }
  }
}

extension NtfyTopic {
  init(_ subscription: TopicSubscription) {
    let parts = URLComponents(string: subscription.server)
    self.init(
      host: parts?.host ?? "", port: parts?.port, topic: subscription.topic,
      name: subscription.name, channel: subscription.channel)
    isSealed = subscription.isSealed
    isUrgentAllowed = subscription.isUrgentAllowed
    hasForeignPictures = subscription.hasForeignPictures
  }
}

extension Carrier {
  /// What a connection says of itself; nil if it is off.
  init?(_ connection: NtfyConnection, at now: Instant) {
    let phase: Phase
    var (since, nextTry): (Instant, Instant?) = (now, nil)
    switch connection.state {
    case .off: return nil
    case .connecting: phase = .connecting
    case .backlog: phase = .backlog
    case .open(let opened): (phase, since) = (.open, opened)
    case .waiting(let until): (phase, nextTry) = (.waiting, until)
    case .refused: phase = .refused
    }
    self.init(
      phase, since: since, deafSince: connection.deafSince, trouble: connection.trouble,
      nextTry: nextTry,
      awaitsBacklog: connection.state == .connecting(.backlog) || connection.state == .backlog)
  }
}
